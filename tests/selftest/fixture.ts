/** Small records and defects that the tests of the selftest share. */
import type { CheckOutcome, ConformingTrial, Defect, TrialRecord } from "../../selftest/outcomes.js";
import type { Plan } from "../../selftest/plan.js";

export function defect(id: string, more: Partial<Defect> = {}): Defect {
  return {
    id,
    family: "too-loose",
    operation: "updateRecipient",
    checks: ["updateRecipient/refuses/website.maxLength"],
    title: "website may be longer than 225 characters",
    service: { kind: "sandbox", behaviours: {}, defect: id },
    ...more,
  };
}

export function violation(id: string): CheckOutcome {
  const operation = id.startsWith("updateRecipient") ? "updateRecipient" : "createRecipient";
  return { id, operation, verdict: "violation", message: "a value that is too long is accepted" };
}

export function record(id: string, others: readonly CheckOutcome[], more: Partial<TrialRecord> = {}): TrialRecord {
  return { id, passed: 3, others, requests: 7, durationMs: 5, failure: null, sent: [], ...more };
}

export function conforming(label: string, profile: "smoke" | "standard" = "standard"): ConformingTrial {
  const service = { kind: "sandbox", behaviours: {}, defect: null } as const;
  return {
    label,
    trial: {
      id: label,
      service,
      profile,
      operations: ["updateRecipient"],
      checks: [],
      focus: null,
      waits: false,
      tellsRequests: false,
    },
  };
}

export function plan(more: Partial<Plan> = {}): Plan {
  return {
    extent: "all",
    acrossOperations: true,
    service: "sandbox",
    conforming: [],
    defects: [],
    leftOut: 0,
    ...more,
  };
}
