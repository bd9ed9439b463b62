/** What the list and the detail of one transaction say about the same thing (sections 2.5 to 2.7). */

import { checkOf, group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup, KnownTransaction } from "../../../engine/model.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import { isObject } from "../../../generators/json.js";
import { instantOf } from "../../../schemas/dateTime.js";
import type { OperationId } from "../../../schemas/operations.js";
import { type DetailOperation, detailTemplate, type JsonRecord, known, show } from "./knownTransactions.js";
import { statusContradictions } from "./listedStatuses.js";

function sameNumber(left: unknown, right: unknown): boolean {
  return typeof left !== "number" || typeof right !== "number" || left === right;
}

/** What a list item and its detail say about the same thing, as pairs that must agree. */
function disagreement(
  operation: DetailOperation,
  item: JsonRecord,
  detail: JsonRecord,
): { name: string; listed: unknown; detailed: unknown } | null {
  const created = [instantOf(String(item.created_at)), instantOf(String(detail.created_at))] as const;
  if (created[0] !== null && created[1] !== null && Math.abs(created[0] - created[1]) >= 1000) {
    return { name: "created_at", listed: item.created_at, detailed: detail.created_at };
  }
  if (operation === "getDepositDetail") {
    // Which of the two amounts a deposit fills is not said; one of them is what was deposited.
    const listed = [item.sender_amount, item.receiver_amount].filter(
      (amount) => typeof amount === "number" && amount !== 0,
    );
    const fits = listed.length === 0 || typeof detail.amount !== "number" || listed.includes(detail.amount);
    return fits ? null : { name: "amount", listed: listed[0], detailed: detail.amount };
  }
  if (detail.status === "pending") return null;
  if (!sameNumber(item.exchange_rate, detail.exchange_rate)) {
    return { name: "exchange_rate", listed: item.exchange_rate, detailed: detail.exchange_rate };
  }
  const fee = typeof detail.fee === "number" ? detail.fee : 0;
  for (const [listName, side] of [
    ["sender_amount", detail.source],
    ["receiver_amount", detail.target],
  ] as const) {
    const listed = item[listName];
    const amount = isObject(side) ? side.amount : undefined;
    if (typeof listed !== "number" || typeof amount !== "number") continue;
    // Whether an amount is before or after the fee is not said.
    const fits = [amount, amount + fee, amount - fee].some(
      (value) => Math.abs(value - listed) < 0.005 + Math.abs(value) * 1e-9,
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

/**
 * Reads a listed transaction in detail. When the two disagree, either may be wrong: it is a finding of the operation
 * whose check this is.
 */
export function agreesWithList(
  check: string,
  owner: OperationId,
  operation: DetailOperation,
  transaction: KnownTransaction,
  index: number,
): Case {
  return sequenceCase({
    check,
    operation: owner,
    tier: index,
    index,
    async execute(sequence) {
      const { item } = transaction;
      if (item === null) return sequence.blocked("the transaction was named by the user, not by the list");
      const step = await sequence.step(detailTemplate(operation, transaction.query), "read");
      // What moved on since the list was read may have another rate and other amounts by now.
      if (!step.accepted || step.body.status !== transaction.detail.status) return;
      const found = disagreement(operation, item, step.body);
      sequence.expect(found === null, step.exchange, {
        message: `The list and the detail of one transaction disagree on ${found?.name}`,
        expected: `${show(found?.listed)} as in the list`,
        actual: show(found?.detailed),
      });
    },
  });
}

/** The list's side of the agreement with the details. */
export function listedDetails(): CheckGroup {
  const definition = checkOf("listTransactions", "state", {
    rule: "details.agree",
    level: "should",
    section: "2.6",
    title: "A list item and the detail of its transaction agree",
    sends: "the details of listed transfers and deposits",
    expects: "the same creation time, rate and amounts, and the status's word that its status has elsewhere",
  });
  return group("listTransactions", [definition], (target) =>
    (["getTransferDetail", "getDepositDetail"] as const).flatMap((operation, turn) => [
      ...known(target, operation).map((transaction, index) =>
        agreesWithList(definition.id, "listTransactions", operation, transaction, index * 2 + turn),
      ),
      ...statusContradictions(target, definition.id, "listTransactions", operation, 1000 * (turn + 1)),
    ]),
  );
}
