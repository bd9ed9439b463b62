/** Both ids of a transaction lead to the same answer (sections 2.5, 2.7, 4.5 and 4.9). */
import { type Check, check } from "../../../engine/check.js";
import type { KnownTransaction } from "../../../engine/model.js";
import { type Sequence, type Step, steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { answerText, hasStatus } from "../../../oracles/outcome.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { isValidation } from "../../../schemas/statuses.js";
import { differences } from "./detailDifferences.js";
import { kindOf, known, MANY } from "./transactions.js";

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
  const byPartner = await sequence.reading(readTemplate(operation, partnerId), "by partner id");
  const isShown = byId.accepted && byId.body.partner_transaction_id === partnerTransactionId;
  const isMissing = isShown && byPartner.exchange.response?.status === 404;
  // Whether each way works alone is open, and may be refused; that there is no such transaction is denied by the other way.
  if (isMissing)
    return sequence.expect(
      false,
      byPartner.exchange,
      {
        message: "A transaction is not found by the partner_transaction_id that it shows",
        expected: `the transaction ${jsonText(transactionId)}, or a refusal of this way to ask`,
        actual: "404",
      },
      byId.exchange,
    );
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

/** Transactions that are asked for by each of their ids alone. */
const BY_EACH = 2;

/** Reads a transaction by each of its ids alone; both may be needed, but one of them is no better than the other. */
async function readByEach(
  sequence: Sequence,
  operation: DetailOperation,
  { transactionId, partnerTransactionId }: KnownTransaction,
): Promise<void> {
  if (partnerTransactionId === null) return sequence.blocked("no partner_transaction_id is known");
  const byId = await sequence.reading(readTemplate(operation, { transaction_id: transactionId }), "by id");
  const byPartner = await sequence.reading(
    readTemplate(operation, { partner_transaction_id: partnerTransactionId }),
    "by partner id",
  );
  const [found, other] = byId.accepted ? [byId, byPartner] : [byPartner, byId];
  if (found.body.transaction_id !== transactionId)
    return sequence.blocked("neither of the two ids alone finds the transaction");
  const name = other === byId ? "transaction_id" : "partner_transaction_id";
  sequence.expect(
    !hasStatus(other.exchange, isValidation),
    other.exchange,
    {
      message: `${name} alone is refused, while the other id alone finds the ${kindOf(operation)}`,
      expected: `the ${kindOf(operation)}, by either of the two documented parameters`,
      actual: answerText(other.exchange),
    },
    found.exchange,
  );
}

export function eitherId(operation: DetailOperation): Check {
  return check(`${operation}/state/either-id`, {
    title: `Where one id alone finds a ${kindOf(operation)}, so does the other`,
    sends: `a ${kindOf(operation)} by transaction_id alone, and by partner_transaction_id alone`,
    expects: "neither refused where the other is answered",
    cases: (target) =>
      known(target, operation)
        .slice(0, BY_EACH)
        .map((transaction, index) => steps(index, (sequence) => readByEach(sequence, operation, transaction))),
  });
}
