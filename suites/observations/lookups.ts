/** How transactions are looked up by their two ids, which sections 4.5 and 4.9 leave open. */
import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, KnownTransaction, Target } from "../../engine/model.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import type { DetailOperation } from "../../schemas/operations.js";
import { inquiryCase, type Reply, readTemplate } from "./observing.js";
import { gathered, readOutcome } from "./texts.js";

type Query = Readonly<Record<string, string>>;

/** Which of the named transactions an answer is about. */
function about(reply: Reply, candidates: Readonly<Record<string, KnownTransaction>>): string {
  const went = readOutcome(reply);
  const found = Object.entries(candidates).find(([, { transactionId, partnerTransactionId }]) => {
    const { transaction_id: id, partner_transaction_id: partner } = reply.body;
    return (id !== undefined && id === transactionId) || (partner !== undefined && partner === partnerTransactionId);
  });
  if (found !== undefined) return `${went} and ${found[0]}`;
  const named = "transaction_id" in reply.body || "partner_transaction_id" in reply.body;
  return reply.accepted && went.endsWith(String(reply.status))
    ? `${went} and ${named ? "another" : "no"} transaction`
    : went;
}

function known(target: Target, operation: DetailOperation): readonly KnownTransaction[] {
  return operation === "getTransferDetail" ? target.transfers : target.deposits;
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

function lookupCase(
  operation: DetailOperation,
  topic: string,
  named: Readonly<Record<string, KnownTransaction>>,
  queries: Readonly<Record<string, Query>>,
): Case {
  return inquiryCase(operation, topic, 1, null, async (inquiry) => {
    const tried: [string, string][] = [];
    let evidence: Reply | null = null;
    for (const [label, query] of Object.entries(queries)) {
      const reply = await inquiry.ask(readTemplate(operation, query), null);
      tried.push([label, about(reply, named)]);
      evidence ??= reply;
    }
    if (evidence !== null) inquiry.answer(`unknown.${operation}.${topic}`, gathered(tried), evidence);
  });
}

function unitsFor(operation: DetailOperation, target: Target): Case[] {
  const other = operation === "getTransferDetail" ? target.deposits : target.transfers;
  const [first, second] = withPartnerId(known(target, operation));
  const [anything] = known(target, operation);
  if (anything === undefined) return [];
  const testCase = (
    topic: string,
    named: Readonly<Record<string, KnownTransaction>>,
    queries: Readonly<Record<string, Query>>,
  ) => lookupCase(operation, topic, named, queries);
  const cases = [
    testCase(
      "byTransactionId",
      { "the transaction": anything },
      { "transaction_id alone": { transaction_id: anything.transactionId } },
    ),
    // How a request is refused that lacks what it needs is the status that a broken rule gets here.
    inquiryCase(operation, "neitherId", 1, null, async (inquiry) => {
      const reply = await inquiry.ask(readTemplate(operation, {}), null);
      inquiry.answer(`unknown.${operation}.neitherId`, readOutcome(reply), reply);
      const refused = reply.status !== null && reply.status >= 400;
      const answer = refused
        ? `${reply.status}, when no id is given`
        : `none was seen: no id at all is ${readOutcome(reply)}`;
      inquiry.answer(`unknown.${operation}.refusalStatus`, answer, reply);
    }),
    testCase(
      "unknownId",
      {},
      {
        "an unknown transaction_id": { transaction_id: unknownIdLike(anything.transactionId) },
        ...(first === undefined
          ? {}
          : {
              "an unknown partner_transaction_id": {
                partner_transaction_id: unknownIdLike(first.partnerTransactionId),
              },
            }),
      },
    ),
    testCase(
      "emptyId",
      {},
      {
        "an empty transaction_id": { transaction_id: "" },
        "an empty partner_transaction_id": { partner_transaction_id: "" },
      },
    ),
  ];
  const [stranger] = other;
  if (stranger !== undefined) {
    const query = Object.fromEntries(
      Object.keys(anything.query).map((name) => [
        name,
        name === "transaction_id" ? stranger.transactionId : (stranger.partnerTransactionId ?? ""),
      ]),
    );
    cases.push(testCase("otherKind", { "that transaction": stranger }, { "the id of the other kind": query }));
  }
  if (first === undefined) return cases;
  cases.push(
    testCase(
      "byPartnerTransactionId",
      { "the transaction": first },
      { "partner_transaction_id alone": { partner_transaction_id: first.partnerTransactionId } },
    ),
    testCase(
      "bothIds",
      { "the transaction": first },
      {
        "both ids of one transaction": {
          transaction_id: first.transactionId,
          partner_transaction_id: first.partnerTransactionId,
        },
      },
    ),
  );
  if (second !== undefined) {
    cases.push(
      testCase(
        "conflictingIds",
        { "the one that transaction_id names": first, "the one that partner_transaction_id names": second },
        {
          "ids of two transactions": {
            transaction_id: first.transactionId,
            partner_transaction_id: second.partnerTransactionId,
          },
        },
      ),
    );
  }
  return cases;
}

/** The open points of a lookup. */
export function lookupPoints(operation: DetailOperation): CheckGroup {
  return group(operation, [], (target) => unitsFor(operation, target));
}
