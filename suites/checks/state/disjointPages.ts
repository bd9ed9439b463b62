/** No item stands on two pages (section 4.6). */
import { check } from "../../../engine/check.js";
import type { PageFacts } from "../../../engine/model.js";
import type { Sequence } from "../../../engine/sequenceCase.js";
import { amount } from "../../../reports/visible.js";
import { jsonText } from "../../../schemas/json.js";
import { idsOf, itemsOf, onPages, pageTemplate } from "./pages.js";
import { FIRST_SIZE, type Walk, walk } from "./pageWalk.js";

/** The first id that a list holds twice, or null. */
function repeatedId({ items }: Walk): string | null {
  const seen = new Set<unknown>();
  for (const { id } of items) {
    if (typeof id === "string" && seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

async function allPages(sequence: Sequence, pages: PageFacts, size: number): Promise<void> {
  const list = await walk(sequence, pages, size, (found) => repeatedId(found) !== null);
  if (list === null) return;
  const repeated = repeatedId(list);
  sequence.expect(repeated === null, list.last.exchange, {
    message: "An item is on two pages of the list, or twice on one",
    expected: "each item once",
    actual: `${repeated} twice among ${amount(list.items.length, "item")} read in pages of ${list.size}`,
  });
}

/** Without a page_size the service has its own: the second page is another one than the first all the same. */
async function withoutSize(sequence: Sequence, pages: PageFacts): Promise<void> {
  const first = await sequence.step(pageTemplate(pages.firstPage, null), "first");
  const second = await sequence.step(pageTemplate(pages.firstPage + 1, null), "second");
  if (!first.accepted || !second.accepted) return;
  const count = itemsOf(first).length;
  // Where the first page holds everything, what stands on the second is open; its size tells, where the total lags behind.
  const { page_size: size } = first.body;
  if (count === 0 || count >= pages.total || (typeof size === "number" && count < size)) return;
  const ids = new Set(itemsOf(first).map(({ id }) => id));
  const repeated = itemsOf(second).find(({ id }) => typeof id === "string" && ids.has(id));
  // What was added meanwhile moves items to the next page.
  if (repeated !== undefined) {
    const again = await sequence.step(pageTemplate(pages.firstPage, null), "first again");
    if (idsOf(first) !== idsOf(again)) return;
  }
  sequence.expect(
    repeated === undefined,
    second.exchange,
    {
      message: "Without page_size an item is on the first page and on the second",
      expected: `other items than the first ${count} of ${pages.total}`,
      actual: `${jsonText(repeated?.id)} again`,
    },
    first.exchange,
  );
}

export const disjointPages = check("listTransactions/state/pages.disjoint", {
  sends: "all pages",
  expects: "each id once",
  cases: () => [
    // The fewest pages first.
    onPages(0, (sequence, pages) => allPages(sequence, pages, FIRST_SIZE)),
    onPages(1, (sequence, pages) => allPages(sequence, pages, 5)),
    onPages(2, (sequence, pages) => allPages(sequence, pages, 7)),
    onPages(1, (sequence, pages) => allPages(sequence, pages, 30)),
    onPages(0, withoutSize),
  ],
});
