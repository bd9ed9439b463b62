/** The verdict policy: from what was seen of a check to its verdict. This is the only place that decides. */

import type { Exchange } from "../client/model.js";
import { answerText } from "../oracles/outcome.js";
import type { Area, Verdict } from "../reports/model.js";
import { amount, grouped } from "../reports/visible.js";
import type { Subject } from "../schemas/operations.js";
import { type Accidents, askedOf, isForgotten, isLostOnTheWay, isTakenBefore, mayPass } from "./accidents.js";
import type { Executed } from "./execution.js";
import type { CheckDefinition } from "./model.js";
import type { SeenFailure, SeenField } from "./results.js";

/** A check with its verdict and the failures to report. */
export interface Judged {
  readonly definition: CheckDefinition;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly failures: readonly SeenFailure[];
  readonly requests: number;
  readonly cases: number;
  /** Cases that failed, confirmed or not. */
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
  readonly judgesControls: (definition: CheckDefinition) => boolean;
}

const NOTHING_FOUND: Afterwards = { refused: new Map(), judgesControls: () => false };

/**
 * From how many faults that came and went an operation counts as unsteady, refusals of the good credentials among them. One
 * may be an accident of the network.
 */
const UNSTEADY = 2;
/** From how many server errors that came and went, and from which share of the requests, an operation counts as unsteady. */
const ACCIDENTS = 3;
const ACCIDENT_SHARE = 1 / 500;

/** What became of a check. */
type Became =
  /** A case broke inside the suite. */
  | { readonly kind: "broken"; readonly message: string }
  /** A failure was seen twice. */
  | { readonly kind: "confirmed"; readonly failures: readonly SeenFailure[] }
  /** A failure did not repeat, or could not be sent again. */
  | { readonly kind: "unrepeated"; readonly failure: SeenFailure }
  /** What is to be seen at least once never was. */
  | { readonly kind: "never"; readonly failure: SeenFailure }
  | { readonly kind: "held" }
  | ({ readonly kind: "unexercised" } & Unexercised);

/** What became of a check, as the policy has it: the first that applies. */
function becameOf(
  definition: CheckDefinition,
  executed: Executed,
  beforehand: Beforehand,
  { refused, judgesControls }: Afterwards,
): Became {
  const { id, operation } = definition;
  const record = executed.results.of(id);
  const { failures, unseen, letGo } = record;
  const [failure] = failures;
  const [never] = unseen;
  const confirmed = executed.confirmed.get(id) ?? [];
  const internal = executed.internalErrors.find((error) => error.check === id);
  const known = beforehand.reasons.get(id);
  const refusal = refused.get(operation)?.reason;
  const unexercised = (reason: string): Became => ({ kind: "unexercised", verdict: "not-exercised", reason });

  if (record.broken !== null) return { kind: "broken", message: record.broken };
  if (internal !== undefined) return { kind: "broken", message: `an error inside the suite: ${internal.message}` };
  if (confirmed.length > 0 || failure !== undefined) {
    // What may be refused altogether is not judged by its refusals.
    if (refusal !== undefined && judgesControls(definition)) return unexercised(refusal);
    return failure === undefined || confirmed.length > 0
      ? { kind: "confirmed", failures: confirmed }
      : { kind: "unrepeated", failure };
  }
  if (never !== undefined && record.seen === 0) return { kind: "never", failure: never };
  if (record.passes + record.seen + record.failing + unseen.length > 0) return { kind: "held" };
  // What builds on controls that are refused altogether tells the same reason as they do.
  if (refusal !== undefined && letGo !== null && known?.verdict !== "not-applicable") return unexercised(refusal);
  if (known !== undefined) return { kind: "unexercised", ...known };
  if (letGo !== null) return unexercised(letGo.reason);
  const ended = executed.stop === null ? unshown(executed, operation) : "the run ended before it was sent";
  return unexercised(beforehand.unready[operation] ?? ended);
}

/** Why nothing was seen of a check: where requests that break no rule were refused, in the service's words. */
function unshown({ results }: Executed, operation: Subject): string {
  const refusal = results.testimonies.find(
    ({ witnessed, template }) =>
      (witnessed === "untaken" || witnessed === "barred") && template.operation === operation,
  );
  const words = refusal === undefined ? "" : `, and requests that break no rule were refused: ${refusal.quote}`;
  return `no answer of the run showed it${words}`;
}

/** A failure that names every field in which it was seen, with counts, and the records where others have a value there. */
function namingFields(seen: SeenFailure, fields: ReadonlyMap<string, SeenField>): SeenFailure {
  const failed = [...fields].filter(([, { failing }]) => failing > 0);
  const named = failed.map(([path, { held, failing, records }]) => {
    const where =
      held > 0 && records.size > 0 ? `: ${[...records].join(", ")}${failing > records.size ? " …" : ""}` : "";
    return `${path} (${failing} of ${held + failing}${where})`;
  });
  if (named.length === 0) return seen;
  const message = `${seen.failure.message}: ${named.join("; ")}`;
  return { ...seen, failure: { ...seen.failure, message, fields: failed.map(([path]) => path) } };
}

/** The verdict on what became of a check. */
function judgeOne(definition: CheckDefinition, became: Became, executed: Executed): Judged {
  const { id, level } = definition;
  const { passes, requests, seen, unseen, failing, fields } = executed.results.of(id);
  const cases = passes + seen + unseen.length + failing;
  const judged = { definition, requests, cases, failing, reason: null, failures: [] };
  const failed: Verdict = level === "must" ? "violation" : "warning";
  switch (became.kind) {
    case "broken":
      return { ...judged, verdict: "error", reason: became.message };
    case "confirmed":
      return { ...judged, verdict: failed, failures: became.failures.map((seen) => namingFields(seen, fields)) };
    case "unrepeated": {
      const reason = executed.unconfirmed.has(id)
        ? "the run ended before the fault could be sent again"
        : `seen in ${failing} of ${amount(cases, "case")}, not seen when sent again`;
      return { ...judged, verdict: "flaky", reason, failures: [became.failure] };
    }
    case "never":
      return { ...judged, verdict: failed, failures: [became.failure], failing: unseen.length };
    case "held":
      return { ...judged, verdict: "pass" };
    case "unexercised":
      return { ...judged, verdict: became.verdict, reason: became.reason };
    default:
      return became satisfies never;
  }
}

/** An operation whose server errors come and go: too often for accidents of the network. */
interface Unsteady {
  readonly count: number;
  readonly requests: number;
  readonly exchange: Exchange;
  /** Whether all of them, as far as they are kept, came from what stands before the service, or never came. */
  readonly isOnTheWay: boolean;
}

/** The server errors of an operation that came and went, where they are too many; null where they are not. */
function unsteadyBy(accidents: Accidents, operation: Subject): Unsteady | null {
  const { exchanges, count, requests } = accidents.of(operation);
  const [exchange] = exchanges;
  const isOften = count >= ACCIDENTS || exchanges.filter(isForgotten).length >= UNSTEADY;
  const isMuch = isOften && count / requests >= ACCIDENT_SHARE;
  return exchange !== undefined && isMuch
    ? { count, requests, exchange, isOnTheWay: exchanges.every(isLostOnTheWay) }
    : null;
}

/** What became of a request that went wrong by accident. */
function accidentText(exchange: Exchange): string {
  const text = answerText(exchange);
  return isTakenBefore(exchange) ? `its answer got lost, and the same request sent once more: ${text}` : text;
}

function judgedUnsteady(judged: Judged, { count, requests, exchange, isOnTheWay }: Unsteady): Judged {
  const failure = {
    message: `${grouped(count)} of ${amount(requests, "request")} failed (${accidentText(exchange)}) and succeeded when sent again`,
    expected: "the same answer to the same request",
    actual: accidentText(exchange),
    edit: null,
    control: null,
    exchange,
  };
  const failures = [{ testCase: `${judged.definition.id}#accidents`, isOwn: true, failure }];
  // What gets lost before the service, or behind it, breaks none of its rules.
  return { ...judged, verdict: isOnTheWay ? "warning" : "violation", reason: null, failures, failing: 0 };
}

/** Areas whose cases send one request each: a server error that came again each time is about its value. */
const SINGLE_REQUESTS: ReadonlySet<Area> = new Set(["accepts", "refuses", "version", "auth", "method"]);

/** Whether a check gathers the faults of its operation that came and went. */
function isSteadiness({ gathersUnsteadiness }: CheckDefinition): boolean {
  return gathersUnsteadiness === true;
}

/** What is seen of a check because server errors of its operation come and go is told there, and not here. */
function absorbed(judged: Judged, all: readonly Judged[], accidents: Accidents): Judged {
  const { definition, verdict, failures, cases, failing } = judged;
  if (verdict !== "violation" && verdict !== "warning" && verdict !== "flaky") return judged;
  const exchanges = failures.map(({ failure }) => failure.exchange);
  const asked = exchanges.map(({ wire }) => askedOf(wire, definition.operation));
  const isUnsteady = asked.length > 0 && asked.every((operation) => unsteadyBy(accidents, operation) !== null);
  if (!isUnsteady || !exchanges.every(mayPass)) return judged;
  if (verdict !== "flaky" && SINGLE_REQUESTS.has(definition.area)) return judged;
  const rest = { ...judged, failures: [], failing: 0, cases: cases - failing };
  if (rest.cases > 0) return { ...rest, verdict: "pass", reason: null };
  const there = all.find((other) => isSteadiness(other.definition) && asked.includes(other.definition.operation));
  const reason = `server errors come and go${there === undefined ? "" : `: see ${there.definition.id}`}`;
  return { ...rest, verdict: "not-exercised", reason };
}

/** Values that are sent together show nothing of their own where the one that is at fault is told by a check of its own. */
function toldAlone(judged: Judged, all: readonly Judged[]): Judged {
  const { definition, verdict, failures, cases, failing } = judged;
  if (definition.combines !== true || verdict !== "violation") return judged;
  const places = failures.map(({ failure }) => failure.edit?.at);
  const telling = all.find(
    (other) =>
      other.verdict === verdict &&
      other.definition.area === definition.area &&
      other.definition.operation === definition.operation &&
      other.definition.combines !== true &&
      other.failures.some(({ failure }) => failure.edit !== null && places.includes(failure.edit.at)),
  );
  if (telling === undefined) return judged;
  const rest = { ...judged, failures: [], failing: 0, cases: cases - failing };
  if (rest.cases > 0) return { ...rest, verdict: "pass" };
  return { ...rest, verdict: "not-exercised", reason: `what it showed is told by ${telling.definition.id}` };
}

/** Faults of an operation that came and went, of several checks or several times, make the operation unsteady. */
function judgeSteadiness(judged: Judged, all: readonly Judged[], { results }: Executed): Judged {
  const { operation } = judged.definition;
  const flaky = all.filter((other) => other.definition.operation === operation && other.verdict === "flaky");
  const seen = flaky.flatMap(({ definition }) => results.of(definition.id).failures);
  // One accident may be seen by several checks.
  const faults = new Map(
    seen.filter(({ failure }) => failure.moves !== true).map((one) => [one.failure.exchange, one] as const),
  );
  const [first] = faults.values();
  if (first === undefined || faults.size < UNSTEADY) return judged;
  const failure = {
    ...first.failure,
    message: `The same requests are answered now one way, now another: ${amount(faults.size, "fault")} came and went. One of them: ${first.failure.message}`,
  };
  return { ...judged, verdict: "violation", reason: null, failures: [{ ...first, failure }], failing: faults.size };
}

/** All checks with their verdicts, in the order of their definitions. */
export function judgeAll(
  definitions: readonly CheckDefinition[],
  executed: Executed,
  beforehand: Beforehand,
  afterwards: Afterwards = NOTHING_FOUND,
): Judged[] {
  const first = definitions.map((definition) =>
    judgeOne(definition, becameOf(definition, executed, beforehand, afterwards), executed),
  );
  const rest = first
    .map((judged) => absorbed(judged, first, executed.accidents))
    .map((judged, _, all) => toldAlone(judged, all));
  return rest.map((judged) => {
    if (!isSteadiness(judged.definition)) return judged;
    const unsteady = unsteadyBy(executed.accidents, judged.definition.operation);
    if (unsteady !== null) return judgedUnsteady(judged, unsteady);
    return judged.verdict === "violation" ? judged : judgeSteadiness(judged, rest, executed);
  });
}
