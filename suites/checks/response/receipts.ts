/** The receipts that a service returns (section 4.7). */
import { check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { bodyOf } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { holdPdf } from "../../../oracles/pdf.js";
import { amount } from "../../../reports/visible.js";
import { openRequests } from "../errors/errorAnswers.js";
import { judgedBy } from "../judged.js";
import { receiptRequest } from "../state/receipts.js";

/** Transfers whose receipt is requested besides the control's. */
const MOST = 40;
/** How many of them every profile requests. */
const ALWAYS = 1;

/**
 * The receipts of transfers in other states: whether there is one is open, but what is returned must be a receipt. Their
 * answers exercise the response rules; they have no separate check.
 */
export const otherReceipts = openRequests("getTransferReceipt", "receipts", (target) => {
  const request = receiptRequest(target);
  if (request === null) return [];
  return target.transfers
    .slice(0, MOST)
    .flatMap((transfer) => request.idOf(transfer) ?? [])
    .map((id, index) => {
      const tier = index < ALWAYS ? 0 : 1;
      return sending({ tier, template: request.template(id), edit: null, expect: { kind: "observe" }, response: true });
    });
});

/**
 * How they are written is open, and so is whether there is a receipt: only texts that cannot be a PDF in any notation
 * are reported.
 */
export const receiptPdf = check("getTransferReceipt/response/body.pdf", {
  title: "A receipt contains a PDF",
  sends: "every receipt that is given",
  expects: "a PDF in the texts, in whatever notation; or the address of one",
  watches: "successes",
  judge: judgedBy(({ exchange, response, judging }) => {
    const value = judging.response && isSuccess(exchange) && !response.truncated ? bodyOf(exchange) : undefined;
    const texts = Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
    const holds = texts.length === 0 ? null : holdPdf(texts);
    if (holds === null) return undefined;
    if (holds) return null;
    return {
      message: "A receipt contains no PDF",
      expected: "a PDF, as it is or in base64, in hexadecimal digits, as numbers, in a data URI or packed",
      actual: `${amount(texts.length, "text")} of something else`,
    };
  }),
});
