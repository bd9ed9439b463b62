/**
 * An id that no transfer has leads to no transfer's receipt (section 4.7). What a receipt looks like is open, so only one
 * that is the very receipt of some transfer is wrong, and only where each transfer has a receipt of its own.
 */
import { check } from "../../../engine/check.js";
import { type Step, steps } from "../../../engine/sequenceCase.js";
import { unknownIdLike, withOtherEnd } from "../../../generators/texts/unknownId.js";
import { receiptRequest } from "./receipts.js";
import { MANY } from "./transactions.js";

/** The receipt that an answer holds, as one text; null when it holds none. */
function receiptIn({ value }: Step): string | null {
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null;
}

export const unknownReceipts = check("getTransferReceipt/state/unknown-id", {
  sends: "an id of the usual shape that nothing has, and the id of a deposit",
  expects: "anything but the receipt of a transfer",
  cases: (target) => {
    const request = receiptRequest(target);
    if (request === null) return [];
    const { id, idOf, template } = request;
    const transfers = target.transfers.slice(0, MANY).flatMap((transfer) => idOf(transfer) ?? []);
    const deposits = target.deposits.flatMap((deposit) => idOf(deposit) ?? []).slice(0, 1);
    const near = [withOtherEnd(id), `${id}0`, id.slice(0, -2)].filter((other) => !transfers.includes(other));
    return [...deposits, unknownIdLike(id), ...near].map((asked, index) =>
      steps(index, async (sequence) => {
        const answer = await sequence.step(template(asked), "asked", { judged: false });
        const shown = receiptIn(answer);
        // How often each receipt is there: one that several transfers share is nobody's own.
        const receipts = new Map<string, number>();
        for (const transfer of shown === null ? [] : transfers) {
          const receipt = receiptIn(await sequence.step(template(transfer), transfer));
          if (receipt !== null) receipts.set(receipt, (receipts.get(receipt) ?? 0) + 1);
        }
        const isAnothers = shown !== null && receipts.size > 1 && receipts.get(shown) === 1;
        sequence.expect(!isAnothers, answer.exchange, {
          message: "An id that no transfer has is answered with the receipt of a transfer",
          expected: "no receipt of a transfer",
          actual: "the receipt of a transfer, byte for byte",
        });
      }),
    );
  },
});
