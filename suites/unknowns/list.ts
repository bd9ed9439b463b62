/** How the transaction list is paged, ordered and filtered where sections 4.6 and 8 are silent. */
import type { Observed } from "../../engine/judge/observations.js";
import { amount } from "../../reports/visible.js";
import { instantOf } from "../../schemas/dateTime.js";
import type { JsonRecord } from "../../schemas/json.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { itemsOf } from "../checks/state/pages.js";
import {
  type Ask,
  type Attempt,
  answerWith,
  asks,
  attempt,
  type Query,
  readPage,
  readRequest,
  unknowns,
} from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import { holdings } from "./listed.js";
import { extended, fieldSeen, gathered, type Outcome, outcome, readOutcome, sorted, sortedList } from "./words.js";

/** The number of the first page, as it is written in a query. */
type FirstPage = string;

function pageSeen(reply: Reply): Observed {
  const went = readOutcome(reply);
  if (!reply.accepted) return went;
  const items = itemsOf(reply).length === 0 ? "no items" : "items";
  const number = fieldSeen("page_number", reply.body.page_number);
  return extended(went, { items, ...number.value }, `, ${items} and page_number ${number.text}`);
}

function sizeSeen(reply: Reply): Outcome {
  if (!reply.accepted) return outcome(reply);
  const { status, body } = reply;
  const size = fieldSeen("page_size", body.page_size);
  return { value: { answered: status, ...size.value }, text: `answered with ${status} and page_size ${size.text}` };
}

function defaultSize(reply: Reply): Observed {
  if (!reply.accepted) return outcome(reply);
  const { page_size: stated } = reply.body;
  const shown = itemsOf(reply).length;
  return typeof stated === "number"
    ? { value: { page_size: stated }, text: `page_size ${stated}` }
    : { value: { items: shown }, text: `${amount(shown, "item")} on the first page` };
}

const pagingRequired = asks<FirstPage>(async (asked, id, first) => {
  const alone = { "page_number alone": { page_number: first }, "page_size alone": { page_size: "5" } };
  const attempts: Attempt[] = [];
  for (const [name, query] of Object.entries<Query>({ neither: {}, ...alone })) {
    const reply = await readPage(asked, query);
    attempts.push(attempt(name, reply, readOutcome(reply)));
  }
  const neither = attempts[0]?.reply;
  if (neither === undefined) return;
  answerWith(asked, id, attempts, neither);
  asked.answer("unknown.listTransactions.defaultPageSize", defaultSize(neither), neither);
});

async function oddPages(asked: Inquiry, odd: readonly string[], query: (value: string) => Query, see: typeof pageSeen) {
  const attempts: Attempt[] = [];
  for (const value of odd) {
    const reply = await readPage(asked, query(value));
    attempts.push(attempt(value, reply, see(reply), JSON.stringify(value)));
  }
  return attempts;
}

const oddPageNumbers = asks<FirstPage>(async (asked, id) => {
  const numbers = ["-1", "1.5", "99999999999999999999", "one", ""];
  const attempts = await oddPages(asked, numbers, (page_number) => ({ page_number, page_size: "5" }), pageSeen);
  const refused = attempts.find(({ reply }) => reply.status !== null && reply.status >= 400)?.reply ?? null;
  const evidence = refused ?? attempts.at(-1)?.reply;
  if (evidence === undefined) return;
  answerWith(asked, id, attempts, evidence);
  const status =
    refused === null
      ? { value: null, text: "none was seen: odd page numbers are not refused" }
      : { value: refused.status, text: `${refused.status}, for an odd page_number` };
  asked.answer("unknown.listTransactions.refusalStatus", status, evidence);
});

const oddPageSizes = asks<FirstPage>(async (asked, id, page_number) => {
  const sizes = ["0", "-1", "2.5", "ten", ""];
  answerWith(asked, id, await oddPages(asked, sizes, (page_size) => ({ page_number, page_size }), sizeSeen));
});

/** Page sizes, growing until the service stops following. */
const SIZES = [20, 25, 50, 100, 101, 200, 500, 1000, 1001];

/** The largest accepted size, and the first answer to a larger one. */
interface Sizes {
  readonly largest: { readonly size: number; readonly reply: Reply } | null;
  readonly beyond: Reply | null;
}

async function growingSizes(asked: Inquiry, page_number: string): Promise<Sizes> {
  let largest: Sizes["largest"] = null;
  for (const size of SIZES) {
    const reply = await readPage(asked, { page_number, page_size: String(size) });
    const stated = reply.body.page_size;
    if (!reply.accepted || (stated !== undefined && stated !== size)) return { largest, beyond: reply };
    largest = { size, reply };
  }
  return { largest, beyond: null };
}

/** What the first answer to a page that is too large says about the largest one. */
function bound(largest: Sizes["largest"], { body: { page_size: stated } }: Reply): Observed {
  if (typeof stated === "number") return { value: { largest: stated }, text: `${stated}` };
  const taken = largest === null ? "none of those tried is taken" : `${largest.size} is taken`;
  const text = `${taken}, the next larger one that was tried is not`;
  return { value: largest === null ? {} : { atLeast: largest.size }, text };
}

const largestPageSize = asks<FirstPage>(async (asked, id, first) => {
  const { largest, beyond } = await growingSizes(asked, first);
  if (beyond === null) {
    if (largest === null) return;
    const { size, reply } = largest;
    asked.answer(id, { value: { atLeast: size }, text: `at least ${size}` }, reply);
    return;
  }
  asked.answer(id, bound(largest, beyond), beyond);
  const went = outcome(beyond);
  const reduced = fieldSeen("page_size", beyond.body.page_size);
  const oversized = beyond.accepted
    ? { value: { ...went.value, ...reduced.value }, text: `reduced to page_size ${reduced.text}` }
    : went;
  asked.answer("unknown.listTransactions.oversizedPage", oversized, beyond);
});

const pastTheEnd = asks<FirstPage>(async (asked, id, first) => {
  const reply = await readPage(asked, { page_number: String(Number(first) + 100_000), page_size: "10" });
  const items = itemsOf(reply).length === 0 ? "no items" : "items";
  const observed = reply.accepted
    ? { value: { answered: reply.status, items }, text: `answered with ${reply.status} and ${items}` }
    : outcome(reply);
  asked.answer(id, observed, reply);
});

/** Whether values rise, fall, or neither; fewer than two that differ say nothing. */
function direction(found: readonly (number | string | null)[]): "rising" | "falling" | null {
  const pairs = found.slice(1).map((value, index) => [found[index], value] as const);
  if (pairs.every(([left, right]) => left === right) || found.includes(null)) return null;
  if (pairs.every(([left, right]) => (left ?? 0) <= (right ?? 0))) return "rising";
  return pairs.every(([left, right]) => (left ?? 0) >= (right ?? 0)) ? "falling" : null;
}

function orderOf(items: readonly JsonRecord[]): Observed {
  const times = direction(items.map(({ created_at }) => instantOf(String(created_at))));
  if (times !== null) {
    const first = times === "falling" ? "newest" : "oldest";
    return { value: { by: "created_at", first }, text: `by created_at, the ${first} first` };
  }
  const ids = direction(items.map(({ id }) => String(id)));
  return ids === null
    ? { value: { by: "neither" }, text: "neither by created_at nor by id" }
    : { value: { by: "id", direction: ids }, text: `by id, ${ids}` };
}

const ordering = asks<FirstPage>(async (asked, id, first) => {
  const reply = await readPage(asked, { page_number: first, page_size: "20" });
  const items = itemsOf(reply);
  if (items.length > 1) asked.answer(id, orderOf(items), reply);
});

/** A time after everything that can have happened, and one before it. */
const FUTURE = "2099-01-01T00:00:00Z";
const PAST = "1999-01-01T00:00:00Z";

/** Names that start parameters usually have. */
const STARTS = ["start_time", "start_date", "start_date_time", "from", "date_from", "created_after", "created_at_from"];
const ENDS = ["end_time", "end_date", "end_date_time", "to", "date_to", "created_before", "created_at_to"];
const CURRENCIES = ["source", "target", "sender", "receiver", "from", "to"].map((name) => `${name}_currency`);

function all(names: readonly string[], value: string): Query {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Names that filters usually have, with values that no transaction matches. */
const CANDIDATES: Readonly<Record<string, Query>> = {
  "unknown.listTransactions.dateFilter": Object.fromEntries(
    STARTS.flatMap((start, index): (readonly [string, string])[] => [
      [start, FUTURE],
      [ENDS[index] ?? "", PAST],
    ]),
  ),
  "unknown.listTransactions.statusFilter": all(["status", "transaction_status", "state"], "no_such_status"),
  "unknown.listTransactions.currencyFilter": { ...all([...CURRENCIES, "currency"], "XXX"), currency_pair: "XXX/XXX" },
};

interface Filter {
  readonly name: string;
  readonly reply: Reply;
  readonly went: Outcome;
}

/** What a parameter does when it is not ignored: it changes the list, or the request is refused; null when it is ignored. */
function effect(reply: Reply, total: number): Outcome | null {
  if (!reply.accepted) {
    const { value, text } = outcome(reply);
    return { value, text: `is ${text}` };
  }
  const { total: left } = reply.body;
  return typeof left !== "number" || left >= total ? null : { value: { narrows: true }, text: "narrows the list" };
}

/** The candidates that are not ignored, each with what it does. */
async function lookedAt(asked: Inquiry, page: Query, total: number, candidates: Query): Promise<Filter[]> {
  const found: Filter[] = [];
  for (const [name, value] of Object.entries(candidates)) {
    const reply = await readPage(asked, { ...page, [name]: value });
    const went = effect(reply, total);
    if (went !== null) found.push({ name, reply, went });
  }
  return found;
}

const NOTATIONS = { "a date-time": FUTURE, "a day": "2099-01-01", "seconds since 1970": "4070908800" };

/** The notation in which a start parameter is accepted, once its name is known. */
async function notations(asked: Inquiry, name: string, page: Query): Promise<Outcome> {
  const tried: (readonly [string, Outcome])[] = [];
  for (const [notation, value] of Object.entries(NOTATIONS))
    tried.push([notation, outcome(await readPage(asked, { ...page, [name]: value }))]);
  return {
    value: { [name]: gathered(tried).value },
    text: `${name}: ${tried.map(([notation, { text }]) => `${notation} is ${text}`).join(", ")}`,
  };
}

const filters: Ask<FirstPage> = asks(async (asked, id, page_number) => {
  const page = { page_number, page_size: "5" };
  const whole = await readPage(asked, page);
  const { total } = whole.body;
  if (!whole.accepted || typeof total !== "number" || total === 0) return;
  const effective: Filter[] = [];
  for (const [unknown, candidates] of Object.entries(CANDIDATES)) {
    const found = await lookedAt(asked, page, total, candidates);
    effective.push(...found);
    const text =
      found.length === 0
        ? `none of those tried has an effect: ${Object.keys(candidates).join(", ")}`
        : found.map(({ name, went }) => `${name} ${went.text}`).join("; ");
    const value = Object.fromEntries(found.map(({ name, went }) => [name, went.value]));
    asked.answer(unknown, { value, text }, found.at(-1)?.reply ?? whole);
  }
  const evidence = effective[0]?.reply ?? whole;
  const names = effective.map(({ name }) => name);
  const start = names.find((name) => STARTS.includes(name));
  const notation =
    start === undefined ? { value: {}, text: "no start parameter was found" } : await notations(asked, start, page);
  asked.answer("unknown.listTransactions.startParameter", notation, evidence);
  const text = names.length === 0 ? "no likely filter parameter has an effect" : `looked at: ${sortedList(names)}`;
  asked.answer(id, { value: sorted(names), text }, evidence);
});

const unknownParameter = asks<FirstPage>(async (asked, id, page_number) => {
  const reply = await readPage(asked, { page_number, page_size: "20", ppconform_unknown: "1" });
  const went = outcome(reply);
  asked.answer(id, reply.accepted ? { ...went, text: "ignored" } : went, reply);
});

const repeatedParameter = asks<FirstPage>(async (asked, id, first) => {
  const path = `${OPERATIONS.listTransactions.path}?page_number=${first}&page_size=3&page_size=2`;
  const reply = await asked.send(readRequest(path), "errors");
  const count = Array.isArray(reply.body.items) ? reply.body.items.length : null;
  const counts = count === 3 ? "the first" : count === 2 ? "the last" : "neither";
  const went = outcome(reply);
  const counted = { value: { ...went.value, counts }, text: `accepted, and ${counts} counts` };
  asked.answer(id, reply.accepted ? counted : went, reply);
});

export const list = unknowns("listTransactions", ({ pages }) => (pages === null ? null : String(pages.firstPage)), {
  "unknown.listTransactions.pagingRequired": pagingRequired,
  "unknown.listTransactions.oddPageNumbers": oddPageNumbers,
  "unknown.listTransactions.oddPageSizes": oddPageSizes,
  "unknown.listTransactions.largestPageSize": largestPageSize,
  "unknown.listTransactions.pastTheEnd": pastTheEnd,
  "unknown.listTransactions.ordering": ordering,
  ...holdings,
  "conflict.listTransactions.filters": filters,
  "unknown.unknownQueryParameters": unknownParameter,
  "unknown.repeatedQueryParameters": repeatedParameter,
});
