/** How transactions are looked up by their two ids, which sections 4.5 and 4.9 leave open. */
import { flipCase } from "../../client/credentials.js";
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { KnownTransaction, Target } from "../../engine/model.js";
import type { Observed } from "../../engine/observations.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import type { DetailOperation } from "../../schemas/operations.js";
import { known } from "../checks/state/transactions.js";
import { inquiries, inquiry, type Reply } from "./observing.js";
import type { Query } from "./reading.js";
import { extended, readOutcome } from "./texts.js";
import { type Attempt, answerWith, attempt } from "./trials.js";

type Named = Readonly<Record<string, KnownTransaction>>;

/** Which of the named transactions an answer is about. */
function about(reply: Reply, candidates: Named): Observed {
  const went = readOutcome(reply);
  const found = Object.entries(candidates).find(([, { transactionId, partnerTransactionId }]) => {
    const { transaction_id: id, partner_transaction_id: partner } = reply.body;
    return (id !== undefined && id === transactionId) || (partner !== undefined && partner === partnerTransactionId);
  });
  if (found !== undefined) return extended(went, { about: found[0] }, ` and ${found[0]}`);
  if (!reply.accepted || "shows" in went.value) return went;
  const named = "transaction_id" in reply.body || "partner_transaction_id" in reply.body;
  const what = named ? "another transaction" : "no transaction";
  return extended(went, { about: what }, ` and ${what}`);
}

/** A transaction whose partner id is known, if there is one. */
function withPartnerId(
  transactions: readonly KnownTransaction[],
): readonly (KnownTransaction & { readonly partnerTransactionId: string })[] {
  return transactions.flatMap((transaction) => {
    const { partnerTransactionId } = transaction;
    return partnerTransactionId === null ? [] : [{ ...transaction, partnerTransactionId }];
  });
}

function lookup(
  operation: DetailOperation,
  topic: string,
  named: Named,
  queries: Readonly<Record<string, Query>>,
): CaseDraft {
  return inquiry(topic, {}, async (asked) => {
    const attempts: Attempt[] = [];
    for (const [name, query] of Object.entries(queries)) {
      const reply = await asked.ask(readTemplate(operation, query), null);
      attempts.push(attempt(name, reply, about(reply, named)));
    }
    answerWith(asked, `unknown.${operation}.${topic}`, attempts, attempts[0]?.reply);
  });
}

/** How a request is refused that lacks what it needs is the status that a broken rule gets here. */
export function refusalWithoutId(reply: Reply): Observed {
  const refused = reply.status !== null && reply.status >= 400;
  return refused
    ? { value: reply.status, text: `${reply.status}, when no id is given` }
    : { value: null, text: `none was seen: no id at all is ${readOutcome(reply).text}` };
}

function withoutId(operation: DetailOperation): CaseDraft {
  return inquiry("neitherId", {}, async (asked) => {
    const reply = await asked.ask(readTemplate(operation, {}), null);
    asked.answer(`unknown.${operation}.neitherId`, readOutcome(reply), reply);
    asked.answer(`unknown.${operation}.refusalStatus`, refusalWithoutId(reply), reply);
  });
}

/** The query of one transaction, with the ids of another one. */
function asQueryOf({ query }: KnownTransaction, { transactionId, partnerTransactionId }: KnownTransaction): Query {
  return Object.fromEntries(
    Object.keys(query).map((name) => [name, name === "transaction_id" ? transactionId : (partnerTransactionId ?? "")]),
  );
}

function lookupsOf(operation: DetailOperation, target: Target): CaseDraft[] {
  const looking = (topic: string, named: Named, queries: Readonly<Record<string, Query>>) =>
    lookup(operation, topic, named, queries);
  const [first, second] = withPartnerId(known(target, operation));
  const [anything] = known(target, operation);
  const [stranger] = operation === "getTransferDetail" ? target.deposits : target.transfers;
  if (anything === undefined) return [];
  const unknownIds: Readonly<Record<string, Query>> = {
    "an unknown transaction_id": { transaction_id: unknownIdLike(anything.transactionId) },
    ...(first === undefined
      ? {}
      : {
          "an unknown partner_transaction_id": { partner_transaction_id: unknownIdLike(first.partnerTransactionId) },
        }),
  };
  const cases = [
    looking(
      "byTransactionId",
      { "the transaction": anything },
      { "transaction_id alone": { transaction_id: anything.transactionId } },
    ),
    withoutId(operation),
    looking("unknownId", {}, unknownIds),
    looking(
      "emptyId",
      {},
      {
        "an empty transaction_id": { transaction_id: "" },
        "an empty partner_transaction_id": { partner_transaction_id: "" },
      },
    ),
  ];
  if (stranger !== undefined) {
    const queries = { "the id of the other kind": asQueryOf(anything, stranger) };
    cases.push(looking("otherKind", { "that transaction": stranger }, queries));
  }
  if (first === undefined) return cases;
  const { transactionId: transaction_id, partnerTransactionId: partner_transaction_id } = first;
  cases.push(
    looking(
      "impossibleId",
      {},
      {
        "an id of 5 characters": { partner_transaction_id: partner_transaction_id.slice(0, 5) },
        "an id of 65 characters": { partner_transaction_id: partner_transaction_id.padEnd(65, "0") },
      },
    ),
    looking(
      "byPartnerTransactionId",
      { "the transaction": first },
      { "partner_transaction_id alone": { partner_transaction_id } },
    ),
    looking(
      "bothIds",
      { "the transaction": first },
      { "both ids of one transaction": { transaction_id, partner_transaction_id } },
    ),
  );
  const inOtherCase = flipCase(transaction_id);
  if (inOtherCase !== transaction_id)
    cases.push(
      looking(
        "idCase",
        { "the transaction": first },
        { "a transaction_id in the other letter case": { transaction_id: inOtherCase } },
      ),
    );
  if (second !== undefined) {
    cases.push(
      looking(
        "conflictingIds",
        { "the one that transaction_id names": first, "the one that partner_transaction_id names": second },
        { "ids of two transactions": { transaction_id, partner_transaction_id: second.partnerTransactionId } },
      ),
    );
  }
  return cases;
}

/** What is asked about a lookup. */
export function lookups(operation: DetailOperation): Exercise {
  return inquiries(operation, "lookups", (target) => lookupsOf(operation, target));
}
