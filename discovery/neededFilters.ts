/**
 * Filters without which the transaction list is refused. Its description mentions some, one of them a start date or
 * time, without its name (section 4.6).
 */

import type { Exchange, WireRequest } from "../client/model.js";
import type { Interceptor, Sender } from "../client/send.js";
import { detailsOf, namesIn } from "../engine/judge/refusalText.js";
import { discover } from "../engine/send/discovering.js";
import { readRequest } from "../engine/send/reachability.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { OPERATIONS } from "../schemas/operations.js";
import { isDocumentedRefusal } from "../schemas/statuses.js";

type Query = Readonly<Record<string, string>>;

const FILTER_WORDS =
  /start|begin|from|since|after|date|time|period|range|filter|status|currenc|日期|时间|時間|开始|起始/i;
const START = /start|begin|from|since|after|min/i;
const END = /[Ee]nd|[Uu]ntil|[Bb]efore|[Mm]ax|(?:^|[_.-])to(?:[_.-]|$)|[a-z]To(?:[A-Z]|$)/;
/** Usual names for a start, where the refusal names none. */
const USUAL =
  "start_time start_date from start from_date created_from date_from startTime startDate created_after".split(" ");
/** How often the words of a new refusal are followed. */
const ROUNDS = 3;
const DAY = 24 * 3_600_000;

/** Ways to write a time; a distant one first, and one of last month where only a range of that length is allowed. */
const WRITINGS: readonly ((milliseconds: number) => string)[] = [
  (milliseconds) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`,
  (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10),
  (milliseconds) => String(Math.floor(milliseconds / 1000)),
  (milliseconds) => String(milliseconds),
];

/** Whether the list may have been refused because a filter is missing. */
export function mayLackFilter(exchange: Exchange): boolean {
  return hasStatus(exchange, isDocumentedRefusal) && FILTER_WORDS.test(detailsOf(exchange));
}

/** The names in a refusal that may be those of a start and an end. */
function boundsIn(exchange: Exchange): readonly string[] {
  const plain = detailsOf(exchange).match(/\b(?:from|start|since|begin)\b/g) ?? [];
  return [...new Set([...namesIn(exchange), ...plain])].filter((word) => START.test(word) || END.test(word));
}

interface Filters {
  readonly names: readonly string[];
  readonly valueFor: (name: string) => string;
  /** How often the words of a refusal may still be followed. */
  readonly rounds: number;
}

function queryOf({ names, valueFor }: Filters): Query {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)]));
}

/** The filters with those that a refusal names besides; none where it names no other. */
function withNamed(filters: Filters, refusal: Exchange): readonly Filters[] {
  const { names, rounds } = filters;
  const more = boundsIn(refusal).filter((name) => !names.includes(name));
  return more.length === 0 || rounds === 0 ? [] : [{ ...filters, names: [...names, ...more], rounds: rounds - 1 }];
}

/**
 * The parameters with which the list is accepted; null when none of those tried is enough.
 * @param refusal the answer without any parameters
 * @param now milliseconds since the epoch
 */
export async function findNeeded(sender: Sender, refusal: Exchange, now: number): Promise<Query | null> {
  const valuesFrom = (from: number) =>
    WRITINGS.map((write) => (name: string) => write(START.test(name) ? from : now + DAY));
  const [longAgo, lastMonth] = [valuesFrom(Date.UTC(2000, 0, 1)), valuesFrom(now - 30 * DAY)];
  const { taken } = await discover({
    moves: [
      ...[...longAgo, ...lastMonth].flatMap((valueFor) => withNamed({ names: [], valueFor, rounds: ROUNDS }, refusal)),
      ...longAgo.flatMap((valueFor) => USUAL.map((name): Filters => ({ names: [name], valueFor, rounds: 0 }))),
    ],
    ask: (filters) =>
      sender.send(readRequest("listTransactions", { page_number: "1", page_size: "10", ...queryOf(filters) })),
    isTaken: isSuccess,
    next: ({ move, answer }, left) => [...withNamed(move, answer), ...left],
  });
  return taken === null ? null : queryOf(taken.move);
}

/** Adds what the list needs to each read of it that does not set it. */
export function withListQuery(needed: Query): Interceptor {
  const { path: list } = OPERATIONS.listTransactions;
  if (Object.keys(needed).length === 0) return (next) => next;
  const completed = (request: WireRequest): WireRequest => {
    const [path, query = ""] = request.path.split("?");
    if (path !== list) return request;
    const given = new URLSearchParams(query);
    const missing = Object.entries(needed).filter(([name]) => !given.has(name));
    const pairs = [
      ...(query === "" ? [] : [query]),
      ...missing.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
    ];
    return { ...request, path: pairs.length === 0 ? path : `${path}?${pairs.join("&")}` };
  };
  return (next) => (request) => next(completed(request));
}
