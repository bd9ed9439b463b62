/** What the details of transactions agree on: with the request, with each other, with the list (sections 2.5 to 2.7). */
import { checkOf, group } from "../../../engine/checkGroup.js";
import type { Case, CheckDefinition, CheckGroup, KnownTransaction, Target } from "../../../engine/model.js";
import { type Step, sequenceCase } from "../../../engine/sequenceCase.js";
import { unknownIdLike, withOtherEnd } from "../../../generators/texts/unknownId.js";
import { bothWays, repeated } from "./bothWays.js";
import { asked, type DetailOperation, detailTemplate, FEW, known, MANY, show } from "./knownTransactions.js";
import { agreesWithList } from "./listAgreement.js";
import { statusContradictions } from "./listedStatuses.js";
import { embedded } from "./transferParties.js";

function askedFor(operation: DetailOperation, transaction: KnownTransaction, index: number): Case {
  const id = `${operation}/state/asked-for`;
  return sequenceCase({
    check: id,
    operation,
    tier: index,
    index,
    async execute(sequence) {
      const step = await sequence.step(detailTemplate(operation, transaction.query), "read");
      for (const [name, asked] of Object.entries(transaction.query)) {
        const got = step.body[name];
        if (!step.accepted || typeof got !== "string") continue;
        // A list's id may be the partner's, so that an id is passed under the other's name.
        const other = name === "transaction_id" ? step.body.partner_transaction_id : step.body.transaction_id;
        sequence.expect(got === asked || other === asked, step.exchange, {
          message: "The answer is about another transaction than the one that was asked for",
          expected: `${name} ${show(asked)}`,
          actual: `${name} ${show(got)}`,
        });
      }
    },
  });
}

function unknownId(operation: DetailOperation, target: Target, index: number): Case {
  return sequenceCase({
    check: `${operation}/state/unknown-id`,
    operation,
    tier: 0,
    index,
    async execute(sequence) {
      const first = known(target, operation)[0];
      if (first === undefined) return;
      const name = index === 0 ? "transaction_id" : "partner_transaction_id";
      const id = index === 0 ? first.transactionId : first.partnerTransactionId;
      if (id === null) return sequence.blocked("no partner_transaction_id is known");
      const asked = unknownIdLike(id);
      const step: Step = await sequence.step(detailTemplate(operation, { [name]: asked }), "unknown", {
        judged: false,
      });
      const shown = step.body.transaction_id;
      // Part of an id is no id either.
      const part = id.slice(0, -2);
      const byPart = await sequence.step(detailTemplate(operation, { [name]: part }), "part", { judged: false });
      const found = byPart.body.transaction_id;
      sequence.expect(typeof found !== "string" || found === part, byPart.exchange, {
        message: "Part of an id is answered with the transaction that begins like it",
        expected: "no transaction",
        actual: `transaction ${show(found)}`,
      });
      // More than an id, another last character, and what stands for any id in a search.
      for (const [turn, near] of [`${id}0`, withOtherEnd(id), "%", "_".repeat(id.length), "*"].entries()) {
        const answer = await sequence.step(detailTemplate(operation, { [name]: near }), `near ${turn}`, {
          judged: false,
        });
        const { transaction_id: other } = answer.body;
        // Where ids are counted, the next one may be another transaction's.
        sequence.expect(typeof other !== "string" || answer.body[name] === near, answer.exchange, {
          message: `${show(near)}, which is no id, is answered with a transaction`,
          expected: "no transaction",
          actual: `transaction ${show(other)}`,
        });
      }
      sequence.expect(typeof shown !== "string" || shown === asked, step.exchange, {
        message: "An id that does not exist is answered with another transaction",
        expected: "no transaction",
        actual: `transaction ${show(shown)}`,
      });
    },
  });
}

/** The id of the other kind of transaction: whatever is answered, it is no transaction of that other kind. */
function otherKind(operation: DetailOperation, target: Target): Case[] {
  const kind = operation === "getTransferDetail" ? "transfer" : "deposit";
  const [other] = operation === "getTransferDetail" ? target.deposits : target.transfers;
  if (other === undefined) return [];
  return [
    sequenceCase({
      check: `${operation}/response/transaction_type.enum`,
      operation,
      tier: 0,
      index: 1000,
      async execute(sequence) {
        const step = await sequence.step(detailTemplate(operation, other.query), "other kind", { judged: false });
        const { transaction_type: shown, transaction_id: about } = step.body;
        if (typeof shown !== "string") return;
        // Ids of two kinds may be alike, and so may a partner's own.
        const isAsked = Object.entries(other.query).some(([name, id]) => step.body[name] === id);
        if (shown === kind && typeof about === "string" && !isAsked) {
          sequence.expect(false, step.exchange, {
            message: `The id of another kind of transaction is answered with a ${kind} that has another id`,
            expected: `no ${kind}`,
            actual: `${kind} ${show(about)}`,
          });
          return;
        }
        sequence.expect(shown === kind, step.exchange, {
          message: `A transaction of another kind is answered as it is: transaction_type is not ${kind}`,
          expected: kind,
          actual: show(shown),
        });
      },
    }),
  ];
}

function definitionsOf(operation: DetailOperation): CheckDefinition[] {
  const detail = operation === "getTransferDetail" ? "a transfer" : "a deposit";
  const definitions = [
    checkOf(operation, "state", {
      rule: "asked-for",
      title: "The answer is about the transaction that was asked for",
      sends: `the id of ${detail} that the list shows`,
      expects: "the same id in the answer",
    }),
    checkOf(operation, "state", {
      rule: "both-ways",
      title: "Both ids of a transaction lead to the same answer",
      sends: `${detail} by transaction_id, then by partner_transaction_id, then by both`,
      expects: "the same documented fields, those of its customer and recipient among them",
    }),
    checkOf(operation, "state", {
      rule: "repeat",
      title: "Repeated readings agree",
      sends: `${detail}, six times`,
      expects: "the same documented fields, save those that move with the status",
    }),
    checkOf(operation, "state", {
      rule: "list.agrees",
      level: "should",
      title: "The list and the detail agree",
      section: "2.6",
      sends: `${detail} that the list shows`,
      expects: "the same creation time, and for transfers the same rate and amounts",
    }),
    checkOf(operation, "state", {
      rule: "unknown-id",
      title: "An id that does not exist leads to no transaction",
      sends: "an id of the usual shape that no transaction has",
      expects: "anything but another transaction",
    }),
  ];
  if (operation === "getTransferDetail") {
    for (const part of ["customer", "recipient"] as const) {
      definitions.push(
        checkOf(operation, "state", {
          rule: `${part}.agrees`,
          title: `The ${part} of a transfer is the one that ${part}_id names`,
          section: "2.5",
          sends: "a transfer",
          expects: `the same ${part}_id inside ${part}`,
        }),
      );
    }
  }
  return definitions;
}

function few(target: Target, operation: DetailOperation, most: number): readonly KnownTransaction[] {
  return known(target, operation).slice(0, most);
}

/** All agreement checks of a detail operation. */
export function transactionDetails(operation: DetailOperation): CheckGroup {
  return group(operation, definitionsOf(operation), (target) => [
    ...asked(target, operation).map((transaction, index) => askedFor(operation, transaction, index)),
    ...few(target, operation, FEW).map((transaction, index) => repeated(operation, transaction, index)),
    ...known(target, operation).map((transaction, index) =>
      agreesWithList(`${operation}/state/list.agrees`, operation, operation, transaction, index),
    ),
    ...few(target, operation, MANY).flatMap((transaction, index) => [
      bothWays(operation, transaction, index),
      ...(operation === "getTransferDetail"
        ? [embedded("customer", transaction, index), embedded("recipient", transaction, index)]
        : []),
    ]),
    ...statusContradictions(target, `${operation}/state/list.agrees`, operation, operation, 1000),
    ...otherKind(operation, target),
    unknownId(operation, target, 0),
    unknownId(operation, target, 1),
  ]);
}
