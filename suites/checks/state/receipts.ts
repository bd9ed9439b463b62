/** Receipts of transfers, as checks ask for them: by the parameter that the preflight found (section 4.7). */

import { receiptIdOf } from "../../../discovery/receipt.js";
import type { KnownTransaction, Target } from "../../../engine/model.js";
import type { Template } from "../../../generators/edits/edit.js";

/** How a receipt is asked for. */
export interface ReceiptRequest {
  /** The id that the control asks for. */
  readonly id: string;
  /** The request for the receipt of an id. */
  readonly template: (id: string) => Template;
  /** The id by which a transaction's receipt is asked for; null when it is not known. */
  readonly idOf: (transaction: KnownTransaction) => string | null;
}

/** Null when no way to ask for a receipt is known. */
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
