/** The verdict policy: from what was seen of a check to its verdict. This is the only place that decides. */

import type { Exchange } from "../../client/model.js";
import { answerText } from "../../oracles/outcome.js";
import type { Area, Verdict } from "../../reports/model.js";
import { amount, brief, grouped } from "../../reports/visible.js";
import type { Subject } from "../../schemas/operation.js";
import type { CheckDefinition, Unexercised } from "../model.js";
import type { Executed } from "../send/execution.js";
import { type Accidents, askedOf, isForgotten, isLostOnTheWay, isTakenBefore, mayPass } from "./accidents.js";
import { type CheckRecord, isRefusalOfValid, type SeenFailure, type SeenField } from "./results.js";

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

/** What is known before anything is sent. */
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

/**
 * From how many intermittent faults an operation counts as unsteady, refusals of the good credentials included. A single
 * one may be an accident of the network.
 */
const UNSTEADY = 2;
/** From how many intermittent server errors, and from which share of the requests, an operation counts as unsteady. */
const ACCIDENTS = 3;
const ACCIDENT_SHARE = 1 / 500;

/** Why nothing was seen of a check: where requests that break no rule were refused, in the service's words. */
function unshown({ results }: Executed, operation: Subject): string {
  const refusal = results.refusalLog.find(
    ({ answered, template }) => isRefusalOfValid(answered) && template.operation === operation,
  );
  const words = refusal === undefined ? "" : `, and requests that break no rule were refused: ${refusal.quote}`;
  return `nothing in this run showed it${words}`;
}

/** Characters of a record shown with its field. */
const LONGEST_RECORD = 60;

/**
 * A failure that names every field in which it was seen, with counts, and the records, where other records have a value
 * there.
 */
function namingFields(seen: SeenFailure, fields: ReadonlyMap<string, SeenField>): SeenFailure {
  const failed = [...fields].filter(([, { failing }]) => failing > 0);
  const named = failed.map(([path, { held, failing, records }]) => {
    const shown = [...records].map((record) => brief(record, LONGEST_RECORD)).join(", ");
    const where = held > 0 && records.size > 0 ? `: ${shown}${failing > records.size ? " …" : ""}` : "";
    return `${path} (${failing} of ${held + failing}${where})`;
  });
  if (named.length === 0) return seen;
  const { message: said } = seen.failure;
  const isNamed = failed.length === 1 && failed.every(([path]) => said.startsWith(`${path} `));
  const message = isNamed ? said : `${said}: ${named.join("; ")}`;
  return { ...seen, failure: { ...seen.failure, message, fields: failed.map(([path]) => path) } };
}

interface Shown {
  readonly verdict: "violation" | "warning" | "flaky";
  readonly reason: string | null;
  readonly failures: readonly SeenFailure[];
  /** Cases that showed it. */
  readonly failing: number;
}

/** What a departure from the rule of a check counts as. */
function departureOf({ level }: CheckDefinition): "violation" | "warning" {
  return level === "must" ? "violation" : "warning";
}

/**
 * Failures that were confirmed, or seen once; or that something required at least once was never seen. Null where
 * nothing failed.
 */
function shownOf(definition: CheckDefinition, executed: Executed, standing: Readonly<CheckRecord>): Shown | null {
  const { id, area } = definition;
  const { failures, failing, unseen, seen, fields } = standing;
  const confirmed = executed.confirmed.get(id) ?? [];
  const verdict = departureOf(definition);
  if (confirmed.length > 0)
    return { verdict, reason: null, failures: confirmed.map((one) => namingFields(one, fields)), failing };
  const [failure] = failures;
  if (failure !== undefined) {
    // What several answers showed, and none contradicted, was seen again without being sent again.
    const isEachTime = standing.passes === 0 && new Set(failures.map((one) => one.failure.exchange)).size > 1;
    if (executed.unconfirmed.has(id) && area === "response" && isEachTime)
      return { verdict, reason: null, failures: [namingFields(failure, fields)], failing };
    const reason = executed.unconfirmed.has(id)
      ? "the run ended before the fault could be sent again"
      : `seen in ${failing} of ${amount(casesOf(standing), "case")}, not seen when sent again`;
    return { verdict: "flaky", reason, failures: [failure], failing };
  }
  return unseen.length > 0 && seen === 0
    ? { verdict, reason: null, failures: unseen.slice(0, 1), failing: unseen.length }
    : null;
}

/** Cases that could be judged. */
function casesOf({ passes, seen, unseen, failing }: Readonly<CheckRecord>): number {
  return passes + seen + unseen.length + failing;
}

/** Areas whose cases send one request each: a server error that repeated each time is about its value. */
const SINGLE_REQUESTS: ReadonlySet<Area> = new Set(["accepts", "refuses", "version", "auth", "method"]);

function isSteadiness({ gathersUnsteadiness }: CheckDefinition): boolean {
  return gathersUnsteadiness === true;
}

/** Why a failure of a check is not reported there: another check reports it. Null where it is its own. */
function toldElsewhere(
  { operation, area, combines }: CheckDefinition,
  { verdict, failures }: Shown,
  { accidents }: Executed,
  definitions: readonly CheckDefinition[],
  judged: Iterable<Judged>,
): string | null {
  const exchanges = failures.map(({ failure }) => failure.exchange);
  const asked = exchanges.map(({ wire }) => askedOf(wire, operation));
  const comesAndGoes = exchanges.every(mayPass) && asked.every((one) => unsteadyBy(accidents, one) !== null);
  if (comesAndGoes && (verdict === "flaky" || !SINGLE_REQUESTS.has(area))) {
    const there = definitions.find((other) => isSteadiness(other) && asked.includes(other.operation));
    return `server errors come and go${there === undefined ? "" : `: see ${there.id}`}`;
  }
  if (combines !== true || verdict !== "violation") return null;
  // Values sent together show nothing new where the one at fault fails alone.
  const places = failures.map(({ failure }) => failure.edit?.at);
  for (const { definition: other, verdict: told, failures: own } of judged)
    if (
      told === verdict &&
      other.area === area &&
      other.operation === operation &&
      own.some(({ failure: { edit } }) => edit !== null && places.includes(edit.at))
    )
      return `what it showed is reported by ${other.id}`;
  return null;
}

/** An operation with intermittent server errors: too many for accidents of the network. */
interface Unsteady {
  readonly count: number;
  readonly requests: number;
  readonly exchange: Exchange;
  /** One in which a valid request failed; null where none is known. */
  readonly valid: Exchange | null;
  /** Whether all of them, as far as they are kept, came from in front of the service, or never came. */
  readonly isOnTheWay: boolean;
}

/** The intermittent server errors of an operation, where they are too many; null where they are not. */
function unsteadyBy(accidents: Accidents, operation: Subject): Unsteady | null {
  const { exchanges, valid, count, requests } = accidents.of(operation);
  const [exchange] = exchanges;
  const isOften = count >= ACCIDENTS || exchanges.filter(isForgotten).length >= UNSTEADY;
  const isMuch = isOften && count / requests >= ACCIDENT_SHARE;
  return exchange !== undefined && isMuch
    ? { count, requests, exchange, valid, isOnTheWay: exchanges.every(isLostOnTheWay) }
    : null;
}

function accidentText(exchange: Exchange): string {
  const text = answerText(exchange);
  return isTakenBefore(exchange) ? `its answer got lost, and the same request sent once more: ${text}` : text;
}

function judgedUnsteady(judged: Judged, { count, requests, exchange: first, valid }: Unsteady): Judged {
  const exchange = valid ?? first;
  const failure = {
    message: `${grouped(count)} of ${amount(requests, "request")} failed (${accidentText(exchange)}) and succeeded when sent again`,
    expected: "the same answer to the same request",
    actual: accidentText(exchange),
    edit: null,
    control: null,
    exchange,
  };
  const failures = [{ testCase: `${judged.definition.id}#accidents`, isOwn: true, failure }];
  return { ...judged, verdict: departureOf(judged.definition), reason: null, failures, failing: 0 };
}

/** The verdict on a check by the policy: the first that applies. @param elsewhere why a failure is not reported here */
function judgeOne(
  definition: CheckDefinition,
  executed: Executed,
  beforehand: Beforehand,
  { refused, judgesControls }: Afterwards,
  elsewhere: (shown: Shown) => string | null,
): Judged {
  const { id, operation } = definition;
  const standing = executed.results.of(id);
  const { requests, failing, excused, broken } = standing;
  const cases = casesOf(standing);
  const counted = { definition, requests, cases, failing, reason: null, failures: [] };
  const unexercised = (reason: string): Judged => ({ ...counted, verdict: "not-exercised", reason });
  const internal = executed.internalErrors.find((error) => error.check === id);
  const known = beforehand.reasons.get(id);
  const refusal = refused.get(operation)?.reason;

  if (broken !== null) return { ...counted, verdict: "error", reason: broken };
  if (internal !== undefined)
    return { ...counted, verdict: "error", reason: `an error inside the suite: ${internal.message}` };
  const shown = shownOf(definition, executed, standing);
  if (shown !== null) {
    // An operation that may refuse everything is not judged by its refusals.
    const isOfControls = standing.failures.length > 0 || executed.confirmed.has(id);
    if (isOfControls && refusal !== undefined && judgesControls(definition)) return unexercised(refusal);
    const reason = elsewhere(shown);
    if (reason === null) return { ...counted, ...shown };
    const rest = { ...counted, cases: cases - shown.failing, failing: 0 };
    return rest.cases > 0 ? { ...rest, verdict: "pass" } : { ...rest, verdict: "not-exercised", reason };
  }
  if (cases > 0) return { ...counted, verdict: "pass" };
  // What builds on controls that are all refused gives the same reason as they do.
  if (refusal !== undefined && excused !== null && known?.verdict !== "not-applicable") return unexercised(refusal);
  if (known !== undefined) return { ...counted, ...known };
  if (excused !== null) return unexercised(excused.reason);
  const ended = executed.stop === null ? unshown(executed, operation) : "the run ended before it was sent";
  return unexercised(beforehand.unready[operation] ?? ended);
}

/** A valid request that fails now and then counts as refused, although it is accepted when sent again. */
function judgeControls(judged: Judged, { accidents }: Executed): Judged {
  if (judged.verdict !== "pass") return judged;
  const unsteady = unsteadyBy(accidents, judged.definition.operation);
  // What gets lost before or after the service breaks none of its rules.
  return unsteady === null || unsteady.valid === null || unsteady.isOnTheWay
    ? judged
    : judgedUnsteady(judged, unsteady);
}

/** A stated rule that several answers broke is broken, even if none repeated: different servers may answer in turn. */
function judgeRepeated(judged: Judged, { results, unconfirmed }: Executed): Judged {
  const { definition, verdict } = judged;
  if (verdict !== "flaky" || definition.level !== "must" || unconfirmed.has(definition.id)) return judged;
  return faultsIn(results.of(definition.id).failures).length < UNSTEADY ? judged : { ...judged, verdict: "violation" };
}

/** One failure for each answer that shows a fault, unless it is something that changes on its own. */
function faultsIn(failures: readonly SeenFailure[]): readonly SeenFailure[] {
  const settled = failures.filter(({ failure }) => failure.moves !== true);
  // Several checks may see the same accident.
  return [...new Map(settled.map((one) => [one.failure.exchange, one])).values()];
}

/** Intermittent faults that no check of their own reports make an operation unsteady. */
function judgeSteadiness(judged: Judged, all: readonly Judged[], executed: Executed): Judged {
  const { results, accidents, unconfirmed } = executed;
  const { operation } = judged.definition;
  const unsteady = unsteadyBy(accidents, operation);
  if (unsteady !== null) return judgedUnsteady(judged, unsteady);
  if (judged.verdict === departureOf(judged.definition)) return judged;
  // Nobody knows whether a fault that could not be sent again would go away.
  const flaky = all.filter(
    ({ definition, verdict }) =>
      definition.operation === operation && verdict === "flaky" && !unconfirmed.has(definition.id),
  );
  // An intermittent departure from something only implied breaks no stated rule.
  if (flaky.every(({ definition }) => definition.level === "should")) return judged;
  const faults = faultsIn(flaky.flatMap(({ definition }) => results.of(definition.id).failures));
  const [first] = faults;
  if (first === undefined || faults.length < UNSTEADY) return judged;
  const failure = {
    ...first.failure,
    message: `The same requests get different answers: ${amount(faults.length, "fault")} came and went. One of them: ${first.failure.message}`,
  };
  const verdict = departureOf(judged.definition);
  return { ...judged, verdict, reason: null, failures: [{ ...first, failure }], failing: faults.length };
}

/** All checks with their verdicts, in the order of their definitions. */
export function judgeAll(
  definitions: readonly CheckDefinition[],
  executed: Executed,
  beforehand: Beforehand,
  afterwards: Afterwards = { refused: new Map(), judgesControls: () => false },
): Judged[] {
  const alone = new Map<string, Judged>();
  const judged = (definition: CheckDefinition): Judged =>
    judgeOne(definition, executed, beforehand, afterwards, (shown) =>
      toldElsewhere(definition, shown, executed, definitions, alone.values()),
    );
  for (const definition of definitions) if (definition.combines !== true) alone.set(definition.id, judged(definition));
  const all = definitions
    .map((definition) => alone.get(definition.id) ?? judged(definition))
    .map((one) => judgeRepeated(one.definition.judgesControls ? judgeControls(one, executed) : one, executed));
  return all.map((one) => (isSteadiness(one.definition) ? judgeSteadiness(one, all, executed) : one));
}
