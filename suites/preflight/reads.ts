/** Finds out how the reading operations are used: page base, which transactions exist, how they are looked up. */
import type { Exchange } from "../../client/model.js";
import { isObject } from "../../generators/json.js";
import { jsonBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import { CONTRACT_VERSION, VERSION_HEADER } from "../../schemas/operations.js";
import type { KnownTransaction, PageFacts } from "../model.js";
import type { Observations } from "../session.js";
import { readRequest, type Sender } from "./target.js";

type Item = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;

/** Pages that are read in search of transactions, and items on each. */
const PAGES = 4;
const PAGE_SIZE = 20;
/** Transactions whose detail is read. */
const MOST_DETAILS = 40;

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
  const one = await sender.send(readRequest("listTransactions", page(1, 5)));
  const zero = await sender.send(readRequest("listTransactions", page(0, 5)));
  const zeroItems = itemsOf(zero);
  const zeroIsFirst = zeroItems.length > 0 && !sameItems(zeroItems, itemsOf(one));
  if (!isSuccess(one) && !isSuccess(zero)) return { pages: null, items: [] };
  const firstPage = zeroIsFirst ? 0 : 1;
  observations.set("unknown.listTransactions.pageBase", {
    answer: zeroIsFirst
      ? "pages are counted from 0"
      : `pages are counted from 1; page 0 is answered with ${zero.response?.status ?? "nothing"}${sameItems(zeroItems, itemsOf(one)) && zeroItems.length > 0 ? " and shows the first page" : ""}`,
    evidence: zero,
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

/** Ways to name a transaction in a lookup. */
const FORMS: readonly {
  readonly name: string;
  readonly query: (id: string, reference: string | null) => Query | null;
}[] = [
  { name: "id as transaction_id", query: (id) => ({ transaction_id: id }) },
  {
    name: "reference_id as partner_transaction_id",
    query: (_, reference) => (reference === null ? null : { partner_transaction_id: reference }),
  },
  {
    name: "both ids",
    query: (id, reference) => (reference === null ? null : { transaction_id: id, partner_transaction_id: reference }),
  },
  {
    name: "reference_id as transaction_id",
    query: (_, reference) => (reference === null ? null : { transaction_id: reference }),
  },
  { name: "id as partner_transaction_id", query: (id) => ({ partner_transaction_id: id }) },
];

type Detail = "getTransferDetail" | "getDepositDetail";
type Hit = { readonly exact: boolean; readonly transaction: KnownTransaction };

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Whether a detail is about the transaction that was asked for, is about none, or cannot be told. */
function readHit(exchange: Exchange, query: Query, item: Item | null): Hit | null {
  if (exchange.response === null || !isSuccess(exchange)) return null;
  const body = jsonBody(exchange.response);
  const value = body.ok ? body.value : undefined;
  // 200 with nothing in it may be how the service says "unknown".
  if (body.ok && (value === null || (typeof value === "object" && Object.keys(value).length === 0))) return null;
  const detail: Item = isObject(value) ? value : {};
  const asked = new Set([...Object.values(query), ...(item === null ? [] : [item.id, item.reference_id])]);
  const exact = asked.has(detail.transaction_id) || asked.has(detail.partner_transaction_id);
  return {
    exact,
    transaction: {
      transactionId: textOf(detail.transaction_id) ?? query.transaction_id ?? textOf(item?.id) ?? "",
      partnerTransactionId: textOf(detail.partner_transaction_id),
      query,
      detail,
      item,
    },
  };
}

/** In which respects transactions differ that answers are likely to treat differently. */
function kindOf({ detail }: KnownTransaction): string {
  const recipient = isObject(detail.recipient) ? detail.recipient.payment_details : null;
  return JSON.stringify([detail.status, detail.account_currency, isObject(recipient) ? recipient.account_type : null]);
}

/** The same transactions with one of each kind first, so that the first few show as much as possible. */
function varied(transactions: readonly KnownTransaction[]): KnownTransaction[] {
  const kinds = new Map<string, KnownTransaction[]>();
  for (const transaction of transactions) {
    const kind = kindOf(transaction);
    kinds.set(kind, [...(kinds.get(kind) ?? []), transaction]);
  }
  const ordered: KnownTransaction[] = [];
  for (let round = 0; ordered.length < transactions.length; round++) {
    for (const members of kinds.values()) {
      const member = members[round];
      if (member !== undefined) ordered.push(member);
    }
  }
  return ordered;
}

/** What lookups found. */
export interface Lookups {
  /** Listed ones whose lookup, in the way that works for others of their kind, shows another transaction. */
  readonly strays: { readonly transfers: readonly KnownTransaction[]; readonly deposits: readonly KnownTransaction[] };
  readonly transfers: readonly KnownTransaction[];
  readonly deposits: readonly KnownTransaction[];
}

/**
 * Reads the details of listed and named transactions, each through whichever operation and parameters know it.
 * @param named ids that the user gave, by operation
 */
export async function readDetails(
  sender: Sender,
  items: readonly Item[],
  named: Readonly<Partial<Record<Detail, string>>>,
): Promise<Lookups> {
  const found: Record<Detail, KnownTransaction[]> = { getTransferDetail: [], getDepositDetail: [] };
  const inexact: Record<Detail, KnownTransaction[]> = { getTransferDetail: [], getDepositDetail: [] };
  const failing: Record<Detail, KnownTransaction[]> = { getTransferDetail: [], getDepositDetail: [] };
  const goodForms = new Map<Detail, number>();
  const operationOfType = new Map<unknown, Detail>();

  const lookUp = async (
    operation: Detail,
    id: string,
    reference: string | null,
    item: Item | null,
  ): Promise<boolean> => {
    const known = goodForms.get(operation);
    const order = FORMS.map((_, index) => index).filter((index) => known === undefined || index === known);
    for (const index of order) {
      const query = FORMS[index]?.query(id, reference) ?? null;
      if (query === null) continue;
      const exchange = await sender.send(readRequest(operation, query));
      if ((exchange.response?.status ?? 0) >= 500) {
        failing[operation].push({ transactionId: id, partnerTransactionId: null, query, detail: {}, item });
      }
      const hit = readHit(exchange, query, item);
      if (hit === null) continue;
      if (hit.exact) {
        goodForms.set(operation, index);
        found[operation].push(hit.transaction);
        return true;
      }
      inexact[operation].push(hit.transaction);
    }
    return false;
  };

  for (const operation of ["getTransferDetail", "getDepositDetail"] as const) {
    const id = named[operation];
    if (id !== undefined) await lookUp(operation, id, id, null);
  }
  let misses = 0;
  for (const item of items.slice(0, MOST_DETAILS)) {
    const id = textOf(item.id);
    if (id === null) continue;
    const likely = operationOfType.get(item.type) ?? guess(item.type);
    const order: Detail[] =
      likely === "getDepositDetail"
        ? ["getDepositDetail", "getTransferDetail"]
        : ["getTransferDetail", "getDepositDetail"];
    let hit = false;
    for (const operation of order) {
      if (!hit && (await lookUp(operation, id, textOf(item.reference_id), item))) {
        hit = true;
        operationOfType.set(item.type, operation);
      }
    }
    misses = hit ? 0 : misses + 1;
    // Nothing is known by these ids: more of the same would only cost requests.
    if (misses >= 8 && found.getTransferDetail.length + found.getDepositDetail.length === 0) break;
  }
  // A detail that names no id is still an answer to judge, unless the other operation knows the transaction better.
  const knownIds = new Set([...found.getTransferDetail, ...found.getDepositDetail].map(({ item }) => item?.id));
  const settle = (operation: Detail): KnownTransaction[] =>
    found[operation].length > 0
      ? found[operation]
      : inexact[operation]
          .filter(({ item }) => !knownIds.has(item?.id) && guess(item?.type) !== opposite(operation))
          .slice(0, 4);
  const strays = (operation: Detail): KnownTransaction[] =>
    found[operation].length === 0
      ? []
      : inexact[operation].filter(
          ({ item }) => !knownIds.has(item?.id) && operationOfType.get(item?.type) === operation,
        );
  // A lookup that works for others of its kind and makes the service fail for this one is a control that is refused.
  const broken = (operation: Detail): KnownTransaction[] =>
    failing[operation]
      .filter(
        ({ item }) => !knownIds.has(item?.id) && (operationOfType.get(item?.type) ?? guess(item?.type)) === operation,
      )
      .slice(0, 2);
  const transfers = settle("getTransferDetail");
  const deposits = settle("getDepositDetail");
  return {
    strays: { transfers: strays("getTransferDetail"), deposits: strays("getDepositDetail") },
    transfers:
      transfers.length > 0
        ? [...broken("getTransferDetail"), ...varied(transfers)]
        : presumed("getTransferDetail", items, goodForms.get("getDepositDetail")),
    deposits:
      deposits.length > 0
        ? [...broken("getDepositDetail"), ...varied(deposits)]
        : presumed("getDepositDetail", items, goodForms.get("getTransferDetail")),
  };
}

function opposite(operation: Detail): Detail {
  return operation === "getTransferDetail" ? "getDepositDetail" : "getTransferDetail";
}

/** Which operation a list item's type speaks of, if its word is plain. */
function guess(type: unknown): Detail | null {
  if (/deposit|pay-?in|receive/i.test(String(type))) return "getDepositDetail";
  return /transfer|pay-?out|send/i.test(String(type)) ? "getTransferDetail" : null;
}

/**
 * Items that say themselves what they are, although their detail cannot be read in the way that works for the other
 * kind: they become controls that are refused, which is a finding.
 */
function presumed(operation: Detail, items: readonly Item[], form: number | undefined): KnownTransaction[] {
  if (form === undefined) return [];
  return items
    .filter((item) => guess(item.type) === operation)
    .slice(0, 2)
    .flatMap((item) => {
      const id = textOf(item.id);
      const query = id === null ? null : (FORMS[form]?.query(id, textOf(item.reference_id)) ?? null);
      return id === null || query === null
        ? []
        : [{ transactionId: id, partnerTransactionId: textOf(item.reference_id), query, detail: {}, item }];
    });
}

const RECEIPT_PARAMETERS = [
  "transaction_id",
  "transactionId",
  "id",
  "transfer_id",
  "transaction",
  "txn_id",
  "transactionID",
  "TransactionId",
  "Transaction Id",
  "transferId",
  "partner_transaction_id",
];

/**
 * Finds the receipt's query parameter, which the document does not name (section 4.7).
 * @returns the query to ask with; null when there is none. A query that works only with an Api-Version, which no read
 *   needs, and one that makes the service fail are returned too: as controls they are refused, which is a finding.
 */
export async function findReceipt(
  sender: Sender,
  transfers: readonly KnownTransaction[],
  observations: Observations,
): Promise<Query | null> {
  const byLikelihood = [...transfers].sort((left, right) => Number(isDone(right)) - Number(isDone(left))).slice(0, 3);
  for (const transfer of byLikelihood) {
    for (const name of RECEIPT_PARAMETERS) {
      const id = name.startsWith("partner") ? transfer.partnerTransactionId : transfer.transactionId;
      if (id === null) continue;
      const query = { [name]: id };
      const exchange = await sender.send(readRequest("getTransferReceipt", query));
      if (!isSuccess(exchange)) continue;
      observations.set("unknown.getTransferReceipt.parameterName", {
        answer: `the receipt takes ${name}`,
        evidence: exchange,
      });
      return query;
    }
  }
  return suspiciousReceipt(sender, byLikelihood[0]);
}

async function suspiciousReceipt(sender: Sender, transfer: KnownTransaction | undefined): Promise<Query | null> {
  if (transfer === undefined) return null;
  const query = { transaction_id: transfer.transactionId };
  const request = readRequest("getTransferReceipt", query);
  const versioned = { ...request, headers: { ...request.headers, [VERSION_HEADER.toLowerCase()]: CONTRACT_VERSION } };
  const [plain, withVersion] = [await sender.send(request), await sender.send(versioned)];
  const fails =
    plain.response !== null &&
    (plain.response.status >= 500 || (plain.response.status >= 300 && plain.response.status < 400));
  if (fails || isSuccess(withVersion)) return query;
  // The parameter is understood ("not found" instead of "missing"), and still a completed transfer has no receipt.
  const without = await sender.send(readRequest("getTransferReceipt"));
  const missing = without.response?.status ?? 0;
  const understood = plain.response?.status === 404 && missing >= 400 && missing < 500 && missing !== 404;
  return understood && isDone(transfer) ? query : null;
}

function isDone(transfer: KnownTransaction): boolean {
  return transfer.detail.status === "completed";
}
