/**
 * Receipts of transfers (section 4.7). How a receipt is written is open: judged is one that names another transfer, and one that is
 * the same for all transfers, byte for byte.
 */

import { check } from "../../../discovery/check.js";
import { receiptIdOf } from "../../../discovery/receipt.js";
import { deployment, type KnownTransaction, type Target } from "../../../discovery/target.js";
import { type Sequence, type Step, steps } from "../../../engine/cases/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { unknownIdLike, withOtherEnd } from "../../../generators/texts/unknownId.js";
import { holdPdf } from "../../../oracles/pdf.js";
import { MANY } from "./transactions.js";

/** How a receipt is requested: by the parameter that the preflight found. */
interface ReceiptRequest {
  readonly id: string;
  readonly template: (id: string) => Template;
  /** The id by which a transaction's receipt is requested; null when it is not known. */
  readonly idOf: (transaction: KnownTransaction) => string | null;
}

/** Null when no way to request a receipt is known. */
export function receiptRequest({ templates }: Target): ReceiptRequest | null {
  const [control] = templates.getTransferReceipt;
  const [named] = Object.entries(control?.query ?? {});
  if (control === undefined || named === undefined) return null;
  const [name, id] = named;
  return {
    id,
    template: (asked) => ({ ...control, id: asked, query: { [name]: asked } }),
    idOf: (transaction) => receiptIdOf(name, transaction),
  };
}

/** The entries of a receipt; null where an answer holds none. */
function receiptIn({ value }: Step): readonly unknown[] | null {
  return Array.isArray(value) && value.length > 0 ? value : null;
}

function textsIn(step: Step): readonly string[] {
  return (receiptIn(step) ?? []).filter((entry) => typeof entry === "string");
}

/** How many transfers of a status are compared. What failed may have no receipt. */
const MOST = { completed: 6, failed: 2 } as const;
const MOST_IN_SMOKE = { completed: 3, failed: 1 } as const;

/** Transfers that were made at different times: those of one batch may have one confirmation. */
function madeApart(target: Target): KnownTransaction[] {
  const times = new Set<unknown>();
  return Object.entries(target.profile === "smoke" ? MOST_IN_SMOKE : MOST).flatMap(([status, most]) =>
    target.transfers
      .filter(({ detail }) => detail.status === status && typeof detail.created_at === "string")
      .filter(({ detail }) => !times.has(detail.created_at) && times.add(detail.created_at))
      .slice(0, most),
  );
}

/** What can be read in a receipt: the strings themselves, and what they are in base64. */
function readable(strings: readonly string[]): string {
  // Each may be a whole, or a piece of one.
  const decoded = [...strings, strings.join("")].map((entry) =>
    Buffer.from(entry.split(",").at(-1) ?? "", "base64").toString("latin1"),
  );
  return [...strings, ...decoded].join("\n");
}

function isNamed({ transactionId, partnerTransactionId }: KnownTransaction, text: string): boolean {
  return [transactionId, partnerTransactionId].some((id) => id !== null && id.length > 8 && text.includes(id));
}

async function compareReceipts(sequence: Sequence, request: ReceiptRequest): Promise<void> {
  const receipts: { transfer: KnownTransaction; step: Step; text: string }[] = [];
  const target = deployment(sequence.execution.target);
  for (const transfer of madeApart(target)) {
    const id = request.idOf(transfer);
    if (id === null) continue;
    const step = await sequence.step(request.template(id), `own ${id}`);
    if (receiptIn(step) !== null) receipts.push({ transfer, step, text: readable(textsIn(step)) });
  }
  const namedIn = (text: string) => target.transfers.find((transfer) => isNamed(transfer, text));
  const naming = receipts.filter(({ text }) => namedIn(text) !== undefined);
  const [first, second] = receipts;
  // An address may be the same for all: what it leads to is not known.
  const isShared = second !== undefined && new Set(receipts.map(({ text }) => text)).size === 1;
  if (naming.length === 0 && isShared && holdPdf(textsIn(second.step)) === true)
    return sequence.expect(false, second.step, {
      message: `All of ${receipts.length} transfers have the same receipt`,
      expected: `the receipt of ${second.transfer.transactionId}`,
      actual: `that of ${first?.transfer.transactionId}, byte for byte`,
      control: first?.step,
    });
  if (naming.length === 0) return sequence.blocked("no receipt names a transfer in a way that can be read");
  for (const { transfer, step, text } of naming)
    sequence.expect(isNamed(transfer, text), step, {
      message: "A receipt is about a transfer other than the one requested",
      expected: `the receipt of ${transfer.transactionId}`,
      actual: `${namedIn(text)?.transactionId} in it`,
    });
}

export const ownReceipts = check("getTransferReceipt/state/own-receipt", {
  title: "No transfer has the receipt of another",
  sends: "the receipts of completed and failed transfers that were made at different times",
  expects: "none that names another of the transfers and not its own, and not the same for all",
  cases: (target) => {
    const request = receiptRequest(target);
    return request === null ? [] : [steps(0, (sequence) => compareReceipts(sequence, request))];
  },
});

/** Only an answer that is exactly the receipt of some transfer is wrong, and only where each transfer has its own. */
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
    const textOf = (step: Step) => JSON.stringify(receiptIn(step));
    return [...deposits, unknownIdLike(id), ...near].map((asked, index) =>
      steps(index, async (sequence) => {
        // Whatever was requested, a success is a receipt: an array of texts.
        const answer = await sequence.step(template(asked), "asked", { judged: "shape" });
        // How often each receipt occurs: one that several transfers share belongs to none of them.
        const receipts: string[] = [];
        for (const transfer of receiptIn(answer) === null ? [] : transfers)
          receipts.push(textOf(await sequence.step(template(transfer), transfer)));
        const shown = receipts.filter((receipt) => receipt !== "null");
        const isAnothers = new Set(shown).size > 1 && shown.filter((one) => one === textOf(answer)).length === 1;
        sequence.expect(!isAnothers, answer, {
          message: "An id that no transfer has returns the receipt of a transfer",
          expected: "no receipt of a transfer",
          actual: "the receipt of a transfer, byte for byte",
        });
      }),
    );
  },
});
