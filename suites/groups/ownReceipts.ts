/**
 * Each transfer has a payment confirmation of its own (section 4.7). How a receipt is written is open, so that two things
 * only are judged: that two transfers do not share one, and that none names another transfer and not its own.
 */
import type { Template } from "../../generators/edit.js";
import { check, group } from "../define.js";
import type { CheckGroup, KnownTransaction, World } from "../model.js";
import { programUnit, type Step } from "../programUnit.js";

/** Transfers whose receipts are compared. */
const MOST = 6;

interface Receipt {
  readonly transfer: KnownTransaction;
  readonly step: Step;
  /** The answer as one text. */
  readonly text: string;
  /** What can be read in it: the strings themselves, and what they are in base64. */
  readonly readable: string;
}

function readReceipt(transfer: KnownTransaction, step: Step): Receipt | null {
  const { value } = step;
  if (!Array.isArray(value) || value.length === 0) return null;
  const strings = value.filter((entry) => typeof entry === "string");
  const decoded = strings.map((entry) => Buffer.from(entry.split(",").at(-1) ?? "", "base64").toString("latin1"));
  return { transfer, step, text: JSON.stringify(value), readable: [...strings, ...decoded].join("\n") };
}

/** Completed transfers that were made at different times: those of one batch may have one confirmation. */
function madeApart(world: World): KnownTransaction[] {
  const times = new Set<unknown>();
  return world.transfers
    .filter(({ detail }) => detail.status === "completed" && typeof detail.created_at === "string")
    .filter(({ detail }) => !times.has(detail.created_at) && times.add(detail.created_at))
    .slice(0, MOST);
}

/** Whether a receipt can be read to be about another of the transfers, and not about its own. */
function namesAnother({ transfer, readable }: Receipt, all: readonly Receipt[]): boolean {
  const isNamed = ({ transactionId, partnerTransactionId }: KnownTransaction): boolean =>
    [transactionId, partnerTransactionId].some((id) => id !== null && id.length > 8 && readable.includes(id));
  return !isNamed(transfer) && all.some((other) => other.transfer !== transfer && isNamed(other.transfer));
}

/** Receipts of several transfers, compared with each other. */
export function ownReceipts(): CheckGroup {
  const definition = check("getTransferReceipt", "state", {
    rule: "own-receipt",
    level: "should",
    title: "Each transfer has a receipt of its own",
    sends: "completed transfers that were made at different times",
    expects: "receipts that differ, and none that names another of the transfers and not its own",
  });
  return group("getTransferReceipt", [definition], (world) => {
    const [control] = world.templates.getTransferReceipt;
    const [name] = Object.keys(control?.query ?? {});
    if (control === undefined || name === undefined) return [];
    return [
      programUnit({
        check: definition.id,
        operation: "getTransferReceipt",
        tier: 0,
        async play(stage) {
          const receipts: Receipt[] = [];
          for (const transfer of madeApart(world)) {
            const id = name.startsWith("partner") ? transfer.partnerTransactionId : transfer.transactionId;
            if (id === null) continue;
            const template: Template = { ...control, id: `own ${id}`, query: { [name]: id } };
            const receipt = readReceipt(transfer, await stage.step(template, `own ${id}`));
            if (receipt !== null) receipts.push(receipt);
          }
          if (receipts.length < 2) return stage.blocked("fewer than two completed transfers have a receipt");
          for (const [index, receipt] of receipts.entries()) {
            const same = receipts.slice(0, index).find(({ text }) => text === receipt.text);
            stage.expect(
              same === undefined,
              receipt.step.exchange,
              {
                message: "Two transfers that were made at different times have the very same receipt",
                expected: `a receipt that differs from that of ${same?.transfer.transactionId}`,
                actual: "the same, byte for byte",
              },
              same?.step.exchange ?? null,
            );
            stage.expect(!namesAnother(receipt, receipts), receipt.step.exchange, {
              message: "A receipt names another transfer and not the one that was asked for",
              expected: `the receipt of ${receipt.transfer.transactionId}`,
              actual: "the id of another transfer in it",
            });
          }
        },
      }),
    ];
  });
}
