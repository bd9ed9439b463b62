/** Which page an answer shows, and how many items it holds, against what was requested (section 4.6). */
import { check } from "../../../discovery/check.js";
import type { PageFacts } from "../../../discovery/target.js";
import type { Sequence, Step } from "../../../engine/cases/sequenceCase.js";
import { answerText, hasStatus } from "../../../oracles/outcome.js";
import { amount, listed } from "../../../reports/visible.js";
import { jsonText } from "../../../schemas/json.js";
import { isAboutTheRequest } from "../../../schemas/statuses.js";
import { acceptedSize, documentedText, FIRST_SIZE, itemsOf, onPages, pageTemplate } from "./pages.js";

export const pageNumber = check("listTransactions/state/page_number", {
  title: "The answer is about the page that was asked for",
  sends: "pages 1, 2 and 3",
  expects: "the same page_number in the answer",
  cases: () => [
    onPages(0, async (sequence, pages) => {
      const size = await acceptedSize(sequence, pages, 3);
      for (const offset of [0, 1, 2]) {
        const number = pages.firstPage + offset;
        if (offset * (size ?? pages.total) >= pages.total && offset > 0) break;
        const step = await sequence.reading(pageTemplate(number, size), `page ${number}`);
        const { page_number: shown } = step.body;
        if (!step.accepted || typeof shown !== "number") continue;
        sequence.expect(shown === number, step, {
          message: "The response shows a page_number that was not requested",
          expected: String(number),
          actual: jsonText(shown),
        });
      }
    }),
  ],
});

/** A smallest or a largest page size hides some of them; the first few tell most. */
const SIZES = [
  [2, 150],
  [3, 5, 10, 30, 75, 150],
];
/** Sizes offered by services that accept no others. */
const ROUND_SIZES = [20, 50, 100];

/**
 * Whether a page holds the maximum number of items: then a page requested slightly shorter holds as many. The largest
 * page size is left open, and the answer may state the requested one.
 */
async function isLargest(sequence: Sequence, pages: PageFacts, count: number, size: number): Promise<boolean> {
  if (count < 1 || size - 1 <= count) return false;
  const { accepted, body } = await sequence.step(pageTemplate(pages.firstPage, size - 1), `size ${size - 1}`);
  return accepted && Array.isArray(body.items) && body.items.length === count;
}

/** The size that an answer states, or else the requested one: a smallest or largest page size is the service's choice. */
function statedSize({ body: { page_size: stated } }: Step, asked: number): number {
  return typeof stated === "number" ? stated : asked;
}

function expectBounded(sequence: Sequence, step: Step, count: number, limit: number): void {
  sequence.expect(count <= limit, step, {
    message: "A page has more items than its page_size",
    expected: `at most ${amount(limit, "item")}`,
    actual: amount(count, "item"),
  });
}

async function severalSizes(sequence: Sequence, pages: PageFacts, sizes: readonly number[]): Promise<void> {
  const shown = new Set<unknown>();
  let last: Step | null = null;
  let bounded = false;
  const taken: number[] = [];
  for (const size of [...sizes, ...ROUND_SIZES]) {
    // Where odd sizes are refused, round ones are as telling.
    if (!sizes.includes(size) && taken.length > 1) break;
    const step = await sequence.step(pageTemplate(pages.firstPage, size), `size ${size}`);
    if (!step.accepted || !Array.isArray(step.body.items)) continue;
    taken.push(size);
    const count = step.body.items.length;
    const limit = statedSize(step, size);
    expectBounded(sequence, step, count, limit);
    const named = itemsOf(step)
      .filter(({ id }) => typeof id === "string")
      .map(documentedText);
    const distinct = new Set(named).size;
    sequence.expect(distinct === named.length, step, {
      message: "A page has the same item more than once",
      expected: `${amount(count, "item")}, each once`,
      actual: `${amount(count, "item")}, ${distinct} of them different`,
    });
    const full = Math.min(limit, pages.total);
    const isFull = count >= full || pages.total === 0 || (await isLargest(sequence, pages, count, size));
    sequence.expect(isFull, step, {
      message: "A page before the last has fewer items than its page_size",
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
  sequence.expect(shown.size > 1, last, {
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

export const pageSizeOne = check("listTransactions/state/page_size.one", {
  title: "A page may have one item",
  sends: "page_size 1; where that is refused, page_size 2",
  expects: "the page, where that of two items is given, with no more items than the page_size that it shows",
  cases: () => [
    onPages(0, async (sequence, { firstPage }) => {
      const one = await sequence.step(pageTemplate(firstPage, 1), "one");
      const isRefused = hasStatus(one.exchange, isAboutTheRequest);
      const two = isRefused ? await sequence.reading(pageTemplate(firstPage, 2), "two") : one;
      if (!two.accepted)
        return sequence.blocked("pages of two items are refused as well, and the smallest size is left open");
      sequence.expect(!isRefused, one, {
        message: "listTransactions refuses page_size 1",
        expected: "the first item of the list, as a page of two items begins with it",
        actual: answerText(one.exchange),
        control: two === one ? null : two,
      });
      if (isRefused || !Array.isArray(one.body.items)) return;
      expectBounded(sequence, one, one.body.items.length, Math.max(1, statedSize(one, 1)));
    }),
  ],
});

/** Sizes of which the last page is likely to hold fewer items. */
const UNEVEN_SIZES = [FIRST_SIZE, 7, 4, 3, 5, 2];

export const pageSizeShown = check("listTransactions/state/page_size.shown", {
  title: "page_size in the answer is the size of the page, however many items are left for it",
  sends: "the first page and the last one, of a size that does not divide the list",
  expects: "the same page_size on both",
  cases: () => [
    onPages(0, async (sequence, { firstPage, total }) => {
      for (const size of UNEVEN_SIZES.filter((wanted) => total > wanted && total % wanted !== 0)) {
        const first = await sequence.reading(pageTemplate(firstPage, size), `first of ${size}`);
        if (first.body.page_size !== size) continue;
        const number = firstPage + Math.floor(total / size);
        const last = await sequence.reading(pageTemplate(number, size), `last of ${size}`);
        const count = itemsOf(last).length;
        if (!last.accepted || count === 0 || count >= size) continue;
        return sequence.expect(last.body.page_size !== count, last, {
          message: "The last page shows its number of items as page_size",
          expected: `${size}, as on the first page`,
          actual: `${count}, the items that are left`,
          control: first,
        });
      }
      sequence.blocked("no last page has fewer items than page_size");
    }),
  ],
});
