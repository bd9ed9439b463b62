import { isObject, type JsonObject } from "../../json.js";
import type { PartnerRequest } from "../../partnerRequest.js";
import { receiptPdf } from "../../receiptPdf.js";
import { statusAt, type Transaction } from "../../resources.js";
import { success } from "../../result.js";
import type { Service } from "../../service.js";
import { listStatus, transferView } from "../../views.js";
import { bodyChanged } from "../changes.js";
import { type Defect, defect } from "../defect.js";

const FAMILY = "agreement";

function ofKind(kind: Transaction["kind"], { state }: Service): Transaction[] {
  return state.transactionList().filter((transaction) => transaction.kind === kind);
}

function byPartnerId({ query }: PartnerRequest): boolean {
  return typeof query.transaction_id !== "string";
}

function byBothIds({ query }: PartnerRequest): boolean {
  return typeof query.transaction_id === "string" && typeof query.partner_transaction_id === "string";
}

/** A detail that is another one when it is read in another way (sections 4.5 and 4.9). */
function ways(): Defect[] {
  const shown = (
    operation: "getTransferDetail" | "getDepositDetail",
    way: string,
    title: string,
    isMeant: (request: PartnerRequest) => boolean,
    change: (body: JsonObject, service: Service) => JsonObject,
  ): Defect =>
    defect(
      FAMILY,
      operation,
      "state/both-ways",
      way,
      title,
      bodyChanged((body, request, service) => (isObject(body) && isMeant(request) ? change(body, service) : body)),
    );
  const partyOfAnother = (part: "customer" | "recipient") => (body: JsonObject, service: Service) => {
    const id = isObject(body[part]) ? body[part][`${part}_id`] : undefined;
    for (const transfer of ofKind("transfer", service)) {
      const other = transfer.kind === "transfer" ? transferView(transfer, service)[part] : undefined;
      if (isObject(other) && other[`${part}_id`] !== id) return { ...body, [part]: { ...other, [`${part}_id`]: id } };
    }
    return body;
  };
  return [
    ...(["customer", "recipient"] as const).map((part) =>
      shown(
        "getTransferDetail",
        `other-${part}`,
        `a transfer has the ${part} of another one when it is read by its partner_transaction_id`,
        byPartnerId,
        partyOfAnother(part),
      ),
    ),
    shown(
      "getTransferDetail",
      "stale-status",
      "a failed transfer is pending when it is read by its partner_transaction_id",
      byPartnerId,
      (body) => (body.status === "failed" ? { ...body, status: "pending" } : body),
    ),
    shown(
      "getDepositDetail",
      "stale-status",
      "a failed deposit is in process when it is read by its partner_transaction_id",
      byPartnerId,
      (body) => (body.status === "Failed" ? { ...body, status: "Processing" } : body),
    ),
    shown(
      "getTransferDetail",
      "other-notes",
      "a transfer has other notes when it is read by both its ids",
      byBothIds,
      (body) => ({ ...body, notes: `${String(body.notes ?? "")}.` }),
    ),
  ];
}

/** The one in the middle among the transactions of a kind that succeeded, and one that failed. */
function middle(kind: Transaction["kind"], service: Service): { succeeded?: Transaction; failed?: Transaction } {
  const now = service.now();
  const ended = (status: string) => ofKind(kind, service).filter(({ progress }) => statusAt(progress, now) === status);
  const succeeded = ended("succeeded");
  const one = succeeded[Math.floor(succeeded.length / 2)];
  const [failed] = ended("failed");
  return { ...(one === undefined ? {} : { succeeded: one }), ...(failed === undefined ? {} : { failed }) };
}

/** One transaction of many that is shown wrongly. */
function oneOfMany(): Defect[] {
  const wordOfAnother = (kind: Transaction["kind"]): Defect =>
    defect(
      FAMILY,
      "listTransactions",
      "state/details.agree",
      `one-${kind}-failed`,
      `one ${kind} that succeeded is listed with the word of failed ones`,
      bodyChanged((body, _call, service) => {
        const { succeeded, failed } = middle(kind, service);
        if (!isObject(body) || !Array.isArray(body.items) || succeeded === undefined || failed === undefined) {
          return body;
        }
        const word = listStatus(failed, service);
        const items = body.items.map((item) =>
          isObject(item) && item.id === succeeded.id ? { ...item, status: word } : item,
        );
        return { ...body, items };
      }),
    );
  const transfer = (rule: string, way: string, title: string, change: (body: JsonObject) => JsonObject): Defect =>
    defect(
      FAMILY,
      "getTransferDetail",
      rule,
      way,
      title,
      bodyChanged((body, _call, service) =>
        isObject(body) && body.transaction_id === middle("transfer", service).succeeded?.id ? change(body) : body,
      ),
    );
  return [
    wordOfAnother("transfer"),
    wordOfAnother("deposit"),
    transfer("state/list.agrees", "one-failed", "one transfer of many is failed, unlike in the list", (body) => ({
      ...body,
      status: "failed",
    })),
    transfer("response/fee.type", "one-text", "the fee of one transfer of many is a text", (body) => ({
      ...body,
      fee: String(body.fee),
    })),
  ];
}

/** Receipts for ids that no transfer has (section 4.7). */
function receipts(): Defect[] {
  const first = (way: string, title: string, isMeant: (id: string, service: Service) => boolean): Defect =>
    defect(FAMILY, "getTransferReceipt", "state/unknown-id", way, title, {
      result: (result, request, service) => {
        const id = request.query[service.behaviour.receiptParameter];
        const isUnknown = typeof id === "string" && isMeant(id, service);
        const done = middle("transfer", service).succeeded;
        return isUnknown && request.principal !== undefined && done?.kind === "transfer"
          ? success(200, [receiptPdf(done, service).toString("base64")])
          : result;
      },
    });
  return [
    first(
      "other-receipt",
      "an id that nothing has leads to a transfer's receipt",
      (id, { state }) => state.transactions.get(id) === undefined && !state.transactionsByPartnerId.has(id),
    ),
    first(
      "receipt-for-deposit",
      "the id of a deposit leads to a transfer's receipt",
      (id, { state }) =>
        state.transactions.get(id)?.kind === "deposit" ||
        state.transactions.get(state.transactionsByPartnerId.get(id) ?? "")?.kind === "deposit",
    ),
  ];
}

/** Successes of some length that are cut (section 1: all bodies are JSON). */
const CUT: readonly Defect[] = [4096, 6144].map((length) =>
  defect(
    FAMILY,
    "createCustomer",
    "response/body.json",
    `cut-at-${length}`,
    `an answer of more than ${length} characters is cut`,
    {
      response: (response) =>
        response.status < 300 && response.text.length > length
          ? { ...response, text: response.text.slice(0, length) }
          : response,
    },
  ),
);

/** What shows only in one way of reading, in one of many, or in a long answer. */
export const READING_WAYS: readonly Defect[] = [...ways(), ...oneOfMany(), ...receipts(), ...CUT];

/** A receipt that is that of another transfer (section 4.7). */
export const RECEIPT_OF_FIRST: Defect = defect(
  FAMILY,
  "getTransferReceipt",
  "state/own-receipt",
  "same-for-all",
  "every transfer has the receipt that was asked for first",
  () => {
    let first: unknown;
    return bodyChanged((body) => {
      first ??= Array.isArray(body) && body.length > 0 ? body : undefined;
      return first ?? body;
    });
  },
);
