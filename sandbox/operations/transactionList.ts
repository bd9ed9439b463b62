import type { PartnerRequest } from "../partnerRequest.js";
import type { Transaction } from "../resources.js";
import { type Refusal, type Result, refusal, success } from "../result.js";
import type { Service } from "../service.js";
import { listItemView } from "../views.js";
import { filterRefusal, matchesFilters } from "./listFilters.js";
import type { Operation } from "./operation.js";

/** Section 4.6. */
export const listTransactions: Operation = {
  name: "listTransactions",
  method: "GET",
  path: "/api/transactions",
  writes: false,
  requestRefusal: (request, service) => pageRefusal(request, service) ?? filterRefusal(request, service),
  perform: pageOf,
};

interface Page {
  readonly number: number;
  readonly size: number;
}

/** The requested page, or what is wrong with the request for it. */
function requestedPage(request: PartnerRequest, { behaviour }: Service): Page | string {
  const first = Number(behaviour.pageBase);
  const largest = behaviour.pageSizeLimit === "generous" ? 1_000 : 100;
  const number = pageParameter(request, "page_number", first, first, behaviour.oddPages);
  const size = pageParameter(request, "page_size", Number(behaviour.pageSizeDefault), 1, behaviour.oddPages);
  if (typeof number === "string") return number;
  if (typeof size === "string") return size;
  if (size > largest && behaviour.pageSizeLimit === "refused") return `page_size must be at most ${largest}`;
  return { number, size: Math.min(size, largest) };
}

function pageParameter(
  request: PartnerRequest,
  name: string,
  standard: number,
  smallest: number,
  odd: "refused" | "defaulted",
): number | string {
  const value = request.query[name];
  if (value === undefined) return standard;
  if (typeof value === "string" && /^\d{1,9}$/.test(value) && Number(value) >= smallest) return Number(value);
  return odd === "defaulted" ? standard : `${name} must be a whole number from ${smallest}`;
}

function pageRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const page = requestedPage(request, service);
  return typeof page === "string" ? service.refuse(request, page) : undefined;
}

function pageOf(request: PartnerRequest, service: Service): Result {
  const page = requestedPage(request, service);
  if (typeof page === "string") return service.refuse(request, page);
  const { behaviour } = service;
  const matching = inOrder(service).filter((transaction) => matchesFilters(transaction, request, service));
  const first = Number(behaviour.pageBase);
  const start = (page.number - first) * page.size;
  if (start >= matching.length && page.number > first && behaviour.pageBeyondEnd !== "empty")
    return behaviour.pageBeyondEnd === "notFound"
      ? refusal(404, "NOT_FOUND", "There is no such page")
      : service.refuse(request, "page_number is beyond the last page");
  return success(Number(behaviour.readStatus), {
    page_number: page.number,
    page_size: page.size,
    total: matching.length,
    items: matching.slice(start, start + page.size).map((transaction) => listItemView(transaction, service)),
  });
}

function inOrder({ behaviour, state }: Service): readonly Transaction[] {
  const oldestFirst = state.transactionList();
  switch (behaviour.listOrder) {
    case "newestFirst":
      return oldestFirst.toReversed();
    case "oldestFirst":
      return oldestFirst;
    case "byId":
      return oldestFirst.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }
}
