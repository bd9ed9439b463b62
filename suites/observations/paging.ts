/** How the transaction list is paged and ordered where sections 2.6, 4.6 and 8 are silent. */
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Observed } from "../../engine/observations.js";
import { amount } from "../../reports/visible.js";
import { instantOf } from "../../schemas/dateTime.js";
import type { JsonRecord } from "../../schemas/json.js";
import { type Inquiry, inquiries, inquiry, type Reply } from "./observing.js";
import { itemsOf, readPage } from "./reading.js";
import { extended, fieldSeen, type Outcome, outcome, readOutcome } from "./texts.js";
import { type Attempt, answerWith, attempt } from "./trials.js";

const UNKNOWN = "unknown.listTransactions";
/** Page sizes, growing until the service stops following. */
const SIZES = [20, 25, 50, 100, 101, 200, 500, 1000, 1001];

/** What a page shows of itself. */
function pageSeen(reply: Reply): Observed {
  const went = readOutcome(reply);
  if (!reply.accepted) return went;
  const items = itemsOf(reply).length === 0 ? "no items" : "items";
  const number = fieldSeen("page_number", reply.body.page_number);
  return extended(went, { items, ...number.value }, `, ${items} and page_number ${number.text}`);
}

/** How many items a page holds when nothing is said of it. */
function defaultSize(reply: Reply): Observed {
  if (!reply.accepted) return outcome(reply);
  const { page_size: stated } = reply.body;
  const shown = itemsOf(reply).length;
  return typeof stated === "number"
    ? { value: { page_size: stated }, text: `page_size ${stated}` }
    : { value: { items: shown }, text: `${amount(shown, "item")} on the first page` };
}

function required(first: string): CaseDraft {
  return inquiry("pagingRequired", {}, async (asked) => {
    const neither = await readPage(asked, {});
    const number = await readPage(asked, { page_number: first });
    const size = await readPage(asked, { page_size: "5" });
    const attempts = [
      attempt("neither", neither, readOutcome(neither)),
      attempt("page_number alone", number, readOutcome(number)),
      attempt("page_size alone", size, readOutcome(size)),
    ];
    answerWith(asked, `${UNKNOWN}.pagingRequired`, attempts, neither);
    asked.answer(`${UNKNOWN}.defaultPageSize`, defaultSize(neither), neither);
  });
}

const oddNumbers = inquiry("oddPageNumbers", {}, async (asked) => {
  const attempts: Attempt[] = [];
  for (const value of ["-1", "1.5", "99999999999999999999", "one", ""]) {
    const reply = await readPage(asked, { page_number: value, page_size: "5" });
    attempts.push(attempt(value, reply, pageSeen(reply), JSON.stringify(value)));
  }
  const refused = attempts.find(({ reply }) => reply.status !== null && reply.status >= 400)?.reply ?? null;
  const evidence = refused ?? attempts.at(-1)?.reply;
  if (evidence === undefined) return;
  answerWith(asked, `${UNKNOWN}.oddPageNumbers`, attempts, evidence);
  const status =
    refused === null
      ? { value: null, text: "none was seen: odd page numbers are not refused" }
      : { value: refused.status, text: `${refused.status}, for an odd page_number` };
  asked.answer(`${UNKNOWN}.refusalStatus`, status, evidence);
});

function oddSizes(first: string): CaseDraft {
  return inquiry("oddPageSizes", {}, async (asked) => {
    const attempts: Attempt[] = [];
    for (const value of ["0", "-1", "2.5", "ten", ""]) {
      const reply = await readPage(asked, { page_number: first, page_size: value });
      attempts.push(attempt(value, reply, sizeSeen(reply), JSON.stringify(value)));
    }
    answerWith(asked, `${UNKNOWN}.oddPageSizes`, attempts);
  });
}

function sizeSeen(reply: Reply): Outcome {
  if (!reply.accepted) return outcome(reply);
  const size = fieldSeen("page_size", reply.body.page_size);
  return {
    value: { answered: reply.status, ...size.value },
    text: `answered with ${reply.status} and page_size ${size.text}`,
  };
}

/** The largest size that was taken, and the first answer to a larger one. */
interface Sizes {
  readonly largest: { readonly size: number; readonly reply: Reply } | null;
  readonly beyond: Reply | null;
}

async function growingSizes(asked: Inquiry, first: string): Promise<Sizes> {
  let largest: Sizes["largest"] = null;
  for (const size of SIZES) {
    const reply = await readPage(asked, { page_number: first, page_size: String(size) });
    const stated = reply.body.page_size;
    if (!reply.accepted || (stated !== undefined && stated !== size)) return { largest, beyond: reply };
    largest = { size, reply };
  }
  return { largest, beyond: null };
}

/** What the first answer to a page that is too large says of the largest one. */
function bound(largest: Sizes["largest"], { body: { page_size: stated } }: Reply): Observed {
  if (typeof stated === "number") return { value: { largest: stated }, text: `${stated}` };
  const taken = largest === null ? "none of those tried is taken" : `${largest.size} is taken`;
  return {
    value: largest === null ? {} : { atLeast: largest.size },
    text: `${taken}, the next larger one that was tried is not`,
  };
}

function largestSize(first: string): CaseDraft {
  return inquiry("largestPageSize", {}, async (asked) => {
    const { largest, beyond } = await growingSizes(asked, first);
    if (beyond === null) {
      if (largest === null) return;
      const { size, reply } = largest;
      asked.answer(`${UNKNOWN}.largestPageSize`, { value: { atLeast: size }, text: `at least ${size}` }, reply);
      return;
    }
    asked.answer(`${UNKNOWN}.largestPageSize`, bound(largest, beyond), beyond);
    const went = outcome(beyond);
    const reduced = fieldSeen("page_size", beyond.body.page_size);
    const oversized = beyond.accepted
      ? { value: { ...went.value, ...reduced.value }, text: `reduced to page_size ${reduced.text}` }
      : went;
    asked.answer(`${UNKNOWN}.oversizedPage`, oversized, beyond);
  });
}

/** What a page beyond the last is answered with. */
function pastTheEnd(firstPage: number): CaseDraft {
  return inquiry("pastTheEnd", {}, async (asked) => {
    const reply = await readPage(asked, { page_number: String(firstPage + 100_000), page_size: "10" });
    const items = itemsOf(reply).length === 0 ? "no items" : "items";
    const observed = reply.accepted
      ? { value: { answered: reply.status, items }, text: `answered with ${reply.status} and ${items}` }
      : outcome(reply);
    asked.answer(`${UNKNOWN}.pastTheEnd`, observed, reply);
  });
}

/** Whether values rise, fall, or neither; fewer than two say nothing. */
function direction(found: readonly (number | string | null)[]): "rising" | "falling" | null {
  const pairs = found.slice(1).map((value, index) => [found[index], value] as const);
  if (pairs.length === 0 || found.includes(null)) return null;
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

function ordering(first: string): CaseDraft {
  return inquiry("ordering", {}, async (asked) => {
    const reply = await readPage(asked, { page_number: first, page_size: "20" });
    const items = itemsOf(reply);
    if (items.length > 1) asked.answer(`${UNKNOWN}.ordering`, orderOf(items), reply);
  });
}

/** What is asked about pages of the list, and their order. */
export const paging: Exercise = inquiries("listTransactions", "paging", ({ pages }) => {
  if (pages === null) return [];
  const first = String(pages.firstPage);
  return [
    required(first),
    oddNumbers,
    oddSizes(first),
    largestSize(first),
    pastTheEnd(pages.firstPage),
    ordering(first),
  ];
});
