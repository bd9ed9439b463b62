/** The verdict policy: from what was seen of a check to its verdict. This is the only place that decides. */

import type { Verdict } from "../reports/model.js";
import { amount } from "../reports/visible.js";
import type { Subject } from "../schemas/operations.js";
import type { CheckDefinition } from "./model.js";
import type { Playback } from "./execution.js";
import type { MetDeparture } from "./results.js";

/** A check with its verdict and the departures to report. */
export interface Judged {
  readonly definition: CheckDefinition;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly departures: readonly MetDeparture[];
  readonly requests: number;
  readonly cases: number;
  /** Cases that departed, confirmed or not. */
  readonly failing: number;
}

/** What is known before anything was sent. */
export interface Beforehand {
  /** Why an operation cannot be exercised at all. */
  readonly unready: Readonly<Partial<Record<Subject, string>>>;
  /** Why single checks cannot be exercised or do not apply, by id. */
  readonly reasons: ReadonlyMap<
    string,
    { readonly verdict: "not-exercised" | "not-applicable"; readonly reason: string }
  >;
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

function judgeOne(definition: CheckDefinition, playback: Playback, beforehand: Beforehand): Judged {
  const { id, level } = definition;
  const tally = playback.book.of(id);
  const confirmed = playback.confirmed.get(id) ?? [];
  const absentAlways = tally.seen === 0 ? tally.unseen.slice(0, 1) : [];
  const base = {
    definition,
    requests: tally.requests,
    cases: tally.passes + tally.seen + tally.unseen.length + tally.failing,
    failing: tally.failing,
  };
  const internal = playback.internalErrors.find((error) => error.check === id);
  if (internal !== undefined) {
    return { ...base, verdict: "error", reason: `an error inside the suite: ${internal.message}`, departures: [] };
  }
  if (confirmed.length > 0) return { ...base, verdict: failed(level), reason: null, departures: confirmed };
  if (tally.departures.length > 0) {
    const reason = playback.unconfirmed.has(id)
      ? "the run ended before the fault could be sent again"
      : `seen in ${tally.failing} of ${amount(base.cases, "case")}, not seen when sent again`;
    return { ...base, verdict: "flaky", reason, departures: tally.departures.slice(0, 1) };
  }
  if (absentAlways.length > 0) {
    const failing = tally.unseen.length;
    return { ...base, verdict: failed(level), reason: null, departures: absentAlways, failing };
  }
  if (base.cases > 0) return { ...base, verdict: "pass", reason: null, departures: [] };
  const known = beforehand.reasons.get(id);
  if (known !== undefined) return { ...base, verdict: known.verdict, reason: known.reason, departures: [] };
  const reason =
    tally.blocked ??
    beforehand.unready[definition.operation] ??
    (playback.stop === null ? "no answer of the run showed it" : "the run ended before it was sent");
  return { ...base, verdict: "not-exercised", reason, departures: [] };
}

/** Faults of an operation that came and went, of several checks or several times, make the operation unsteady. */
function judgeSteadiness(judged: Judged, all: readonly Judged[]): Judged {
  const { operation } = judged.definition;
  const flaky = all.filter((other) => other.definition.operation === operation && other.verdict === "flaky");
  const faults = new Map(
    flaky.flatMap((other) => other.departures.map((met) => [met.departure.exchange, met] as const)),
  );
  const occasions = flaky.reduce((sum, other) => sum + other.failing, 0);
  if (faults.size === 0 || occasions < UNSTEADY) return judged;
  const [first] = faults.values();
  if (first === undefined) return judged;
  const departure = {
    ...first.departure,
    message: `The same requests are answered now one way, now another: ${occasions} faults came and went. One of them: ${first.departure.message}`,
  };
  return { ...judged, verdict: "violation", reason: null, departures: [{ ...first, departure }], failing: occasions };
}

/** What may be refused altogether is not judged by its refusals, and what builds on it tells the same reason. */
function excused(judged: Judged, playback: Playback, { refused, judgesControls }: Afterwards): Judged {
  const { id, operation } = judged.definition;
  const reason = refused.get(operation)?.reason;
  if (reason === undefined) return judged;
  const controls = judgesControls(operation, id) && (judged.verdict === "violation" || judged.verdict === "flaky");
  const blocked = judged.verdict === "not-exercised" && playback.book.of(id).blocked !== null;
  return controls || blocked ? { ...judged, verdict: "not-exercised", reason, departures: [] } : judged;
}

/** All checks with their verdicts, in the order of their definitions. */
export function judgeAll(
  definitions: readonly CheckDefinition[],
  playback: Playback,
  beforehand: Beforehand,
  afterwards: Afterwards = NOTHING_FOUND,
): Judged[] {
  const first = definitions.map((definition) =>
    excused(judgeOne(definition, playback, beforehand), playback, afterwards),
  );
  return first.map((judged) =>
    judged.definition.id === steadyCheckId(judged.definition.operation) && judged.verdict !== "violation"
      ? judgeSteadiness(judged, first)
      : judged,
  );
}
