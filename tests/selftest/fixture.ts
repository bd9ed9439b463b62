/** Small records and departures that the tests of the selftest share. */
import type { CheckOutcome, Departure, TrialRecord } from "../../selftest/model.js";
import type { ConformingTrial, DepartureTrial, Plan } from "../../selftest/plan.js";

export function departure(id: string, more: Partial<Departure> = {}): Departure {
  return {
    id,
    family: "too-loose",
    operation: "updateRecipient",
    checks: ["updateRecipient/refuses/website.maxLength"],
    title: "website may be longer than 225 characters",
    target: { kind: "sandbox", behaviours: {}, defect: id },
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
  const target = { kind: "sandbox", behaviours: {}, defect: null } as const;
  return {
    label,
    trial: {
      id: label,
      target,
      profile,
      operations: ["updateRecipient"],
      checks: [],
      focus: null,
      waits: false,
      tellsRequests: false,
    },
  };
}

export function planned(one: Departure): DepartureTrial {
  const { id, target, operation } = one;
  const trial = {
    id,
    target,
    profile: "standard",
    operations: [operation],
    checks: [],
    focus: null,
    waits: false,
    tellsRequests: false,
  } as const;
  return { departure: one, trial, thorough: null };
}

export function plan(more: Partial<Plan> = {}): Plan {
  return {
    extent: "all",
    acrossOperations: true,
    target: "sandbox",
    conforming: [],
    departures: [],
    leftOut: 0,
    ...more,
  };
}
