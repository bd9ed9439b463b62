import { isObject, type JsonObject } from "../../json.js";
import type { PartnerRequest } from "../../partnerRequest.js";
import type { Service } from "../../service.js";
import { listItemView } from "../../views.js";
import { bodyChanged } from "../changes.js";
import { type Defect, type DefectId, type DefectNames, familyOf } from "../defect.js";
import type { DefectHooks } from "../hooks.js";

const defect = familyOf("paging");

/** A page as it is about to be shown. */
interface ShownPage {
  readonly number: number;
  readonly items: readonly unknown[];
  /** The place of the page, the first being 0. */
  readonly index: number;
  readonly size: number;
  readonly total: number;
}

function asking(
  id: DefectId,
  title: string,
  request: (request: PartnerRequest, service: Service) => PartnerRequest,
): Defect {
  return defect(id, title, { request });
}

function queryWith(request: PartnerRequest, name: string, value: PartnerRequest["query"][string]): PartnerRequest {
  return { ...request, query: { ...request.query, [name]: value } };
}

function showing(
  names: DefectNames,
  title: string,
  change: (page: ShownPage, service: Service) => Partial<JsonObject>,
): Defect {
  return defect(names, title, shown(change));
}

function shown(change: (page: ShownPage, service: Service) => Partial<JsonObject>): DefectHooks {
  return bodyChanged((body, _call, service) => {
    if (!isObject(body) || !Array.isArray(body.items)) return body;
    const items: readonly unknown[] = body.items;
    const number = Number(body.page_number);
    const index = number - Number(service.behaviour.pageBase);
    const page = { number, items, index, size: Number(body.page_size), total: Number(body.total) };
    return { ...body, ...change(page, service) };
  });
}

/** All items, the newest first: in the order that the list has by default. */
function listed(service: Service): readonly unknown[] {
  return service.state
    .transactionList()
    .toReversed()
    .map((transaction) => listItemView(transaction, service));
}

/** How the pages of the list hang together (section 4.6). */
export const PAGES: readonly Defect[] = [
  asking(
    "listTransactions/state/page_number/asked-one-more",
    "each page is the one after the page that was asked for",
    (request, service) =>
      queryWith(request, "page_number", String(Number(request.query.page_number ?? service.behaviour.pageBase) + 1)),
  ),
  asking(
    "listTransactions/state/page_number/asked-ignored",
    "page_number is ignored, and the answer says that it is the first page",
    (request) => queryWith(request, "page_number", undefined),
  ),
  asking("listTransactions/state/page_size/asked-ignored", "page_size is ignored", (request) =>
    queryWith(request, "page_size", undefined),
  ),
  showing(
    ["listTransactions/state/page_number/stuck", "state/pages.disjoint"],
    "every page shows the items of the first one under its own number",
    ({ size }, service) => ({ items: listed(service).slice(0, size) }),
  ),
  showing(
    "listTransactions/state/page_number/number-less-one",
    "page_number in the answer is one less than the page that is shown",
    ({ number }) => ({ page_number: number - 1 }),
  ),
  showing(
    "listTransactions/state/page_number/number-of-first",
    "page_number in the answer is always that of the first page",
    ({ number, index }) => ({ page_number: number - index }),
  ),
  showing(
    ["listTransactions/state/page_size/one-too-many", "state/pages.disjoint"],
    "a page holds one item more than its size",
    ({ index, size }, service) => ({ items: listed(service).slice(index * size, index * size + size + 1) }),
  ),
  showing(
    ["listTransactions/state/page_size/one-too-few", "state/pages.complete"],
    "a page holds one item less than its size",
    ({ items }) => ({ items: items.slice(0, -1) }),
  ),
  showing(
    "listTransactions/state/page_size/half-shown",
    "a page of more than four items shows half of them",
    ({ items }) => ({
      items: items.length > 4 ? items.slice(0, Math.floor(items.length / 2)) : items,
    }),
  ),
  showing(
    "listTransactions/state/pages.disjoint/overlapping",
    "a page begins with the last item of the one before it",
    ({ index, size }, service) => ({
      items: listed(service).slice(Math.max(0, index * size - 1), Math.max(0, index * size - 1) + size),
    }),
  ),
  showing(
    "listTransactions/state/pages.complete/large-pages-cut",
    "a page holds thirty items at the most, and the next one begins after as many as were asked for",
    ({ items }) => ({ items: items.slice(0, 30) }),
  ),
  showing(
    "listTransactions/state/pages.disjoint/large-pages-overlap",
    "pages begin where pages of twenty-five items at the most would",
    ({ index, size }, service) => ({
      items: listed(service).slice(index * Math.min(size, 25), index * Math.min(size, 25) + size),
    }),
  ),
  showing(
    "listTransactions/state/pages.disjoint/repeated-on-page",
    "the last item of a page stands there twice in place of the one before it",
    ({ items }) => ({ items: items.length > 1 ? [...items.slice(0, -2), items.at(-1), items.at(-1)] : items }),
  ),
  showing(
    ["listTransactions/state/pages.complete/first-lost", "state/page_size"],
    "the first item of every page but the first is lost",
    ({ items, index }) => ({ items: index > 0 ? items.slice(1) : items }),
  ),
  showing(
    ["listTransactions/state/pages.complete/last-page-lost", "state/page_size"],
    "the last page is empty where it is not full",
    ({ items, size, index }) => ({ items: index > 0 && items.length < size ? [] : items }),
  ),
  showing(
    "listTransactions/state/pages.complete/total-of-page",
    "total is the number of items on the page",
    ({ items }) => ({
      total: items.length,
    }),
  ),
  showing("listTransactions/state/pages.complete/total-one-more", "total is one more than there are", ({ total }) => ({
    total: total + 1,
  })),
  showing("listTransactions/state/pages.complete/total-one-less", "total is one less than there are", ({ total }) => ({
    total: total - 1,
  })),
  showing("listTransactions/state/pages.complete/total-zero", "total is 0", () => ({ total: 0 })),
  showing(
    ["listTransactions/state/pages.complete/failed-hidden", "state/page_size"],
    "failed transactions are counted and not shown",
    ({ items }) => ({ items: items.filter((item) => !isObject(item) || item.status !== "failed") }),
  ),
  {
    ...defect(
      ["listTransactions/state/repeat/rotating", "state/pages.disjoint"],
      "the list begins with another item at each reading",
      () => {
        let readings = 0;
        return shown(({ index, size }, service) => {
          const items = listed(service);
          readings++;
          const start = (index * size + readings) % Math.max(1, items.length);
          return { items: [...items, ...items].slice(start, start + Math.min(size, items.length)) };
        });
      },
    ),
  },
  defect("listTransactions/state/repeat/turned-round", "every second reading shows a page from its end", () => {
    let readings = 0;
    return shown(({ items }) => (readings++ % 2 === 0 ? {} : { items: items.toReversed() }));
  }),
  defect(
    "listTransactions/state/repeat/drifting-amounts",
    "the sender amounts grow by a cent with each reading",
    () => {
      let readings = 0;
      return shown(({ items }) => {
        readings++;
        return {
          items: items.map((item) =>
            isObject(item) ? { ...item, sender_amount: Number(item.sender_amount) + readings / 100 } : item,
          ),
        };
      });
    },
  ),
];

/** Pages that are wrong for one size, or from one page on. */
export const PARTICULAR_PAGES: readonly Defect[] = [
  defect("listTransactions/state/pages.complete/single-items-lost", "pages of one item leave out every second one", {
    request: (request, { behaviour }) => {
      const { page_size: size, page_number: number } = request.query;
      if (size !== "1") return request;
      const base = Number(behaviour.pageBase);
      return {
        ...request,
        query: { ...request.query, page_number: String((Number(number ?? base) - base) * 2 + base) },
      };
    },
  }),
  defect(
    "listTransactions/state/pages.disjoint/unsized-ignored",
    "page_number is ignored where there is no page_size",
    {
      request: (request) =>
        request.query.page_size === undefined
          ? { ...request, query: { ...request.query, page_number: undefined } }
          : request,
    },
  ),
  defect(
    "listTransactions/state/page_size/long-twice",
    "a page of more than fifty items holds each of them twice",
    bodyChanged((body, { query }) =>
      isObject(body) && Array.isArray(body.items) && Number(query.page_size) > 50
        ? { ...body, items: [...body.items, ...body.items].slice(0, Number(query.page_size)) }
        : body,
    ),
  ),
  defect(
    "listTransactions/state/pages.complete/total-of-later-pages",
    "total is one less from the fourth page on",
    bodyChanged((body, _call, { behaviour }) =>
      isObject(body) && Number(body.page_number) - Number(behaviour.pageBase) > 2
        ? { ...body, total: Number(body.total) - 1 }
        : body,
    ),
  ),
];
