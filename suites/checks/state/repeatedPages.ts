/** Repeated readings of a page agree (section 4.6). */

import { READING_SIZE } from "../../../discovery/list.js";
import { check } from "../../../engine/check.js";
import type { PageFacts } from "../../../engine/model.js";
import { readings, type Sequence, type Step } from "../../../engine/sequenceCase.js";
import { sameValue } from "../../../oracles/sameValue.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { type JsonRecord, jsonText } from "../../../schemas/json.js";
import { idsOf, itemsOf, onPages, pageTemplate } from "./pages.js";
import { FIRST_SIZE } from "./pageWalk.js";

/** How often one page is read several times. */
const TURNS = 4;
/** Items of a wide page and of narrow ones; first those of pages that are read anyway. */
const SIZES = [
  [READING_SIZE, FIRST_SIZE],
  [60, 12],
] as const;

/**
 * Whether readings of a page can be those of a list that is in use: what was left behind does not come back, and few
 * things happen in so short a time.
 * @param readings the first and the second were read one after the other, and so was the last; the rest at once
 * @param later read one after the other behind them
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

/** How often a page is read again where two readings of it differ. */
const LATER = 2;

async function readRepeatedly(sequence: Sequence, pages: PageFacts): Promise<void> {
  const steps = (await readings(sequence, pageTemplate(pages.firstPage, pages.size))).filter(
    ({ accepted }) => accepted,
  );
  const [first, ...others] = steps;
  if (first === undefined || steps.some(({ body }) => body.total !== first.body.total)) return;
  const other = others.find((next) => idsOf(next) !== idsOf(first)) ?? others[0];
  if (other === undefined) return;
  const later: string[] = [];
  // What moved on does not come back, and readings that take turns do.
  for (let turn = 0; turn < LATER && idsOf(other) !== idsOf(first); turn++) {
    const step = await sequence.step(pageTemplate(pages.firstPage, pages.size), `later ${turn}`);
    if (step.accepted) later.push(idsOf(step));
  }
  sequence.expect(
    mayHaveMoved(steps.map(idsOf), later),
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
        message: "Two readings of one page show different values of the same items",
        expected: JSON.stringify(values(first)),
        actual: JSON.stringify(values(next)),
      },
      first.exchange,
    );
  }
}

/** What an entry shows that neither moves with its status nor with the page on which it stands, and what it has at all. */
function lasting(item: JsonRecord): unknown[] {
  const { children } = fieldTree("transaction-list-item.schema.json");
  const present = children.filter(({ name }) => item[name] !== undefined).map(({ name }) => name);
  return [item.reference_id, item.type, item.created_at, present];
}

/** One wide page, and the same entries on small ones: an entry is the same on whichever page it stands. */
async function readInSizes(sequence: Sequence, pages: PageFacts, [most, few]: readonly [number, number]) {
  const wide = await sequence.reading(pageTemplate(pages.firstPage, most), "wide");
  const narrow: Step[] = [];
  for (let offset = 0; offset * few < Math.min(most, pages.total); offset++) {
    narrow.push(await sequence.reading(pageTemplate(pages.firstPage + offset, few), `narrow ${offset}`));
  }
  const before = new Map(itemsOf(wide).map((item) => [item.id, item]));
  for (const step of narrow) {
    for (const item of itemsOf(step)) {
      const other = before.get(item.id);
      // What moved on meanwhile may be shown otherwise.
      if (other === undefined || other.status !== item.status) continue;
      const texts = {
        message: "An entry of the list changes with the size of the page",
        expected: jsonText(other),
        actual: jsonText(item),
      };
      sequence.expect(sameValue(lasting(item), lasting(other)), step.exchange, texts, wide.exchange);
    }
  }
}

export const repeatedPages = check("listTransactions/state/repeat", {
  sends: "one page, again and again, and its items on smaller pages",
  expects: "the same items in the same order, and each as it was",
  cases: () => [
    ...Array.from({ length: TURNS }, (_, turn) => onPages(turn, readRepeatedly)),
    ...SIZES.map((sizes, tier) => onPages(tier, (sequence, pages) => readInSizes(sequence, pages, sizes))),
  ],
});
