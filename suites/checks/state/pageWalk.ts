/** Walking through all pages of the transaction list, which may change meanwhile (section 4.6). */
import { setTimeout as pause } from "node:timers/promises";
import { perTarget } from "../../../engine/check.js";
import type { PageFacts } from "../../../engine/model.js";
import type { Sequence, Step } from "../../../engine/sequenceCase.js";
import { canonicalText } from "../../../oracles/sameValue.js";
import type { JsonRecord } from "../../../schemas/json.js";
import { acceptedSize, idsOf, itemsOf, pageTemplate } from "./pages.js";

/** Items of the pages in which the list is walked through first: several checks look at the same pages. */
export const FIRST_SIZE = 11;
/** Pages that are read at the most to see all items. */
export const MOST_PAGES = 40;
/** How often a list that changes while it is read is read again. */
const MOST_WALKS = 4;
/** Milliseconds after which what was counted before may have been counted anew. */
const RECOUNTED = 2_500;

/** All pages of the list. */
export interface Walk {
  /** The page_size that was asked for. */
  readonly size: number;
  readonly items: readonly JsonRecord[];
  readonly last: Step;
  readonly first: Step;
  /** Every total that the pages state. */
  readonly totals: ReadonlySet<unknown>;
  /** Milliseconds after which nothing was suspicious any more; absent where nothing was. */
  readonly late?: number;
}

/** Whether waiting was in vain: then it is not tried again. */
const inVain = perTarget(() => ({ waited: false }));

/** Reads all pages; null when there is nothing to read. */
async function walkOnce(sequence: Sequence, pages: PageFacts, size: number, turn: number): Promise<Walk | null> {
  const items: JsonRecord[] = [];
  const totals = new Set<unknown>();
  const met = new Set<string>();
  let first: Step | null = null;
  let last: Step | null = null;
  let hasShort = false;
  for (let offset = 0; offset < MOST_PAGES; offset++) {
    const page = pageTemplate(pages.firstPage + offset, size);
    const key = `walk ${size} ${offset} ${turn}`;
    const step = await (turn === 0 ? sequence.reading(page, key) : sequence.step(page, key));
    if (!step.accepted) break;
    const found = itemsOf(step);
    first ??= step;
    if (found.length === 0) break;
    const { total } = first.body;
    const all = typeof total === "number" && items.length >= total;
    // What stands behind the last page is not documented: a service may show the last or the first page again. A page that
    // is not full is the last one, also while the total lags behind.
    if ((all || hasShort) && met.has(idsOf(step))) break;
    hasShort ||= found.length < size;
    met.add(idsOf(step));
    last = step;
    items.push(...found);
    totals.add(step.body.total);
    if (typeof total === "number" && items.length >= total && found.length < size) break;
  }
  return first === null || last === null ? null : { size, items, first, last, totals };
}

/** Whether transactions came, or changed, between two walks or during one of them. */
function hasChanged(left: Walk, right: Walk): boolean {
  // Totals that differ from page to page in the same way each time are no change.
  if (left.totals.size !== right.totals.size || [...left.totals].some((total) => !right.totals.has(total))) return true;
  // What came meanwhile moves others to the next page, also while the total lags behind.
  const [before, after] = [left, right].map(({ items }) => new Set(items.map(({ id }) => id)));
  if (before?.size !== after?.size || left.items.some(({ id }) => after?.has(id) === false)) return true;
  const seen = new Map<unknown, string>();
  return [...left.items, ...right.items].some((item) => {
    const text = canonicalText(item);
    const shown = seen.get(item.id) ?? text;
    seen.set(item.id, text);
    return shown !== text;
  });
}

/** The list as it is a little later, if nothing is suspicious then; else null. */
async function recounted(
  sequence: Sequence,
  pages: PageFacts,
  size: number,
  isSuspicious: (found: Walk) => boolean,
): Promise<Walk | null> {
  const known = inVain(sequence.execution.target);
  if (known.waited) return null;
  await pause(RECOUNTED);
  const found = await walkOnce(sequence, pages, size, MOST_WALKS);
  if (found !== null && !isSuspicious(found)) return { ...found, late: RECOUNTED };
  known.waited = true;
  return null;
}

/**
 * Walks through the list; a walk that shows something suspicious counts only when a second one finds the same list.
 * Transactions come and change on a service that is in use, and move others to another page while pages are read.
 * @param wanted the size of the pages, where it is accepted
 * @param patient whether what is suspicious may be right a little later
 * @returns null when the list cannot be read as a whole, with the reason noted
 */
export async function walk(
  sequence: Sequence,
  pages: PageFacts,
  wanted: number,
  isSuspicious: (found: Walk) => boolean,
  patient = false,
): Promise<Walk | null> {
  const stop = (reason: string): null => {
    sequence.blocked(reason);
    return null;
  };
  const size = await acceptedSize(sequence, pages, wanted);
  if (size === null) return stop("no page_size is accepted");
  let before: Walk | null = null;
  for (let turn = 0; turn < MOST_WALKS; turn++) {
    const found = await walkOnce(sequence, pages, size, turn);
    if (found === null) return stop("the list holds no items");
    if (!isSuspicious(found)) return found;
    if (before !== null && !hasChanged(before, found))
      return patient ? ((await recounted(sequence, pages, size, isSuspicious)) ?? found) : found;
    before = found;
  }
  return stop("transactions kept coming or changing while the list was read");
}
