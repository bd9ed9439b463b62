/** Both ids of a transaction lead to the same answer (sections 2.5, 2.7, 4.5 and 4.9). */
import { type Check, check, perTarget } from "../../../engine/check.js";
import type { KnownTransaction } from "../../../engine/model.js";
import { type Sequence, type Step, steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { differences } from "./detailDifferences.js";
import { kindOf, known, MANY, ofEachStatus } from "./transactions.js";

/**
 * Compares a reading with one by id. What differs counts when a third reading, by id again, is like the first:
 * transactions move on, and the parties that they show may be edited meanwhile.
 */
async function compare(
  sequence: Sequence,
  operation: DetailOperation,
  byId: Step,
  other: Step,
  way: string,
  again: () => Promise<Step>,
): Promise<void> {
  const found = differences(operation, byId.body, other.body);
  const third = found.length === 0 ? byId : await again();
  if (!third.accepted) return;
  const moved = new Set(differences(operation, byId.body, third.body).map(({ path }) => path));
  const lasting = third === byId || !moved.has("status") ? found.find(({ path }) => !moved.has(path)) : undefined;
  if (found.length > 0 && lasting === undefined) return;
  sequence.expect(
    lasting === undefined,
    other.exchange,
    {
      message: `The same transaction shows another ${lasting?.path} when it is read by ${way}`,
      expected: `${lasting?.path} ${jsonText(lasting?.left)}`,
      actual: `${lasting?.path} ${jsonText(lasting?.right)}`,
    },
    byId.exchange,
  );
}

/** Transactions that are tried to see whether a partner id alone is ever enough. */
const TRIED = 4;
/** Which transactions are found by their partner id alone; asked once of each operation. */
const foundByPartnerId = perTarget(() => new Map<DetailOperation, Promise<readonly string[]>>());

/** Asks for some transactions, one of each status among them, by their partner ids alone. */
async function findByPartnerId(sequence: Sequence, operation: DetailOperation): Promise<readonly string[]> {
  const transactions = known(sequence.execution.target, operation);
  const found: string[] = [];
  for (const { transactionId, partnerTransactionId } of [
    ...ofEachStatus(transactions),
    ...transactions.slice(0, TRIED),
  ]) {
    if (partnerTransactionId === null) continue;
    const template = readTemplate(operation, { partner_transaction_id: partnerTransactionId });
    const { body } = await sequence.step(template, `found ${transactionId}`, { judged: false });
    if (body.transaction_id === transactionId) found.push(transactionId);
  }
  return found;
}

/** Whether another transaction is found by its partner id alone. */
async function areOthersFound(sequence: Sequence, operation: DetailOperation, id: string): Promise<boolean> {
  const answers = foundByPartnerId(sequence.execution.target);
  const answer = answers.get(operation) ?? findByPartnerId(sequence, operation);
  answers.set(operation, answer);
  return (await answer).some((other) => other !== id);
}

function isEmptyAnswer({ body }: Step): boolean {
  return Object.keys(body).length === 0;
}

/** Reads a transaction by transaction_id, by partner_transaction_id, and by both. */
async function readBothWays(
  sequence: Sequence,
  operation: DetailOperation,
  { transactionId, partnerTransactionId }: KnownTransaction,
): Promise<void> {
  if (partnerTransactionId === null) return sequence.blocked("no partner_transaction_id is known");
  const { transfers, deposits } = sequence.execution.target;
  const isShared = [...transfers, ...deposits].some(
    (other) => other.transactionId !== transactionId && other.partnerTransactionId === partnerTransactionId,
  );
  if (isShared) return sequence.blocked("several transactions have its partner_transaction_id");
  const id = { transaction_id: transactionId };
  const partnerId = { partner_transaction_id: partnerTransactionId };
  const byId = await sequence.reading(readTemplate(operation, id), "by id");
  const byPartner = await sequence.step(readTemplate(operation, partnerId), "by partner id");
  const isMissing = byId.accepted && byPartner.exchange.response?.status === 404;
  // Whether each way works alone is open; that it works for some and not for others is not.
  if (isMissing && (await areOthersFound(sequence, operation, transactionId)))
    return sequence.expect(false, byPartner.exchange, {
      message: "A transaction is not found by its partner_transaction_id, by which others are",
      expected: `the transaction ${jsonText(transactionId)}`,
      actual: "404",
    });
  if (isEmptyAnswer(byId) || isEmptyAnswer(byPartner))
    return sequence.blocked("one of the two ids alone is not accepted");
  const again = () => sequence.step(readTemplate(operation, id), "by id again");
  await compare(sequence, operation, byId, byPartner, "its partner_transaction_id", again);
  const byBoth = await sequence.step(readTemplate(operation, { ...id, ...partnerId }), "by both ids");
  if (!isEmptyAnswer(byBoth)) await compare(sequence, operation, byId, byBoth, "both its ids", again);
}

export function bothWays(operation: DetailOperation): Check {
  return check(`${operation}/state/both-ways`, {
    title: "Both ids of a transaction lead to the same answer",
    sends: `a ${kindOf(operation)} by transaction_id, then by partner_transaction_id, then by both`,
    expects: "the same documented fields, those of its customer and recipient among them",
    cases: (target) =>
      known(target, operation)
        .slice(0, MANY)
        .map((transaction, index) => steps(index, (sequence) => readBothWays(sequence, operation, transaction))),
  });
}
