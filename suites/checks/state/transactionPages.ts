/** How the pages of the transaction list hang together (section 4.6). */

import { checkOf, group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup, PageFacts, Target } from "../../../engine/model.js";
import { readings, type Sequence, type Step, sequenceCase } from "../../../engine/sequenceCase.js";
import { sameValue } from "../../../oracles/sameValue.js";
import { amount } from "../../../reports/visible.js";
import { show } from "./knownTransactions.js";
import { acceptedSize, idsOf, itemsOf, MOST_PAGES, pageTemplate, type Walk, walk } from "./pageWalk.js";

function program(
  target: Target,
  rule: string,
  index: number,
  execute: (sequence: Sequence, pages: PageFacts) => Promise<void>,
): Case {
  return sequenceCase({
    check: `listTransactions/state/${rule}`,
    operation: "listTransactions",
    tier: index,
    index,
    execute: (sequence) =>
      target.pages === null
        ? Promise.resolve(sequence.blocked("the list could not be read"))
        : execute(sequence, target.pages),
  });
}

function numberText(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}

async function pageNumber(sequence: Sequence, pages: PageFacts): Promise<void> {
  const size = await acceptedSize(sequence, pages, 3);
  for (const offset of [0, 1, 2]) {
    const number = pages.firstPage + offset;
    if (offset * (size ?? pages.total) >= pages.total && offset > 0) break;
    const step = await sequence.step(pageTemplate(number, size), `page ${number}`);
    if (!step.accepted || typeof step.body.page_number !== "number") continue;
    sequence.expect(step.body.page_number === number, step.exchange, {
      message: "The answer shows another page_number than the one that was asked for",
      expected: String(number),
      actual: numberText(step.body.page_number),
    });
  }
}

/** Sizes that a service offers which takes no others. */
const ROUND_SIZES = [20, 50, 100];

async function pageSize(sequence: Sequence, pages: PageFacts): Promise<void> {
  const shown = new Set<unknown>();
  let last: Step | null = null;
  let bounded = false;
  // A smallest or a largest page size hides some of them.
  const sizes = [2, 3, 5, 10, 30, 75, 150];
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
    const full = Math.min(limit, pages.total);
    sequence.expect(count >= full || pages.total === 0, step.exchange, {
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
    expected: `pages of different sizes for ${taken.join(", ")}`,
    actual: `the same size each time: ${[...shown].map(String).join(", ")}`,
  });
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
      message: "Pages of one item do not hold the items that one larger page holds",
      expected: `${show(lost?.id)} on one of the first ${count} pages of one item`,
      actual: `none of them shows it`,
    },
    wide.exchange,
  );
}

/** Without a page_size the service has its own: the second page is another one than the first all the same. */
async function unsized(sequence: Sequence, pages: PageFacts): Promise<void> {
  const first = await sequence.step(pageTemplate(pages.firstPage, null), "first");
  const second = await sequence.step(pageTemplate(pages.firstPage + 1, null), "second");
  const again = await sequence.step(pageTemplate(pages.firstPage, null), "first again");
  if (!first.accepted || !second.accepted || idsOf(first) !== idsOf(again)) return;
  const count = itemsOf(first).length;
  // Where the first page holds everything, what stands on the second is open.
  if (count === 0 || count >= pages.total) return;
  const ids = new Set(itemsOf(first).map(({ id }) => id));
  const repeated = itemsOf(second).find(({ id }) => typeof id === "string" && ids.has(id));
  sequence.expect(
    repeated === undefined,
    second.exchange,
    {
      message: "Without page_size an item of the first page stands on the second, too",
      expected: `other items than the first ${count} of ${pages.total}`,
      actual: `${show(repeated?.id)} again`,
    },
    first.exchange,
  );
}

const MOVING = "transactions kept coming or changing while the list was read";

/** The first id that a list holds twice, or null. */
function repeatedId({ items }: Walk): string | null {
  const seen = new Set<unknown>();
  for (const { id } of items) {
    if (typeof id === "string" && seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

const NO_SIZE = "no page_size is accepted";

async function disjoint(sequence: Sequence, pages: PageFacts, wanted: number): Promise<void> {
  const size = await acceptedSize(sequence, pages, wanted);
  if (size === null) return sequence.blocked(NO_SIZE);
  const list = await walk(sequence, pages, size, (found) => repeatedId(found) !== null);
  if (list === null) return sequence.blocked("the list holds no items");
  if (list === "moving") return sequence.blocked(MOVING);
  const repeated = repeatedId(list);
  sequence.expect(repeated === null, list.last.exchange, {
    message: "An item stands on two pages of the list, or twice on one",
    expected: "each item once",
    actual: `${repeated} twice among ${amount(list.items.length, "item")} read in pages of ${size}`,
  });
}

/** What the total of a list counts, if anything that the pages hold. */
function totalMeaning({ items, first }: Walk, size: number): "items" | "pages" | null {
  const { total, page_size: stated } = first.body;
  const unique = new Set(items.map(({ id }) => id)).size;
  if (total === items.length || total === unique) return "items";
  const perPage = typeof stated === "number" ? stated : size;
  return unique > perPage && total === Math.ceil(unique / Math.max(1, perPage)) ? "pages" : null;
}

async function complete(sequence: Sequence, pages: PageFacts, wanted: number): Promise<void> {
  const size = await acceptedSize(sequence, pages, wanted);
  if (size === null) return sequence.blocked(NO_SIZE);
  const isLong = ({ first }: Walk): boolean => Number(first.body.total) > MOST_PAGES * size;
  const list = await walk(sequence, pages, size, (found) => {
    const counted = typeof found.first.body.total !== "number" || totalMeaning(found, size) !== null;
    return !isLong(found) && (found.totals.size > 1 || !counted);
  });
  if (list === null) return sequence.blocked("the list holds no items");
  if (list === "moving") return sequence.blocked(MOVING);
  const { total } = list.first.body;
  if (typeof total !== "number") return sequence.blocked("the list shows no total");
  if (isLong(list)) return sequence.blocked(`the list is longer than ${MOST_PAGES * size} items`);
  sequence.expect(list.totals.size === 1, list.last.exchange, {
    message: "The pages of one list state different totals",
    expected: `${total} on each page`,
    actual: [...list.totals].map(String).join(", "),
  });
  const meaning = totalMeaning(list, size);
  sequence.execution.observe(
    "unknown.listTransactions.totalMeaning",
    meaning === "pages" ? "total counts pages" : "total counts items",
    list.first.exchange,
  );
  sequence.expect(meaning !== null, list.first.exchange, {
    message: "total is not the number of items that the pages hold",
    expected: `${list.items.length}, the items on all pages`,
    actual: numberText(total),
  });
}

/**
 * Whether readings of a page can be those of a list that is in use: what was left behind does not come back, and few
 * things happen in so short a time. The first, the second and the last were read one after the other, the rest at once.
 */
function mayHaveMoved(readings: readonly string[]): boolean {
  const [first, second, ...others] = readings;
  const last = others.at(-1);
  if (new Set(readings).size > 4) return false;
  if (first !== second) return !others.some((state) => state === first);
  return last !== first || others.every((state) => state === first);
}

async function repeat(sequence: Sequence, pages: PageFacts): Promise<void> {
  const steps = (await readings(sequence, pageTemplate(pages.firstPage, pages.size))).filter(
    ({ accepted }) => accepted,
  );
  const [first, ...others] = steps;
  if (first === undefined || steps.some(({ body }) => body.total !== first.body.total)) return;
  const other = others.find((next) => idsOf(next) !== idsOf(first)) ?? others[0];
  if (other === undefined) return;
  sequence.expect(
    mayHaveMoved(steps.map(idsOf)),
    other.exchange,
    { message: "Two readings of one page differ", expected: idsOf(first), actual: idsOf(other) },
    first.exchange,
  );
  const values = (step: Step) =>
    itemsOf(step).map(({ id, created_at, sender_amount, reference_id }) => [
      id,
      created_at,
      sender_amount,
      reference_id,
    ]);
  for (const next of others.filter((step) => idsOf(step) === idsOf(first))) {
    sequence.expect(
      sameValue(values(first), values(next)),
      next.exchange,
      {
        message: "Two readings of one page show other values of the same items",
        expected: JSON.stringify(values(first)),
        actual: JSON.stringify(values(next)),
      },
      first.exchange,
    );
  }
}

/** All checks of how pages hang together. */
export function transactionPages(): CheckGroup {
  const define = (rule: string, title: string, sends: string, expects: string) =>
    checkOf("listTransactions", "state", { rule, title, sends, expects });
  return group(
    "listTransactions",
    [
      define(
        "page_number",
        "The answer is about the page that was asked for",
        "pages 1, 2 and 3",
        "the same page_number in the answer",
      ),
      define(
        "page_size",
        "page_size bounds the items of a page",
        "pages of 2 to 150 items",
        "no more items than page_size says",
      ),
      define("pages.disjoint", "No item stands on two pages", "all pages", "each id once"),
      define("pages.complete", "total counts what the pages hold", "all pages", "as many items as total says"),
      define(
        "repeat",
        "Repeated readings of a page agree",
        "one page, again and again",
        "the same items in the same order",
      ),
    ],
    (target) => [
      program(target, "page_number", 0, pageNumber),
      program(target, "page_size", 0, pageSize),
      program(target, "pages.disjoint", 0, (sequence, pages) => disjoint(sequence, pages, 5)),
      program(target, "pages.disjoint", 1, (sequence, pages) => disjoint(sequence, pages, 7)),
      program(target, "pages.disjoint", 2, unsized),
      program(target, "pages.complete", 2, singles),
      program(target, "pages.complete", 0, (sequence, pages) => complete(sequence, pages, 10)),
      program(target, "pages.complete", 1, (sequence, pages) => complete(sequence, pages, 7)),
      program(target, "repeat", 0, repeat),
      program(target, "repeat", 1, repeat),
      program(target, "repeat", 2, repeat),
      program(target, "repeat", 3, repeat),
    ],
  );
}
