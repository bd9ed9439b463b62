/** The receipts of transfers in other states: whether there is one is open, but what is given is a receipt (section 4.7). */
import { sending } from "../../../engine/editCase.js";
import { openRequests } from "../errors/noServerError.js";
import { receiptRequest } from "../state/receipts.js";

/** Transfers whose receipt is asked for besides the control's. */
const MOST = 8;
/** Those of them that every profile asks for. */
const ALWAYS = 1;

/** Their answers exercise the response rules; they have no check of their own. */
export const otherReceipts = openRequests("getTransferReceipt", "receipts", (target) => {
  const request = receiptRequest(target);
  if (request === null) return [];
  return target.transfers
    .slice(0, MOST)
    .flatMap((transfer) => request.idOf(transfer) ?? [])
    .map((id, index) =>
      sending({
        tier: index < ALWAYS ? 0 : 1,
        template: request.template(id),
        edit: null,
        expect: { kind: "observe" },
        message: "A receipt makes the service fail",
        response: true,
      }),
    );
});
