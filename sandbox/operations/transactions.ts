import { isDateTime } from "../dateTime.js";
import {
  isNewer,
  type OperationName,
  type PartnerRequest,
  type QueryValue,
  type Refusal,
  type Result,
  refusal,
  success,
} from "../request.js";
import type { Service } from "../service.js";
import type { Deposit, Transaction, Transfer } from "../state.js";
import { listItemView, listStatus, transactionView, walletView } from "../views.js";
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

/**
 * The optional filters that the list's description mentions (section 4.6). Their names are this service's own; without
 * the behaviour they are not looked at.
 */
const TIME_FILTERS = ["start_time", "end_time"];
const FILTERS = ["status", "source_currency", "target_currency", ...TIME_FILTERS];

function filterRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  if (service.behaviour.listFilters === "absent") return undefined;
  if (service.behaviour.listFilters === "startNeeded" && request.query.start_time === undefined)
    return service.refuse(request, "start_time is required");
  for (const name of FILTERS) {
    const value = request.query[name];
    if (value !== undefined && typeof value !== "string") return service.refuse(request, `${name} must be given once`);
    if (value !== undefined && TIME_FILTERS.includes(name) && !isDateTime(value))
      return service.refuse(request, `${name} must be a date-time`);
  }
  return undefined;
}

function matchesFilters(transaction: Transaction, request: PartnerRequest, service: Service): boolean {
  if (service.behaviour.listFilters === "absent") return true;
  const { status, source_currency, target_currency, start_time, end_time } = request.query;
  const { createdAt } = transaction.progress;
  return (
    (status === undefined || status === listStatus(transaction, service)) &&
    (source_currency === undefined || source_currency === sourceCurrency(transaction)) &&
    (target_currency === undefined || target_currency === targetCurrency(transaction)) &&
    (start_time === undefined || createdAt >= Date.parse(String(start_time))) &&
    (end_time === undefined || createdAt <= Date.parse(String(end_time)))
  );
}

function sourceCurrency(transaction: Transaction): string {
  return transaction.kind === "transfer" ? transaction.source.currency : transaction.currency;
}

function targetCurrency(transaction: Transaction): string {
  return transaction.kind === "transfer" ? transaction.target.currency : transaction.currency;
}

function detail(name: OperationName, path: string, kind: Transaction["kind"]): Operation {
  return {
    name,
    method: "GET",
    path,
    writes: false,
    requestRefusal: lookupRefusal,
    perform: (request, service) => {
      const found = findByIds(request, service);
      return found?.kind === kind
        ? success(Number(service.behaviour.readStatus), transactionView(found, service))
        : unknownTransaction(request, service);
    },
  };
}

/** Section 4.5. */
export const getTransferDetail = detail("getTransferDetail", "/api/transactions/transfer/detail", "transfer");

/** Section 4.9. */
export const getDepositDetail = detail("getDepositDetail", "/api/transactions/detail", "deposit");

function lookupRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const { lookup, lookupWithout } = service.behaviour;
  const given = ["transaction_id", "partner_transaction_id"].filter((name) => isGiven(request.query[name]));
  if (given.some((name) => typeof request.query[name] !== "string"))
    return service.refuse(request, `${given.join(" and ")} must be given once`);
  if (given.length === 0)
    return lookupWithout === "notFound"
      ? refusal(404, "NOT_FOUND", "No transaction was asked for")
      : service.refuse(request, "transaction_id or partner_transaction_id is required");
  const { partner_transaction_id: partnerId } = request.query;
  if (service.behaviour.idLengths === "refused" && isGiven(partnerId) && !/^.{20,64}$/su.test(String(partnerId)))
    return service.refuse(request, "partner_transaction_id must have 20 to 64 characters");
  if (lookup === "exactlyOne" && given.length === 2)
    return service.refuse(request, "transaction_id and partner_transaction_id cannot be given together");
  if (lookup === "both" && given.length === 1)
    return service.refuse(request, "transaction_id and partner_transaction_id are both required");
  return undefined;
}

/** An empty value asks for nothing. */
function isGiven(value: QueryValue): boolean {
  return value !== undefined && value !== "";
}

function findByIds(request: PartnerRequest, service: Service): Transaction | undefined {
  const { transaction_id: id, partner_transaction_id: partnerId } = request.query;
  const byId = typeof id === "string" && id !== "" ? service.state.transactions.get(id) : undefined;
  if (!isGiven(partnerId) || (isGiven(id) && service.behaviour.lookup === "transactionIdFirst")) return byId;
  const byPartnerId = transactionByPartnerId(partnerId, service);
  return isGiven(id) && byId !== byPartnerId ? undefined : byPartnerId;
}

/** The transaction that first took a partner id. */
export function transactionByPartnerId(partnerId: QueryValue, { state }: Service): Transfer | Deposit | undefined {
  return typeof partnerId === "string"
    ? state.transactions.get(state.transactionsByPartnerId.get(partnerId) ?? "")
    : undefined;
}

/** The answer about a transaction that does not exist; `empty` is the body that stands for nothing found. */
export function unknownTransaction({ query }: PartnerRequest, service: Service, empty?: unknown): Result {
  const { behaviour } = service;
  const foreign = service.foreignRefusal(Object.values(query));
  if (foreign !== undefined) return foreign;
  switch (behaviour.unknownTransaction) {
    case "404":
      return refusal(404, "NOT_FOUND", "No such transaction");
    case "400":
      return refusal(400, "INVALID_PARAMETER", "No such transaction");
    case "empty":
      return success(Number(behaviour.readStatus), empty ?? {});
  }
}

/** Section 4.8. */
export const listBalances: Operation = {
  name: "listBalances",
  method: "GET",
  path: "/api/balances",
  writes: false,
  perform: (request, service) => {
    const isOther = service.behaviour.versionedReads === "newer" && isNewer(request);
    const wallets = service.state.wallets.map((wallet) => walletView(wallet, service));
    return success(
      Number(service.behaviour.readStatus),
      isOther ? wallets.map((wallet, index) => ({ ...wallet, wallet_number: index + 1 })) : wallets,
    );
  },
};
