import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isObject, type JsonObject, parsedJson } from "./json.js";
import { type Result, refusal, success } from "./request.js";
import { transferTerms } from "./seed/seed.js";
import type { Service } from "./service.js";
import { type Recipient, recipientStatus, type Transaction, type Transfer } from "./state.js";
import { recipientView, transactionView } from "./views.js";

/**
 * The control path: how a developer triggers events for which the document shows no operation (section 4.10). It is not
 * part of the contract, requires no credentials and answers plainly whatever the behaviour.
 */
export function mountControlPath(
  server: FastifyInstance,
  service: Service,
  send: (result: Result, reply: FastifyReply) => void,
): void {
  const post = (url: string, act: (body: JsonObject) => unknown): void => {
    server.post(url, (request, reply) => {
      const result = act(bodyOf(request));
      send(typeof result === "string" ? refusal(400, "INVALID_PARAMETER", result) : success(200, result), reply);
    });
  };
  server.get("/_sandbox/state", (_request, reply) => send(success(200, overview(service)), reply));
  post("/_sandbox/transfers", (body) => startTransfer(body, service));
  post("/_sandbox/deposits", (body) => startDeposit(body, service));
  post("/_sandbox/recipients/status", (body) => setRecipientStatus(body, service));
}

/** The object that a request to the control path carries; an empty one when it carries none. */
export function bodyOf(request: FastifyRequest): JsonObject {
  const body = Buffer.isBuffer(request.body) ? parsedJson(request.body.toString()) : undefined;
  return isObject(body) ? body : {};
}

function overview(service: Service): JsonObject {
  const { state, behaviour, mode } = service;
  const time = service.now();
  const newest = <T extends Pick<Recipient, "id" | "partnerId">>(
    name: string,
    all: Iterable<T>,
    more?: (one: T) => object,
  ) =>
    [...all]
      .slice(-100)
      .map((one) => ({ [`${name}_id`]: one.id, [`partner_${name}_id`]: one.partnerId, ...more?.(one) }));
  return {
    mode,
    behaviour,
    recipients: newest("recipient", state.recipients.values(), (one) => ({ status: recipientStatus(one, time) })),
    customers: newest("customer", state.customers.values()),
    transactions: newest("transaction", state.transactionList(), ({ kind }) => ({ transaction_type: kind })),
    totals: {
      recipients: state.recipients.size,
      customers: state.customers.size,
      files: state.files.size,
      transactions: state.transactions.size,
    },
  };
}

function text(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return typeof value === "string" ? value : undefined;
}

/** The wanted properties of a transaction, or what is wrong with them. */
function requested(
  body: JsonObject,
  service: Service,
): (Pick<Transfer, "partnerId" | "progress"> & { amount: number }) | string {
  const { amount = 1_000 } = body;
  if (typeof amount !== "number" || amount <= 0 || amount > 1e12) return "amount must be a number above 0";
  const outcome = text(body, "outcome") ?? "succeeded";
  if (outcome !== "succeeded" && outcome !== "failed") return 'outcome must be "succeeded" or "failed"';
  const partnerId = text(body, "partner_transaction_id") ?? service.newPartnerId("txn");
  const length = [...partnerId].length;
  if (length < 20 || length > 64 || service.state.transactionsByPartnerId.has(partnerId))
    return "partner_transaction_id must have 20 to 64 characters and not be in use";
  return { amount, progress: service.progress(outcome), partnerId };
}

function startTransfer(body: JsonObject, service: Service): JsonObject | string {
  const customer = service.state.customers.get(text(body, "customer_id") ?? "");
  const recipient = service.state.recipients.get(text(body, "recipient_id") ?? "");
  if (customer === undefined || recipient === undefined)
    return "customer_id and recipient_id must name a customer and a recipient of this sandbox";
  const asked = requested(body, service);
  if (typeof asked === "string") return asked;
  const { amount, partnerId, progress } = asked;
  const source = { currency: "USDT", amount, network: "TRX" };
  return started(service, "Transfers", {
    kind: "transfer",
    id: service.newId("txn"),
    partnerId,
    progress,
    source,
    ...transferTerms(source, recipient),
    purposeCode: "Payment for Physical Goods",
    notes: text(body, "notes") ?? "",
    customer,
    recipient,
    fileIds: [],
  });
}

function startDeposit(body: JsonObject, service: Service): JsonObject | string {
  const asked = requested(body, service);
  if (typeof asked === "string") return asked;
  const network = text(body, "network") ?? "ETH";
  const currency = text(body, "account_currency") ?? "USDT";
  if (!["ETH", "TRX"].includes(network) || !["USDT", "USDC", "USD"].includes(currency))
    return "network must be ETH or TRX, account_currency USDT, USDC or USD";
  return started(service, "Deposit", {
    kind: "deposit",
    id: service.newId("txn"),
    ...asked,
    network,
    currency,
    sourceWallet: "0xSample00000000000000000000000000000source",
    targetWallet: "0xSample00000000000000000000000000000target",
  });
}

/** Stores a transaction, and announces it now and when it is decided. */
function started(service: Service, category: "Transfers" | "Deposit", transaction: Transaction): JsonObject {
  const { createdAt, settlesAt } = transaction.progress;
  const data = (): JsonObject => transactionView(transaction, service);
  service.state.addTransaction(transaction, 1_024);
  service.onChange?.({ category, at: createdAt, data });
  if (Number.isFinite(settlesAt) && settlesAt > createdAt) service.onChange?.({ category, at: settlesAt, data });
  return data();
}

const RECIPIENT_STATUSES: readonly Recipient["status"][] = ["pending", "active", "rejected", "suspended"];

function setRecipientStatus(body: JsonObject, service: Service): JsonObject | string {
  const recipient = service.state.recipients.get(text(body, "recipient_id") ?? "");
  const status = RECIPIENT_STATUSES.find((known) => known === body.status);
  if (recipient === undefined || status === undefined)
    return `recipient_id must name a recipient of this sandbox, status be one of ${RECIPIENT_STATUSES.join(", ")}`;
  const changed: Recipient = { ...recipient, status, activeAt: Number.POSITIVE_INFINITY };
  service.state.recipients.set(changed.id, changed, 1_024);
  service.onChange?.({ category: "Recipient", at: service.now(), data: () => recipientView(changed, service) });
  return recipientView(changed, service);
}
