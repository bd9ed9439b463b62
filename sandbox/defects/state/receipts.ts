import { receiptPdf } from "../../receiptPdf.js";
import { success } from "../../result.js";
import type { Service } from "../../service.js";
import { bodyChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { middleOf } from "./transactions.js";

const defect = familyOf("agreement");

/** Receipts for ids that no transfer has (section 4.7). */
function receipts(): Defect[] {
  const first = (way: string, title: string, isMeant: (id: string, service: Service) => boolean): Defect =>
    defect(`getTransferReceipt/state/unknown-id/${way}`, title, {
      result: (result, request, service) => {
        const id = request.query[service.behaviour.receiptParameter];
        const isUnknown = typeof id === "string" && isMeant(id, service);
        const done = middleOf("transfer", service).succeeded;
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

/** Receipts of other transfers than the one that was asked for, or of none. */
export const RECEIPTS: readonly Defect[] = receipts();

/** A receipt that is that of another transfer (section 4.7). */
export const RECEIPT_OF_FIRST: Defect = defect(
  "getTransferReceipt/state/own-receipt/same-for-all",
  "every transfer has the receipt that was asked for first",
  () => {
    let first: unknown;
    return bodyChanged((body) => {
      first ??= Array.isArray(body) && body.length > 0 ? body : undefined;
      return first ?? body;
    });
  },
);
