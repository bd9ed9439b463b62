/** Readings of one transaction that must be alike: by each of its ids, and again and again (sections 2.5, 2.7, 4.5, 4.9). */

import type { Case, KnownTransaction, Target } from "../../../engine/model.js";
import { readings, type Sequence, type Step, sequenceCase } from "../../../engine/sequenceCase.js";
import { isObject } from "../../../generators/json.js";
import { sameValue } from "../../../oracles/sameValue.js";
import { type Field, fieldTree, ITEM } from "../../../schemas/fieldTree.js";
import { OPERATIONS } from "../../../schemas/operations.js";
import { type DetailOperation, detailTemplate, type JsonRecord, show } from "./knownTransactions.js";

/** Fields that may float until a transaction is decided: rates, and what follows from them. */
const FLOATING = new Set(["audit_at", "completed_at", "exchange_rate", "fee", "target"]);

/** A documented field that two readings show differently. */
interface Difference {
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** The first documented field below a place in which two values differ. What is not documented may be anything. */
function differenceAt(field: Field, left: unknown, right: unknown): Difference | null {
  const path = field.path;
  if (field.children.length > 0 && Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    const [item] = field.children.filter(({ location }) => location.at(-1) === ITEM);
    if (item === undefined) return null;
    for (const [index, value] of left.entries()) {
      const found = differenceAt(item, value, right[index]);
      if (found !== null) return found;
    }
    return null;
  }
  if (field.children.length > 0 && isObject(left) && isObject(right)) {
    for (const child of field.children) {
      const name = child.location.at(-1) ?? "";
      const found = differenceAt(child, left[name], right[name]);
      if (found !== null) return found;
    }
    return null;
  }
  return sameValue(left ?? null, right ?? null) ? null : { path, left, right };
}

function isUndecided(status: unknown): boolean {
  return /pending|processing/i.test(String(status));
}

/** The documented fields in which two readings of one transaction differ. */
function differences(operation: DetailOperation, left: JsonRecord, right: JsonRecord): Difference[] {
  const moved = left.status !== right.status || isUndecided(left.status);
  return fieldTree(OPERATIONS[operation].responseSchema).children.flatMap((field) => {
    const name = field.location[0] ?? "";
    return moved && FLOATING.has(name) ? [] : (differenceAt(field, left[name], right[name]) ?? []);
  });
}

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
      expected: `${lasting?.path} ${show(lasting?.left)}`,
      actual: `${lasting?.path} ${show(lasting?.right)}`,
    },
    byId.exchange,
  );
}

/** Transactions that are tried to see whether a partner id alone is ever enough. */
const TRIED = 4;
const foundByPartnerId = new WeakMap<Target, Map<DetailOperation, Promise<readonly string[]>>>();

function isNotFound({ exchange }: Step): boolean {
  return exchange.response?.status === 404;
}

/** Whether another transaction is found by its partner id alone; asked once of each operation. */
async function isFoundByPartnerId(sequence: Sequence, operation: DetailOperation, but: string): Promise<boolean> {
  const { target } = sequence.execution;
  const known = foundByPartnerId.get(target) ?? new Map<DetailOperation, Promise<readonly string[]>>();
  foundByPartnerId.set(target, known);
  const ask = async (): Promise<readonly string[]> => {
    const transactions = operation === "getTransferDetail" ? target.transfers : target.deposits;
    const statuses = new Set(transactions.map(({ detail }) => detail.status));
    const tried = [...statuses].flatMap((status) => transactions.find(({ detail }) => detail.status === status) ?? []);
    const found: string[] = [];
    for (const { transactionId, partnerTransactionId } of [...tried, ...transactions.slice(0, TRIED)]) {
      if (partnerTransactionId === null) continue;
      const query = { partner_transaction_id: partnerTransactionId };
      const step = await sequence.step(detailTemplate(operation, query), `found ${transactionId}`, { judged: false });
      if (step.accepted && step.body.transaction_id === transactionId) found.push(transactionId);
    }
    return found;
  };
  const answer = known.get(operation) ?? ask();
  known.set(operation, answer);
  return (await answer).some((id) => id !== but);
}

/** Reads a transaction by transaction_id, by partner_transaction_id, and by both. */
export function bothWays(operation: DetailOperation, transaction: KnownTransaction, index: number): Case {
  return sequenceCase({
    check: `${operation}/state/both-ways`,
    operation,
    tier: index,
    index,
    async execute(sequence) {
      const { transactionId, partnerTransactionId } = transaction;
      if (partnerTransactionId === null) return sequence.blocked("no partner_transaction_id is known");
      const { transfers, deposits } = sequence.execution.target;
      const isShared = [...transfers, ...deposits].some(
        (other) => other.transactionId !== transactionId && other.partnerTransactionId === partnerTransactionId,
      );
      if (isShared) return sequence.blocked("several transactions have its partner_transaction_id");
      const read = (query: Readonly<Record<string, string>>, key: string) =>
        sequence.step(detailTemplate(operation, query), key);
      const ids = { transaction_id: transactionId, partner_transaction_id: partnerTransactionId };
      const byId = await read({ transaction_id: transactionId }, "by id");
      const byPartner = await read({ partner_transaction_id: partnerTransactionId }, "by partner id");
      // Whether each way works alone is open; that it works for some and not for others is not.
      if (byId.accepted && isNotFound(byPartner) && (await isFoundByPartnerId(sequence, operation, transactionId))) {
        sequence.expect(false, byPartner.exchange, {
          message: "A transaction is not found by its partner_transaction_id, by which others are",
          expected: `the transaction ${show(transactionId)}`,
          actual: String(byPartner.exchange.response?.status ?? "no answer"),
        });
        return;
      }
      if (Object.keys(byId.body).length === 0 || Object.keys(byPartner.body).length === 0) {
        return sequence.blocked("one of the two ids alone is not accepted");
      }
      const again = () => read({ transaction_id: transactionId }, "by id again");
      await compare(sequence, operation, byId, byPartner, "its partner_transaction_id", again);
      const byBoth = await read(ids, "by both ids");
      if (Object.keys(byBoth.body).length > 0) await compare(sequence, operation, byId, byBoth, "both its ids", again);
    },
  });
}

/** Fields that others than the transaction's own life may change between two readings. */
const PARTIES = new Set(["status", "customer", "recipient"]);

/** Reads one transaction several times. */
export function repeated(operation: DetailOperation, transaction: KnownTransaction, index: number): Case {
  return sequenceCase({
    check: `${operation}/state/repeat`,
    operation,
    tier: index,
    index,
    async execute(sequence) {
      const [first, ...others] = await readings(sequence, detailTemplate(operation, transaction.query));
      for (const next of others) {
        if (first?.accepted !== true || !next.accepted) continue;
        const found = differences(operation, first.body, next.body).find(
          ({ path }) => !PARTIES.has(path.split(".")[0] ?? ""),
        );
        sequence.expect(
          found === undefined,
          next.exchange,
          {
            message: `Two readings of one transaction differ in ${found?.path}`,
            expected: `${found?.path} ${show(found?.left)}`,
            actual: `${found?.path} ${show(found?.right)}`,
          },
          first.exchange,
        );
      }
    },
  });
}
