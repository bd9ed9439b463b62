/** What the list and the detail of one transaction say about the same thing (sections 2.5 to 2.7). */
import { type CaseDraft, type Check, check } from "../../../discovery/check.js";
import { deployment, type KnownTransaction, type Target, type UnfoundTransaction } from "../../../discovery/target.js";
import { type Sequence, steps } from "../../../engine/cases/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { instantOf } from "../../../schemas/dateTime.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { isObject, type JsonRecord, jsonText } from "../../../schemas/json.js";
import { type DetailOperation, OPERATIONS } from "../../../schemas/operations.js";
import { itemsOf, pageTemplate } from "./pages.js";
import { kindOf, known } from "./transactions.js";

/** Whether two numbers are the same, when either place may round to an unstated number of decimals. */
function sameNumber(left: unknown, right: unknown): boolean {
  if (typeof left !== "number" || typeof right !== "number") return true;
  const unit = 10 ** -Math.min(decimals(left), decimals(right));
  // A half may be rounded up or down, and is not exact in binary.
  return Math.abs(left - right) <= unit * 0.500001;
}

/** The decimals of a number as it may be written: at least two, as amounts have. */
function decimals(value: number): number {
  let count = 2;
  while (count < 20 && Number(value.toFixed(count)) !== value) count++;
  return count;
}

/** The document does not say what reference_id refers to; where it is the partner's id, it is so letter for letter. */
function isSpelledOtherwise(reference: unknown, partners: unknown): boolean {
  if (typeof reference !== "string" || typeof partners !== "string" || reference === partners) return false;
  return reference.trim().toLowerCase() === partners.trim().toLowerCase();
}

/**
 * Whether an entry has the word for the other kind of transaction as its type. The words of the list are open, and one
 * for both kinds says nothing; where it has several, "transfer" is not a deposit.
 */
function isListedAsOther(operation: DetailOperation, item: JsonRecord, { transfers, deposits }: Target): boolean {
  const other = operation === "getTransferDetail" ? "deposit" : "transfer";
  if (typeof item.type !== "string" || item.type.toLowerCase() !== other) return false;
  return [...transfers, ...deposits].some(
    (transaction) => transaction.item !== null && transaction.item.type !== item.type,
  );
}

interface Disagreement {
  readonly name: string;
  readonly listed: unknown;
  readonly detailed: unknown;
}

function disagreement(operation: DetailOperation, item: JsonRecord, detail: JsonRecord): Disagreement | null {
  const [listedAt, detailedAt] = [instantOf(String(item.created_at)), instantOf(String(detail.created_at))];
  if (listedAt !== null && detailedAt !== null && Math.abs(listedAt - detailedAt) >= 1000)
    return { name: "created_at", listed: item.created_at, detailed: detail.created_at };
  const { reference_id: reference } = item;
  const { partner_transaction_id: partners } = detail;
  if (isSpelledOtherwise(reference, partners))
    return { name: "the partner's id", listed: reference, detailed: partners };
  if (operation === "getDepositDetail") {
    // The document does not say which of the two amounts a deposit fills; one of them is what was deposited.
    const filled = (amount: unknown) => typeof amount === "number" && amount !== 0;
    const listed = [item.sender_amount, item.receiver_amount].filter(filled);
    const fits = listed.length === 0 || listed.some((amount) => sameNumber(amount, detail.amount));
    return fits ? null : { name: "amount", listed: listed[0], detailed: detail.amount };
  }
  if (detail.status === "pending") return null;
  if (!sameNumber(item.exchange_rate, detail.exchange_rate))
    return { name: "exchange_rate", listed: item.exchange_rate, detailed: detail.exchange_rate };
  const { sender_amount: sent, receiver_amount: received } = item;
  // The sign of outgoing amounts is not stated.
  const outgoing = typeof sent === "number" ? Math.abs(sent) : sent;
  return (
    amountDisagreement("sender_amount against source.amount", sent, outgoing, detail.source, detail.fee) ??
    amountDisagreement("receiver_amount against target.amount", received, received, detail.target, detail.fee)
  );
}

/** Where a listed amount is that of neither side of the transfer. Whether it is before or after the fee is not stated. */
function amountDisagreement(
  name: string,
  listed: unknown,
  shown: unknown,
  side: unknown,
  charged: unknown,
): Disagreement | null {
  const detailed = isObject(side) ? side.amount : undefined;
  if (typeof shown !== "number" || typeof detailed !== "number") return null;
  const fee = typeof charged === "number" ? charged : 0;
  const fits = [detailed, detailed + fee, detailed - fee].some(
    (value) => Math.abs(value - shown) < 0.005 + Math.abs(value) * 1e-9,
  );
  return fits ? null : { name, listed, detailed };
}

function agreement(operation: DetailOperation, { item, query, detail }: KnownTransaction): CaseDraft {
  return steps(0, async (sequence) => {
    if (item === null) return sequence.blocked("the transaction was named by the user, not by the list");
    const step = await sequence.reading(readTemplate(operation, query), "read");
    // A transaction that moved on since the list was read may have another rate and other amounts by now.
    if (!step.accepted || step.body.status !== detail.status) return;
    const found = isListedAsOther(operation, item, deployment(sequence.execution.target))
      ? { name: "its type", listed: item.type, detailed: kindOf(operation) }
      : disagreement(operation, item, step.body);
    sequence.expect(found === null, step, {
      message: `The list and the detail of one transaction disagree on ${found?.name}`,
      expected: `${jsonText(found?.listed)} as in the list`,
      actual: jsonText(found?.detailed),
    });
  });
}

/** How many times as many transactions of a status must have another text before one of them is suspected. */
const MAJORITY = 3;
const MOST = 4;
const PAGE_SIZE = 20;
const MOST_PAGES = 5;

/** A transaction with the text of its status in the list, the status in its detail, and the text that it should have. */
interface Suspect {
  readonly transaction: KnownTransaction;
  readonly text: string;
  readonly status: string;
  readonly expected: string;
}

function documentedStatuses(operation: DetailOperation): readonly unknown[] {
  const { children } = fieldTree(OPERATIONS[operation].responseSchema);
  return children.find(({ name }) => name === "status")?.rules.enum ?? [];
}

/** Whether a text is, in any letter case, the documented word for another status. */
function isWordOfAnother(text: string, status: string, words: readonly unknown[]): boolean {
  const word = words.find((each) => String(each).toLowerCase() === text.toLowerCase());
  return word !== undefined && words.includes(status) && word !== status;
}

/**
 * Transactions whose text is not that of their status, but the usual or the documented one of another status. The texts of
 * the list are open, but one status has one text, and a documented word means what it means in the detail.
 */
function contradicting(transactions: readonly KnownTransaction[], words: readonly unknown[]): Suspect[] {
  const shown = transactions.flatMap((transaction) => {
    const { status: text } = transaction.item ?? {};
    const { status } = transaction.detail;
    return typeof text === "string" && typeof status === "string" ? [{ transaction, text, status }] : [];
  });
  const count = (status: string, text: string): number =>
    shown.filter((one) => one.status === status && one.text === text).length;
  const texts = [...new Set(shown.map(({ text }) => text))];
  const statuses = [...new Set(shown.map(({ status }) => status))];
  const usualTexts = new Map(
    statuses.map((status) => [status, texts.toSorted((left, right) => count(status, right) - count(status, left))[0]]),
  );
  return shown.flatMap((one) => {
    const { text, status } = one;
    if (isWordOfAnother(text, status, words))
      return { ...one, expected: `${jsonText(status)} as in the detail, or a text of the list's own` };
    const usual = usualTexts.get(status);
    if (usual === undefined || usual === text || count(status, usual) < MAJORITY * count(status, text)) return [];
    const belongsElsewhere = statuses.some((other) => other !== status && usualTexts.get(other) === text);
    return belongsElsewhere ? { ...one, expected: `${jsonText(usual)}, as for others that are ${status}` } : [];
  });
}

/** How the list writes the status of a transaction now; undefined when it is not found. */
async function textNow(sequence: Sequence, id: unknown): Promise<unknown> {
  const first = deployment(sequence.execution.target).pages?.firstPage ?? 1;
  for (let number = first; number < first + MOST_PAGES; number++) {
    const items = itemsOf(await sequence.step(pageTemplate(number, PAGE_SIZE), `page ${number}`));
    const found = items.find((item) => item.id === id);
    if (found !== undefined || items.length === 0) return found?.status;
  }
  return undefined;
}

/** Reads suspects once more, in the list and in detail: a transaction may have moved on between the two. */
function contradictions(target: Target, operation: DetailOperation): CaseDraft[] {
  return contradicting(known(target, operation), documentedStatuses(operation))
    .slice(0, MOST)
    .map(({ transaction, text, status, expected }) =>
      steps(0, async (sequence) => {
        const now = await textNow(sequence, transaction.item?.id);
        const detail = await sequence.step(readTemplate(operation, transaction.query), "detail");
        if (!detail.accepted || now !== text || detail.body.status !== status) return;
        const message = `The list shows a transaction that is ${status} with the text of another status`;
        sequence.expect(false, detail, { message, expected, actual: jsonText(text), moves: true });
      }),
    );
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

/** An entry whose transaction is not found by the means that finds the others of its type. */
function unfound({ operation, query, item }: UnfoundTransaction): CaseDraft {
  return steps(0, async (sequence) => {
    const step = await sequence.step(readTemplate(operation, query), "read", { judged: false });
    sequence.expect(step.exchange.response?.status !== 404, step, {
      message: `${operation} does not find a ${kindOf(operation)} that the list shows, although it finds others`,
      expected: `the ${kindOf(operation)} ${jsonText(item.id)}`,
      actual: "404",
    });
  });
}

/** An entry whose id is the one that the partner gave its transaction, which the detail shows under another name. */
function ownId(operation: DetailOperation, { item, query }: KnownTransaction): CaseDraft {
  return steps(0, async (sequence) => {
    const step = await sequence.reading(readTemplate(operation, query), "read");
    const { transaction_id: own, partner_transaction_id: partners } = step.body;
    // Which of an entry's two names is whose is not stated, as long as it has both.
    if (!step.accepted || item === null || typeof own !== "string") return;
    if (own === partners || own === item.reference_id) return;
    sequence.expect(item.id !== partners, step, {
      message: "The list shows the partner's id of a transaction as its id",
      expected: `id ${jsonText(own)}, as transaction_id in the detail`,
      actual: `id ${jsonText(item.id)}`,
    });
  });
}

export const listAgreement = check("listTransactions/state/details.agree", {
  title: "A list item and the detail of its transaction agree",
  sends: "the details of listed transfers and deposits",
  expects:
    "the same id, creation time, rate and amounts, and the same status text as other transactions with that status",
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
