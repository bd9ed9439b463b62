/** page_size bounds the items of a page (section 4.6). */
import { check } from "../../../engine/check.js";
import type { PageFacts } from "../../../engine/model.js";
import type { Sequence, Step } from "../../../engine/sequenceCase.js";
import { answerText, hasStatus } from "../../../oracles/outcome.js";
import { amount, listed } from "../../../reports/visible.js";
import { isObject, jsonText } from "../../../schemas/json.js";
import { isAboutTheRequest } from "../../../schemas/statuses.js";
import { itemsOf, onPages, pageTemplate } from "./pages.js";
import { FIRST_SIZE } from "./pageWalk.js";

/** A smallest or a largest page size hides some of them; the first few tell most. */
const SIZES = [
  [2, 150],
  [3, 5, 10, 30, 75, 150],
];
/** Sizes that a service offers which takes no others. */
const ROUND_SIZES = [20, 50, 100];

/**
 * Whether a page holds the most items that any may: then one that is asked to be a little shorter holds as many. The
 * largest page size is left open, and the answer may say which one was asked for.
 */
async function isLargest(sequence: Sequence, pages: PageFacts, count: number, size: number): Promise<boolean> {
  if (count < 1 || size - 1 <= count) return false;
  const { accepted, body } = await sequence.step(pageTemplate(pages.firstPage, size - 1), `size ${size - 1}`);
  return accepted && Array.isArray(body.items) && body.items.length === count;
}

async function severalSizes(sequence: Sequence, pages: PageFacts, sizes: readonly number[]): Promise<void> {
  const shown = new Set<unknown>();
  let last: Step | null = null;
  let bounded = false;
  const taken: number[] = [];
  for (const size of [...sizes, ...ROUND_SIZES]) {
    // Where odd sizes are refused, round ones tell as much.
    if (!sizes.includes(size) && taken.length > 1) break;
    const step = await sequence.step(pageTemplate(pages.firstPage, size), `size ${size}`);
    if (!step.accepted || !Array.isArray(step.body.items)) continue;
    taken.push(size);
    const count = step.body.items.length;
    const stated = step.body.page_size;
    // A smallest or largest page size is the service's choice: then the answer states the one that it used.
    const limit = typeof stated === "number" ? stated : size;
    sequence.expect(count <= limit, step.exchange, {
      message: "A page holds more items than its page_size",
      expected: `at most ${amount(limit, "item")}`,
      actual: amount(count, "item"),
    });
    const named = step.body.items.filter((item) => isObject(item) && typeof item.id === "string").map(jsonText);
    const distinct = new Set(named).size;
    sequence.expect(distinct === named.length, step.exchange, {
      message: "A page holds one item several times",
      expected: `${amount(count, "item")}, each once`,
      actual: `${amount(count, "item")}, ${distinct} of them different`,
    });
    const full = Math.min(limit, pages.total);
    const isFull = count >= full || pages.total === 0 || (await isLargest(sequence, pages, count, size));
    sequence.expect(isFull, step.exchange, {
      message: "A page before the last holds fewer items than its page_size",
      expected: `${amount(full, "item")} of ${pages.total}`,
      actual: amount(count, "item"),
    });
    shown.add(count);
    bounded ||= count < pages.total;
    last = step;
  }
  if (last === null) return sequence.blocked("no page could be read");
  // Where every page holds the whole list, its size bounds nothing; where one size is accepted, there is no other.
  if (!bounded || pages.total < 3 || taken.length < 2) return;
  sequence.expect(shown.size > 1, last.exchange, {
    message: "page_size has no effect",
    expected: `pages of different sizes for page_size ${listed(taken.map(String))}`,
    actual: `the same size each time: ${[...shown].map(String).join(", ")}`,
  });
}

export const pageSize = check("listTransactions/state/page_size", {
  title: "page_size bounds the items of a page",
  sends: "pages of 2 to 150 items",
  expects: "no more items than page_size says, and each once",
  cases: () => SIZES.map((sizes, tier) => onPages(tier, (sequence, pages) => severalSizes(sequence, pages, sizes))),
});

/** A page of one item is refused, while one of two is taken: a smallest page size would be the service's choice. */
async function singleItem(sequence: Sequence, { firstPage }: PageFacts): Promise<void> {
  const one = await sequence.step(pageTemplate(firstPage, 1), "one");
  const isRefused = hasStatus(one.exchange, isAboutTheRequest);
  const two = isRefused ? await sequence.reading(pageTemplate(firstPage, 2), "two") : one;
  if (!two.accepted)
    return sequence.blocked("pages of two items are refused as well, and the smallest size is left open");
  sequence.expect(
    !isRefused,
    one.exchange,
    {
      message: "A page of one item is refused",
      expected: "the first item of the list, as a page of two items begins with it",
      actual: answerText(one.exchange),
    },
    two === one ? null : two.exchange,
  );
}

export const pageSizeOne = check("listTransactions/state/page_size.one", {
  title: "A page may have one item",
  sends: "page_size 1; where that is refused, page_size 2",
  expects: "the page, where that of two items is given",
  cases: () => [onPages(0, singleItem)],
});

/** Sizes of which the last page is likely to hold fewer items. */
const UNEVEN_SIZES = [FIRST_SIZE, 7, 4, 3, 5, 2];

/** The last page of a list, which holds fewer items than its size. */
async function lastPage(sequence: Sequence, { firstPage, total }: PageFacts): Promise<void> {
  for (const size of UNEVEN_SIZES.filter((wanted) => total > wanted && total % wanted !== 0)) {
    const first = await sequence.reading(pageTemplate(firstPage, size), `first of ${size}`);
    if (first.body.page_size !== size) continue;
    const last = await sequence.reading(pageTemplate(firstPage + Math.floor(total / size), size), `last of ${size}`);
    const count = itemsOf(last).length;
    if (!last.accepted || count === 0 || count >= size) continue;
    return sequence.expect(
      last.body.page_size !== count,
      last.exchange,
      {
        message: "The last page shows the number of its items as page_size",
        expected: `${size}, as on the first page`,
        actual: `${count}, the items that are left`,
      },
      first.exchange,
    );
  }
  sequence.blocked("no last page holds fewer items than its size");
}

export const pageSizeShown = check("listTransactions/state/page_size.shown", {
  title: "page_size in the answer is the size of the page, however many items are left for it",
  sends: "the first page and the last one, of a size that does not divide the list",
  expects: "the same page_size on both",
  cases: () => [onPages(0, lastPage)],
});
