/**
 * What a delivery is about: its body, envelope, category and data object, none of which the document shows completely
 * (section 6).
 */
import { parsedDownTo } from "../oracles/json.js";
import { type Category, dataSchema, detailSchema } from "../schemas/deliveries.js";
import { fieldTree } from "../schemas/fieldTree.js";
import { isObject, type JsonRecord } from "../schemas/json.js";

/* The body of a delivery as JSON, read without harm whatever it is. */

type DeliveryBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "not-json"; readonly reason: string };

/** How many levels of nesting are examined; the documented data has five. */
const DEEPEST_BODY = 64;

/** Reads a body. A byte order mark is ignored. Never throws. */
function readDeliveryBody(bytes: Uint8Array): DeliveryBody {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { kind: "not-json", reason: "not UTF-8" };
  }
  if (text.trim() === "") return { kind: "not-json", reason: "empty" };
  try {
    return { kind: "json", value: parsedDownTo(DEEPEST_BODY, text) };
  } catch {
    return { kind: "not-json", reason: "not JSON" };
  }
}

/* The category of a delivery: by its event's name, and by what its data looks like (section 6). */

/** Words of an event's name, most specific first: a return is also about a transfer. */
const WORDS: readonly (readonly [Category, RegExp])[] = [
  ["Return", /return|refund|reversal/i],
  ["Recipient", /recipient|beneficiar|payee/i],
  ["Customer", /customer|onboarding|kyb|kyc|verification/i],
  ["Deposit", /deposit|pay-?_?in\b|incoming/i],
  ["Transfers", /transfer|pay-?_?out|payment|transaction/i],
];

function categoryOfWord(text: string): Category | null {
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

function fieldsOf(category: Category): ReadonlySet<string> {
  const schema = dataSchema(category) ?? detailSchema(category) ?? "";
  return new Set(fieldTree(schema).children.map(({ location }) => location[0] ?? ""));
}

/** Fields of every kind of data object. A return has those of the transaction that comes back. */
const FIELDS: ReadonlyMap<Category, ReadonlySet<string>> = new Map(
  (["Transfers", "Deposit", "Customer", "Recipient"] as const).map((category) => [category, fieldsOf(category)]),
);
/** Fields that envelopes and other data also have: they say little. */
const INDISTINCT: ReadonlySet<string> = new Set([
  "status",
  "created_at",
  "completed_at",
  "audit_at",
  "notes",
  "customer",
  "recipient",
  "source",
  "target",
]);
/** Ids that only one kind of data object has as its own. */
const ID_FIELDS: Readonly<Partial<Record<string, Category>>> = {
  recipient_id: "Recipient",
  partner_recipient_id: "Recipient",
  customer_id: "Customer",
  partner_customer_id: "Customer",
};

/** A category, and how closely an object resembles its data. */
interface Resemblance {
  readonly category: Category;
  readonly score: number;
}

/** How closely an object resembles the data of each category; the best match, or null when there is none. */
function resemblance(object: JsonRecord): Resemblance | null {
  const names = Object.keys(object);
  const type = typeof object.transaction_type === "string" ? categoryOfWord(object.transaction_type) : null;
  let best: Resemblance | null = null;
  for (const [category, fields] of FIELDS) {
    const distinct = names.filter((name) => fields.has(name) && !INDISTINCT.has(name));
    if (distinct.length === 0) continue;
    const common = names.filter((name) => INDISTINCT.has(name) && fields.has(name)).length;
    const own = Number(distinct.some((name) => ID_FIELDS[name] === category));
    const score = distinct.length * 2 + common + own + (type === category ? 6 : 0);
    if (best === null || score > best.score) best = { category, score };
  }
  if (best === null) return null;
  const returned =
    type === "Return" || names.some((name) => /^(return|refund)(ed)?_|^original_(partner_)?transaction/i.test(name));
  const transaction = best.category === "Transfers" || best.category === "Deposit";
  return transaction && returned ? { category: "Return", score: best.score + 6 } : best;
}

/** A transaction's fields are alike in three categories: then the name decides. */
function settledCategory(structural: Category, named: Category | null): Category {
  const transactions: readonly (Category | null)[] = ["Transfers", "Deposit", "Return"];
  if (transactions.includes(structural) && named !== null && transactions.includes(named))
    return structural === "Return" ? structural : named;
  return structural;
}

/* Places in a delivery, and their names. */

/** A value and the place that it was found at: `header x-webhook-id`, `event.name`. */
interface Placed {
  readonly at: string;
  readonly value: string;
}

function join(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

/* What a delivery says besides its data: the event's name, ids and times, in headers and in the body around the data. */

const EVENT_KEY =
  /^(type|event|events?_?type|event_?name|name|topic|category|action|resource|kind|webhook_?type|subject|notification_?type)$/i;
const EVENT_HEADER = /(event|topic|category|(^|-)type$|notification|(^|-)action$)/;
const ID_KEY = /^(id|event_?id|delivery_?id|webhook_?id|message_?id|notification_?id|nonce|uuid)$/i;
const ID_HEADER = /((^|-)id|delivery|nonce|message)$/;
const TIME_KEY = /^(created|created_?at|timestamp|time|ts|occurred_?at|sent_?at|event_?time|date)$/i;
const TIME_HEADER = /(timestamp|(^|-)time|(^|-)ts)$/;
const MOST_PLACED = 8;

/** Whether a member with this name describes the event: its name, its id or its time. */
function isOfEvent(name: string): boolean {
  return [EVENT_KEY, ID_KEY, TIME_KEY].some((pattern) => pattern.test(name));
}

/** What is said besides the data object. */
interface Envelope {
  readonly eventNames: Placed[];
  readonly ids: Placed[];
  readonly times: Placed[];
}

/**
 * Reads what is said besides the data object: in headers, and in members down to three levels.
 * @param data the data objects, which are not examined
 */
function readEnvelope(body: unknown, headers: Readonly<Record<string, string>>, data: ReadonlySet<unknown>): Envelope {
  const found: Envelope = { eventNames: [], ids: [], times: [] };
  const put = (list: Placed[], at: string, value: unknown): void => {
    const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
    if (text !== "" && text.length <= 128 && list.length < MOST_PLACED) list.push({ at, value: text });
  };
  const visit = (value: unknown, at: string, depth: number): void => {
    if (!isObject(value) || data.has(value) || depth > 3) return;
    for (const [name, entry] of Object.entries(value).slice(0, 64)) {
      const place = join(at, name);
      if (EVENT_KEY.test(name) && typeof entry === "string") put(found.eventNames, place, entry);
      else if (ID_KEY.test(name)) put(found.ids, place, entry);
      else if (TIME_KEY.test(name)) put(found.times, place, entry);
      visit(entry, place, depth + 1);
    }
  };
  visit(body, "", 0);
  for (const [name, value] of Object.entries(headers)) {
    if (name === "content-type") continue;
    if (EVENT_HEADER.test(name)) put(found.eventNames, `header ${name}`, value);
    else if (ID_HEADER.test(name)) put(found.ids, `header ${name}`, value);
    else if (TIME_HEADER.test(name)) put(found.times, `header ${name}`, value);
  }
  // A name that contains a category is more telling.
  found.eventNames.sort(
    (left, right) => Number(categoryOfWord(right.value) !== null) - Number(categoryOfWord(left.value) !== null),
  );
  return found;
}

function namedCategory(eventNames: readonly Placed[]): Category | null {
  return eventNames.map(({ value }) => categoryOfWord(value)).find((category) => category !== null) ?? null;
}

/* Where the data object of a delivery is: found by its fields, since the document does not show an envelope. */

/** An object that looks like data. */
interface Candidate extends Resemblance {
  readonly object: JsonRecord;
  readonly at: string;
  readonly depth: number;
  readonly asText: boolean;
}

/** How many objects of one body are examined, and how deep. */
const MOST_VISITED = 5_000;
const DEEPEST_DATA = 8;
/** An object with at least this resemblance is data by its fields alone: two fields of its own and one more. */
const CLEAR = 5;

function parsedText(text: string): unknown {
  if (text.length > 1_000_000 || !/^\s*[[{]/.test(text)) return undefined;
  const body = readDeliveryBody(Buffer.from(text));
  return body.kind === "json" ? body.value : undefined;
}

/** Every object of a body that looks like data. The parties inside a transaction are its fields, not separate data. */
function candidatesOf(body: unknown): Candidate[] {
  const found: Candidate[] = [];
  const queue = [{ value: body, at: "", depth: 0, asText: false }];
  for (let index = 0; index < queue.length && index < MOST_VISITED; index++) {
    const entry = queue[index];
    if (entry === undefined || entry.depth > DEEPEST_DATA) continue;
    const { value, at, depth, asText } = entry;
    if (Array.isArray(value)) {
      for (const item of value) queue.push({ value: item, at: `${at}[]`, depth: depth + 1, asText });
    } else if (typeof value === "string") {
      const inner = parsedText(value);
      if (inner !== undefined) queue.push({ value: inner, at, depth: depth + 1, asText: true });
    } else if (isObject(value)) {
      const alike = resemblance(value);
      if (alike !== null) found.push({ object: value, at, depth, asText, ...alike });
      const transaction =
        alike !== null && alike.score >= CLEAR && alike.category !== "Customer" && alike.category !== "Recipient";
      for (const [name, child] of Object.entries(value)) {
        if (transaction && (name === "customer" || name === "recipient")) continue;
        queue.push({ value: child, at: join(at, name), depth: depth + 1, asText });
      }
    }
  }
  return found;
}

/** Whether an object within a body says more than what event it is about: it may be data of an undocumented shape. */
export function holdsMore(body: unknown): boolean {
  if (!isObject(body) && !Array.isArray(body)) return false;
  return Object.values(body).some((value) => saysMore(value) || holdsMore(value));
}

function saysMore(value: unknown): boolean {
  return isObject(value) && Object.entries(value).some(([name, member]) => !isObject(member) && !isOfEvent(name));
}

/** The candidate that is the data: the clearest one, the outer one of equals. */
function bestOf(candidates: readonly Candidate[], named: Category | null): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    const fits = settledCategory(candidate.category, named) === named;
    if (!fits && candidate.score < CLEAR) continue;
    if (best === null || candidate.score > best.score) best = candidate;
  }
  return best;
}

/* What a delivery says (section 6): its category, its data object, and what is said besides it. */

/** The data object, or several of them when a list was delivered. */
interface DeliveredData {
  readonly objects: readonly JsonRecord[];
  /** Where it is: empty when the body is the data object itself; `data`, `data.object`, `data[]`. */
  readonly at: string;
  /** True when it is a text that holds JSON, not an object. */
  readonly asText: boolean;
}

export interface DeliveryReading {
  readonly body: DeliveryBody;
  readonly data: DeliveredData | null;
  readonly category: Category | null;
  /** The category in the event's name; null where only the data shows one. */
  readonly named: Category | null;
  /** What names the event, the most telling first. */
  readonly eventNames: readonly Placed[];
  readonly ids: readonly Placed[];
  readonly times: readonly Placed[];
  /** Names of the envelope's members; empty when the body is the data object itself. */
  readonly envelope: readonly string[];
}

/**
 * Reads a delivery.
 * @param headers names in lower case
 */
export function readDelivery(bytes: Uint8Array, headers: Readonly<Record<string, string>>): DeliveryReading {
  const body = readDeliveryBody(bytes);
  if (body.kind !== "json") {
    const told = readEnvelope(null, headers, new Set());
    const named = namedCategory(told.eventNames);
    return { body, data: null, category: named, named, envelope: [], ...told };
  }
  const candidates = candidatesOf(body.value);
  const clear = bestOf(candidates, null);
  const told = readEnvelope(body.value, headers, new Set(clear === null ? [] : [clear.object]));
  const named = namedCategory(told.eventNames);
  const best = clear ?? bestOf(candidates, named);
  const envelope = isObject(body.value) && best?.at !== "" ? Object.keys(body.value).slice(0, 32) : [];
  if (best === null) return { body, data: null, category: named, named, envelope, ...told };
  const siblings = candidates.filter(
    ({ at, category }) => at === best.at && at.endsWith("[]") && category === best.category,
  );
  const objects = siblings.length > 1 ? siblings.map(({ object }) => object) : [best.object];
  const category = settledCategory(best.category, named);
  return { body, data: { objects, at: best.at, asText: best.asText }, category, named, envelope, ...told };
}
