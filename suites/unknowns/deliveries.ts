/** Unknowns that deliveries answer (sections 4.10, 5 and 6): one row each, answered from all that a run received. */
import type { Exchange } from "../../client/model.js";
import type { Observed, SeenAnswer } from "../../engine/judge/observations.js";
import { amount, verb } from "../../reports/visible.js";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../schemas/deliveries.js";
import { groupedBy } from "../../schemas/groups.js";
import type { Json, JsonObject } from "../../schemas/json.js";
import type { DeliveryExchange, ReadDelivery } from "../../webhooks/reader.js";
import { notationText } from "../../webhooks/signature.js";
import type { CausedChange } from "../deliveries/causes.js";
import { mustBeOpen } from "./asks.js";

interface Shown extends ReadDelivery {
  readonly exchange: DeliveryExchange;
}

interface Received {
  readonly all: readonly Shown[];
  readonly caused: readonly CausedChange[];
  /** The details that could be read, by delivery. */
  readonly details: ReadonlyMap<Exchange, Exchange>;
}

/** How deliveries answer an unknown, with one that shows it; null where none does. */
type Passive = (received: Received) => (Observed & { readonly by: Shown | undefined }) | null;

/* The words that all of them use. */

/** Different values in alphabetical order, at most `most` of them. */
function distinct(values: readonly string[], most = 8): string {
  const unique = [...new Set(values)].sort();
  return unique.length > most
    ? `${unique.slice(0, most).join(", ")} and ${unique.length - most} more`
    : unique.join(", ");
}

function distinctValues(values: readonly Json[]): Json[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

function inMilliseconds(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1_000 ? `${whole} ms` : `${(whole / 1_000).toFixed(1)} s`;
}

/** How many of several items are so: the numbers themselves are a matter of timing. */
function share(count: number, all: number): "none" | "some" | "all" {
  return count === 0 ? "none" : count === all ? "all" : "some";
}

function withData(all: readonly Shown[], ...categories: readonly Category[]): Shown[] {
  return categories.flatMap((category) =>
    all.filter(({ reading }) => reading.category === category && reading.data !== null),
  );
}

function statusIn({ reading }: Shown): unknown {
  return reading.data?.objects[0]?.status;
}

/* The envelope around the data, what is next to it, and the data whose shape is not described (section 6). */

const envelope: Passive = ({ all }) => {
  const found = all.flatMap((each) => (each.reading.data === null ? [] : [{ each, at: each.reading.data.at }]));
  const [first] = found;
  if (first === undefined) return null;
  const forms = found.map(({ each: { reading }, at }) =>
    at === "" ? "no envelope: the body is the data object" : `${reading.envelope.join(", ")}; the data stands at ${at}`,
  );
  const value = distinctValues(found.map(({ each: { reading }, at }) => ({ fields: [...reading.envelope], data: at })));
  return { value, text: distinct(forms, 4), by: first.each };
};

const eventNames: Passive = ({ all }) => {
  const [first] = all.filter(({ reading }) => reading.data !== null);
  if (first === undefined) return null;
  const named = all.flatMap((each) => each.reading.eventNames.slice(0, 1).map((name) => ({ each, name })));
  const [shown] = named;
  if (shown === undefined) return { value: [], text: "nothing that names the event was found", by: first };
  const names = named.map(({ name: { value, at } }) => `${value} (${at})`);
  return { value: distinctValues(named.map(({ name }) => ({ ...name }))), text: distinct(names, 12), by: shown.each };
};

const deliveryHeaders: Passive = ({ all }) => {
  const [first] = all.filter(({ reading }) => reading.data !== null);
  if (first === undefined) return null;
  const isOwn = (name: string) => !/^(host|connection|content-length|transfer-encoding)$/.test(name);
  const headers = all.map((each) => Object.keys(each.headers).filter(isOwn).sort().join(", "));
  const requests = all.map((each) => `${each.method} with ${each.headers["content-type"] ?? "no content-type"}`);
  const value = { requests: distinctValues(requests), headers: distinctValues(headers) };
  return { value, text: `${distinct(requests, 4)}; headers ${distinct(headers, 2)}`, by: first };
};

const deliveryId: Passive = ({ all }) => {
  if (all.length === 0) return null;
  const withId = all.filter(({ reading }) => reading.ids.length > 0);
  if (withId.length === 0) return { value: [], text: "no id of its own was found", by: all[0] };
  const places = withId.map(({ reading }) => reading.ids[0]?.at ?? "");
  return { value: distinctValues(places), text: `yes, in ${distinct(places, 3)}`, by: withId[0] };
};

function fieldsOf(category: Category): Passive {
  return ({ all }) => {
    const own = withData(all, category);
    const names = own.flatMap(({ reading }) => reading.data?.objects.flatMap((object) => Object.keys(object)) ?? []);
    return names.length === 0 ? null : { value: distinctValues(names), text: distinct(names, 40), by: own[0] };
  };
}

const triggers: Passive = ({ all }) => {
  const seen: JsonObject = {};
  const texts = CATEGORIES.flatMap((category) => {
    const own = all.filter(({ reading, repeats }) => reading.category === category && repeats === null);
    if (own.length === 0) return [];
    const statuses = own.map((each) => String(statusIn(each) ?? "no status"));
    seen[category] = distinctValues(statuses);
    return [`${CATEGORY_NAMES[category]}: ${distinct(statuses, 6)}`];
  });
  if (texts.length === 0) return null;
  return { value: seen, text: `deliveries came with these statuses: ${texts.join("; ")}`, by: all[0] };
};

/* How deliveries are signed (section 5). */

function ofSchemes(
  read: (schemes: readonly { content: string; encoding: string; notation: string }[]) => Observed,
): Passive {
  return ({ all }) => {
    const found = all.flatMap((each) =>
      each.signature.kind === "holds" ? [{ each, scheme: each.signature.scheme }] : [],
    );
    return found.length === 0 ? null : { ...read(found.map(({ scheme }) => scheme)), by: found[0]?.each };
  };
}

const signedContent = ofSchemes((schemes) => {
  const contents = schemes.map(({ content }) => content);
  return { value: distinctValues(contents), text: distinct(contents, 3) };
});

const signatureEncoding = ofSchemes((schemes) => ({
  value: distinctValues(schemes.map(({ encoding, notation }) => ({ encoding, notation }))),
  text: distinct(schemes.map(notationText), 3),
}));

const replayProtection = ofSchemes((schemes) => {
  const timeIsSigned = schemes.some(({ content }) => /time|\{date\}|-ts\}/.test(content));
  const text = timeIsSigned ? "yes, a time is part of what is signed" : "no time is signed";
  return { value: { timeIsSigned }, text };
});

/* When deliveries come, and in which order (section 6). */

/** The deliveries about a resource that the run made, without their repetitions. */
function about({ category, id }: CausedChange, all: readonly Shown[]): Shown[] {
  return all.filter(
    ({ reading, repeats }) =>
      reading.category === category &&
      repeats === null &&
      reading.data?.objects.some((object) => Object.values(object).includes(id)) === true,
  );
}

/** How long after a creation its delivery comes. */
const delay: Passive = ({ all, caused }) => {
  const delays = caused.flatMap((change) =>
    about(change, all)
      .slice(0, 1)
      .map((each) => ({ each, delay: Math.max(0, each.receivedAt - change.at) })),
  );
  delays.sort((left, right) => left.delay - right.delay);
  const [soonest, latest] = [delays[0], delays.at(-1)];
  if (soonest === undefined || latest === undefined) return null;
  const value = { from: { milliseconds: soonest.delay }, to: { milliseconds: latest.delay } };
  const text = `${inMilliseconds(soonest.delay)} to ${inMilliseconds(latest.delay)} after creation`;
  return { value, text, by: soonest.each };
};

/** Whether statuses come in order: a first status after a later one is out of order. */
const ordering: Passive = ({ all, caused }) => {
  const changed = caused.flatMap((change) => {
    const own = about(change, all);
    return new Set(own.map(statusIn)).size < 2
      ? []
      : [own.find((each, index) => index > 0 && statusIn(each) === change.status) ?? null];
  });
  if (changed.length === 0) return null;
  const late = changed.find((each) => each !== null);
  const text =
    late === undefined
      ? `yes, of ${amount(changed.length, "resource")} that changed`
      : "not always: a first status came after a later one";
  return { value: { inOrder: late === undefined }, text, by: late ?? all[0] };
};

/** Milliseconds within which something comes while a delivery waits for its answer: less than a service waits. */
const SOON = 1_000;

/** Whether anything comes while a delivery waits for its answer. */
const concurrency: Passive = ({ all }) => {
  const unanswered = all.find(({ answered }) => answered === null);
  const next = all.find(({ number }) => unanswered !== undefined && number > unanswered.number);
  if (unanswered === undefined || next === undefined) return null;
  const pause = next.receivedAt - unanswered.receivedAt;
  const concurrent = pause < SOON;
  const value: Json = concurrent ? { concurrent } : { concurrent, after: { milliseconds: pause } };
  const text = concurrent
    ? "yes, others came while one got no answer"
    : `no, the next one came ${inMilliseconds(pause)} after one that got no answer`;
  return { value, text, by: unanswered };
};

/* Repetitions of acknowledged deliveries, and of those that were not acknowledged (section 6). */

/** First deliveries, each with its repetitions in order. */
function attempts(all: readonly Shown[], such: (answered: number | null) => boolean) {
  const repetitions = groupedBy(all, ({ repeats }) => String(repeats));
  return all
    .filter(({ repeats, answered }) => repeats === null && such(answered))
    .map((first) => ({ first, again: repetitions.get(String(first.number)) ?? [] }));
}

const isWell = (answered: number | null): boolean => answered === 200;
const isBad = (answered: number | null): boolean => answered !== 200;

const repetition: Passive = ({ all }) => {
  const well = attempts(all, isWell);
  const doubled = well.filter(({ again }) => again.length > 0);
  if (well.length === 0) return null;
  const text =
    doubled.length === 0
      ? `no, none of ${amount(well.length, "delivery", "deliveries")}`
      : `yes, ${doubled.length} of ${well.length} came again`;
  return { value: { repeated: share(doubled.length, well.length) }, text, by: (doubled[0] ?? well[0])?.first };
};

const acknowledgement: Passive = ({ all }) => {
  const failed = attempts(all, isBad);
  if (failed.length === 0) return null;
  const kindOf = ({ first }: { readonly first: Shown }) =>
    first.answered === null ? "no answer" : String(first.answered);
  const kinds = [...new Set(failed.map(kindOf))].map((kind) => {
    const own = failed.filter((each) => kindOf(each) === kind);
    return { kind, of: own.length, count: own.filter(({ again }) => again.length > 0).length };
  });
  const repeatedAfter = Object.fromEntries(kinds.map(({ kind, count, of }) => [kind, share(count, of)]));
  const told = kinds.map(({ kind, count, of }) => `${kind}: ${count} of ${of} came again`);
  return { value: { repeatedAfter }, text: `200 counts as received; ${told.join(", ")}`, by: failed[0]?.first };
};

/** Fewest pauses that are compared, and the factor from which the last counts as longer than the first. */
const COMPARED = 3;
const GROWN = 1.6;
/** The share of the deliveries whose pauses have to agree. */
const AGREEING = 3 / 4;

const GROWTH_WORDS = { growing: ", with growing pauses", alike: ", with pauses of about the same length" } as const;

/** The pauses between attempts at a delivery, in milliseconds. */
function pausesOf(first: Shown, again: readonly Shown[]): number[] {
  const times = [first, ...again].map(({ receivedAt }) => receivedAt);
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

/**
 * How the pauses compare of deliveries that were answered with errors several times. A busy machine makes single pauses
 * longer than intended: where the deliveries disagree, or their first pauses do, nothing is said.
 */
function growth(failed: ReturnType<typeof attempts>): keyof typeof GROWTH_WORDS | null {
  const compared = failed.flatMap(({ first, again }) => {
    // A delivery that is sent twice at once was not repeated because of its answer.
    const received = again.findIndex(({ answered }) => isWell(answered));
    const pauses = pausesOf(first, again.slice(0, received + 1));
    const [shortest, longest] = [pauses[0], pauses.at(-1)];
    if (shortest === undefined || longest === undefined || pauses.length < COMPARED) return [];
    return [{ shortest, isGrown: longest > shortest * GROWN }];
  });
  if (compared.length === 0) return null;
  const grown = compared.filter(({ isGrown }) => isGrown).length;
  if (grown >= compared.length * AGREEING) return "growing";
  const firsts = compared.map(({ shortest }) => shortest);
  const isSteady = Math.max(...firsts) <= Math.min(...firsts) * GROWN;
  return isSteady && grown <= compared.length * (1 - AGREEING) ? "alike" : null;
}

const retries: Passive = ({ all }) => {
  const failed = attempts(all, isBad);
  const retried = failed.filter(({ again }) => again.length > 0);
  if (failed.length === 0) return null;
  const never: Json = { repeated: false };
  if (retried.length === 0) return { value: never, text: "not repeated while the run waited", by: failed[0]?.first };
  const pauses = retried.flatMap(({ first, again }) => pausesOf(first, again.slice(0, 1)));
  const [shortest, longest] = [Math.min(...pauses), Math.max(...pauses)];
  const pace = growth(failed);
  const value: Json = { repeated: true, from: { milliseconds: shortest }, to: { milliseconds: longest }, pauses: pace };
  const rhythm = pace === null ? "" : GROWTH_WORDS[pace];
  const text = `repeated after ${inMilliseconds(shortest)} to ${inMilliseconds(longest)}${rhythm}`;
  return { value, text, by: retried[0]?.first };
};

/* Which side deliveries take where the document contradicts itself (sections 4.10 and 6). */

const undescribedData: Passive = ({ all, details }) => {
  const transactions = withData(all, "Transfers", "Deposit", "Return");
  if (transactions.length === 0) return null;
  const readable = transactions.filter(({ exchange }) => details.has(exchange)).length;
  const text = `${readable} of ${transactions.length} deliveries about transactions ${verb(readable, "is", "are")} about one whose detail can be read`;
  return { value: { readable: share(readable, transactions.length) }, text, by: transactions[0] };
};

const batchTransfers: Passive = ({ all }) => {
  const transfers = withData(all, "Transfers");
  if (transfers.length === 0) return null;
  const list = transfers.find(({ reading }) => reading.data?.at.endsWith("[]"));
  const text = `the data of a transfer delivery ${list === undefined ? "is one object" : "can be a list"}`;
  return { value: { list: list !== undefined }, text, by: list ?? transfers[0] };
};

const depositOrigin: Passive = ({ all, details }) => {
  const [deposit] = withData(all, "Deposit");
  if (deposit === undefined) return null;
  const object = deposit.reading.data?.objects[0] ?? {};
  const addresses = ["source_wallet_address", "target_wallet_address"].filter(
    (name) => typeof object[name] === "string",
  );
  const detail = details.has(deposit.exchange);
  const carried = addresses.length === 0 ? "no wallet address" : addresses.join(" and ");
  const text = `a deposit delivery carries ${carried}, and its detail can ${detail ? "" : "not "}be read`;
  return { value: { addresses, detail }, text, by: deposit };
};

const ROWS: Readonly<Record<string, Passive>> = {
  "unknown.webhooks.envelope": envelope,
  "unknown.webhooks.eventNames": eventNames,
  "unknown.webhooks.deliveryHeaders": deliveryHeaders,
  "unknown.webhooks.deliveryId": deliveryId,
  "unknown.webhooks.signedContent": signedContent,
  "unknown.webhooks.signatureEncoding": signatureEncoding,
  "unknown.webhooks.replayProtection": replayProtection,
  "unknown.webhooks.transferData": fieldsOf("Transfers"),
  "unknown.webhooks.depositData": fieldsOf("Deposit"),
  "unknown.webhooks.returnData": fieldsOf("Return"),
  "unknown.webhooks.triggers": triggers,
  "unknown.webhooks.delay": delay,
  "unknown.webhooks.ordering": ordering,
  "unknown.webhooks.concurrency": concurrency,
  "unknown.webhooks.repetition": repetition,
  "unknown.webhooks.acknowledgement": acknowledgement,
  "unknown.webhooks.retries": retries,
  "conflict.webhooks.undescribedData": undescribedData,
  "conflict.webhooks.batchTransfers": batchTransfers,
  "conflict.webhooks.depositOrigin": depositOrigin,
};

mustBeOpen(Object.keys(ROWS));

/** Everything that the deliveries of a run show of the unknowns and the conflicts, by id. */
export function deliveryAnswers(
  exchanges: readonly DeliveryExchange[],
  caused: readonly CausedChange[],
  details: ReadonlyMap<Exchange, Exchange>,
): ReadonlyMap<string, SeenAnswer> {
  const all = exchanges.map((exchange): Shown => ({ ...exchange.delivery, exchange }));
  return new Map(
    Object.entries(ROWS).flatMap(([id, read]) => {
      const answer = read({ all, caused, details });
      if (answer === null) return [];
      const { by, ...observed } = answer;
      return [[id, { ...observed, evidence: by?.exchange ?? null }] as const];
    }),
  );
}
