/** Pages of the transaction list as checks read them, which may change meanwhile (section 4.6). */
import { setTimeout as pause } from "node:timers/promises";
import { type CaseDraft, perTarget } from "../../../discovery/check.js";
import { pageQuery } from "../../../discovery/list.js";
import { deployment, type PageFacts } from "../../../discovery/target.js";
import { type Departure, type Sequence, type Step, steps } from "../../../engine/cases/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { canonicalText } from "../../../oracles/sameValue.js";
import { walk as fieldsIn, fieldTree } from "../../../schemas/fieldTree.js";
import { isObject, type JsonRecord } from "../../../schemas/json.js";
import { isRefusalStatus } from "../../../schemas/statuses.js";

/** Page size of the first walk through the list: several checks look at the same pages. */
export const FIRST_SIZE = 11;
/** Most pages read to see all items. */
export const MOST_PAGES = 40;
/** Names of what an item is documented to show (section 2.6): anything else may change at any time. */
const DOCUMENTED: ReadonlySet<string> = new Set(
  [...fieldsIn(fieldTree("transaction-list-item.schema.json"))].map(({ name }) => name),
);
/** How often a list that changes while it is read is read again. */
const MOST_WALKS = 4;
/** Milliseconds after which what was counted before may have been counted again. */
const RECOUNTED = 2_500;

/** A case that reads pages of a list that the preflight could read. */
export function onPages(tier: number, execute: (sequence: Sequence, pages: PageFacts) => Promise<void>): CaseDraft {
  return steps(tier, async (sequence) => {
    const { pages } = deployment(sequence.execution.target);
    if (pages === null) return sequence.blocked("the list could not be read");
    await execute(sequence, pages);
  });
}

export function pageTemplate(number: number, size: number | null): Template {
  return readTemplate("listTransactions", pageQuery(number, size));
}

export function itemsOf(step: Pick<Step, "body">): readonly JsonRecord[] {
  return Array.isArray(step.body.items) ? step.body.items.filter(isObject) : [];
}

/** What an item shows of what is documented, for comparing items. */
export function documentedText(item: JsonRecord): string {
  return canonicalText(Object.fromEntries(Object.entries(item).filter(([name]) => DOCUMENTED.has(name))));
}

/** The items' ids in their order, for comparing pages. */
export function idsOf(step: Step): string {
  return JSON.stringify(itemsOf(step).map(({ id }) => id));
}

/** The size that a check wants or, where that is refused, one known to be accepted; null for neither. */
export async function acceptedSize(sequence: Sequence, pages: PageFacts, wanted: number): Promise<number | null> {
  if (wanted === pages.size) return wanted;
  const step = await sequence.reading(pageTemplate(pages.firstPage, wanted), `size ${wanted} of the first page`);
  return isRefusalStatus(step.exchange.response?.status ?? 0) ? pages.size : wanted;
}

export interface Walk {
  readonly size: number;
  readonly items: readonly JsonRecord[];
  readonly pages: readonly Step[];
  readonly first: Step;
  readonly totals: ReadonlySet<unknown>;
  /** Milliseconds after which nothing was wrong any more; absent where nothing was wrong. */
  readonly late?: number;
}

/** Something that must hold of a walk, and the page that shows where it does not. */
type Claim = readonly [holds: boolean, page: Step, departure: Departure];

/** What must hold of a walk; or why that cannot be judged. */
export type Claims = (list: Walk) => readonly Claim[] | string;

function isWrong(claims: Claims, list: Walk): boolean {
  const made = claims(list);
  return typeof made !== "string" && made.some(([holds]) => !holds);
}

/** Whether waiting did not help: then it is not tried again. */
const inVain = perTarget(() => ({ waited: false }));

/** Reads all pages; null when there is nothing to read. */
async function walkOnce(sequence: Sequence, pages: PageFacts, size: number, turn: number): Promise<Walk | null> {
  const items: JsonRecord[] = [];
  const totals = new Set<unknown>();
  const met = new Set<string>();
  const read: Step[] = [];
  let hasShort = false;
  for (let offset = 0; offset < MOST_PAGES; offset++) {
    const page = pageTemplate(pages.firstPage + offset, size);
    const key = `walk ${size} ${offset} ${turn}`;
    const step = await (turn === 0 ? sequence.reading(page, key) : sequence.step(page, key));
    if (!step.accepted) break;
    const found = itemsOf(step);
    if (found.length === 0) break;
    const { total } = (read[0] ?? step).body;
    const all = typeof total === "number" && items.length >= total;
    // What follows the last page is not documented: a service may show the last or the first page again. A page that is
    // not full is the last one, even while the total lags behind.
    if ((all || hasShort) && met.has(idsOf(step))) break;
    hasShort ||= found.length < size;
    met.add(idsOf(step));
    read.push(step);
    items.push(...found);
    totals.add(step.body.total);
    if (typeof total === "number" && items.length >= total && found.length < size) break;
  }
  const [first] = read;
  return first === undefined ? null : { size, items, pages: read, first, totals };
}

/** Whether transactions came, or changed, between two walks or during one of them. */
function hasChanged(left: Walk, right: Walk): boolean {
  // Totals that differ from page to page in the same way each time are not a change.
  if (left.totals.size !== right.totals.size || [...left.totals].some((total) => !right.totals.has(total))) return true;
  // New transactions move others to the next page, even while the total lags behind.
  const [before, after] = [left, right].map(({ items }) => new Set(items.map(({ id }) => id)));
  if (before?.size !== after?.size || left.items.some(({ id }) => after?.has(id) === false)) return true;
  const seen = new Map<unknown, string>();
  return [...left.items, ...right.items].some((item) => {
    const text = documentedText(item);
    const shown = seen.get(item.id) ?? text;
    seen.set(item.id, text);
    return shown !== text;
  });
}

/** The list a little later, if nothing is wrong with it then; else null. */
async function recounted(sequence: Sequence, pages: PageFacts, size: number, claims: Claims): Promise<Walk | null> {
  const known = inVain(deployment(sequence.execution.target));
  if (known.waited) return null;
  await pause(RECOUNTED);
  const found = await walkOnce(sequence, pages, size, MOST_WALKS);
  if (found !== null && !isWrong(claims, found)) return { ...found, late: RECOUNTED };
  known.waited = true;
  return null;
}

/** The walk that counts; or why the list cannot be read as a whole. */
async function walk(sequence: Sequence, pages: PageFacts, size: number, claims: Claims, patient: boolean) {
  let before: Walk | null = null;
  for (let turn = 0; turn < MOST_WALKS; turn++) {
    const found = await walkOnce(sequence, pages, size, turn);
    if (found === null) return "the list holds no items";
    if (!isWrong(claims, found)) return found;
    if (before !== null && !hasChanged(before, found))
      return patient ? ((await recounted(sequence, pages, size, claims)) ?? found) : found;
    before = found;
  }
  return "transactions kept coming or changing while the list was read";
}

/**
 * A case that walks through the list; what is wrong counts only when a second walk finds the same list. Transactions come
 * and change on a service that is in use, and move others to another page while pages are read.
 * @param wanted the size of the pages, where it is accepted
 * @param claims what must hold of the walk
 * @param patient whether what is wrong may be right a little later
 * @param note called with the walk that counts
 */
export function onWalk(
  tier: number,
  wanted: number,
  claims: Claims,
  { patient = false, note }: { patient?: boolean; note?: (sequence: Sequence, list: Walk) => void } = {},
): CaseDraft {
  return onPages(tier, async (sequence, pages) => {
    const size = await acceptedSize(sequence, pages, wanted);
    const list = size === null ? "no page_size is accepted" : await walk(sequence, pages, size, claims, patient);
    const made = typeof list === "string" ? list : claims(list);
    if (typeof list === "string" || typeof made === "string") return sequence.blocked(String(made));
    note?.(sequence, list);
    for (const claim of made) sequence.expect(...claim);
  });
}
