/** How transactions are looked up by their two ids, which sections 4.5 and 4.9 leave open. */
import { group } from "../../engine/check.js";
import type { CheckGroup, KnownTransaction, Unit, World } from "../../engine/model.js";
import type { DetailOperation } from "../checks/state/knownTransactions.js";
import { unknownIdLike } from "../checks/state/transactionDetails.js";
import { probeUnit, type Reply, readTemplate } from "./observing.js";
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

function known(world: World, operation: DetailOperation): readonly KnownTransaction[] {
  return operation === "getTransferDetail" ? world.transfers : world.deposits;
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

function lookupUnit(
  operation: DetailOperation,
  topic: string,
  named: Readonly<Record<string, KnownTransaction>>,
  queries: Readonly<Record<string, Query>>,
): Unit {
  return probeUnit(operation, topic, 1, null, async (probe) => {
    const tried: [string, string][] = [];
    let evidence: Reply | null = null;
    for (const [label, query] of Object.entries(queries)) {
      const reply = await probe.ask(readTemplate(operation, query), null);
      tried.push([label, about(reply, named)]);
      evidence ??= reply;
    }
    if (evidence !== null) probe.answer(`unknown.${operation}.${topic}`, gathered(tried), evidence);
  });
}

function unitsFor(operation: DetailOperation, world: World): Unit[] {
  const other = operation === "getTransferDetail" ? world.deposits : world.transfers;
  const [first, second] = withPartnerId(known(world, operation));
  const [anything] = known(world, operation);
  if (anything === undefined) return [];
  const unit = (
    topic: string,
    named: Readonly<Record<string, KnownTransaction>>,
    queries: Readonly<Record<string, Query>>,
  ) => lookupUnit(operation, topic, named, queries);
  const units = [
    unit(
      "byTransactionId",
      { "the transaction": anything },
      { "transaction_id alone": { transaction_id: anything.transactionId } },
    ),
    // How a request is refused that lacks what it needs is the status that a broken rule gets here.
    probeUnit(operation, "neitherId", 1, null, async (probe) => {
      const reply = await probe.ask(readTemplate(operation, {}), null);
      probe.answer(`unknown.${operation}.neitherId`, readOutcome(reply), reply);
      const refused = reply.status !== null && reply.status >= 400;
      const answer = refused
        ? `${reply.status}, when no id is given`
        : `none was seen: no id at all is ${readOutcome(reply)}`;
      probe.answer(`unknown.${operation}.refusalStatus`, answer, reply);
    }),
    unit(
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
    unit(
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
    units.push(unit("otherKind", { "that transaction": stranger }, { "the id of the other kind": query }));
  }
  if (first === undefined) return units;
  units.push(
    unit(
      "byPartnerTransactionId",
      { "the transaction": first },
      { "partner_transaction_id alone": { partner_transaction_id: first.partnerTransactionId } },
    ),
    unit(
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
    units.push(
      unit(
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
  return units;
}

/** The open points of a lookup. */
export function lookupPoints(operation: DetailOperation): CheckGroup {
  return group(operation, [], (world) => unitsFor(operation, world));
}
