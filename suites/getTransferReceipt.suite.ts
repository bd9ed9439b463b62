/** The payment confirmation of a transfer: section 4.7. */
import { checkOf, group, trafficGroup } from "../engine/checkGroup.js";
import { editCase } from "../engine/editCase.js";
import type { CheckGroup, KnownTransaction, Suite, Target } from "../engine/model.js";
import { type Step, sequenceCase } from "../engine/sequenceCase.js";
import type { Template } from "../generators/edits/edit.js";
import { unknownIdLike, withOtherEnd } from "../generators/texts/unknownId.js";
import { MANY } from "./checks/state/knownTransactions.js";
import { ownReceipts } from "./checks/state/ownReceipts.js";
import { readSuite } from "./readingSuite.js";

/** Transfers whose receipt is asked for besides the control's. */
const MOST = 8;

/**
 * The receipts of transfers in other states: whether there is one is open, but what is given is a receipt.
 * Their answers exercise the response rules; they have no check of their own.
 */
function otherReceipts(): CheckGroup {
  const templates = (target: Target): Template[] => {
    const [control] = target.templates.getTransferReceipt;
    const [name] = Object.keys(control?.query ?? {});
    if (control === undefined || name === undefined) return [];
    return target.transfers.slice(0, MOST).flatMap(({ transactionId, partnerTransactionId }, index) => {
      const id = name.startsWith("partner") ? partnerTransactionId : transactionId;
      return id === null ? [] : { ...control, id: `other ${index}`, query: { [name]: id } };
    });
  };
  return {
    definitions: trafficGroup([]).definitions,
    cases: (target) =>
      templates(target).map((template, index) =>
        editCase({
          check: "getTransferReceipt/errors/no-server-error",
          index: 600_000 + index,
          tier: index < 4 ? 0 : 1,
          template,
          edit: null,
          expect: { kind: "observe" },
          message: "A receipt makes the service fail",
          response: true,
        }),
      ),
  };
}

/** The receipt that an answer holds, as one text; null when it holds none. */
function receiptOf({ value }: Step): string | null {
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null;
}

/**
 * Ids that no transfer has: one that nothing has, and one of a deposit. What a receipt looks like is open, so only one
 * that is the very receipt of some transfer is wrong, and only where each transfer has a receipt of its own.
 */
function unknownIds(): CheckGroup {
  const definition = checkOf("getTransferReceipt", "state", {
    rule: "unknown-id",
    title: "An id that no transfer has leads to no transfer's receipt",
    sends: "an id of the usual shape that nothing has, and the id of a deposit",
    expects: "anything but the receipt of a transfer",
  });
  return group("getTransferReceipt", [definition], (target) => {
    const [control] = target.templates.getTransferReceipt;
    const [named] = Object.entries(control?.query ?? {});
    if (control === undefined || named === undefined) return [];
    const [name, id] = named;
    const idOf = ({ transactionId, partnerTransactionId }: KnownTransaction) =>
      name.startsWith("partner") ? partnerTransactionId : transactionId;
    const receipt = (value: string): Template => ({ ...control, id: value, query: { [name]: value } });
    const transfers = target.transfers.slice(0, MANY).flatMap((transfer) => idOf(transfer) ?? []);
    const deposits = target.deposits.flatMap((deposit) => idOf(deposit) ?? []).slice(0, 1);
    const near = [withOtherEnd(id), `${id}0`, id.slice(0, -2)].filter((other) => !transfers.includes(other));
    return [unknownIdLike(id), ...deposits, ...near].map((asked, index) =>
      sequenceCase({
        check: definition.id,
        operation: "getTransferReceipt",
        tier: index,
        index,
        async execute(sequence) {
          const answer = await sequence.step(receipt(asked), "asked", { judged: false });
          const shown = receiptOf(answer);
          // How often each receipt is there: one that several transfers share is nobody's own.
          const receipts = new Map<string, number>();
          for (const transfer of shown === null ? [] : transfers) {
            const one = receiptOf(await sequence.step(receipt(transfer), transfer));
            if (one !== null) receipts.set(one, (receipts.get(one) ?? 0) + 1);
          }
          const another = shown !== null && receipts.size > 1 && receipts.get(shown) === 1;
          sequence.expect(!another, answer.exchange, {
            message: "An id that no transfer has is answered with the receipt of a transfer",
            expected: "no receipt of a transfer",
            actual: "the receipt of a transfer, byte for byte",
          });
        },
      }),
    );
  });
}

export const getTransferReceipt: Suite = readSuite("getTransferReceipt", "a transfer whose receipt is there", [
  otherReceipts(),
  unknownIds(),
  ownReceipts(),
]);
