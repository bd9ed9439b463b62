/** What the list and the detail of one transaction say about the same thing (sections 2.5 to 2.7). */
import { type CaseDraft, type Check, check } from "../../../engine/check.js";
import type { KnownTransaction, Target, UnfoundTransaction } from "../../../engine/model.js";
import { steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { instantOf } from "../../../schemas/dateTime.js";
import { isObject, type JsonRecord, jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { contradictions } from "./listedStatuses.js";
import { kindOf, known } from "./transactions.js";

/** Whether two numbers are one, which one of the two places may round: to how many decimals is not said. */
export function sameNumber(left: unknown, right: unknown): boolean {
  if (typeof left !== "number" || typeof right !== "number") return true;
  const unit = 10 ** -Math.min(decimals(left), decimals(right));
  // A half is rounded up or down, and is not exact in binary.
  return Math.abs(left - right) <= unit * 0.500001;
}

/** The decimals of a number as it may be written: two at least, as amounts have them. */
function decimals(value: number): number {
  let count = 2;
  while (count < 20 && Number(value.toFixed(count)) !== value) count++;
  return count;
}

/** What reference_id refers to is not said; where it is the partner's id, it is so letter for letter. */
function isSpelledOtherwise(reference: unknown, partners: unknown): boolean {
  if (typeof reference !== "string" || typeof partners !== "string" || reference === partners) return false;
  return reference.trim().toLowerCase() === partners.trim().toLowerCase();
}

/**
 * Whether an entry has the word for the other kind of transaction as its type. Which words the list has is open, and one
 * for both kinds says nothing; where it has several, "transfer" is no deposit.
 */
function isListedAsOther(operation: DetailOperation, item: JsonRecord, { transfers, deposits }: Target): boolean {
  const other = operation === "getTransferDetail" ? "deposit" : "transfer";
  if (typeof item.type !== "string" || item.type.toLowerCase() !== other) return false;
  return [...transfers, ...deposits].some(
    (transaction) => transaction.item !== null && transaction.item.type !== item.type,
  );
}

/** What a list item and its detail say about the same thing, as pairs that must agree. */
function disagreement(
  operation: DetailOperation,
  item: JsonRecord,
  detail: JsonRecord,
): { name: string; listed: unknown; detailed: unknown } | null {
  const created = [instantOf(String(item.created_at)), instantOf(String(detail.created_at))] as const;
  if (created[0] !== null && created[1] !== null && Math.abs(created[0] - created[1]) >= 1000)
    return { name: "created_at", listed: item.created_at, detailed: detail.created_at };
  const { reference_id: reference } = item;
  const { partner_transaction_id: partners } = detail;
  if (isSpelledOtherwise(reference, partners))
    return { name: "the partner's id", listed: reference, detailed: partners };
  if (operation === "getDepositDetail") {
    // Which of the two amounts a deposit fills is not said; one of them is what was deposited.
    const listed = [item.sender_amount, item.receiver_amount].filter(
      (amount) => typeof amount === "number" && amount !== 0,
    );
    const fits = listed.length === 0 || listed.some((amount) => sameNumber(amount, detail.amount));
    return fits ? null : { name: "amount", listed: listed[0], detailed: detail.amount };
  }
  if (detail.status === "pending") return null;
  if (!sameNumber(item.exchange_rate, detail.exchange_rate))
    return { name: "exchange_rate", listed: item.exchange_rate, detailed: detail.exchange_rate };
  const fee = typeof detail.fee === "number" ? detail.fee : 0;
  for (const [listName, side] of [
    ["sender_amount", detail.source],
    ["receiver_amount", detail.target],
  ] as const) {
    const listed = item[listName];
    const amount = isObject(side) ? side.amount : undefined;
    if (typeof listed !== "number" || typeof amount !== "number") continue;
    // Whether an amount is before or after the fee is not said, nor the sign of what goes out.
    const shown = listName === "sender_amount" ? Math.abs(listed) : listed;
    const fits = [amount, amount + fee, amount - fee].some(
      (value) => Math.abs(value - shown) < 0.005 + Math.abs(value) * 1e-9,
    );
    if (!fits)
      return {
        name: `${listName} against ${listName === "sender_amount" ? "source" : "target"}.amount`,
        listed,
        detailed: amount,
      };
  }
  return null;
}

/** Reads a listed transaction in detail. */
function agreement(operation: DetailOperation, { item, query, detail }: KnownTransaction): CaseDraft {
  return steps(0, async (sequence) => {
    if (item === null) return sequence.blocked("the transaction was named by the user, not by the list");
    const step = await sequence.reading(readTemplate(operation, query), "read");
    // What moved on since the list was read may have another rate and other amounts by now.
    if (!step.accepted || step.body.status !== detail.status) return;
    const found = isListedAsOther(operation, item, sequence.execution.target)
      ? { name: "its type", listed: item.type, detailed: kindOf(operation) }
      : disagreement(operation, item, step.body);
    sequence.expect(found === null, step.exchange, {
      message: `The list and the detail of one transaction disagree on ${found?.name}`,
      expected: `${jsonText(found?.listed)} as in the list`,
      actual: jsonText(found?.detailed),
    });
  });
}

/** The detail's side of the agreement: where the two disagree, either may be wrong. */
export function detailAgreement(operation: DetailOperation): Check {
  return check(`${operation}/state/list.agrees`, {
    title: "The list and the detail agree",
    sends: `a ${kindOf(operation)} that the list shows`,
    expects: "the same creation time, and for transfers the same rate and amounts",
    cases: (target) => [
      ...known(target, operation).map((transaction) => agreement(operation, transaction)),
      ...target.unfound.filter((one) => one.operation === operation).map(unfound),
      ...contradictions(target, operation),
    ],
  });
}

/** An entry whose transaction is not found in the way that finds the others of its type. */
function unfound({ operation, query, item }: UnfoundTransaction): CaseDraft {
  return steps(0, async (sequence) => {
    const { exchange } = await sequence.step(readTemplate(operation, query), "read", { judged: false });
    sequence.expect(exchange.response?.status !== 404, exchange, {
      message: `A ${kindOf(operation)} that the list shows is not found, in the way in which others are`,
      expected: `the ${kindOf(operation)} ${jsonText(item.id)}`,
      actual: "404",
    });
  });
}

/** An entry whose id is the one that the partner gave its transaction, which the detail shows under another name. */
function ownId(operation: DetailOperation, { item, query }: KnownTransaction): CaseDraft {
  return steps(0, async (sequence) => {
    const { body, accepted, exchange } = await sequence.reading(readTemplate(operation, query), "read");
    const { transaction_id: own, partner_transaction_id: partners } = body;
    // Which of the two names of an entry is whose is not said, as long as it has both.
    if (!accepted || item === null || typeof own !== "string") return;
    if (own === partners || own === item.reference_id) return;
    sequence.expect(item.id !== partners, exchange, {
      message: "The list shows the partner's id of a transaction as its id",
      expected: `id ${jsonText(own)}, as transaction_id in the detail`,
      actual: `id ${jsonText(item.id)}`,
    });
  });
}

/** The list's side. */
export const listAgreement = check("listTransactions/state/details.agree", {
  title: "A list item and the detail of its transaction agree",
  sends: "the details of listed transfers and deposits",
  expects: "the same id, creation time, rate and amounts, and the status as others of that status have it",
  touches: ["getTransferDetail", "getDepositDetail"],
  cases: (target) =>
    (["getTransferDetail", "getDepositDetail"] as const).flatMap((operation) => [
      ...known(target, operation).map((transaction) => agreement(operation, transaction)),
      ...known(target, operation)
        .slice(0, 2)
        .map((transaction) => ownId(operation, transaction)),
      ...contradictions(target, operation),
    ]),
});
