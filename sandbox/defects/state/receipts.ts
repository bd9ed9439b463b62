/** Receipts that are another transfer's, or no PDF (section 4.7). */
import { receiptPdf } from "../../operations/reads.js";
import { success } from "../../request.js";
import { bodyChanged, shownValueChanged, textChange } from "../changes.js";
import { type Defect, defects, defectsBy } from "../defect.js";
import type { DefectHooks } from "../hooks.js";
import { examplesOf } from "./transactions.js";

const FAMILY = "agreement";

const ofAnother: DefectHooks = {
  result: (result, { query }, service) => {
    const asked = service.state.transactions.get(String(query[service.behaviour.receiptParameter]));
    const other = examplesOf("transfer", service).succeeded;
    return result.kind === "success" && asked?.progress.outcome === "failed" && other?.kind === "transfer"
      ? success(200, [receiptPdf(other, service).toString("base64")])
      : result;
  },
};

/** A receipt that is that of another transfer (section 4.7). */
export const RECEIPT_OF_FIRST: readonly Defect[] = defects(FAMILY, "getTransferReceipt")`
  state/own-receipt/same-for-all | every transfer has the receipt that was asked for first
    | ${() => {
      let first: unknown;
      return bodyChanged((body) => {
        first ??= Array.isArray(body) && body.length > 0 ? body : undefined;
        return first ?? body;
      });
    }}
  state/own-receipt/sample-for-all | every receipt is the same PDF, which names no transfer
    | ${() =>
      bodyChanged((body) =>
        Array.isArray(body) && body.length > 0 ? [Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64")] : body,
      )}
`;

export const RECEIPT_OF_ANOTHER: readonly Defect[] = defects(FAMILY, "getTransferReceipt")`
  state/own-receipt/another-for-failed | a failed transfer has the receipt of another | ${ofAnother}
`.map((defect) => ({ ...defect, needs: { pendingReceipt: "issued" } }));

/** What a receipt holds instead of a PDF (section 4.7). */
export const NO_PDF = defectsBy("response", "getTransferReceipt", [], (written: (text: string) => string) =>
  shownValueChanged("[]", textChange(written)),
)`
  response/body.pdf/plain-text | a receipt holds a line of text | ${(text) => Buffer.from(`Paid: ${text.length}`).toString("base64")}
  response/body.pdf/as-text | a receipt holds a line of text that is not encoded | ${(text) => `Payment confirmation ${text.length}`}
  response/body.pdf/web-page | a receipt holds a page of the web
    | ${(text) => Buffer.from(`<!doctype html><p>${text.length}`).toString("base64")}
  response/body.pdf/cut-off | a receipt holds a PDF without its beginning | ${(text) => text.slice(Math.floor(text.length / 8) * 4)}
  response/body.pdf/nothing | a receipt holds nothing | ${() => ""}
`;
