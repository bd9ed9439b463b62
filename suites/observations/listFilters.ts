/** Whether the transaction list can be filtered: section 4.6 speaks of filters and names no parameter. */
import type { CaseDraft, Exercise } from "../../engine/check.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { type Inquiry, inquiries, inquiry, type Reply } from "./observing.js";
import { type Query, readPage, readRequest } from "./reading.js";
import { gathered, type Outcome, outcome, sorted, sortedList } from "./texts.js";

type Candidates = readonly (readonly [name: string, value: string])[];

const UNKNOWN = "unknown.listTransactions";
/** A time after which nothing can have happened. */
const FUTURE = "2099-01-01T00:00:00Z";
const PAST = "1999-01-01T00:00:00Z";

/** Names that such parameters usually have, with values that no transaction matches. */
const CANDIDATES: Readonly<Record<string, Candidates>> = {
  dateFilter: [
    ["start_time", FUTURE],
    ["end_time", PAST],
    ["start_date", FUTURE],
    ["end_date", PAST],
    ["start_date_time", FUTURE],
    ["end_date_time", PAST],
    ["from", FUTURE],
    ["to", PAST],
    ["date_from", FUTURE],
    ["date_to", PAST],
    ["created_after", FUTURE],
    ["created_before", PAST],
    ["created_at_from", FUTURE],
    ["created_at_to", PAST],
  ],
  statusFilter: [
    ["status", "no_such_status"],
    ["transaction_status", "no_such_status"],
    ["state", "no_such_status"],
  ],
  currencyFilter: [
    ["source_currency", "XXX"],
    ["target_currency", "XXX"],
    ["sender_currency", "XXX"],
    ["receiver_currency", "XXX"],
    ["from_currency", "XXX"],
    ["to_currency", "XXX"],
    ["currency", "XXX"],
    ["currency_pair", "XXX/XXX"],
  ],
};
/** Candidates that are a start. */
const STARTS: ReadonlySet<string> = new Set([
  "start_time",
  "start_date",
  "start_date_time",
  "from",
  "date_from",
  "created_after",
  "created_at_from",
]);

/** What a parameter does when it is looked at: it changes the list, or the request is refused; null when it is not. */
function effect(reply: Reply, total: unknown): Outcome | null {
  if (!reply.accepted) {
    const { value, text } = outcome(reply);
    return { value, text: `is ${text}` };
  }
  return reply.body.total === total ? null : { value: { narrows: true }, text: "narrows the list" };
}

/** Ways to write a start, by name. */
const NOTATIONS = { "a date-time": FUTURE, "a day": "2099-01-01", "seconds since 1970": "4070908800" };

/** In which notation a start parameter is taken, once its name is known. */
async function notations(asked: Inquiry, name: string, page: Query): Promise<Outcome> {
  const tried: (readonly [string, Outcome])[] = [];
  for (const [notation, value] of Object.entries(NOTATIONS))
    tried.push([notation, outcome(await readPage(asked, { ...page, [name]: value }))]);
  return {
    value: { [name]: gathered(tried).value },
    text: `${name}: ${tried.map(([notation, { text }]) => `${notation} is ${text}`).join(", ")}`,
  };
}

/** The candidates of a topic that are looked at, each with what it does. */
async function lookedAt(asked: Inquiry, page: Query, total: number, candidates: Candidates): Promise<Found[]> {
  const found: Found[] = [];
  for (const [name, value] of candidates) {
    const reply = await readPage(asked, { ...page, [name]: value });
    const went = effect(reply, total);
    if (went !== null) found.push({ name, reply, went });
  }
  return found;
}

interface Found {
  readonly name: string;
  readonly reply: Reply;
  readonly went: Outcome;
}

function filters(firstPage: number): CaseDraft {
  return inquiry("filters", {}, async (asked) => {
    const page = { page_number: String(firstPage), page_size: "5" };
    const whole = await readPage(asked, page);
    const { total } = whole.body;
    if (!whole.accepted || typeof total !== "number" || total === 0) return;
    const all: Found[] = [];
    for (const [topic, candidates] of Object.entries(CANDIDATES)) {
      const found = await lookedAt(asked, page, total, candidates);
      all.push(...found);
      const text =
        found.length === 0
          ? `none of those tried has an effect: ${candidates.map(([name]) => name).join(", ")}`
          : found.map(({ name, went }) => `${name} ${went.text}`).join("; ");
      const value = Object.fromEntries(found.map(({ name, went }) => [name, went.value]));
      asked.answer(`${UNKNOWN}.${topic}`, { value, text }, found.at(-1)?.reply ?? whole);
    }
    const evidence = all[0]?.reply ?? whole;
    const names = all.map(({ name }) => name);
    const start = names.find((name) => STARTS.has(name));
    const notation =
      start === undefined ? { value: {}, text: "no start parameter was found" } : await notations(asked, start, page);
    asked.answer(`${UNKNOWN}.startParameter`, notation, evidence);
    const text = names.length === 0 ? "no likely filter parameter has an effect" : `looked at: ${sortedList(names)}`;
    asked.answer("conflict.listTransactions.filters", { value: sorted(names), text }, evidence);
  });
}

/** Query parameters that nobody documented, and the same one twice. */
function strangeParameters(firstPage: number): CaseDraft {
  return inquiry("queryParameters", {}, async (asked) => {
    const page = { page_number: String(firstPage), page_size: "3" };
    const strange = await readPage(asked, { ...page, ppconform_unknown: "1" });
    const went = outcome(strange);
    const ignored = strange.accepted ? { ...went, text: "ignored" } : went;
    asked.answer("unknown.unknownQueryParameters", ignored, strange);
    const path = `${OPERATIONS.listTransactions.path}?page_number=${firstPage}&page_size=3&page_size=2`;
    const twice = await asked.send(readRequest(path), "errors");
    const count = Array.isArray(twice.body.items) ? twice.body.items.length : null;
    const counts = count === 3 ? "the first" : count === 2 ? "the last" : "neither";
    const both = outcome(twice);
    const repeated = twice.accepted
      ? { value: { ...both.value, counts }, text: `accepted, and ${counts} counts` }
      : both;
    asked.answer("unknown.repeatedQueryParameters", repeated, twice);
  });
}

/** What is asked about the list's query. */
export const listFilters: Exercise = inquiries("listTransactions", "filters", ({ pages }) =>
  pages === null ? [] : [filters(pages.firstPage), strangeParameters(pages.firstPage)],
);
