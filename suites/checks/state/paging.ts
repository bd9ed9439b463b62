/** How the pages of the transaction list must relate to each other (section 4.6). */
import { check } from "../../../discovery/check.js";
import { READING_SIZE } from "../../../discovery/list.js";
import { deployment, type PageFacts } from "../../../discovery/target.js";
import { readings, type Sequence, type Step } from "../../../engine/cases/sequenceCase.js";
import { sameValue } from "../../../oracles/sameValue.js";
import { amount } from "../../../reports/visible.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { type JsonRecord, jsonText } from "../../../schemas/json.js";
import {
  acceptedSize,
  type Claims,
  FIRST_SIZE,
  idsOf,
  itemsOf,
  MOST_PAGES,
  onPages,
  onWalk,
  pageTemplate,
  type Walk,
} from "./pages.js";

const isDisjoint: Claims = ({ items, pages, first, size }) => {
  const places = pages.flatMap((page) => itemsOf(page).map(({ id }) => ({ page, id })));
  const ids = places.map(({ id }) => id);
  const repeated = places.find(({ id }, index) => typeof id === "string" && ids.indexOf(id) < index);
  const before = places.find(({ id }) => id === repeated?.id)?.page;
  const departure = {
    message: "An item appears on two pages of the list, or twice on one",
    expected: "each item once",
    actual: `${repeated?.id} twice among ${amount(items.length, "item")} read in pages of ${size}`,
    control: before === undefined || before === repeated?.page ? null : before,
  };
  return [[repeated === undefined, repeated?.page ?? first, departure]];
};

/** Without a page_size the service uses its own: the second page still differs from the first. */
async function withoutSize(sequence: Sequence, pages: PageFacts): Promise<void> {
  const first = await sequence.step(pageTemplate(pages.firstPage, null), "first");
  const second = await sequence.step(pageTemplate(pages.firstPage + 1, null), "second");
  if (!first.accepted || !second.accepted) return;
  const count = itemsOf(first).length;
  // Where the first page holds everything, the content of the second is open; the first page's size shows it where the
  // total lags behind.
  const { page_size: size } = first.body;
  if (count === 0 || count >= pages.total || (typeof size === "number" && count < size)) return;
  const { total } = first.body;
  if (itemsOf(second).length === 0 && typeof total === "number" && total > count && count === size) {
    const again = await sequence.step(pageTemplate(pages.firstPage + 1, null), "second again");
    return sequence.expect(itemsOf(again).length > 0, again, {
      message: "Without page_size, the second page has no items, although total counts more than the first page has",
      expected: `more items, since total is ${total} and the first page has ${count}`,
      actual: "none",
      control: first,
    });
  }
  const ids = new Set(itemsOf(first).map(({ id }) => id));
  const repeated = itemsOf(second).find(({ id }) => typeof id === "string" && ids.has(id));
  // Items added meanwhile move others to the next page.
  if (repeated !== undefined) {
    const again = await sequence.step(pageTemplate(pages.firstPage, null), "first again");
    if (idsOf(first) !== idsOf(again)) return;
  }
  sequence.expect(repeated === undefined, second, {
    message: "Without page_size, an item appears on both the first and the second page",
    expected: `other items than the first ${count} of ${pages.total}`,
    actual: `${jsonText(repeated?.id)} again`,
    control: first,
  });
}

export const disjointPages = check("listTransactions/state/pages.disjoint", {
  sends: "all pages",
  expects: "each id once",
  cases: () => [
    // The fewest pages first.
    onWalk(0, FIRST_SIZE, isDisjoint),
    onWalk(1, 5, isDisjoint),
    onWalk(2, 7, isDisjoint),
    onWalk(1, 30, isDisjoint),
    onPages(0, withoutSize),
  ],
});

/** What the total of a list counts, if anything that the pages hold. */
function totalMeaning({ items, first, size }: Walk): "items" | "pages" | null {
  const { total, page_size: stated } = first.body;
  const unique = new Set(items.map(({ id }) => id)).size;
  if (total === items.length || total === unique) return "items";
  const perPage = typeof stated === "number" ? stated : size;
  return unique > perPage && total === Math.ceil(unique / Math.max(1, perPage)) ? "pages" : null;
}

/** total counts what the pages hold, and is the same on each. */
const isCounted: Claims = (list) => {
  const { first, items, pages, totals } = list;
  const { total } = first.body;
  // Pages may be shorter than requested.
  const most = MOST_PAGES * itemsOf(first).length;
  if (typeof total !== "number") return "the list shows no total";
  if (total > most) return `the list is longer than ${most} items`;
  const different = {
    message: "The pages of one list state different totals",
    expected: `${total} on each page`,
    actual: [...totals].map(String).join(", "),
    control: first,
  };
  const wrong = {
    message: "total differs from the number of items on all pages",
    expected: `${items.length}, the number of items on all pages`,
    actual: jsonText(total),
  };
  return [
    [totals.size === 1, pages.find(({ body }) => body.total !== total) ?? first, different],
    [totalMeaning(list) !== null, first, wrong],
  ];
};

function noteMeaning({ execution }: Sequence, list: Walk): void {
  const late = list.late === undefined ? "" : `, and lags behind: it was right within ${list.late / 1000} s`;
  const answer =
    totalMeaning(list) === "pages"
      ? { value: "pages", text: "total counts pages" }
      : { value: "items", text: `total counts items${late}` };
  execution.observe("unknown.listTransactions.totalMeaning", answer, list.first.exchange);
}

/** Pages that most services cut, and those that a short list fills: what is cut off is on the next one. */
const LARGE_SIZES = [150, 30];
/** The size of the pages in which a long list is read here and there. */
const LONG_SIZE = 10;

/** Of a list that is too long to read completely: pages from its middle, the last one, and the one after that. */
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
    // After the last page a service may show the last or the first one again.
    if (offset > last) {
      const more = items.find(({ id }) => !seen.has(id));
      return sequence.expect(more === undefined, step, {
        message: "The list continues after the last page that total implies",
        expected: `nothing after ${total} items`,
        actual: `another item: ${jsonText(more?.id)}`,
      });
    }
    const expected = offset === last ? total - last * size : size;
    const isNew = items.every(({ id }) => !seen.has(id));
    for (const { id } of items) seen.add(id);
    sequence.expect(items.length === expected && isNew && step.body.total === total, step, {
      message: "A page deep in the list does not have the items that total and page_size imply",
      expected: `${expected} other items, and total ${total}`,
      actual: `${items.length} items${isNew ? "" : ", some of another page"}, and total ${jsonText(step.body.total)}`,
    });
  }
}

const SINGLES = 6;

/** Pages of one item hold the items that one larger page holds. */
async function singles(sequence: Sequence, { firstPage }: PageFacts): Promise<void> {
  const wide = await sequence.step(pageTemplate(firstPage, SINGLES), "wide");
  const one = await sequence.step(pageTemplate(firstPage, 1), "single 0");
  const count = itemsOf(wide).length;
  // A smallest page size is the service's choice.
  if (!wide.accepted || !one.accepted || count < 2 || itemsOf(one).length !== 1) return;
  const single = [one];
  for (let offset = 1; offset < count; offset++)
    single.push(await sequence.step(pageTemplate(firstPage + offset, 1), `single ${offset}`));
  const again = await sequence.step(pageTemplate(firstPage, SINGLES), "wide again");
  if (idsOf(again) !== idsOf(wide) || single.some((step) => !step.accepted)) return;
  const shown = new Set(single.flatMap((step) => itemsOf(step).map(({ id }) => id)));
  const place = itemsOf(wide).findIndex(({ id }) => !shown.has(id));
  const lost = itemsOf(wide)[place];
  sequence.expect(lost === undefined, single[place] ?? wide, {
    message: "Pages of one item miss items that a larger page shows",
    expected: `${jsonText(lost?.id)} on one of the first ${count} pages of one item`,
    actual: "none of them shows it",
    control: wide,
  });
}

export const completePages = check("listTransactions/state/pages.complete", {
  title: "total counts what the pages hold",
  sends: "all pages",
  expects: "as many items as total says",
  cases: () => {
    const counted = (tier: number, size: number) => onWalk(tier, size, isCounted, { patient: true, note: noteMeaning });
    return [
      counted(0, FIRST_SIZE),
      counted(1, READING_SIZE),
      counted(1, 7),
      ...LARGE_SIZES.map((size) => counted(1, size)),
      onPages(1, ofLongList),
      onPages(2, singles),
    ];
  },
});

/** How often one page is read several times. */
const TURNS = 4;
/** How often a page is read again where two reads of it differ. */
const LATER = 2;
/** Items of a wide page and of narrow ones; first those of pages that are read anyway. */
const WIDE_AND_NARROW = [
  [READING_SIZE, FIRST_SIZE],
  [60, 12],
] as const;

/**
 * Whether reads of a page can be those of a list in use: an earlier state does not come back, and little happens in so
 * short a time.
 * @param readings the first and the second were read one after the other, and so was the last; the rest at once
 * @param later read one after the other after them
 */
function mayHaveMoved(readings: readonly string[], later: readonly string[]): boolean {
  const [first, second, ...others] = readings;
  const last = others.at(-1);
  if (new Set(readings).size > 4) return false;
  const inTurn = [first, second, last, ...later].filter((state, index, all) => state !== all[index - 1]);
  if (new Set(inTurn).size < inTurn.length) return false;
  if (first !== second) return !others.some((state) => state === first);
  return last !== first || others.every((state) => state === first);
}

/** What the entries of a page show that does not change. */
function valuesOf(step: Step): unknown[][] {
  return itemsOf(step).map((item) => [item.id, item.created_at, item.sender_amount, item.reference_id]);
}

async function readRepeatedly(sequence: Sequence, { firstPage, size }: PageFacts): Promise<void> {
  const page = pageTemplate(firstPage, size);
  const steps = (await readings(sequence, page)).filter(({ accepted }) => accepted);
  const [first, ...others] = steps;
  if (first === undefined || steps.some(({ body }) => body.total !== first.body.total)) return;
  const other = others.find((next) => idsOf(next) !== idsOf(first)) ?? others[0];
  if (other === undefined) return;
  const later: string[] = [];
  // What moved on does not come back, but alternating reads do.
  for (let turn = 0; turn < LATER && idsOf(other) !== idsOf(first); turn++) {
    const step = await sequence.step(page, `later ${turn}`);
    if (step.accepted) later.push(idsOf(step));
  }
  const message = "Two reads of one page differ";
  const departure = { message, expected: idsOf(first), actual: idsOf(other), control: first };
  sequence.expect(mayHaveMoved(steps.map(idsOf), later), other, departure);
  for (const next of others.filter((step) => idsOf(step) === idsOf(first))) {
    sequence.expect(sameValue(valuesOf(first), valuesOf(next)), next, {
      message: "Two reads of one page show different values of the same items",
      expected: JSON.stringify(valuesOf(first)),
      actual: JSON.stringify(valuesOf(next)),
      control: first,
    });
  }
}

/** What an entry shows that changes neither with its status nor with its page, and which fields it has. */
function lasting(item: JsonRecord): unknown[] {
  const { children } = fieldTree("transaction-list-item.schema.json");
  const present = children.filter(({ name }) => item[name] !== undefined).map(({ name }) => name);
  return [item.reference_id, item.type, item.created_at, present];
}

/** One wide page, and the same entries on small ones: an entry is the same on whichever page it is. */
async function readInSizes(sequence: Sequence, pages: PageFacts, [most, few]: readonly [number, number]) {
  const wide = await sequence.reading(pageTemplate(pages.firstPage, most), "wide");
  const narrow: Step[] = [];
  for (let offset = 0; offset * few < Math.min(most, pages.total); offset++)
    narrow.push(await sequence.reading(pageTemplate(pages.firstPage + offset, few), `narrow ${offset}`));
  const before = new Map(itemsOf(wide).map((item) => [item.id, item]));
  for (const [step, item] of narrow.flatMap((page) => itemsOf(page).map((each) => [page, each] as const))) {
    const other = before.get(item.id);
    // What moved on meanwhile may be shown differently.
    if (other === undefined || other.status !== item.status) continue;
    sequence.expect(sameValue(lasting(item), lasting(other)), step, {
      message: "A list item changes with the size of the page",
      expected: jsonText(other),
      actual: jsonText(item),
      control: wide,
    });
  }
}

export const repeatedPages = check("listTransactions/state/repeat", {
  sends: "one page, again and again, and its items on smaller pages",
  expects: "the same items in the same order, and each as it was",
  cases: () => [
    ...Array.from({ length: TURNS }, (_, turn) => onPages(turn, readRepeatedly)),
    ...WIDE_AND_NARROW.map((sizes, tier) => onPages(tier, (sequence, pages) => readInSizes(sequence, pages, sizes))),
  ],
});

function sharesItem(page: Step, ids: ReadonlySet<unknown>): boolean {
  return itemsOf(page).some(({ id }) => ids.has(id));
}

const BY_SECOND = { credentials: "second" } as const;
/** Page sizes that nothing else requests, one for each attempt: in one run, what is cached of them was cached for these reads. */
const RARE_SIZES = [8, 9, 4] as const;

/**
 * A page that one partner reads and then the other. Where both get the same, or the other gets nothing that is known to be
 * its own, it reads the page in the usual size as well: the partners may share everything.
 */
const inTurn = onPages(0, async (sequence, pages) => {
  const size = RARE_SIZES[sequence.execution.attempt % RARE_SIZES.length] ?? RARE_SIZES[0];
  const rare = pageTemplate(pages.firstPage, size);
  const theirs = await sequence.step(rare, "theirs", BY_SECOND);
  const own = await sequence.step(rare, "own");
  if (!theirs.accepted || !own.accepted) return sequence.blocked("a page is refused");
  if (itemsOf(theirs).length === 0) return sequence.blocked("the second partner has no transactions");
  const { transfers, deposits } = deployment(sequence.execution.target);
  const known = new Set<unknown>([...transfers, ...deposits].map(({ transactionId }) => transactionId));
  const isAlike = idsOf(own) === idsOf(theirs);
  const isOwn = !isAlike && (itemsOf(own).length === 0 || sharesItem(own, known));
  const usual = isOwn ? own : await sequence.step(pageTemplate(pages.firstPage, pages.size), "usual");
  if (!usual.accepted) return sequence.blocked("a page is refused");
  const ours = new Set(itemsOf(usual).map(({ id }) => id));
  // Each is shown the other's page where it was cached before both reads.
  const isOthers = !isOwn && !sharesItem(own, ours) && (isAlike || sharesItem(theirs, ours));
  sequence.expect(!isOthers, own, {
    message: "A page shows what another partner has read instead of its own items",
    expected: idsOf(usual),
    actual: idsOf(own),
    control: usual,
  });
});

export const partnersPages = check("listTransactions/state/partners.repeat", {
  title: "Reads of a page agree, even when another partner has just read it",
  sends:
    "one page with the credentials of the second partner, then with the usual ones; where the answers do not show whose items these are, the page in another size",
  expects: "one's own transactions, not those of the second partner",
  credentials: "second",
  cases: ({ credentialsEdits }) => (credentialsEdits.has("second") ? [inTurn] : []),
});
