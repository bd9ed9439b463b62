/** The texts of a receipt hold a PDF (section 4.7). */
import { check } from "../../../engine/check.js";
import { failureOf } from "../../../engine/traffic.js";
import { bodyOf } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { holdPdf } from "../../../oracles/pdf.js";
import { amount } from "../../../reports/visible.js";

/** How they are written is open, and so is whether there is a receipt: only texts that are no PDF in any way are told. */
export const receiptPdf = check("getTransferReceipt/response/body.pdf", {
  title: "The texts of a receipt hold a PDF",
  sends: "every receipt that is given",
  expects: "a PDF in the texts, in whatever notation; or the address of one",
  watches: "successes",
  judge: (id) => (answer) => {
    const { exchange, response, judging, recorder } = answer;
    const value = judging.response && isSuccess(exchange) && !response.truncated ? bodyOf(exchange) : undefined;
    const texts = Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
    const holds = texts.length === 0 ? null : holdPdf(texts);
    if (holds === null) return;
    recorder.request(id);
    if (holds) return recorder.pass(id);
    recorder.fail(
      id,
      failureOf(answer, {
        message: "The texts of a receipt hold no PDF",
        expected: "a PDF, as it is or in base64, in hexadecimal digits, in a data URI or packed",
        actual: `${amount(texts.length, "text")} of something else`,
      }),
    );
  },
});
