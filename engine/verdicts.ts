/** The verdict policy: from what was seen of a check to its verdict. This is the only place that decides. */

import type { Verdict } from "../reports/model.js";
import { amount } from "../reports/visible.js";
import type { Subject } from "../schemas/operations.js";
import type { Executed } from "./execution.js";
import type { CheckDefinition } from "./model.js";
import type { SeenFailure } from "./results.js";

/** A check with its verdict and the failures to report. */
export interface Judged {
  readonly definition: CheckDefinition;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly failures: readonly SeenFailure[];
  readonly requests: number;
  readonly cases: number;
  /** Cases that departed, confirmed or not. */
  readonly failing: number;
}

/** Why a check is not judged. */
export interface Unexercised {
  readonly verdict: "not-exercised" | "not-applicable";
  readonly reason: string;
}

/** What is known before anything was sent. */
export interface Beforehand {
  /** Why an operation cannot be exercised at all. */
  readonly unready: Readonly<Partial<Record<Subject, string>>>;
  /** Why single checks cannot be exercised or do not apply, by id. */
  readonly reasons: ReadonlyMap<string, Unexercised>;
}

/** What the run found out about an operation as a whole. */
export interface Afterwards {
  /** Why an operation that refused all of its controls may do so; the checks that judge the controls. */
  readonly refused: ReadonlyMap<Subject, { readonly reason: string }>;
  readonly judgesControls: (operation: Subject, check: string) => boolean;
}

const NOTHING_FOUND: Afterwards = { refused: new Map(), judgesControls: () => false };

/** The check that gathers faults of an operation which came and went. */
export function steadyCheckId(operation: Subject): string {
  return `${operation}/state/steady`;
}

/** From how many faults that came and went an operation counts as unsteady. One may be an accident of the network. */
const UNSTEADY = 2;

function failed(level: CheckDefinition["level"]): Verdict {
  return level === "must" ? "violation" : "warning";
}

function judgeOne(definition: CheckDefinition, executed: Executed, beforehand: Beforehand): Judged {
  const { id, level } = definition;
  const record = executed.results.of(id);
  const confirmed = executed.confirmed.get(id) ?? [];
  const absentAlways = record.seen === 0 ? record.unseen.slice(0, 1) : [];
  const base = {
    definition,
    requests: record.requests,
    cases: record.passes + record.seen + record.unseen.length + record.failing,
    failing: record.failing,
  };
  const internal = executed.internalErrors.find((error) => error.check === id);
  if (internal !== undefined) {
    return { ...base, verdict: "error", reason: `an error inside the suite: ${internal.message}`, failures: [] };
  }
  if (confirmed.length > 0) return { ...base, verdict: failed(level), reason: null, failures: confirmed };
  if (record.failures.length > 0) {
    const reason = executed.unconfirmed.has(id)
      ? "the run ended before the fault could be sent again"
      : `seen in ${record.failing} of ${amount(base.cases, "case")}, not seen when sent again`;
    return { ...base, verdict: "flaky", reason, failures: record.failures.slice(0, 1) };
  }
  if (absentAlways.length > 0) {
    const failing = record.unseen.length;
    return { ...base, verdict: failed(level), reason: null, failures: absentAlways, failing };
  }
  if (base.cases > 0) return { ...base, verdict: "pass", reason: null, failures: [] };
  const known = beforehand.reasons.get(id);
  if (known !== undefined) return { ...base, verdict: known.verdict, reason: known.reason, failures: [] };
  const reason =
    record.blocked ??
    beforehand.unready[definition.operation] ??
    (executed.stop === null ? "no answer of the run showed it" : "the run ended before it was sent");
  return { ...base, verdict: "not-exercised", reason, failures: [] };
}

/** Faults of an operation that came and went, of several checks or several times, make the operation unsteady. */
function judgeSteadiness(judged: Judged, all: readonly Judged[]): Judged {
  const { operation } = judged.definition;
  const flaky = all.filter((other) => other.definition.operation === operation && other.verdict === "flaky");
  const faults = new Map(flaky.flatMap((other) => other.failures.map((met) => [met.failure.exchange, met] as const)));
  const occasions = flaky.reduce((sum, other) => sum + other.failing, 0);
  if (faults.size === 0 || occasions < UNSTEADY) return judged;
  const [first] = faults.values();
  if (first === undefined) return judged;
  const failure = {
    ...first.failure,
    message: `The same requests are answered now one way, now another: ${occasions} faults came and went. One of them: ${first.failure.message}`,
  };
  return { ...judged, verdict: "violation", reason: null, failures: [{ ...first, failure }], failing: occasions };
}

/** What may be refused altogether is not judged by its refusals, and what builds on it tells the same reason. */
function excused(judged: Judged, executed: Executed, { refused, judgesControls }: Afterwards): Judged {
  const { id, operation } = judged.definition;
  const reason = refused.get(operation)?.reason;
  if (reason === undefined) return judged;
  const controls = judgesControls(operation, id) && (judged.verdict === "violation" || judged.verdict === "flaky");
  const blocked = judged.verdict === "not-exercised" && executed.results.of(id).blocked !== null;
  return controls || blocked ? { ...judged, verdict: "not-exercised", reason, failures: [] } : judged;
}

/** All checks with their verdicts, in the order of their definitions. */
export function judgeAll(
  definitions: readonly CheckDefinition[],
  executed: Executed,
  beforehand: Beforehand,
  afterwards: Afterwards = NOTHING_FOUND,
): Judged[] {
  const first = definitions.map((definition) =>
    excused(judgeOne(definition, executed, beforehand), executed, afterwards),
  );
  return first.map((judged) =>
    judged.definition.id === steadyCheckId(judged.definition.operation) && judged.verdict !== "violation"
      ? judgeSteadiness(judged, first)
      : judged,
  );
}
