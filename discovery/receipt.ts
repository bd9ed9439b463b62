/** Finds out how a receipt is requested, before the receipt operation is used. */

import type { Exchange, WireRequest } from "../client/model.js";
import type { Sender } from "../client/send.js";
import { missingIn, namesIn } from "../engine/judge/refusalText.js";
import { readRequest } from "../engine/send/reachability.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { CONTRACT_VERSION, VERSION_HEADER } from "../schemas/operations.js";
import { isRefusalStatus, isServerError, meaningOf } from "../schemas/statuses.js";
import { discoverFact, type Probe, statedFirst } from "./factSearch.js";
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
export async function findReceipt(probe: Probe, transfers: readonly KnownTransaction[]): Promise<Query | null> {
  const { receiptParameter: stated } = probe.stated;
  const byLikelihood = [...transfers].sort((left, right) => Number(isDone(right)) - Number(isDone(left))).slice(0, 3);
  const usual = statedFirst(RECEIPT_PARAMETERS, stated);
  const movesOf = (transfer: KnownTransaction, names: readonly string[]) =>
    names.flatMap((name) => {
      const id = receiptIdOf(name, transfer);
      return id === null ? [] : [{ transfer, name, query: { [name]: id } }];
    });
  const { taken, refused } = await discoverFact(probe, {
    fact: "receiptParameter",
    moves: byLikelihood.flatMap((transfer) => movesOf(transfer, usual)),
    isStated: ({ name }) => name === stated,
    ask: ({ query }, sender) => sender.send(readRequest("getTransferReceipt", query)),
    next: ({ move: { transfer, name }, answer }, left) => {
      // A receipt that takes too long would take as long under every other name.
      if (isTooLate(answer)) return [];
      // What is missing may be named in the first refusal.
      const named =
        name === usual[0] ? [...namesIn(answer), ...missingIn(answer)].filter((each) => !usual.includes(each)) : [];
      return [...movesOf(transfer, named.slice(0, NAMED)), ...left];
    },
    found: ({ name }) => ({
      id: "unknown.getTransferReceipt.parameterName",
      value: name,
      text: `the receipt takes ${name}`,
      edit: { at: "query parameter's name", from: name, to: stated ?? name },
    }),
  });
  if (taken !== null) return taken.move.query;
  return refused.some(({ answer }) => isTooLate(answer)) ? null : suspiciousReceipt(probe.sender, byLikelihood[0]);
}

function isTooLate({ failure }: Exchange): boolean {
  return failure?.kind === "timeout";
}

/** A read with an Api-Version. */
export function underVersion(request: WireRequest): WireRequest {
  return { ...request, headers: { ...request.headers, [VERSION_HEADER.toLowerCase()]: CONTRACT_VERSION } };
}

async function suspiciousReceipt(sender: Sender, transfer: KnownTransaction | undefined): Promise<Query | null> {
  if (transfer === undefined) return null;
  const query = { transaction_id: transfer.transactionId };
  const request = readRequest("getTransferReceipt", query);
  const [plain, withVersion] = [await sender.send(request), await sender.send(underVersion(request))];
  const isFault = (status: number) => isServerError(status) || ["redirect", "method"].includes(meaningOf(status));
  if (hasStatus(plain, isFault) || isSuccess(withVersion)) return query;
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
