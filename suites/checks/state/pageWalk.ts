/** Walking through all pages of the transaction list, which may change meanwhile (section 4.6). */

import type { PageFacts } from "../../../engine/model.js";
import { pageQuery } from "../../../engine/preflight/list.js";
import type { Sequence, Step } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { isObject } from "../../../generators/json.js";
import { canonicalText } from "../../../oracles/sameValue.js";
import { isRefusalStatus } from "../../../schemas/statuses.js";

type Item = Readonly<Record<string, unknown>>;

/** Pages that are read at the most to see all items. */
export const MOST_PAGES = 40;
/** How often a list that changes while it is read is read again. */
const MOST_WALKS = 4;

/** The control that asks for one page. */
export function pageTemplate(number: number, size: number | null): Template {
  return {
    id: `page ${number} of ${size ?? "any size"}`,
    operation: "listTransactions",
    body: null,
    query: pageQuery(number, size),
    path: {},
    version: null,
    freshField: null,
  };
}

/** The items of a page that are objects. */
export function itemsOf(step: Step): readonly Item[] {
  return Array.isArray(step.body.items) ? step.body.items.filter(isObject) : [];
}

/** The items' ids in their order, for comparing pages. */
export function idsOf(step: Step): string {
  return JSON.stringify(itemsOf(step).map(({ id }) => id));
}

/** The size that a program wants, or the one that is known to be accepted where that is refused; null for neither. */
export async function acceptedSize(sequence: Sequence, pages: PageFacts, wanted: number): Promise<number | null> {
  if (wanted === pages.size) return wanted;
  const step = await sequence.step(pageTemplate(pages.firstPage, wanted), `size ${wanted} of the first page`);
  const status = step.exchange.response?.status ?? 0;
  return isRefusalStatus(status) ? pages.size : wanted;
}

/** All pages of the list. */
export interface Walk {
  readonly items: readonly Item[];
  readonly last: Step;
  readonly first: Step;
  /** Every total that the pages state. */
  readonly totals: ReadonlySet<unknown>;
}

/** Reads all pages; null when there is nothing to read. */
async function walkOnce(sequence: Sequence, pages: PageFacts, size: number, turn: number): Promise<Walk | null> {
  const items: Item[] = [];
  const totals = new Set<unknown>();
  const met = new Set<string>();
  let first: Step | null = null;
  let last: Step | null = null;
  for (let offset = 0; offset < MOST_PAGES; offset++) {
    const step = await sequence.step(pageTemplate(pages.firstPage + offset, size), `walk ${size} ${offset} ${turn}`);
    if (!step.accepted) break;
    const found = itemsOf(step);
    first ??= step;
    if (found.length === 0) break;
    const { total } = first.body;
    const all = typeof total === "number" && items.length >= total;
    // What stands behind the last page is not documented: a service may show the last or the first page again.
    if (all && met.has(idsOf(step))) break;
    met.add(idsOf(step));
    last = step;
    items.push(...found);
    totals.add(step.body.total);
    if (typeof total === "number" && items.length >= total && found.length < size) break;
  }
  return first === null || last === null ? null : { items, first, last, totals };
}

/** Whether transactions came, or changed, between two walks or during one of them. */
function hasChanged(left: Walk, right: Walk): boolean {
  // Totals that differ from page to page in the same way each time are no change.
  if (left.totals.size !== right.totals.size || [...left.totals].some((total) => !right.totals.has(total))) return true;
  const seen = new Map<unknown, string>();
  return [...left.items, ...right.items].some((item) => {
    const text = canonicalText(item);
    const before = seen.get(item.id) ?? text;
    seen.set(item.id, text);
    return before !== text;
  });
}

/**
 * Walks through the list; a walk that shows something suspicious counts only when a second one finds the same list.
 * Transactions come and change on a service that is in use, and move others to another page while pages are read.
 * @returns null when there are no items; "moving" when the list kept changing
 */
export async function walk(
  sequence: Sequence,
  pages: PageFacts,
  size: number,
  suspicious: (found: Walk) => boolean,
): Promise<Walk | "moving" | null> {
  let before: Walk | null = null;
  for (let turn = 0; turn < MOST_WALKS; turn++) {
    const found = await walkOnce(sequence, pages, size, turn);
    if (found === null || !suspicious(found)) return found;
    if (before !== null && !hasChanged(before, found)) return found;
    before = found;
  }
  return "moving";
}
