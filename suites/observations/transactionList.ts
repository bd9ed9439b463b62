/** What the transaction list does where sections 2.6, 4.6 and 8 are silent: paging, order, words. */

import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, KnownTransaction, Target } from "../../engine/model.js";
import { isObject } from "../../generators/json.js";
import { amount } from "../../reports/visible.js";
import { instantOf } from "../../schemas/dateTime.js";
import { type Inquiry, inquiryCase, type JsonRecord, type Reply, readTemplate } from "./observing.js";
import { gathered, outcome, readOutcome, shown, sortedList } from "./texts.js";

const OPEN = "unknown.listTransactions";
/** Items that a page is asked for when the whole list is of interest. */
const WIDE = "50";
/** Page sizes, growing until the service stops following. */
const SIZES = [20, 25, 50, 100, 101, 200, 500, 1000, 1001];

type Query = Readonly<Record<string, string>>;

/** Items of a page that is a list of objects. */
export function itemsOf(reply: Reply): JsonRecord[] {
  return Array.isArray(reply.body.items) ? reply.body.items.filter(isObject) : [];
}

/** Reads the list; `response` of an answer that is a success is judged elsewhere, by the same request's control. */
export function readPage(inquiry: Inquiry, query: Query): Promise<Reply> {
  return inquiry.ask(readTemplate("listTransactions", query), null);
}

/** What a page shows of itself. */
function pageWords(reply: Reply): string {
  if (!reply.accepted) return readOutcome(reply);
  const count = itemsOf(reply).length;
  return `${readOutcome(reply)}, ${count === 0 ? "no items" : "items"} and page_number ${shown(reply.body.page_number)}`;
}

function testCase(topic: string, tier: number, execute: (inquiry: Inquiry) => Promise<void>): Case {
  return inquiryCase("listTransactions", topic, tier, null, execute);
}

function paging(firstPage: number): Case[] {
  const first = String(firstPage);
  return [
    testCase("pagingRequired", 1, async (inquiry) => {
      const neither = await readPage(inquiry, {});
      const number = await readPage(inquiry, { page_number: first });
      const size = await readPage(inquiry, { page_size: "5" });
      const tried = [
        ["neither", readOutcome(neither)],
        ["page_number alone", readOutcome(number)],
        ["page_size alone", readOutcome(size)],
      ] as const;
      inquiry.answer(`${OPEN}.pagingRequired`, gathered(tried), neither);
      const stated = neither.body.page_size;
      const told =
        typeof stated === "number"
          ? `page_size ${stated}`
          : `${amount(itemsOf(neither).length, "item")} on the first page`;
      const answer = neither.accepted ? told : outcome(neither);
      inquiry.answer(`${OPEN}.defaultPageSize`, answer, neither);
    }),
    testCase("oddPageNumbers", 1, async (inquiry) => {
      const tried: [string, string][] = [];
      let refused: Reply | null = null;
      let last: Reply | null = null;
      for (const value of ["-1", "1.5", "99999999999999999999", "one", ""]) {
        last = await readPage(inquiry, { page_number: value, page_size: "5" });
        tried.push([JSON.stringify(value), pageWords(last)]);
        if (last.status !== null && last.status >= 400) refused ??= last;
      }
      const evidence = refused ?? last;
      if (evidence === null) return;
      inquiry.answer(`${OPEN}.oddPageNumbers`, gathered(tried), evidence);
      const status =
        refused === null
          ? "none was seen: odd page numbers are not refused"
          : `${refused.status}, for an odd page_number`;
      inquiry.answer(`${OPEN}.refusalStatus`, status, evidence);
    }),
    testCase("oddPageSizes", 1, async (inquiry) => {
      const tried: [string, string][] = [];
      let evidence: Reply | null = null;
      for (const value of ["0", "-1", "2.5", "ten", ""]) {
        const reply = await readPage(inquiry, { page_number: first, page_size: value });
        tried.push([
          JSON.stringify(value),
          reply.accepted
            ? `answered with ${reply.status} and page_size ${shown(reply.body.page_size)}`
            : outcome(reply),
        ]);
        evidence = evidence === null || !reply.accepted ? reply : evidence;
      }
      if (evidence !== null) inquiry.answer(`${OPEN}.oddPageSizes`, gathered(tried), evidence);
    }),
    testCase("largestPageSize", 1, async (inquiry) => {
      let largest: { size: number; reply: Reply } | null = null;
      let beyond: Reply | null = null;
      for (const size of SIZES) {
        const reply = await readPage(inquiry, { page_number: first, page_size: String(size) });
        const stated = reply.body.page_size;
        if (reply.accepted && (stated === undefined || stated === size)) largest = { size, reply };
        else {
          beyond = reply;
          break;
        }
      }
      const stated = beyond?.body.page_size;
      const bound =
        typeof stated === "number"
          ? `it is ${stated}`
          : largest === null
            ? "none of those tried is taken"
            : `${largest.size} is taken`;
      if (beyond === null) {
        if (largest !== null) inquiry.answer(`${OPEN}.largestPageSize`, `at least ${largest.size}`, largest.reply);
        return;
      }
      inquiry.answer(
        `${OPEN}.largestPageSize`,
        typeof stated === "number" ? bound : `${bound}, the next larger one that was tried is not`,
        beyond,
      );
      const answer = beyond.accepted ? `reduced: page_size ${shown(stated)} is answered` : outcome(beyond);
      inquiry.answer(`${OPEN}.oversizedPage`, answer, beyond);
    }),
  ];
}

/** A page beyond the last: an answer with success is a page like any other, and judged as one. */
function pastTheEnd(firstPage: number): Case {
  return testCase("pastTheEnd", 1, async (inquiry) => {
    const query = { page_number: String(firstPage + 100_000), page_size: "10" };
    const reply = await readPage(inquiry, query);
    if (reply.accepted) {
      const { execution } = inquiry;
      execution.judge(reply.exchange, {
        check: "listTransactions/errors/no-server-error",
        operation: "listTransactions",
        sent: undefined,
        edit: null,
        control: null,
        response: true,
        echo: false,
        errors: true,
      });
    }
    const count = itemsOf(reply).length;
    const answer = reply.accepted
      ? `answered with ${reply.status} and ${count === 0 ? "no items" : "items"}`
      : outcome(reply);
    inquiry.answer(`${OPEN}.pastTheEnd`, answer, reply);
  });
}

/** Whether values rise, fall, or neither; fewer than two say nothing. */
function direction(found: readonly (number | string | null)[]): "rising" | "falling" | null {
  const pairs = found.slice(1).map((value, index) => [found[index], value] as const);
  if (pairs.length === 0 || found.includes(null)) return null;
  if (pairs.every(([left, right]) => (left ?? 0) <= (right ?? 0))) return "rising";
  return pairs.every(([left, right]) => (left ?? 0) >= (right ?? 0)) ? "falling" : null;
}

function orderOf(items: readonly JsonRecord[]): string {
  const times = direction(items.map(({ created_at }) => instantOf(String(created_at))));
  if (times !== null)
    return times === "falling" ? "by created_at, the newest first" : "by created_at, the oldest first";
  const ids = direction(items.map(({ id }) => String(id)));
  return ids === null ? "neither by created_at nor by id" : `by id, ${ids}`;
}

/** Which words the list uses for what the details say. */
function mapping(pairs: readonly (readonly [unknown, unknown])[]): string {
  return sortedList(pairs.map(([listed, detailed]) => `${shown(listed)} for ${shown(detailed)}`));
}

function listed(
  transactions: readonly KnownTransaction[],
): { readonly item: JsonRecord; readonly detail: JsonRecord }[] {
  return transactions.flatMap(({ item, detail }) => (item === null ? [] : [{ item, detail }]));
}

function words(target: Target, firstPage: number): Case {
  return testCase("words", 1, async (inquiry) => {
    const reply = await readPage(inquiry, { page_number: String(firstPage), page_size: WIDE });
    const items = itemsOf(reply);
    if (items.length === 0) return;
    const transfers = listed(target.transfers);
    const deposits = listed(target.deposits);
    const types = [
      ...transfers.map(({ item }) => [item.type, "a transfer"] as const),
      ...deposits.map(({ item }) => [item.type, "a deposit"] as const),
    ].map(([type, kind]) => `${shown(type)} for ${kind}`);
    const kinds = new Set([...transfers, ...deposits].map(({ item }) => item.type));
    const others = items.filter(({ type }) => !kinds.has(type)).map(({ type }) => shown(type));
    inquiry.answer(
      `${OPEN}.typeValues`,
      types.length === 0
        ? `seen: ${sortedList(others)}`
        : sortedList([...types, ...others.map((type) => `${type} for neither`)]),
      reply,
    );
    const statuses = [
      ["transfers", transfers],
      ["deposits", deposits],
    ] as const;
    const told = statuses
      .filter(([, pairs]) => pairs.length > 0)
      .map(([name, pairs]) => `${name}: ${mapping(pairs.map(({ item, detail }) => [item.status, detail.status]))}`);
    const answer =
      told.length === 0 ? `seen: ${sortedList(items.map(({ status }) => shown(status)))}` : told.join("; ");
    inquiry.answer(`${OPEN}.statusValues`, answer, reply);
    inquiry.answer("conflict.listTransactions.statusVocabulary", answer, reply);
    inquiry.answer("conflict.statusVocabulary", answer, reply);
    inquiry.answer(
      "conflict.undescribedOperations",
      transfers.length === 0
        ? "the list shows no transfer"
        : "the list shows transfers; how they were made cannot be seen",
      reply,
    );
    const unfinished = transfers.some(({ detail }) => detail.status === "pending");
    const holds = [
      unfinished ? "pending transfers" : "no pending transfer",
      others.length === 0 ? "nothing but transfers and deposits" : `also ${sortedList(others)}`,
    ];
    inquiry.answer(`${OPEN}.includedKinds`, `the list holds ${holds.join(" and ")}`, reply);
    answerItems(inquiry, reply, transfers, deposits);
  });
}

type Pairs = readonly { readonly item: JsonRecord; readonly detail: JsonRecord }[];

function answerItems(inquiry: Inquiry, reply: Reply, transfers: Pairs, deposits: Pairs): void {
  const both = [...transfers, ...deposits];
  const references = both.map(({ item, detail }) =>
    item.reference_id === detail.partner_transaction_id
      ? "partner_transaction_id"
      : item.reference_id === detail.transaction_id
        ? "transaction_id"
        : "something else",
  );
  if (both.length > 0) inquiry.answer(`${OPEN}.referenceId`, `reference_id is ${sortedList(references)}`, reply);
  const side = (value: unknown, detail: JsonRecord): string => {
    const { source, target, fee } = detail;
    if (value === undefined || value === null) return "absent";
    if (isObject(source) && value === source.amount) return "the source amount";
    if (isObject(target) && value === target.amount) return "the target amount";
    const whole = isObject(source) && typeof source.amount === "number" && typeof fee === "number";
    return whole &&
      typeof value === "number" &&
      typeof source.amount === "number" &&
      Math.abs(Math.abs(value - source.amount) - fee) < 0.005
      ? "the source amount with the fee added or taken off"
      : "another amount";
  };
  if (transfers.length > 0) {
    const sender = sortedList(transfers.map(({ item, detail }) => side(item.sender_amount, detail)));
    const receiver = sortedList(transfers.map(({ item, detail }) => side(item.receiver_amount, detail)));
    inquiry.answer(`${OPEN}.amountCurrencies`, `sender_amount is ${sender}; receiver_amount is ${receiver}`, reply);
  }
  if (deposits.length > 0) {
    const show = (value: unknown, detail: JsonRecord) =>
      value === detail.amount
        ? "the deposited amount"
        : typeof value === "number" && value !== 0 && value !== 1
          ? "another number"
          : shown(value);
    const amounts = sortedList(deposits.map(({ item, detail }) => show(item.receiver_amount, detail)));
    const rates = sortedList(deposits.map(({ item, detail }) => show(item.exchange_rate, detail)));
    inquiry.answer(`${OPEN}.depositAmounts`, `receiver_amount is ${amounts}; exchange_rate is ${rates}`, reply);
  }
}

/** The open points of the list, except its filters. */
export function transactionListPoints(): CheckGroup {
  return group("listTransactions", [], (target) => {
    if (target.pages === null) return [];
    const { firstPage } = target.pages;
    return [
      ...paging(firstPage),
      pastTheEnd(firstPage),
      testCase("ordering", 1, async (inquiry) => {
        const reply = await readPage(inquiry, { page_number: String(firstPage), page_size: "20" });
        if (itemsOf(reply).length > 1) inquiry.answer(`${OPEN}.ordering`, orderOf(itemsOf(reply)), reply);
      }),
      words(target, firstPage),
    ];
  });
}
