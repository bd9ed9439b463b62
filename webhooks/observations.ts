/** What deliveries show of points that the document leaves open (sections 5 and 6). */

import type { Exchange } from "../client/model.js";
import type { Observed } from "../engine/observations.js";
import { amount, verb } from "../reports/visible.js";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../schemas/deliveries.js";
import type { Json, JsonObject } from "../schemas/json.js";
import type { JudgedDelivery } from "./checks/judge.js";
import type { CausedChange } from "./run/causedChanges.js";

/* What deliveries show of an unknown, and the words that all of them use. */

/** What is seen of an unknown, with the delivery that shows it. */
interface WebhookAnswer extends Observed {
  readonly id: string;
  readonly evidence: JudgedDelivery | null;
}

/** Different values in the order of the alphabet, `most` of them. */
function distinct(values: readonly string[], most = 8): string {
  const unique = [...new Set(values)].sort();
  return unique.length > most
    ? `${unique.slice(0, most).join(", ")} and ${unique.length - most} more`
    : unique.join(", ");
}

/** A duration in milliseconds, in words. */
function inMilliseconds(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1_000 ? `${whole} ms` : `${(whole / 1_000).toFixed(1)} s`;
}

/** Different values, in the order of their texts. */
function distinctValues(values: readonly Json[]): Json[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

/** How many of some are so: the numbers themselves are a matter of timing. */
function share(count: number, all: number): "none" | "some" | "all" {
  return count === 0 ? "none" : count === all ? "all" : "some";
}

/** What is seen of one unknown of deliveries; none when there is nothing to say. */
function answer(id: string, value: Json, text: string, evidence: JudgedDelivery | null): WebhookAnswer[] {
  return text === "" ? [] : [{ id, value, text, evidence }];
}

/* Which side deliveries take where the document says two things (sections 4.10 and 6). */

/** The sides that were taken. @param details the details that could be read, by delivery */
function conflictAnswers(
  judged: readonly JudgedDelivery[],
  details: ReadonlyMap<JudgedDelivery, Exchange>,
): WebhookAnswer[] {
  const of = (category: Category) =>
    judged.filter(({ reading }) => reading.category === category && reading.data !== null);
  const [transfer] = of("Transfers");
  const [deposit] = of("Deposit");
  const list = of("Transfers").find(({ reading }) => reading.data?.at.endsWith("[]"));
  const transactions = [...of("Transfers"), ...of("Deposit"), ...of("Return")];
  const [described] = transactions;
  const answers: WebhookAnswer[] = [];
  if (described !== undefined) {
    const readable = transactions.filter((each) => details.has(each)).length;
    const text = `${readable} of ${transactions.length} deliveries about transactions ${verb(readable, "is", "are")} about one whose detail can be read`;
    const value = { readable: share(readable, transactions.length) };
    answers.push({ id: "conflict.webhooks.undescribedData", value, text, evidence: described });
  }
  if (transfer !== undefined) {
    const text =
      list === undefined
        ? "the data of a transfer delivery is one object"
        : "the data of a transfer delivery can be a list";
    answers.push({
      id: "conflict.webhooks.batchTransfers",
      value: { list: list !== undefined },
      text,
      evidence: list ?? transfer,
    });
  }
  if (deposit !== undefined) {
    const object = deposit.reading.data?.objects[0] ?? {};
    const addresses = ["source_wallet_address", "target_wallet_address"].filter(
      (name) => typeof object[name] === "string",
    );
    const text = `a deposit delivery carries ${addresses.length === 0 ? "no wallet address" : addresses.join(" and ")}, and its detail can ${details.has(deposit) ? "" : "not "}be read`;
    const value = { addresses, detail: details.has(deposit) };
    answers.push({ id: "conflict.webhooks.depositOrigin", value, text, evidence: deposit });
  }
  return answers;
}

/* What deliveries show of the data whose shape is not described, and of what calls for a delivery (section 6). */

/** The fields of data that are not described. */
function dataAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const unknowns = {
    Transfers: "unknown.webhooks.transferData",
    Deposit: "unknown.webhooks.depositData",
    Return: "unknown.webhooks.returnData",
  } as const;
  return (["Transfers", "Deposit", "Return"] as const).flatMap((category) => {
    const own = judged.filter(({ reading }) => reading.category === category && reading.data !== null);
    const [first] = own;
    const names = own.flatMap(({ reading }) => reading.data?.objects.flatMap((object) => Object.keys(object)) ?? []);
    return first === undefined ? [] : answer(unknowns[category], distinctValues(names), distinct(names, 40), first);
  });
}

/** The statuses that were delivered. */
function triggerAnswer(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const seen: JsonObject = {};
  const texts = CATEGORIES.flatMap((category: Category) => {
    const own = judged.filter(({ reading, repeats }) => reading.category === category && repeats === null);
    if (own.length === 0) return [];
    const statuses = own.map(({ reading }) => String(reading.data?.objects[0]?.status ?? "no status"));
    seen[category] = distinctValues(statuses);
    return [`${CATEGORY_NAMES[category]}: ${distinct(statuses, 6)}`];
  });
  return answer(
    "unknown.webhooks.triggers",
    seen,
    texts.length === 0 ? "" : `deliveries came with these statuses: ${texts.join("; ")}`,
    judged[0] ?? null,
  );
}

/* What deliveries show of the envelope around the data (section 6). */

/** The envelope, what names the event, and the headers. */
function envelopeAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const withData = judged.filter(({ reading }) => reading.data !== null);
  const [first] = withData;
  if (first === undefined) return [];
  const forms = withData.map(({ reading }) =>
    reading.data?.at === ""
      ? "no envelope: the body is the data object"
      : `${reading.envelope.join(", ")}; the data stands at ${reading.data?.at ?? ""}`,
  );
  const envelopes = distinctValues(
    withData.map(({ reading }) => ({ fields: [...reading.envelope], data: reading.data?.at ?? "" })),
  );
  const named = judged.filter(({ reading }) => reading.eventNames.length > 0);
  const names = named.map(
    ({ reading }) => `${reading.eventNames[0]?.value ?? ""} (${reading.eventNames[0]?.at ?? ""})`,
  );
  const headers = judged.map(({ delivery }) =>
    Object.keys(delivery.headers)
      .filter((name) => !/^(host|connection|content-length|transfer-encoding)$/.test(name))
      .sort()
      .join(", "),
  );
  const kinds = judged.map(
    ({ delivery }) => `${delivery.method} with ${delivery.headers["content-type"] ?? "no content-type"}`,
  );
  return [
    ...answer("unknown.webhooks.envelope", envelopes, distinct(forms, 4), first),
    ...answer(
      "unknown.webhooks.eventNames",
      distinctValues(named.map(({ reading }) => ({ ...reading.eventNames[0] }))),
      names.length === 0 ? "nothing that names the event was found" : distinct(names, 12),
      named[0] ?? first,
    ),
    ...answer(
      "unknown.webhooks.deliveryHeaders",
      { requests: distinctValues(kinds), headers: distinctValues(headers) },
      `${distinct(kinds, 4)}; headers ${distinct(headers, 2)}`,
      first,
    ),
  ];
}

/** Whether a delivery has an id of its own. */
function idAnswer(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const withId = judged.filter(({ reading }) => reading.ids.length > 0);
  const [first] = withId;
  const [any] = judged;
  if (first === undefined)
    return any === undefined ? [] : answer("unknown.webhooks.deliveryId", [], "no id of its own was found", any);
  const places = withId.map(({ reading }) => reading.ids[0]?.at ?? "");
  return answer("unknown.webhooks.deliveryId", distinctValues(places), `yes, in ${distinct(places, 3)}`, first);
}

/* What deliveries show of repetitions, and of what happens while one of them waits for its answer (section 6). */

/** Pauses that are compared at the least, and the factor from which on the last counts as longer than the first. */
const COMPARED = 3;
const GROWN = 1.6;
/** Which share of the deliveries has to say the same of their pauses. */
const AGREEING = 3 / 4;
/** Milliseconds within which something comes while a delivery waits for its answer: fewer than a service waits. */
const SOON = 1_000;

/** Whether pauses grow; null where too few of them tell it. */
type Growth = "growing" | "alike" | null;

const GROWTH_WORDS: Readonly<Record<"growing" | "alike", string>> = {
  growing: ", with growing pauses",
  alike: ", with pauses of about the same length",
};

/**
 * How the pauses of deliveries compare that were answered badly several times. A busy machine makes single pauses longer than
 * they were meant: where the deliveries disagree, or their first pauses do, nothing is said.
 */
function growth(
  failed: readonly JudgedDelivery[],
  repetitions: ReadonlyMap<number, readonly JudgedDelivery[]>,
): Growth {
  const firsts: number[] = [];
  let grown = 0;
  for (const { delivery } of failed) {
    const again = (repetitions.get(delivery.number) ?? []).map((each) => each.delivery);
    // A delivery that is sent twice at once comes a second time for another reason than its answer.
    const bad = again.findIndex(({ answered }) => answered === 200);
    const times = [delivery, ...again.slice(0, bad + 1)].map(({ receivedAt }) => receivedAt);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const [first, last] = [pauses[0], pauses.at(-1)];
    if (first === undefined || last === undefined || pauses.length < COMPARED) continue;
    firsts.push(first);
    if (last > first * GROWN) grown += 1;
  }
  const compared = firsts.length;
  if (compared > 0 && grown >= compared * AGREEING) return "growing";
  const isSteady = Math.max(...firsts) <= Math.min(...firsts) * GROWN && grown <= compared * (1 - AGREEING);
  return compared > 0 && isSteady ? "alike" : null;
}

/** Whether anything comes while a delivery waits for its answer. */
function concurrencyAnswer(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const unanswered = judged.find(({ delivery }) => delivery.answered === null);
  if (unanswered === undefined) return [];
  const next = judged.find(({ delivery }) => delivery.number > unanswered.delivery.number);
  if (next === undefined) return [];
  const pause = next.delivery.receivedAt - unanswered.delivery.receivedAt;
  const concurrent = pause < SOON;
  const text = concurrent
    ? "yes, others came while one got no answer"
    : `no, the next one came ${inMilliseconds(pause)} after one that got no answer`;
  const value = { concurrent, ...(concurrent ? {} : { after: { milliseconds: pause } }) };
  return answer("unknown.webhooks.concurrency", value, text, unanswered);
}

/** Whether deliveries are repeated that were answered well, and after which time those that were not. */
export function repetitionAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const byNumber = new Map(judged.map((each) => [each.delivery.number, each]));
  const repetitions = new Map<number, JudgedDelivery[]>();
  for (const each of judged) {
    if (each.repeats !== null) repetitions.set(each.repeats, [...(repetitions.get(each.repeats) ?? []), each]);
  }
  const well = judged.filter(({ repeats, delivery }) => repeats === null && delivery.answered === 200);
  const doubled = well.filter(({ delivery }) => repetitions.has(delivery.number));
  const answers = [
    ...answer(
      "unknown.webhooks.repetition",
      { repeated: share(doubled.length, well.length) },
      well.length === 0
        ? ""
        : doubled.length === 0
          ? `no, none of ${amount(well.length, "delivery", "deliveries")}`
          : `yes, ${doubled.length} of ${well.length} came again`,
      doubled[0] ?? well[0] ?? null,
    ),
  ];
  const failed = judged.filter(({ repeats, delivery }) => repeats === null && delivery.answered !== 200);
  const retried = failed.filter(({ delivery }) => repetitions.has(delivery.number));
  if (failed.length === 0) return answers;
  const pauses = retried.map(({ delivery }) => {
    const again = repetitions.get(delivery.number)?.[0]?.delivery;
    return again === undefined
      ? 0
      : again.receivedAt - (byNumber.get(delivery.number)?.delivery.receivedAt ?? again.receivedAt);
  });
  const answered = ({ delivery }: JudgedDelivery) =>
    delivery.answered === null ? "no answer" : String(delivery.answered);
  const kinds = [...new Set(failed.map(answered))].map((kind) => {
    const own = failed.filter((each) => answered(each) === kind);
    return { kind, of: own.length, again: own.filter(({ delivery }) => repetitions.has(delivery.number)).length };
  });
  const received = `200 counts as received; ${kinds.map(({ kind, again, of }) => `${kind}: ${again} of ${of} came again`).join(", ")}`;
  const repeatedAfter = Object.fromEntries(kinds.map(({ kind, again, of }) => [kind, share(again, of)]));
  const [shortest, longest] = [Math.min(...pauses), Math.max(...pauses)];
  const pace = growth(failed, repetitions);
  const intervals: Observed =
    pauses.length === 0
      ? { value: { repeated: false }, text: "not repeated while the run waited" }
      : {
          value: { repeated: true, from: { milliseconds: shortest }, to: { milliseconds: longest }, pauses: pace },
          text: `repeated after ${inMilliseconds(shortest)} to ${inMilliseconds(longest)}${pace === null ? "" : GROWTH_WORDS[pace]}`,
        };
  return [
    ...answers,
    ...answer("unknown.webhooks.acknowledgement", { repeatedAfter }, received, failed[0] ?? null),
    ...answer("unknown.webhooks.retries", intervals.value, intervals.text, retried[0] ?? failed[0] ?? null),
  ];
}

/* What deliveries show of how they are signed (section 5). */

/** What is signed, how the signature is written, and whether it holds a time. */
function signatureAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const found = judged.flatMap((each) =>
    each.signature.kind === "holds" ? [{ each, scheme: each.signature.scheme }] : [],
  );
  const [first] = found;
  if (first === undefined) return [];
  const contents = distinct(
    found.map(({ scheme }) => scheme.content),
    3,
  );
  const timed = /time|\{date\}|-ts\}/.test(contents);
  return [
    ...answer(
      "unknown.webhooks.signedContent",
      distinctValues(found.map(({ scheme }) => scheme.content)),
      contents,
      first.each,
    ),
    ...answer(
      "unknown.webhooks.signatureEncoding",
      distinctValues(found.map(({ scheme }) => ({ encoding: scheme.encoding, notation: scheme.notation }))),
      distinct(
        found.map(({ scheme }) => `${scheme.encoding}, written as ${scheme.notation}`),
        3,
      ),
      first.each,
    ),
    ...answer(
      "unknown.webhooks.replayProtection",
      { timeIsSigned: timed },
      timed ? "yes, a time is signed along" : "no time is signed",
      first.each,
    ),
  ];
}

/* What deliveries show of when they come, and in which order (section 6). */

function shows(judged: JudgedDelivery, id: string): boolean {
  return judged.reading.data?.objects.some((object) => Object.values(object).includes(id)) ?? false;
}

/** How long after a creation its delivery comes, and whether statuses come in their order. */
export function timeAnswers(
  judged: readonly JudgedDelivery[],
  causedChanges: readonly CausedChange[],
): WebhookAnswer[] {
  const delays: { readonly delay: number; readonly each: JudgedDelivery }[] = [];
  let inOrder = 0;
  let outOfOrder: JudgedDelivery | null = null;
  for (const causedChange of causedChanges) {
    const own = judged.filter(
      (each) =>
        each.reading.category === causedChange.category && each.repeats === null && shows(each, causedChange.id),
    );
    const [first] = own;
    if (first !== undefined)
      delays.push({ delay: Math.max(0, first.delivery.receivedAt - causedChange.at), each: first });
    const statuses = own.map(({ reading }) => reading.data?.objects[0]?.status);
    if (new Set(statuses).size < 2) continue;
    const late = own.find(
      ({ reading }, index) => index > 0 && reading.data?.objects[0]?.status === causedChange.status,
    );
    if (late === undefined) inOrder += 1;
    else outOfOrder ??= late;
  }
  delays.sort((left, right) => left.delay - right.delay);
  const [soonest] = delays;
  const longest = delays.at(-1)?.delay ?? 0;
  const order =
    outOfOrder !== null
      ? "not always: a first status came after a later one"
      : inOrder > 0
        ? `yes, of ${amount(inOrder, "resource")} that changed`
        : "";
  return [
    ...answer(
      "unknown.webhooks.delay",
      { from: { milliseconds: soonest?.delay ?? 0 }, to: { milliseconds: longest } },
      soonest === undefined ? "" : `${inMilliseconds(soonest.delay)} to ${inMilliseconds(longest)} after creation`,
      soonest?.each ?? null,
    ),
    ...answer("unknown.webhooks.ordering", { inOrder: outOfOrder === null }, order, outOfOrder ?? judged[0] ?? null),
  ];
}

/* What deliveries show of what sections 4.10, 5 and 6 leave open. */

/** Everything that the deliveries of a run show of the unknowns and the conflicts. */
export function webhookAnswers(
  judged: readonly JudgedDelivery[],
  causedChanges: readonly CausedChange[],
  details: ReadonlyMap<JudgedDelivery, Exchange>,
): WebhookAnswer[] {
  return [
    ...envelopeAnswers(judged),
    ...idAnswer(judged),
    ...signatureAnswers(judged),
    ...dataAnswers(judged),
    ...triggerAnswer(judged),
    ...timeAnswers(judged, causedChanges),
    ...concurrencyAnswer(judged),
    ...repetitionAnswers(judged),
    ...conflictAnswers(judged, details),
  ];
}
