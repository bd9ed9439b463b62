/**
 * Each transfer has a payment confirmation of its own (section 4.7). How a receipt is written is open, so that it may be
 * the same sample for all: only one that names another transfer, and not the one that was asked for, is judged.
 */
import { check } from "../../../engine/check.js";
import type { KnownTransaction, Target } from "../../../engine/model.js";
import { type Sequence, type Step, steps } from "../../../engine/sequenceCase.js";
import { type ReceiptRequest, receiptRequest } from "./receipts.js";

/** Transfers whose receipts are compared. */
const MOST = 6;

interface Receipt {
  readonly transfer: KnownTransaction;
  readonly step: Step;
  /** What can be read in it: the strings themselves, and what they are in base64. */
  readonly readable: string;
}

function readReceipt(transfer: KnownTransaction, step: Step): Receipt | null {
  const { value } = step;
  if (!Array.isArray(value) || value.length === 0) return null;
  const strings = value.filter((entry) => typeof entry === "string");
  const decoded = strings.map((entry) => Buffer.from(entry.split(",").at(-1) ?? "", "base64").toString("latin1"));
  return { transfer, step, readable: [...strings, ...decoded].join("\n") };
}

/** Completed transfers that were made at different times: those of one batch may have one confirmation. */
function madeApart(target: Target): KnownTransaction[] {
  const times = new Set<unknown>();
  return target.transfers
    .filter(({ detail }) => detail.status === "completed" && typeof detail.created_at === "string")
    .filter(({ detail }) => !times.has(detail.created_at) && times.add(detail.created_at))
    .slice(0, MOST);
}

/** Whether a transfer is named in what can be read of a receipt. */
function isNamed({ transactionId, partnerTransactionId }: KnownTransaction, { readable }: Receipt): boolean {
  return [transactionId, partnerTransactionId].some((id) => id !== null && id.length > 8 && readable.includes(id));
}

/** Receipts of several transfers, compared with each other. */
async function compareReceipts(sequence: Sequence, request: ReceiptRequest): Promise<void> {
  const receipts: Receipt[] = [];
  for (const transfer of madeApart(sequence.execution.target)) {
    const id = request.idOf(transfer);
    if (id === null) continue;
    const receipt = readReceipt(transfer, await sequence.step(request.template(id), `own ${id}`));
    if (receipt !== null) receipts.push(receipt);
  }
  const transfers = receipts.map(({ transfer }) => transfer);
  const naming = receipts.filter((receipt) => transfers.some((transfer) => isNamed(transfer, receipt)));
  if (naming.length === 0) return sequence.blocked("no receipt names a transfer in a way that can be read");
  for (const receipt of naming) {
    const { transfer, step } = receipt;
    const other = transfers.find((candidate) => isNamed(candidate, receipt));
    sequence.expect(isNamed(transfer, receipt), step.exchange, {
      message: "A receipt names a transfer that was not asked for",
      expected: `the receipt of ${transfer.transactionId}`,
      actual: `${other?.transactionId} in it`,
    });
  }
}

export const ownReceipts = check("getTransferReceipt/state/own-receipt", {
  title: "No transfer has the receipt of another",
  sends: "the receipts of completed transfers that were made at different times",
  expects: "none that names another of the transfers and not its own",
  cases: (target) => {
    const request = receiptRequest(target);
    if (request === null) return [];
    return [steps(0, (sequence) => compareReceipts(sequence, request))];
  },
});
