/** total counts what the pages hold (section 4.6). */

import { READING_SIZE } from "../../../discovery/list.js";
import { check } from "../../../engine/check.js";
import type { PageFacts } from "../../../engine/model.js";
import type { Sequence } from "../../../engine/sequenceCase.js";
import { jsonText } from "../../../schemas/json.js";
import { acceptedSize, idsOf, itemsOf, onPages, pageTemplate } from "./pages.js";
import { FIRST_SIZE, MOST_PAGES, type Walk, walk } from "./pageWalk.js";

/** Pages that most services cut, and those that a short list fills: what is cut off stands on the next one. */
const LARGE_SIZES = [150, 30];
/** The size of the pages in which a long list is read here and there. */
const LONG_SIZE = 10;

/** What the total of a list counts, if anything that the pages hold. */
function totalMeaning({ items, first, size }: Walk): "items" | "pages" | null {
  const { total, page_size: stated } = first.body;
  const unique = new Set(items.map(({ id }) => id)).size;
  if (total === items.length || total === unique) return "items";
  const perPage = typeof stated === "number" ? stated : size;
  return unique > perPage && total === Math.ceil(unique / Math.max(1, perPage)) ? "pages" : null;
}

/** Whether a list is too long to be read as a whole, in pages that may be shorter than was asked for. */
function isLong({ first }: Walk): boolean {
  return Number(first.body.total) > MOST_PAGES * itemsOf(first).length;
}

async function allPages(sequence: Sequence, pages: PageFacts, size: number): Promise<void> {
  const isSuspicious = (found: Walk): boolean => {
    const counted = typeof found.first.body.total !== "number" || totalMeaning(found) !== null;
    return !isLong(found) && (found.totals.size > 1 || !counted);
  };
  const list = await walk(sequence, pages, size, isSuspicious, true);
  if (list === null) return;
  const { total } = list.first.body;
  if (typeof total !== "number") return sequence.blocked("the list shows no total");
  if (isLong(list)) return sequence.blocked(`the list is longer than ${MOST_PAGES * itemsOf(list.first).length} items`);
  sequence.expect(list.totals.size === 1, list.last.exchange, {
    message: "The pages of one list state different totals",
    expected: `${total} on each page`,
    actual: [...list.totals].map(String).join(", "),
  });
  const meaning = totalMeaning(list);
  const late = list.late === undefined ? "" : `, and lags behind: it was right within ${list.late / 1000} s`;
  sequence.execution.observe(
    "unknown.listTransactions.totalMeaning",
    meaning === "pages"
      ? { value: "pages", text: "total counts pages" }
      : { value: "items", text: `total counts items${late}` },
    list.first.exchange,
  );
  sequence.expect(meaning !== null, list.first.exchange, {
    message: "total is not the number of items that the pages hold",
    expected: `${list.items.length}, the items on all pages`,
    actual: jsonText(total),
  });
}

/** Of a list that is too long to be read as a whole: pages from its middle, its last one, and the one behind that. */
async function ofLongList(sequence: Sequence, pages: PageFacts): Promise<void> {
  const size = await acceptedSize(sequence, pages, LONG_SIZE);
  if (size === null) return sequence.blocked("no page_size is accepted");
  const read = (offset: number, turn: string) =>
    sequence.step(pageTemplate(pages.firstPage + offset, size), `${turn} ${offset}`);
  const first = await read(0, "first");
  const { total } = first.body;
  if (typeof total !== "number" || total <= MOST_PAGES * size || itemsOf(first).length !== size) return;
  const last = Math.ceil(total / size) - 1;
  const seen = new Set<unknown>(itemsOf(first).map(({ id }) => id));
  for (const offset of [Math.floor(last / 2), last - 1, last, last + 1]) {
    const step = await read(offset, "page");
    const again = await read(0, `after ${offset}`);
    // A list that grows moves its items from page to page.
    if (!step.accepted || again.body.total !== total || idsOf(again) !== idsOf(first)) return;
    const items = itemsOf(step);
    // Behind the last page a service may show the last or the first one again.
    if (offset > last) {
      const more = items.find(({ id }) => !seen.has(id));
      return sequence.expect(more === undefined, step.exchange, {
        message: "The list goes on behind its last page by total",
        expected: `nothing after ${total} items`,
        actual: `another item: ${jsonText(more?.id)}`,
      });
    }
    const expected = offset === last ? total - last * size : size;
    const isNew = items.every(({ id }) => !seen.has(id));
    for (const { id } of items) seen.add(id);
    sequence.expect(items.length === expected && isNew && step.body.total === total, step.exchange, {
      message: "A page deep in the list does not hold what total and page_size say",
      expected: `${expected} other items, and total ${total}`,
      actual: `${items.length} items${isNew ? "" : ", some of another page"}, and total ${jsonText(step.body.total)}`,
    });
  }
}

/** Items that are read one by one. */
const SINGLES = 6;

/** Pages of one item hold the items that one larger page holds. */
async function singles(sequence: Sequence, pages: PageFacts): Promise<void> {
  const [wide, ...single] = [
    await sequence.step(pageTemplate(pages.firstPage, SINGLES), "wide"),
    await sequence.step(pageTemplate(pages.firstPage, 1), "single 0"),
  ];
  const one = single[0];
  if (one === undefined || !wide.accepted || !one.accepted || itemsOf(wide).length < 2) return;
  // A smallest page size is the service's choice.
  if (itemsOf(one).length !== 1) return;
  const count = itemsOf(wide).length;
  for (let offset = 1; offset < count; offset++) {
    single.push(await sequence.step(pageTemplate(pages.firstPage + offset, 1), `single ${offset}`));
  }
  const again = await sequence.step(pageTemplate(pages.firstPage, SINGLES), "wide again");
  if (idsOf(again) !== idsOf(wide) || single.some((step) => !step.accepted)) return;
  const shown = new Set(single.flatMap((step) => itemsOf(step).map(({ id }) => id)));
  const lost = itemsOf(wide).find(({ id }) => !shown.has(id));
  sequence.expect(
    lost === undefined,
    single.at(-1)?.exchange ?? wide.exchange,
    {
      message: "Pages of one item each do not show the items that one larger page shows",
      expected: `${jsonText(lost?.id)} on one of the first ${count} pages of one item`,
      actual: "none of them shows it",
    },
    wide.exchange,
  );
}

export const completePages = check("listTransactions/state/pages.complete", {
  title: "total counts what the pages hold",
  sends: "all pages",
  expects: "as many items as total says",
  cases: () => [
    onPages(0, (sequence, pages) => allPages(sequence, pages, FIRST_SIZE)),
    onPages(1, (sequence, pages) => allPages(sequence, pages, READING_SIZE)),
    onPages(1, (sequence, pages) => allPages(sequence, pages, 7)),
    ...LARGE_SIZES.map((size) => onPages(1, (sequence, pages) => allPages(sequence, pages, size))),
    onPages(1, ofLongList),
    onPages(2, singles),
  ],
});
