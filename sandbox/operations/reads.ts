import type { Behaviour } from "../behaviours.js";
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
import type { Operation, Service } from "../service.js";
import { type Deposit, statusAt, type Transaction, type TransactionStatus, type Transfer } from "../state.js";
import { listItemView, listStatus, transactionView, walletView } from "../views.js";

/** Section 4.6. */
export const listTransactions: Operation = {
  name: "listTransactions",
  method: "GET",
  path: "/api/transactions",
  writes: false,
  requestRefusal: (request, service) => {
    const page = requestedPage(request, service);
    return typeof page === "string" ? service.refuse(request, page) : filterRefusal(request, service);
  },
  perform: pageOf,
};

function requestedPage(request: PartnerRequest, { behaviour }: Service) {
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
  if (behaviour.listOrder === "oldestFirst") return oldestFirst;
  return behaviour.listOrder === "newestFirst"
    ? oldestFirst.toReversed()
    : oldestFirst.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * The optional filters that the list's description mentions (section 4.6). Their names are this service's own; without
 * the behaviour they are ignored.
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
  const { source, target } =
    transaction.kind === "transfer" ? transaction : { source: transaction, target: transaction };
  return (
    (status === undefined || status === listStatus(transaction, service)) &&
    (source_currency === undefined || source_currency === source.currency) &&
    (target_currency === undefined || target_currency === target.currency) &&
    (start_time === undefined || createdAt >= Date.parse(String(start_time))) &&
    (end_time === undefined || createdAt <= Date.parse(String(end_time)))
  );
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

/** An empty value requests nothing. */
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
function transactionByPartnerId(partnerId: QueryValue, { state }: Service): Transfer | Deposit | undefined {
  return typeof partnerId === "string"
    ? state.transactions.get(state.transactionsByPartnerId.get(partnerId) ?? "")
    : undefined;
}

/** The answer about a transaction that does not exist; `empty` is the body that means nothing found. */
function unknownTransaction({ query }: PartnerRequest, service: Service, empty?: unknown): Result {
  const { behaviour } = service;
  const foreign = service.foreignRefusal(Object.values(query));
  if (foreign !== undefined) return foreign;
  if (behaviour.unknownTransaction === "empty") return success(Number(behaviour.readStatus), empty ?? {});
  if (behaviour.unknownTransaction === "204") return success(204, "");
  return behaviour.unknownTransaction === "404"
    ? refusal(404, "NOT_FOUND", "No such transaction")
    : refusal(400, "INVALID_PARAMETER", "No such transaction");
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

/** How many characters each string of a receipt in several has. */
const CHUNK_LENGTH = 512;

const ENCODERS: Readonly<Record<Behaviour["receiptEncoding"], (pdf: Buffer) => string[]>> = {
  base64: (pdf) => [pdf.toString("base64")],
  dataUri: (pdf) => [`data:application/pdf;base64,${pdf.toString("base64")}`],
  base64Chunks: (pdf) => pdf.toString("base64").match(new RegExp(`.{1,${CHUNK_LENGTH}}`, "g")) ?? [],
};

/** Section 4.7. */
export const getTransferReceipt: Operation = {
  name: "getTransferReceipt",
  method: "GET",
  path: "/api/transactions/transfer/receipt",
  writes: false,
  requestRefusal: (request, service) => {
    const name = service.behaviour.receiptParameter;
    const value = request.query[name];
    return typeof value === "string" && value !== "" ? undefined : service.refuse(request, `${name} is required once`);
  },
  perform: receipt,
};

function receipt(request: PartnerRequest, service: Service): Result {
  const { behaviour } = service;
  const transfer = requestedTransfer(request, service);
  if (transfer === undefined) return unknownTransaction(request, service, []);
  if (statusAt(transfer.progress, service.now()) !== "succeeded") {
    if (behaviour.pendingReceipt === "refused") return service.refuse(request, "The transfer is not completed");
    if (behaviour.pendingReceipt === "empty") return receiptOf([], service);
  }
  return receiptOf(ENCODERS[behaviour.receiptEncoding](receiptPdf(transfer, service)), service);
}

function requestedTransfer(request: PartnerRequest, service: Service): Transfer | undefined {
  const { receiptParameter } = service.behaviour;
  const value = request.query[receiptParameter];
  const found =
    receiptParameter === "partner_transaction_id"
      ? transactionByPartnerId(value, service)
      : service.state.transactions.get(String(value));
  return found?.kind === "transfer" ? found : undefined;
}

function receiptOf(strings: readonly string[], { behaviour }: Service): Result {
  const result = success(Number(behaviour.readStatus), strings);
  return behaviour.receiptMediaType === "json" ? result : { ...result, mediaType: behaviour.receiptMediaType };
}

const STATUS_WORDS: Readonly<Record<TransactionStatus, string>> = {
  open: "Pending",
  succeeded: "Completed",
  failed: "Failed",
};

/** The payment confirmation of a transfer: a PDF of one page. The same for the same transfer and status. */
export function receiptPdf(transfer: Transfer, service: Service): Buffer {
  const { source, target } = transfer;
  // The standard fonts have no characters beyond Latin.
  const pdfText = (line: string): string => line.replace(/[^\x20-\x7e]/g, "?").replace(/[\\()]/g, "\\$&");
  const lines = [
    "Payment confirmation",
    `Transaction: ${transfer.id}`,
    `Partner reference: ${transfer.partnerId}`,
    `Status: ${STATUS_WORDS[statusAt(transfer.progress, service.now())]}`,
    `Sent: ${source.amount.toFixed(2)} ${source.currency} (${source.network})`,
    `Received: ${target.amount.toFixed(2)} ${target.currency} (${target.network})`,
    `Exchange rate: ${transfer.exchangeRate}`,
    `Fee: ${transfer.fee.toFixed(2)} ${source.currency}`,
    `Recipient: ${transfer.recipient.id}`,
    `Started: ${service.writeTime(transfer.progress.createdAt)}`,
    "Issued by a sandbox. No money was moved.",
  ];
  const text = lines.map((line) => `(${pdfText(line)}) Tj T*`).join("\n");
  const content = `BT /F1 12 Tf 18 TL 72 760 Td\n${text}\nET`;
  return assemble([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
}

function assemble(objects: readonly string[]): Buffer {
  let pdf = "%PDF-1.4\n";
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(pdf.length);
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}
