/** Finds out how transactions are looked up, and which kind each listed one is of. */

import type { Exchange } from "../../client/model.js";
import { jsonBody } from "../../oracles/json.js";
import { hasStatus, isSuccess } from "../../oracles/outcome.js";
import { isObject } from "../../schemas/json.js";
import { isServerError } from "../../schemas/statuses.js";
import type { KnownTransaction, Profile } from "../model.js";
import type { Item } from "./list.js";
import { readRequest, type Sender } from "./reachability.js";

type Query = Readonly<Record<string, string>>;

/** Transactions whose detail is read: the newest, and from the far end of the list. */
const MOST_DETAILS: Readonly<Record<Profile, number>> = { smoke: 40, standard: 120, deep: 240 };
/** Transactions that are looked up at once; nothing being known of that many, more would only cost requests. */
const AT_ONCE = 8;

/** Ways to name a transaction in a lookup. */
const FORMS: readonly {
  readonly name: string;
  readonly query: (id: string, reference: string | null) => Query | null;
}[] = [
  { name: "id as transaction_id", query: (id) => ({ transaction_id: id }) },
  {
    name: "reference_id as partner_transaction_id",
    query: (_, reference) => (reference === null ? null : { partner_transaction_id: reference }),
  },
  {
    name: "both ids",
    query: (id, reference) => (reference === null ? null : { transaction_id: id, partner_transaction_id: reference }),
  },
  {
    name: "reference_id as transaction_id",
    query: (_, reference) => (reference === null ? null : { transaction_id: reference }),
  },
  { name: "id as partner_transaction_id", query: (id) => ({ partner_transaction_id: id }) },
];

type Detail = "getTransferDetail" | "getDepositDetail";
type Hit = { readonly exact: boolean; readonly transaction: KnownTransaction };

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Whether a detail is about the transaction that was asked for, is about none, or cannot be told. */
function readHit(exchange: Exchange, query: Query, item: Item | null): Hit | null {
  if (exchange.response === null || !isSuccess(exchange)) return null;
  const body = jsonBody(exchange.response);
  const value = body.ok ? body.value : undefined;
  // 200 with nothing in it may be how the service says "unknown".
  if (body.ok && (value === null || (typeof value === "object" && Object.keys(value).length === 0))) return null;
  const detail: Item = isObject(value) ? value : {};
  const asked = new Set([...Object.values(query), ...(item === null ? [] : [item.id, item.reference_id])]);
  const exact = asked.has(detail.transaction_id) || asked.has(detail.partner_transaction_id);
  return {
    exact,
    transaction: {
      transactionId: textOf(detail.transaction_id) ?? query.transaction_id ?? textOf(item?.id) ?? "",
      partnerTransactionId: textOf(detail.partner_transaction_id),
      query,
      detail,
      item,
    },
  };
}

/** In which respects transactions differ that answers are likely to treat differently. */
function kindOf({ detail }: KnownTransaction): string {
  const recipient = isObject(detail.recipient) ? detail.recipient.payment_details : null;
  return JSON.stringify([detail.status, detail.account_currency, isObject(recipient) ? recipient.account_type : null]);
}

/** The same transactions with one of each kind first, so that the first few show as much as possible. */
function varied(transactions: readonly KnownTransaction[]): KnownTransaction[] {
  const kinds = new Map<string, KnownTransaction[]>();
  for (const transaction of transactions) {
    const kind = kindOf(transaction);
    kinds.set(kind, [...(kinds.get(kind) ?? []), transaction]);
  }
  const ordered: KnownTransaction[] = [];
  for (let round = 0; ordered.length < transactions.length; round++) {
    for (const members of kinds.values()) {
      const member = members[round];
      if (member !== undefined) ordered.push(member);
    }
  }
  return ordered;
}

/** What lookups found. */
export interface Lookups {
  /** Listed ones whose lookup, in the way that works for others of their kind, shows another transaction. */
  readonly mismatched: {
    readonly transfers: readonly KnownTransaction[];
    readonly deposits: readonly KnownTransaction[];
  };
  readonly transfers: readonly KnownTransaction[];
  readonly deposits: readonly KnownTransaction[];
}

/** What looking one transaction up found. */
interface Findings {
  readonly found: Readonly<Record<Detail, readonly KnownTransaction[]>>;
  readonly inexact: Readonly<Record<Detail, readonly KnownTransaction[]>>;
  /** Lookups that the service failed at. */
  readonly failing: Readonly<Record<Detail, readonly KnownTransaction[]>>;
}

/** Looks transactions up, and learns with each which form works and which type belongs to which operation. */
class Finder {
  readonly forms = new Map<Detail, number>();
  readonly operationOfType = new Map<unknown, Detail>();

  constructor(private readonly sender: Sender) {}

  /** The operation that a list item most likely belongs to. */
  likely(type: unknown): Detail | null {
    return this.operationOfType.get(type) ?? guess(type);
  }

  /** Looks an item up, first through the likelier operation. */
  async ofItem(item: Item): Promise<Findings> {
    const findings = noFindings();
    const id = textOf(item.id);
    if (id === null) return findings;
    const first = this.likely(item.type) ?? "getTransferDetail";
    for (const operation of [first, opposite(first)]) {
      if (await this.lookUp(operation, id, textOf(item.reference_id), item, findings)) {
        this.operationOfType.set(item.type, operation);
        break;
      }
    }
    return findings;
  }

  /** Looks an id up that the user named. */
  async ofName(operation: Detail, id: string): Promise<Findings> {
    const findings = noFindings();
    await this.lookUp(operation, id, id, null, findings);
    return findings;
  }

  private async lookUp(
    operation: Detail,
    id: string,
    reference: string | null,
    item: Item | null,
    into: ReturnType<typeof noFindings>,
  ): Promise<boolean> {
    const known = this.forms.get(operation);
    const order = FORMS.map((_, index) => index).filter((index) => known === undefined || index === known);
    for (const index of order) {
      const query = FORMS[index]?.query(id, reference) ?? null;
      if (query === null) continue;
      const exchange = await this.sender.send(readRequest(operation, query));
      if (hasStatus(exchange, isServerError)) {
        into.failing[operation].push({ transactionId: id, partnerTransactionId: null, query, detail: {}, item });
      }
      const hit = readHit(exchange, query, item);
      if (hit === null) continue;
      if (hit.exact) {
        this.forms.set(operation, index);
        into.found[operation].push(hit.transaction);
        return true;
      }
      into.inexact[operation].push(hit.transaction);
    }
    return false;
  }
}

function noFindings() {
  const none = (): Record<Detail, KnownTransaction[]> => ({ getTransferDetail: [], getDepositDetail: [] });
  return { found: none(), inexact: none(), failing: none() };
}

function isHit({ found }: Findings): boolean {
  return found.getTransferDetail.length + found.getDepositDetail.length > 0;
}

/** At most so many of the items: where there are more, three quarters from the beginning and the rest from the end. */
function fromBothEnds(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const last = Math.floor(most / 4);
  return [...items.slice(0, most - last), ...items.slice(-last)];
}

/**
 * The items in the order in which they are looked up: one of each type by itself, for what it teaches about the others,
 * then the rest, several at once.
 */
function inTurns(items: readonly Item[]): Item[][] {
  const types = new Set<unknown>();
  const teachers = items.filter(({ type }) => !types.has(type) && types.add(type));
  const rest = items.filter((item) => !teachers.includes(item));
  const turns = teachers.map((item) => [item]);
  for (let start = 0; start < rest.length; start += AT_ONCE) turns.push(rest.slice(start, start + AT_ONCE));
  return turns;
}

/**
 * Reads the details of listed and named transactions, each through whichever operation and parameters know it.
 * @param named ids that the user gave, by operation
 */
export async function readDetails(
  sender: Sender,
  items: readonly Item[],
  named: Readonly<Partial<Record<Detail, string>>>,
  profile: Profile,
): Promise<Lookups> {
  const finder = new Finder(sender);
  const findings: Findings[] = [];
  for (const operation of ["getTransferDetail", "getDepositDetail"] as const) {
    const id = named[operation];
    if (id !== undefined) findings.push(await finder.ofName(operation, id));
  }
  const looked = fromBothEnds(items, MOST_DETAILS[profile]);
  const byItem = new Map<Item, Findings>();
  for (const turn of inTurns(looked)) {
    const found = await Promise.all(turn.map((item) => finder.ofItem(item)));
    for (const [index, item] of turn.entries()) byItem.set(item, found[index] ?? noFindings());
    if (byItem.size >= AT_ONCE && ![...findings, ...byItem.values()].some(isHit)) break;
  }
  // In the list's order, whatever the order of the answers was.
  findings.push(...looked.flatMap((item) => byItem.get(item) ?? []));
  return settled(finder, findings, items);
}

/** What all lookups together say. */
function settled(finder: Finder, findings: readonly Findings[], items: readonly Item[]): Lookups {
  const all = (part: keyof Findings, operation: Detail) => findings.flatMap((one) => one[part][operation]);
  const exact = [...all("found", "getTransferDetail"), ...all("found", "getDepositDetail")];
  const knownIds = new Set(exact.map(({ item }) => item?.id));
  const isUnknown = ({ item }: KnownTransaction): boolean => !knownIds.has(item?.id);
  // A detail that names no id is still an answer to judge, unless the other operation knows the transaction better.
  const settle = (operation: Detail): KnownTransaction[] => {
    const found = all("found", operation);
    if (found.length > 0) return found;
    return all("inexact", operation)
      .filter((one) => isUnknown(one) && guess(one.item?.type) !== opposite(operation))
      .slice(0, 4);
  };
  const mismatched = (operation: Detail): KnownTransaction[] =>
    all("found", operation).length === 0
      ? []
      : all("inexact", operation).filter(
          (one) => isUnknown(one) && finder.operationOfType.get(one.item?.type) === operation,
        );
  // A lookup that works for others of its kind and makes the service fail for this one is a control that is refused.
  const broken = (operation: Detail): KnownTransaction[] =>
    all("failing", operation)
      .filter((one) => isUnknown(one) && finder.likely(one.item?.type) === operation)
      .slice(0, 2);
  const known = (operation: Detail): KnownTransaction[] => {
    const found = settle(operation);
    return found.length > 0
      ? [...broken(operation), ...varied(found)]
      : presumed(operation, items, finder.forms.get(opposite(operation)));
  };
  return {
    mismatched: { transfers: mismatched("getTransferDetail"), deposits: mismatched("getDepositDetail") },
    transfers: known("getTransferDetail"),
    deposits: known("getDepositDetail"),
  };
}

function opposite(operation: Detail): Detail {
  return operation === "getTransferDetail" ? "getDepositDetail" : "getTransferDetail";
}

/** Which operation a list item's type speaks of, if its word is plain. */
function guess(type: unknown): Detail | null {
  if (/deposit|pay-?in|receive/i.test(String(type))) return "getDepositDetail";
  return /transfer|pay-?out|send/i.test(String(type)) ? "getTransferDetail" : null;
}

/**
 * Items that say themselves what they are, although their detail cannot be read in the way that works for the other
 * kind: they become controls that are refused, which is a finding.
 */
function presumed(operation: Detail, items: readonly Item[], form: number | undefined): KnownTransaction[] {
  if (form === undefined) return [];
  return items
    .filter((item) => guess(item.type) === operation)
    .slice(0, 2)
    .flatMap((item) => {
      const id = textOf(item.id);
      const query = id === null ? null : (FORMS[form]?.query(id, textOf(item.reference_id)) ?? null);
      return id === null || query === null
        ? []
        : [{ transactionId: id, partnerTransactionId: textOf(item.reference_id), query, detail: {}, item }];
    });
}
