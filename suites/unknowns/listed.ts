/** What the transaction list holds, where section 2.6 is silent. */
import type { KnownTransaction } from "../../discovery/target.js";
import type { Observed } from "../../engine/judge/observations.js";
import { isObject, type Json, type JsonRecord, jsonText } from "../../schemas/json.js";
import { itemsOf } from "../checks/state/pages.js";
import { type Rows, readPage, seen } from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import { eachOf, phrase, sorted, sortedList, valuesSeen, words } from "./words.js";

interface Pair {
  readonly item: JsonRecord;
  readonly detail: JsonRecord;
}

/** What the list holds: transactions of both kinds with their details, and the types that belong to neither. */
interface Listed {
  readonly reply: Reply;
  readonly transfers: readonly Pair[];
  readonly deposits: readonly Pair[];
  readonly others: readonly unknown[];
}

function pairsOf(transactions: readonly KnownTransaction[]): Pair[] {
  return transactions.flatMap(({ item, detail }) => (item === null ? [] : [{ item, detail }]));
}

async function wholeList(asked: Inquiry, page_number: string): Promise<Listed | null> {
  const reply = await readPage(asked, { page_number, page_size: "50" });
  const items = itemsOf(reply);
  if (items.length === 0) return null;
  const [transfers, deposits] = [pairsOf(asked.target.transfers), pairsOf(asked.target.deposits)];
  const types = new Set([...transfers, ...deposits].map(({ item }) => item.type));
  const others = items.map(({ type }) => type).filter((type) => !types.has(type));
  return { reply, transfers, deposits, others };
}

function types({ transfers, deposits, others }: Listed): Observed {
  const of = (pairs: readonly Pair[]) => valuesSeen(pairs.map(({ item }) => item.type)).value;
  const neither = valuesSeen(others);
  const value = { transfer: of(transfers), deposit: of(deposits), neither: neither.value };
  if (transfers.length + deposits.length === 0) return { value, text: `seen: ${neither.text}` };
  const text = sortedList([
    ...transfers.map(({ item }) => `${jsonText(item.type)} for a transfer`),
    ...deposits.map(({ item }) => `${jsonText(item.type)} for a deposit`),
    ...others.map((type) => `${jsonText(type)} for neither`),
  ]);
  return { value, text };
}

function jsonOf(value: unknown): Json {
  return typeof value === "string" || typeof value === "number" ? value : jsonText(value);
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

function statuses({ transfers, deposits, reply }: Listed): Observed {
  const told = Object.entries({ transfers, deposits }).filter(([, pairs]) => pairs.length > 0);
  if (told.length === 0) return phrase`seen: ${valuesSeen(itemsOf(reply).map(({ status }) => status))}`;
  return eachOf(told.map(([name, pairs]) => [name, mapping(pairs)]));
}

function origin({ transfers }: Listed): Observed {
  const shows = transfers.length > 0;
  const text = shows ? "the list shows transfers; how they were made cannot be seen" : "the list shows no transfer";
  return { value: { transfers: shows }, text };
}

function includedKinds({ transfers, others }: Listed): Observed {
  const pending = transfers.some(({ detail }) => detail.status === "pending");
  const types = valuesSeen(others);
  const holds = [
    pending ? "pending transfers" : "no pending transfer",
    others.length === 0 ? "no other kind than transfers and deposits" : `also ${types.text}`,
  ];
  return { value: { pending, others: types.value }, text: `the list holds ${holds.join(" and ")}` };
}

/** Which of the ids of a transaction is used as its reference. */
function references({ transfers, deposits }: Listed): Observed | null {
  const names = [...transfers, ...deposits].map(({ item, detail }) => {
    if (item.reference_id === detail.partner_transaction_id) return "partner_transaction_id";
    return item.reference_id === detail.transaction_id ? "transaction_id" : "something else";
  });
  return names.length === 0 ? null : phrase`reference_id is ${words(names)}`;
}

/** Cents within which an amount counts as the source amount with the fee. */
const CENT = 0.005;

/** Which amount of a transfer's detail the listed one is. */
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
  return isWithFee ? "the source amount with the fee added or deducted" : "another amount";
}

/** How an amount of a deposit is shown in the list. */
function depositSide(value: unknown, detail: JsonRecord): string {
  if (value === detail.amount) return "the deposited amount";
  return typeof value === "number" && value !== 0 && value !== 1 ? "another number" : jsonText(value);
}

/** What some fields of the items show of the details; null where there is nothing to see. */
function fields(pairs: readonly Pair[], names: readonly string[], show: typeof side): Observed | null {
  if (pairs.length === 0) return null;
  const told = names.map((name) => [name, words(pairs.map(({ item, detail }) => show(item[name], detail)))] as const);
  return eachOf(told, "", " is ");
}

/** What the list holds, which one page of it and the details show. */
export const holdings: Rows<string> = seen(wholeList, {
  "unknown.listTransactions.typeValues": types,
  "unknown.listTransactions.statusValues": statuses,
  "conflict.listTransactions.statusVocabulary": statuses,
  "conflict.statusVocabulary": statuses,
  "conflict.undescribedOperations": origin,
  "unknown.listTransactions.includedKinds": includedKinds,
  "unknown.listTransactions.referenceId": references,
  "unknown.listTransactions.amountCurrencies": ({ transfers }) =>
    fields(transfers, ["sender_amount", "receiver_amount"], side),
  "unknown.listTransactions.depositAmounts": ({ deposits }) =>
    fields(deposits, ["receiver_amount", "exchange_rate"], depositSide),
});
