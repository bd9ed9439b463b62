/** A page shows the number that was asked for (section 4.6). */
import { check } from "../../../engine/check.js";
import type { PageFacts } from "../../../engine/model.js";
import type { Sequence } from "../../../engine/sequenceCase.js";
import { jsonText } from "../../../schemas/json.js";
import { acceptedSize, onPages, pageTemplate } from "./pages.js";

async function firstPages(sequence: Sequence, pages: PageFacts): Promise<void> {
  const size = await acceptedSize(sequence, pages, 3);
  for (const offset of [0, 1, 2]) {
    const number = pages.firstPage + offset;
    if (offset * (size ?? pages.total) >= pages.total && offset > 0) break;
    const step = await sequence.reading(pageTemplate(number, size), `page ${number}`);
    if (!step.accepted || typeof step.body.page_number !== "number") continue;
    sequence.expect(step.body.page_number === number, step.exchange, {
      message: "The answer shows a page_number that was not asked for",
      expected: String(number),
      actual: jsonText(step.body.page_number),
    });
  }
}

export const pageNumber = check("listTransactions/state/page_number", {
  title: "The answer is about the page that was asked for",
  sends: "pages 1, 2 and 3",
  expects: "the same page_number in the answer",
  cases: () => [onPages(0, firstPages)],
});
