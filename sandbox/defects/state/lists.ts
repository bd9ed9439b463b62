/** Pages of the list of transactions, and wallets (sections 4.6 and 4.8). */
import { isObject, type JsonObject } from "../../json.js";
import { refusal } from "../../request.js";
import type { Service } from "../../service.js";
import { listItemView } from "../../views.js";
import { bodyChanged, changeAt, insteadOfSuccess, objectChanged, queryChanged } from "../changes.js";
import { type Defect, defects } from "../defect.js";
import type { DefectHooks } from "../hooks.js";

interface ShownPage {
  readonly number: number;
  readonly items: readonly unknown[];
  /** The index of the page, from 0. */
  readonly index: number;
  readonly size: number;
  readonly total: number;
}

function shown(change: (page: ShownPage, service: Service) => JsonObject): DefectHooks {
  return objectChanged((body, _request, service) => {
    if (!Array.isArray(body.items)) return body;
    const items: readonly unknown[] = body.items;
    const number = Number(body.page_number);
    const index = number - Number(service.behaviour.pageBase);
    const page = { number, items, index, size: Number(body.page_size), total: Number(body.total) };
    return { ...body, ...change(page, service) };
  });
}

/** The same for changes that depend on how often the list was read, counted from 1. */
const turning = (change: (page: ShownPage, reading: number, service: Service) => JsonObject) => (): DefectHooks => {
  let readings = 0;
  return shown((page, service) => change(page, ++readings, service));
};

/** Some of all items, in the list's default order: the newest first. */
function listed(service: Service, from: number, count: number): JsonObject {
  const all = service.state.transactionList().toReversed();
  return { items: all.slice(from, from + count).map((transaction) => listItemView(transaction, service)) };
}

const TOO_SMALL = refusal(400, "INVALID_PARAMETER", "page_size must be at least 2");

/** How the pages of the list fit together. */
export const PAGES: readonly Defect[] = defects("paging", "listTransactions")`
  state/page_number/asked-one-more | each page is the one after the page that was asked for
    | ${queryChanged(({ page_number: number }, { behaviour }) => ({
      page_number: String(Number(number ?? behaviour.pageBase) + 1),
    }))}
  state/page_number/asked-ignored | page_number is ignored, and the answer says that it is the first page
    | ${queryChanged(() => ({ page_number: undefined }))}
  state/page_size/asked-ignored | page_size is ignored | ${queryChanged(() => ({ page_size: undefined }))}
  state/page_number/stuck, state/pages.disjoint | every page shows the items of the first one under its own number
    | ${shown(({ size }, service) => listed(service, 0, size))}
  state/page_number/number-less-one | page_number in the answer is one less than the page that is shown
    | ${shown(({ number }) => ({ page_number: number - 1 }))}
  state/page_number/number-of-first | page_number in the answer is always that of the first page
    | ${shown(({ number, index }) => ({ page_number: number - index }))}
  state/page_size.shown/items-counted | page_size in the answer is the number of items on the page
    | ${shown(({ items }) => ({ page_size: items.length }))}
  state/page_size.shown/of-last | page_size on the last page is the number of items that are left
    | ${shown(({ items, size, index, total }) => ({
      page_size: index * size + items.length >= total ? items.length : size,
    }))}
  state/page_size.one/refused | a page of one item is refused
    | ${insteadOfSuccess(TOO_SMALL, ({ query }) => query.page_size === "1")}
  state/page_size.one/two-shown | a page of one item holds two
    | ${shown(({ items, index, size }, service) => (size === 1 ? listed(service, index, 2) : { items }))}
  state/page_size/one-too-many, state/pages.disjoint | a page holds one item more than its size
    | ${shown(({ index, size }, service) => listed(service, index * size, size + 1))}
  state/page_size/one-too-few, state/pages.complete | a page holds one item less than its size
    | ${shown(({ items }) => ({ items: items.slice(0, -1) }))}
  state/page_size/half-shown | a page of more than four items shows half of them
    | ${shown(({ items }) => ({ items: items.length > 4 ? items.slice(0, Math.floor(items.length / 2)) : items }))}
  state/pages.disjoint/overlapping | a page begins with the last item of the one before it
    | ${shown(({ index, size }, service) => listed(service, Math.max(0, index * size - 1), size))}
  state/pages.complete/large-pages-cut
    | a page holds at most thirty items, and the next page begins as if it had held page_size items
    | ${shown(({ items }) => ({ items: items.slice(0, 30) }))}
  state/pages.disjoint/large-pages-overlap | pages begin where pages of twenty-five items at the most would
    | ${shown(({ index, size }, service) => listed(service, index * Math.min(size, 25), size))}
  state/pages.disjoint/repeated-on-page | the last item of a page appears twice, replacing the item before it
    | ${shown(({ items }) => ({ items: items.length > 1 ? [...items.slice(0, -2), items.at(-1), items.at(-1)] : items }))}
  state/pages.complete/first-lost, state/page_size | the first item of every page but the first is lost
    | ${shown(({ items, index }) => ({ items: index > 0 ? items.slice(1) : items }))}
  state/pages.complete/last-page-lost, state/page_size | the last page is empty unless it is full
    | ${shown(({ items, size, index }) => ({ items: index > 0 && items.length < size ? [] : items }))}
  state/pages.complete/total-of-page | total is the number of items on the page
    | ${shown(({ items }) => ({ total: items.length }))}
  state/pages.complete/total-one-more | total is one more than the number of items
    | ${shown(({ total }) => ({ total: total + 1 }))}
  state/pages.complete/total-one-less | total is one less than the number of items
    | ${shown(({ total }) => ({ total: total - 1 }))}
  state/pages.complete/total-zero | total is 0 | ${shown(() => ({ total: 0 }))}
  state/pages.complete/failed-hidden, state/page_size | failed transactions are counted and not shown
    | ${shown(({ items }) => ({ items: items.filter((item) => !isObject(item) || item.status !== "failed") }))}
  state/repeat/rotating, state/pages.disjoint | the list begins with another item at each reading
    | ${turning(({ index, size }, reading, service) => {
      const { items } = listed(service, 0, Number.POSITIVE_INFINITY);
      const all = Array.isArray(items) ? items : [];
      const start = (index * size + reading) % Math.max(1, all.length);
      return { items: [...all, ...all].slice(start, start + Math.min(size, all.length)) };
    })}
  state/repeat/turned-round | every second reading shows a page from its end
    | ${turning(({ items }, reading) => (reading % 2 === 1 ? {} : { items: items.toReversed() }))}
  state/repeat/drifting-amounts | the sender amounts grow by a cent with each reading
    | ${turning(({ items }, reading) => ({ items: amounts(items, "sender_amount", (sent) => sent + reading / 100) }))}
`;

/** Pages that are wrong for one size, or from one page on. */
export const PARTICULAR_PAGES: readonly Defect[] = defects("paging", "listTransactions")`
  state/pages.complete/single-items-lost | pages of one item leave out every second one
    | ${queryChanged(({ page_size: size, page_number: number }, { behaviour }) => {
      const base = Number(behaviour.pageBase);
      return size === "1" ? { page_number: String((Number(number ?? base) - base) * 2 + base) } : {};
    })}
  state/pages.disjoint/unsized-ignored | page_number is ignored where there is no page_size
    | ${queryChanged(({ page_size: size }) => (size === undefined ? { page_number: undefined } : {}))}
  state/pages.disjoint/unsized-empty | every page but the first is empty where there is no page_size
    | ${objectChanged((body, { query }, { behaviour }) =>
      query.page_size === undefined && Number(body.page_number) !== Number(behaviour.pageBase)
        ? { ...body, items: [] }
        : body,
    )}
  state/page_size/long-twice | a page of more than fifty items holds each of them twice
    | ${objectChanged((body, { query }) =>
      Array.isArray(body.items) && Number(query.page_size) > 50
        ? { ...body, items: [...body.items, ...body.items].slice(0, Number(query.page_size)) }
        : body,
    )}
  state/pages.complete/total-of-later-pages | total is one less from the fourth page on
    | ${shown(({ index, total }) => (index > 2 ? { total: total - 1 } : {}))}
`;

/** Changes the list of wallets by how often it was read, counted from 1. */
const wallets = (change: (list: readonly unknown[], reading: number) => unknown) => (): DefectHooks => {
  let readings = 0;
  return bodyChanged((body) => (Array.isArray(body) ? change(body, ++readings) : body));
};

const amounts = (list: readonly unknown[], name: string, change: (amount: number) => number): unknown =>
  changeAt(list, `[].${name}`, (amount) => change(Number(amount)));

/** One entry for each wallet, the same at each read. */
export const BALANCES: readonly Defect[] = defects("state", "listBalances")`
  state/wallets.distinct/first-twice | the first wallet is listed twice
    | ${wallets((list) => [...list, ...list.slice(0, 1)])}
  state/wallets.distinct/all-twice | every wallet is listed twice | ${wallets((list) => [...list, ...list])}
  state/repeat/coming-and-going | the last wallet is missing from every third reading
    | ${wallets((list, reading) => (reading % 3 === 0 ? list.slice(0, -1) : list))}
  state/repeat/alternating | the total amounts are higher in every third reading
    | ${wallets((list, reading) => amounts(list, "total_amount", (total) => (reading % 3 === 0 ? total + 10 : total)))}
  state/repeat/shrinking | the available amounts shrink with each reading
    | ${wallets((list, reading) => amounts(list, "available_amount", (amount) => Math.max(0, amount - reading)))}
`;
