/** What the items of the transaction list say beside the details (sections 2.6, 3 and 4.10). */
import type { Exercise } from "../../engine/check.js";
import type { KnownTransaction } from "../../engine/model.js";
import type { Observed } from "../../engine/observations.js";
import { isObject, type Json, type JsonRecord, jsonText } from "../../schemas/json.js";
import { type Inquiry, inquiries, inquiry, type Reply } from "./observing.js";
import { itemsOf, readPage } from "./reading.js";
import { eachOf, phrase, sorted, sortedList, valuesSeen, words } from "./texts.js";

const UNKNOWN = "unknown.listTransactions";
/** Items that a page is asked for when the whole list is of interest. */
const WIDE = "50";

/** A listed transaction with its detail. */
interface Pair {
  readonly item: JsonRecord;
  readonly detail: JsonRecord;
}

function listed(transactions: readonly KnownTransaction[]): Pair[] {
  return transactions.flatMap(({ item, detail }) => (item === null ? [] : [{ item, detail }]));
}

/** Transactions of both kinds, and the types that belong to neither. */
interface Kinds {
  readonly transfers: readonly Pair[];
  readonly deposits: readonly Pair[];
  readonly others: readonly unknown[];
}

function types({ transfers, deposits, others }: Kinds): Observed {
  const of = (pairs: readonly Pair[]) => valuesSeen(pairs.map(({ item }) => item.type));
  const text = sortedList([
    ...transfers.map(({ item }) => `${jsonText(item.type)} for a transfer`),
    ...deposits.map(({ item }) => `${jsonText(item.type)} for a deposit`),
    ...others.map((type) => `${jsonText(type)} for neither`),
  ]);
  const value = {
    transfer: of(transfers).value,
    deposit: of(deposits).value,
    neither: valuesSeen(others).value,
  };
  return transfers.length + deposits.length === 0
    ? { value, text: `seen: ${valuesSeen(others).text}` }
    : { value, text };
}

/** Which words the list uses for the statuses of the details. */
function mapping(pairs: readonly Pair[]): Observed {
  const byText = new Map(
    pairs.map(({ item, detail }): [string, Json] => [
      `${jsonText(item.status)} for ${jsonText(detail.status)}`,
      { listed: jsonOf(item.status), detailed: jsonOf(detail.status) },
    ]),
  );
  const texts = sorted(byText.keys());
  return { value: texts.flatMap((text) => byText.get(text) ?? []), text: texts.join(", ") };
}

function jsonOf(value: unknown): Json {
  return typeof value === "string" || typeof value === "number" ? value : jsonText(value);
}

function statuses({ transfers, deposits }: Kinds, items: readonly JsonRecord[]): Observed {
  const told = Object.entries({ transfers, deposits }).filter(([, pairs]) => pairs.length > 0);
  if (told.length === 0) return phrase`seen: ${valuesSeen(items.map(({ status }) => status))}`;
  return eachOf(told.map(([name, pairs]) => [name, mapping(pairs)]));
}

function includedKinds({ transfers, others }: Kinds): Observed {
  const pending = transfers.some(({ detail }) => detail.status === "pending");
  const types = valuesSeen(others);
  const holds = [
    pending ? "pending transfers" : "no pending transfer",
    others.length === 0 ? "no other kind than transfers and deposits" : `also ${types.text}`,
  ];
  return { value: { pending, others: types.value }, text: `the list holds ${holds.join(" and ")}` };
}

/** Which of the ids of a transaction stands as its reference. */
function references(pairs: readonly Pair[]): Observed {
  const names = pairs.map(({ item, detail }) => {
    if (item.reference_id === detail.partner_transaction_id) return "partner_transaction_id";
    return item.reference_id === detail.transaction_id ? "transaction_id" : "something else";
  });
  return phrase`reference_id is ${words(names)}`;
}

/** Cents within which an amount counts as the source amount with the fee. */
const CENT = 0.005;

/** Which amount of a transfer's detail a listed one is. */
function side(value: unknown, { source, target, fee }: JsonRecord): string {
  if (value === undefined || value === null) return "absent";
  if (isObject(source) && value === source.amount) return "the source amount";
  if (isObject(target) && value === target.amount) return "the target amount";
  const isWithFee =
    isObject(source) &&
    typeof source.amount === "number" &&
    typeof fee === "number" &&
    typeof value === "number" &&
    Math.abs(Math.abs(value - source.amount) - fee) < CENT;
  return isWithFee ? "the source amount with the fee added or taken off" : "another amount";
}

function transferAmounts(transfers: readonly Pair[]): Observed {
  const sender = words(transfers.map(({ item, detail }) => side(item.sender_amount, detail)));
  const receiver = words(transfers.map(({ item, detail }) => side(item.receiver_amount, detail)));
  return {
    value: { sender_amount: sender.value, receiver_amount: receiver.value },
    text: `sender_amount is ${sender.text}; receiver_amount is ${receiver.text}`,
  };
}

function depositAmounts(deposits: readonly Pair[]): Observed {
  const shown = (value: unknown, detail: JsonRecord): string => {
    if (value === detail.amount) return "the deposited amount";
    return typeof value === "number" && value !== 0 && value !== 1 ? "another number" : jsonText(value);
  };
  const amounts = words(deposits.map(({ item, detail }) => shown(item.receiver_amount, detail)));
  const rates = words(deposits.map(({ item, detail }) => shown(item.exchange_rate, detail)));
  return {
    value: { receiver_amount: amounts.value, exchange_rate: rates.value },
    text: `receiver_amount is ${amounts.text}; exchange_rate is ${rates.text}`,
  };
}

function answerKinds(asked: Inquiry, reply: Reply, kinds: Kinds): void {
  const { transfers, deposits } = kinds;
  asked.answer(`${UNKNOWN}.typeValues`, types(kinds), reply);
  const status = statuses(kinds, itemsOf(reply));
  asked.answer(`${UNKNOWN}.statusValues`, status, reply);
  asked.answer("conflict.listTransactions.statusVocabulary", status, reply);
  asked.answer("conflict.statusVocabulary", status, reply);
  const shows = transfers.length > 0;
  const text = shows ? "the list shows transfers; how they were made cannot be seen" : "the list shows no transfer";
  asked.answer("conflict.undescribedOperations", { value: { transfers: shows }, text }, reply);
  asked.answer(`${UNKNOWN}.includedKinds`, includedKinds(kinds), reply);
  const both = [...transfers, ...deposits];
  if (both.length > 0) asked.answer(`${UNKNOWN}.referenceId`, references(both), reply);
  if (transfers.length > 0) asked.answer(`${UNKNOWN}.amountCurrencies`, transferAmounts(transfers), reply);
  if (deposits.length > 0) asked.answer(`${UNKNOWN}.depositAmounts`, depositAmounts(deposits), reply);
}

/** What is asked about the items of the list. */
export const listedItems: Exercise = inquiries("listTransactions", "items", ({ pages, ...target }) => {
  if (pages === null) return [];
  return [
    inquiry("words", {}, async (asked) => {
      const reply = await readPage(asked, { page_number: String(pages.firstPage), page_size: WIDE });
      const items = itemsOf(reply);
      if (items.length === 0) return;
      const [transfers, deposits] = [listed(target.transfers), listed(target.deposits)];
      const types = new Set([...transfers, ...deposits].map(({ item }) => item.type));
      const others = items.map(({ type }) => type).filter((type) => !types.has(type));
      answerKinds(asked, reply, { transfers, deposits, others });
    }),
  ];
});
