/** Finds out how a receipt is requested, before the receipt operation is used. */

import type { Sender } from "../client/send.js";
import { readRequest } from "../engine/reachability.js";
import { namesIn } from "../engine/refusalText.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { CONTRACT_VERSION, VERSION_HEADER } from "../schemas/operations.js";
import { isRefusalStatus, isServerError, meaningOf } from "../schemas/statuses.js";
import { FactTrial, noteFact, type PreflightNotes, statedFirst } from "./agreedFacts.js";
import type { KnownTransaction } from "./target.js";

type Query = Readonly<Record<string, string>>;

/** Names to try, the likeliest first. */
const RECEIPT_PARAMETERS = [
  "transaction_id",
  "transactionId",
  "id",
  "transfer_id",
  "transaction",
  "txn_id",
  "transactionID",
  "TransactionId",
  "Transaction Id",
  "transferId",
  "partner_transaction_id",
];
/** How many names in a refusal are tried as well. */
const NAMED = 5;

/** The id of a transaction that a receipt's parameter takes; null when it is not known. */
export function receiptIdOf(
  parameter: string,
  { transactionId, partnerTransactionId }: KnownTransaction,
): string | null {
  return parameter.startsWith("partner") ? partnerTransactionId : transactionId;
}

/**
 * Finds the receipt's query parameter, which the document does not name (section 4.7).
 * @returns the query to ask with; null when there is none. A query that works only with an Api-Version, which no read
 *   needs, and one that makes the service fail are returned too: as controls they are refused, which is a finding.
 */
export async function findReceipt(
  sender: Sender,
  transfers: readonly KnownTransaction[],
  notes: PreflightNotes,
): Promise<Query | null> {
  const { receiptParameter: stated } = notes.stated;
  const trial = new FactTrial(sender, stated);
  const byLikelihood = [...transfers].sort((left, right) => Number(isDone(right)) - Number(isDone(left))).slice(0, 3);
  for (const transfer of byLikelihood) {
    const usual = statedFirst(RECEIPT_PARAMETERS, stated);
    const waiting = [...usual];
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const id = receiptIdOf(name, transfer);
      if (id === null) continue;
      const query = { [name]: id };
      const exchange = await trial.send(name, readRequest("getTransferReceipt", query));
      // A receipt that takes too long would take as long under every other name.
      if (exchange.failure?.kind === "timeout") return null;
      if (!isSuccess(exchange)) {
        // What is missing may be named in the first refusal.
        if (name === usual[0])
          waiting.unshift(
            ...namesIn(exchange)
              .filter((each) => !usual.includes(each))
              .slice(0, NAMED),
          );
        continue;
      }
      const answer = `the receipt takes ${name}`;
      notes.observations.set("unknown.getTransferReceipt.parameterName", {
        value: name,
        text: answer,
        evidence: exchange,
      });
      const edit = { at: "query parameter's name", from: name, to: stated ?? name };
      noteFact(notes, "receiptParameter", trial.finding(name, answer, exchange, edit));
      return query;
    }
  }
  return suspiciousReceipt(sender, byLikelihood[0]);
}

async function suspiciousReceipt(sender: Sender, transfer: KnownTransaction | undefined): Promise<Query | null> {
  if (transfer === undefined) return null;
  const query = { transaction_id: transfer.transactionId };
  const request = readRequest("getTransferReceipt", query);
  const versioned = { ...request, headers: { ...request.headers, [VERSION_HEADER.toLowerCase()]: CONTRACT_VERSION } };
  const [plain, withVersion] = [await sender.send(request), await sender.send(versioned)];
  const fails = hasStatus(
    plain,
    (status) => isServerError(status) || ["redirect", "method"].includes(meaningOf(status)),
  );
  if (fails || isSuccess(withVersion)) return query;
  // Without credentials, 404 shows that there is nothing at its path, whatever the query.
  if (
    plain.response?.status === 404 &&
    (await sender.send({ ...request, credentials: "neither" })).response?.status === 404
  )
    return query;
  // The parameter is understood ("not found" instead of "missing"), yet a completed transfer has no receipt.
  const without = await sender.send(readRequest("getTransferReceipt"));
  const understood =
    plain.response?.status === 404 && hasStatus(without, isRefusalStatus) && without.response?.status !== 404;
  return understood && isDone(transfer) ? query : null;
}

function isDone(transfer: KnownTransaction): boolean {
  return transfer.detail.status === "completed";
}
