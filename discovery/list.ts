/** Reads the transaction list as far as later cases need it: its page base, and which transactions exist. */

import type { Exchange } from "../client/model.js";
import { type Sender, via } from "../client/send.js";
import { quoted } from "../engine/judge/refusalText.js";
import { discover } from "../engine/send/discovering.js";
import { readRequest } from "../engine/send/reachability.js";
import { successBody } from "../oracles/json.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { isObject, type JsonRecord } from "../schemas/json.js";
import { isDocumentedRefusal, isRefusalStatus } from "../schemas/statuses.js";
import { noteFact, type Probe } from "./factSearch.js";
import { findNeeded, mayLackFilter, withListQuery } from "./neededFilters.js";
import type { PageFacts } from "./target.js";

export type Item = JsonRecord;
type Query = Readonly<Record<string, string>>;

/** How many items are read in search of transactions, and the most pages. */
const ITEMS = 240;
const PAGES = 20;
/** How many pages are read from the end of a longer list, and from between. */
const LAST_PAGES = 2;
const MIDDLE_PAGES = 2;
/**
 * Page sizes that are tried until one is accepted, the last one being none: which sizes a service accepts is open
 * (section 8).
 */
const SIZES: readonly (number | null)[] = [10, 5, 20, 50, 100, 1, null];
/** The size in which transactions are read where it is accepted. */
export const READING_SIZE = 20;

function itemsOf(exchange: Exchange): readonly Item[] {
  const { items } = successBody(exchange);
  return Array.isArray(items) ? items.filter(isObject) : [];
}

export function pageQuery(number: number, size: number | null): Query {
  return { page_number: String(number), ...(size === null ? {} : { page_size: String(size) }) };
}

function readPage(sender: Sender, number: number, size: number | null): Promise<Exchange> {
  return sender.send(readRequest("listTransactions", pageQuery(number, size)));
}

/** Whether an answer refuses the request, rather than fails on it. */
function isRefusal(exchange: Exchange): boolean {
  return hasStatus(exchange, isRefusalStatus);
}

/** Page 1 and page 0, in a size that the service accepts. */
interface FirstPages {
  readonly size: number | null;
  readonly one: Exchange;
  readonly zero: Exchange;
}

/** The pages 1 and 0 in the first size that is accepted for one of them, else in the first size. */
async function firstPages(sender: Sender): Promise<FirstPages> {
  const { taken, refused } = await discover({
    moves: SIZES,
    ask: async (size) => {
      const [one, zero] = await Promise.all([readPage(sender, 1, size), readPage(sender, 0, size)]);
      return { size, one, zero };
    },
    isTaken: ({ one, zero }) => isSuccess(one) || isSuccess(zero),
    next: ({ answer: { one, zero } }, left) => (isRefusal(one) || isRefusal(zero) ? left : []),
  });
  const found = taken ?? refused[0];
  if (found === undefined) throw new Error("no page size to try");
  return found.answer;
}

function sameItems(left: readonly Item[], right: readonly Item[]): boolean {
  return left.length === right.length && left.every((item, index) => item.id === right[index]?.id);
}

/** The list's first page and its items, as far as they were read. */
export interface Listed {
  readonly pages: PageFacts | null;
  readonly items: readonly Item[];
  /** Why the list may refuse to be read, in the service's words; null when it can be read, or has no reason to refuse. */
  readonly refusal: string | null;
}

interface BasePages extends FirstPages {
  /** Null when both pages are refused, or both are empty: then it is not known. */
  readonly first: 0 | 1 | null;
  readonly answer: string;
}

async function basePages(sender: Sender): Promise<BasePages> {
  const pages = await firstPages(sender);
  const { one, zero } = pages;
  const [oneItems, zeroItems] = [itemsOf(one), itemsOf(zero)];
  const status = zero.response?.status ?? "nothing";
  if (zeroItems.length > 0 && !sameItems(zeroItems, oneItems))
    return { ...pages, first: 0, answer: "pages are counted from 0" };
  const same = zeroItems.length > 0 ? " and shows the first page" : "";
  const answer = `pages are counted from 1; page 0 is answered with ${status}${same}`;
  const told = oneItems.length > 0 || (isSuccess(one) && !isSuccess(zero));
  return { ...pages, first: told ? 1 : null, answer };
}

/** Finds the list's first page; a failure from what is stated must show twice. */
async function findFirstPage(probe: Probe): Promise<BasePages> {
  const { firstPage: stated } = probe.stated;
  const found = await basePages(probe.sender);
  if (stated === undefined || found.first === null) return found;
  const { one, zero, answer, first } = found;
  if (first === stated) {
    noteFact(probe, "firstPage", { kind: "kept", found: answer, evidence: zero });
    return found;
  }
  const again = await basePages(probe.sender);
  if (again.first !== first) return again;
  const edit = { at: "query page_number", from: "1", to: "0" };
  noteFact(probe, "firstPage", { kind: "differs", found: answer, edit, control: one, exchange: zero });
  return found;
}

/** Reads the transaction list: what it needs, whether its first page is 0 or 1, and what it holds. */
export async function readList(probe: Probe, now: number): Promise<Listed> {
  const found = await findFirstPage(probe);
  if (isSuccess(found.one) || isSuccess(found.zero)) return readPages(probe, {}, found);
  // A service that says little may also miss one: the usual names are tried whatever it says.
  const needed = hasStatus(found.one, isDocumentedRefusal) ? await findNeeded(probe.sender, found.one, now) : null;
  if (needed === null) return { pages: null, items: [], refusal: mayLackFilter(found.one) ? quoted(found.one) : null };
  const complete = { ...probe, sender: via(probe.sender, withListQuery(needed)) };
  const names = Object.keys(needed).join(" and ");
  probe.observations.set("unknown.listTransactions.startParameter", {
    value: { needed: Object.keys(needed), without: { refused: found.one.response?.status ?? null } },
    text: `${names} must be given: without, ${quoted(found.one)}`,
    evidence: found.one,
  });
  return readPages(complete, needed, await findFirstPage(complete));
}

async function readPages(probe: Probe, needed: Query, found: BasePages): Promise<Listed> {
  const { size, one, zero, first, answer } = found;
  const { sender, observations, stated } = probe;
  if (!isSuccess(one) && !isSuccess(zero)) return { pages: null, items: [], refusal: null };
  // An empty list shows nothing about its pages; then what is stated is used, else what is usual.
  const firstPage = first ?? stated.firstPage ?? 1;
  if (first !== null) {
    // The number of the first page: the answer as data.
    const evidence = first === 0 ? zero : one;
    observations.set("unknown.listTransactions.pageBase", { value: first, text: answer, evidence });
  }
  const wide = await readItems(sender, firstPage, READING_SIZE);
  const { items, total } = wide ?? (await readItems(sender, firstPage, size)) ?? { items: [], total: 0 };
  return { pages: { firstPage, size, total, needed }, items, refusal: null };
}

/** Reads pages of one size; null when not even the first one is accepted. */
async function readItems(
  sender: Sender,
  firstPage: number,
  size: number | null,
): Promise<{ items: readonly Item[]; total: number } | null> {
  const items: Item[] = [];
  let total = 0;
  let ahead: readonly Exchange[] = [];
  for (let number = firstPage; number < firstPage + PAGES && items.length < ITEMS; number++) {
    const exchange = ahead[number - firstPage - 1] ?? (await readPage(sender, number, size));
    if (number === firstPage && isRefusal(exchange)) return null;
    const found = itemsOf(exchange);
    if (found.length === 0) break;
    const { total: stated } = successBody(exchange);
    total = typeof stated === "number" ? stated : 0;
    items.push(...found);
    if (items.length >= total && total > 0) break;
    // A page of the requested length shows how many follow: they need not wait for each other.
    if (number === firstPage && found.length === size) {
      const more = Math.min(Math.ceil(Math.min(total, ITEMS) / size), PAGES) - 1;
      const pages = Array.from({ length: Math.max(0, more) }, (_, index) => number + 1 + index);
      ahead = await Promise.all(pages.map((page) => readPage(sender, page, size)));
    }
  }
  if (size !== null && items.length > 0) items.push(...(await laterItems(sender, firstPage, size, total, items)));
  return { items, total };
}

/** Items from the middle and the end of a list, where reading from its beginning did not get there. */
async function laterItems(
  sender: Sender,
  firstPage: number,
  size: number,
  total: number,
  known: readonly Item[],
): Promise<Item[]> {
  const read = Math.ceil(known.length / size);
  const pages = Math.ceil(total / size);
  const ids = new Set(known.map(({ id }) => id));
  const last = Math.max(read, pages - LAST_PAGES);
  const middle = Array.from({ length: MIDDLE_PAGES }, (_, index) =>
    Math.floor(read + ((index + 1) * (last - read)) / (MIDDLE_PAGES + 1)),
  );
  const ends = Array.from({ length: Math.max(0, pages - last) }, (_, index) => last + index);
  const chosen = new Set([...middle.filter((number) => number < last), ...ends]);
  const exchanges = await Promise.all([...chosen].map((page) => readPage(sender, firstPage + page, size)));
  return exchanges.flatMap((exchange) => itemsOf(exchange).filter(({ id }) => !ids.has(id)));
}
