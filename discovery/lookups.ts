/** Reads the details of transactions, and finds out what kind each listed one is. */

import type { Sender } from "../client/send.js";
import type { Profile } from "../engine/model.js";
import type { DiscoverySettings } from "../engine/send/discovering.js";
import { sameInstant } from "../schemas/dateTime.js";
import { groupedBy } from "../schemas/groups.js";
import { isObject } from "../schemas/json.js";
import type { DetailOperation } from "../schemas/operations.js";
import type { Item } from "./list.js";
import type { KnownTransaction, Target, UnfoundTransaction } from "./target.js";
import { Finder, type Findings, guess, isHit, noFindings, opposite, queryOf, textOf } from "./transactionFinder.js";

/** How many transactions of the whole list have their detail read. */
const MOST_DETAILS: Readonly<Record<Profile, number>> = { smoke: 20, standard: 120, deep: 240 };
/**
 * How many transactions are looked up at once at first; while nothing is known, more would only cost requests. Later
 * twice as many.
 */
const AT_ONCE = 8;

const DETAILS = ["getTransferDetail", "getDepositDetail"] as const;

/** The differences between transactions that answers are likely to depend on. */
function kindOf({ detail }: KnownTransaction): string {
  const recipient = isObject(detail.recipient) ? detail.recipient.payment_details : null;
  return JSON.stringify([detail.status, detail.account_currency, isObject(recipient) ? recipient.account_type : null]);
}

/** The same transactions with one of each kind first, so that the first few show as much as possible. */
function varied(transactions: readonly KnownTransaction[]): KnownTransaction[] {
  const kinds = groupedBy(transactions, kindOf);
  const ordered: KnownTransaction[] = [];
  for (let round = 0; ordered.length < transactions.length; round++) {
    for (const members of kinds.values()) {
      const member = members[round];
      if (member !== undefined) ordered.push(member);
    }
  }
  return ordered;
}

export interface Lookups extends Pick<Target, "transfers" | "deposits" | "mismatched" | "unfound"> {
  /** Whether one of the two operations shows each transaction that was looked at: there may then be none of the other kind. */
  readonly allFound: boolean;
}

const MOST_UNFOUND = 4;

/** Listed ones that neither operation finds, although their type says what they are and most others of it are found. */
function unfoundOf(finder: Finder, looked: ReadonlyMap<Item, Findings>): UnfoundTransaction[] {
  const isMissing = ([, { found, inexact, failing }]: readonly [Item, Findings]): boolean =>
    [found, inexact, failing].every((part) => part.getTransferDetail.length + part.getDepositDetail.length === 0);
  const entries = [...looked];
  return entries
    .filter(isMissing)
    .flatMap(([item]) => {
      const operation = guess(item.type);
      const id = textOf(item.id);
      const form = operation === null ? undefined : finder.forms.get(operation);
      if (operation === null || id === null || form === undefined) return [];
      const alike = entries.filter(([other]) => other.type === item.type);
      const missing = alike.filter(isMissing).length;
      const query = queryOf(form, id, textOf(item.reference_id));
      return query === null || alike.length < 2 * missing ? [] : [{ operation, query, item }];
    })
    .slice(0, MOST_UNFOUND);
}

/**
 * At most a given number of items: where there are more, half of them from the beginning, a quarter from the end, and
 * the rest evenly from between.
 */
function fromEverywhere(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const quarter = Math.floor(most / 4);
  const between = items.slice(2 * quarter, -quarter);
  const step = between.length / quarter;
  const chosen = Array.from({ length: quarter }, (_, index) => between[Math.floor(index * step)]);
  return [...items.slice(0, 2 * quarter), ...chosen.filter((item) => item !== undefined), ...items.slice(-quarter)];
}

/**
 * The items in the order in which they are looked up: one of each type before the rest, for what it shows about the others;
 * those whose types seem to belong to different operations show nothing about each other, and go together.
 */
function inTurns(items: readonly Item[]): Item[][] {
  const teachers = oneOfEachType(items);
  const rest = items.filter((item) => !teachers.includes(item));
  const guessed = groupedBy(teachers, ({ type }) => guess(type) ?? "");
  const together = [...guessed].flatMap(([operation, [first]]) => (operation === "" ? [] : [first]));
  const turns = [together, ...teachers.filter((item) => !together.includes(item)).map((item) => [item])];
  for (let start = 0, size = AT_ONCE; start < rest.length; start += size, size = 2 * AT_ONCE)
    turns.push(rest.slice(start, start + size));
  return turns;
}

function oneOfEachType(items: readonly Item[]): Item[] {
  return [...groupedBy(items, ({ type }) => type).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}

/** How many transactions that neither operation shows are asked for under an Api-Version. */
const MOST_UNDER_VERSION = 3;

/**
 * Looks for a transaction that an operation shows under an Api-Version only: without the header, as these operations are documented,
 * it is a control that is refused (section 9).
 */
async function shownUnderVersion(
  sender: Sender,
  operation: DetailOperation,
  looked: ReadonlyMap<Item, Findings>,
): Promise<{ readonly item: Item; readonly findings: Findings } | null> {
  const finder = new Finder(sender, true);
  const unseen = [...looked].filter(([, findings]) => !isHit(findings)).map(([item]) => item);
  for (const item of oneOfEachType(unseen).slice(0, MOST_UNDER_VERSION)) {
    const findings = await finder.ofItem(item);
    if (findings.found[operation].length > 0) return { item, findings };
  }
  return null;
}

/**
 * Reads the details of listed and named transactions, each through whichever operation and parameters find it.
 * @param named ids that the user gave, by operation
 */
export async function readDetails(
  sender: Sender,
  items: readonly Item[],
  named: Readonly<Partial<Record<DetailOperation, string>>>,
  { profile, maxRequests }: Pick<DiscoverySettings, "profile" | "maxRequests">,
): Promise<Lookups> {
  const finder = new Finder(sender);
  const findings: Findings[] = [];
  for (const operation of DETAILS) {
    const id = named[operation];
    if (id !== undefined) findings.push(await finder.ofName(operation, id));
  }
  // Discovery must not use up a small number of allowed requests.
  const allowed = maxRequests === undefined ? Number.POSITIVE_INFINITY : Math.max(4, Math.floor(maxRequests / 5));
  const looked = fromEverywhere(items, Math.min(MOST_DETAILS[profile], allowed));
  const byItem = new Map<Item, Findings>();
  for (const turn of inTurns(looked)) {
    const found = await Promise.all(turn.map((item) => finder.ofItem(item)));
    for (const [index, item] of turn.entries()) byItem.set(item, found[index] ?? noFindings());
    if (byItem.size >= AT_ONCE && ![...findings, ...byItem.values()].some(isHit)) break;
  }
  for (const operation of DETAILS) {
    if ([...findings, ...byItem.values()].some(({ found }) => found[operation].length > 0)) continue;
    const shown = await shownUnderVersion(sender, operation, byItem);
    if (shown !== null) byItem.set(shown.item, shown.findings);
  }
  // In the list's order, whatever the order of the answers.
  findings.push(...looked.flatMap((item) => byItem.get(item) ?? []));
  const allFound = looked.every((item) => isHit(byItem.get(item) ?? noFindings()));
  return { ...settled(finder, findings, items), unfound: unfoundOf(finder, byItem), allFound };
}

/** How much an item looks like the entry of the transaction that it led to, rather than one about it. */
function likeness({ transactionId, item, detail }: KnownTransaction): number {
  if (item === null || item.id === transactionId) return 2;
  return sameInstant(String(item.created_at), String(detail.created_at)) ? 1 : 0;
}

/**
 * Each transaction once: an entry about it, such as that of a return or a fee, may carry its reference as well. Its own may
 * not be among those that were looked at; then the id and the type distinguish the other.
 */
function ownEntries(found: readonly KnownTransaction[]): KnownTransaction[] {
  const types = new Set(found.flatMap(({ transactionId, item }) => (item?.id === transactionId ? [item.type] : [])));
  const best = new Map<string, KnownTransaction>();
  for (const one of found) {
    const other = best.get(one.transactionId);
    if (other === undefined || likeness(other) < likeness(one)) best.set(one.transactionId, one);
  }
  return found.filter((one) => {
    const { transactionId, item } = one;
    if (types.size > 0 && item !== null && item.id !== transactionId && !types.has(item.type)) return false;
    const own = best.get(one.transactionId);
    return own === undefined || own === one || own.item?.id === one.item?.id;
  });
}

function settled(
  finder: Finder,
  findings: readonly Findings[],
  items: readonly Item[],
): Omit<Lookups, "unfound" | "allFound"> {
  const all = (part: keyof Findings, operation: DetailOperation): KnownTransaction[] => {
    const those = findings.flatMap((one) => one[part][operation]);
    return part === "found" ? ownEntries(those) : those;
  };
  const exact = [...all("found", "getTransferDetail"), ...all("found", "getDepositDetail")];
  const knownIds = new Set(exact.map(({ item }) => item?.id));
  const isUnknown = ({ item }: KnownTransaction): boolean => !knownIds.has(item?.id);
  // A detail that names no id is still an answer to judge, unless the other operation knows the transaction better.
  const settle = (operation: DetailOperation): KnownTransaction[] => {
    const found = all("found", operation);
    if (found.length > 0) return found;
    return all("inexact", operation)
      .filter((one) => isUnknown(one) && guess(one.item?.type) !== opposite(operation))
      .slice(0, 4);
  };
  const mismatched = (operation: DetailOperation): KnownTransaction[] =>
    all("found", operation).length === 0
      ? []
      : all("inexact", operation).filter(
          (one) => isUnknown(one) && finder.operationOfType.get(one.item?.type) === operation,
        );
  // A lookup that works for others of its kind but makes the service fail for this one becomes a refused control.
  const broken = (operation: DetailOperation): KnownTransaction[] =>
    all("failing", operation)
      .filter((one) => isUnknown(one) && (finder.likely(one.item?.type) ?? operation) === operation)
      .slice(0, 2);
  const known = (operation: DetailOperation): KnownTransaction[] => {
    const found = settle(operation);
    if (found.length > 0) return [...broken(operation), ...varied(found)];
    const form = finder.forms.get(opposite(operation));
    // Where nothing is found at all, a lookup that makes the service fail is still not an allowed answer.
    return form === undefined ? broken(operation) : presumed(operation, items, form);
  };
  return {
    mismatched: { transfers: mismatched("getTransferDetail"), deposits: mismatched("getDepositDetail") },
    transfers: known("getTransferDetail"),
    deposits: known("getDepositDetail"),
  };
}

/**
 * Items that say what they are, although their detail cannot be read by the means that works for the other kind: they
 * become refused controls, which is a finding.
 */
function presumed(operation: DetailOperation, items: readonly Item[], form: number): KnownTransaction[] {
  return items
    .filter((item) => guess(item.type) === operation)
    .slice(0, 2)
    .flatMap((item) => {
      const id = textOf(item.id);
      const query = id === null ? null : queryOf(form, id, textOf(item.reference_id));
      return id === null || query === null
        ? []
        : [{ transactionId: id, partnerTransactionId: textOf(item.reference_id), query, detail: {}, item }];
    });
}
