/** Reads the transaction list as far as later cases need it: its page base, and which transactions exist. */
import type { Exchange } from "../../client/model.js";
import { isObject } from "../../generators/json.js";
import { jsonBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import type { PageFacts } from "../model.js";
import type { Observations } from "../session.js";
import { readRequest, type Sender } from "./target.js";

/** An item of the list, as it is. */
export type Item = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;

/** Pages that are read in search of transactions, and items on each. */
const PAGES = 4;
const PAGE_SIZE = 20;

function itemsOf(exchange: Exchange): readonly Item[] {
  if (exchange.response === null || !isSuccess(exchange)) return [];
  const body = jsonBody(exchange.response);
  if (!body.ok || !isObject(body.value) || !Array.isArray(body.value.items)) return [];
  return body.value.items.filter(isObject);
}

function totalOf(exchange: Exchange): number {
  if (exchange.response === null) return 0;
  const body = jsonBody(exchange.response);
  return body.ok && isObject(body.value) && typeof body.value.total === "number" ? body.value.total : 0;
}

function page(number: number, size: number): Query {
  return { page_number: String(number), page_size: String(size) };
}

function sameItems(left: readonly Item[], right: readonly Item[]): boolean {
  return left.length === right.length && left.every((item, index) => item.id === right[index]?.id);
}

/** The list's first page and its items, as far as they are read. */
export interface Listed {
  readonly pages: PageFacts | null;
  readonly items: readonly Item[];
}

/** Reads the transaction list: is its first page 0 or 1, and what does it hold? */
export async function readList(sender: Sender, observations: Observations): Promise<Listed> {
  const [one, zero] = await Promise.all([
    sender.send(readRequest("listTransactions", page(1, 5))),
    sender.send(readRequest("listTransactions", page(0, 5))),
  ]);
  const zeroItems = itemsOf(zero);
  const zeroIsFirst = zeroItems.length > 0 && !sameItems(zeroItems, itemsOf(one));
  if (!isSuccess(one) && !isSuccess(zero)) return { pages: null, items: [] };
  const firstPage = zeroIsFirst ? 0 : 1;
  observations.set("unknown.listTransactions.pageBase", {
    answer: zeroIsFirst
      ? "pages are counted from 0"
      : `pages are counted from 1; page 0 is answered with ${zero.response?.status ?? "nothing"}${sameItems(zeroItems, itemsOf(one)) && zeroItems.length > 0 ? " and shows the first page" : ""}`,
    // The page that is the first one: what was asked for is the answer as data.
    evidence: zeroIsFirst ? zero : one,
  });
  const items: Item[] = [];
  let total = 0;
  for (let number = firstPage; number < firstPage + PAGES; number++) {
    const exchange = await sender.send(readRequest("listTransactions", page(number, PAGE_SIZE)));
    const found = itemsOf(exchange);
    if (found.length === 0) break;
    total = totalOf(exchange);
    items.push(...found);
    if (items.length >= total && total > 0) break;
  }
  return { pages: { firstPage, total }, items };
}
