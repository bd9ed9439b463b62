/** The payment confirmation of a transfer: section 4.7. */
import type { Template } from "../generators/edit.js";
import { caseUnit } from "./caseUnit.js";
import { trafficGroup } from "./define.js";
import type { CheckGroup, Suite, World } from "./model.js";
import { readSuite } from "./readSuite.js";

/** Transfers whose receipt is asked for besides the control's. */
const MOST = 8;

/**
 * The receipts of transfers in other states: whether there is one is open, but what is given is a receipt.
 * Their answers exercise the response rules; they have no check of their own.
 */
function otherReceipts(): CheckGroup {
  const templates = (world: World): Template[] => {
    const [control] = world.templates.getTransferReceipt;
    const [name] = Object.keys(control?.query ?? {});
    if (control === undefined || name === undefined) return [];
    return world.transfers.slice(0, MOST).flatMap(({ transactionId, partnerTransactionId }, index) => {
      const id = name.startsWith("partner") ? partnerTransactionId : transactionId;
      return id === null ? [] : { ...control, id: `other ${index}`, query: { [name]: id } };
    });
  };
  return {
    definitions: trafficGroup([]).definitions,
    units: (world) =>
      templates(world).map((template, index) =>
        caseUnit({
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

export const getTransferReceipt: Suite = readSuite("getTransferReceipt", "a transfer whose receipt is there", [
  otherReceipts(),
]);
