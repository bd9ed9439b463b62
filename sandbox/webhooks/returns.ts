import type { JsonObject } from "../json.js";
import type { Service } from "../service.js";
import { statusAt, type Transfer } from "../state.js";

/** A payout that the beneficiary's bank sent back (section 6). */
interface ReturnedPayout {
  readonly id: string;
  readonly partnerId: string;
  readonly transfer: Transfer;
  readonly reason: string;
  readonly credited: number;
  /** In milliseconds since 1970. */
  readonly at: number;
}

const returned = new WeakSet<Transfer>();

/**
 * Sends the payout of a completed transfer back and credits what it cost, less the fee, to the wallet that it came from.
 * In `body`, `transaction_id` names the transfer (by default the newest that can be returned), and `reason` says why.
 * The answer is the data object of the delivery, or what is wrong with the request.
 */
export function returnTransfer(body: JsonObject, service: Service): JsonObject | string {
  const transfer = returnableTransfer(body.transaction_id, service);
  if (transfer === undefined)
    return "transaction_id must name a completed transfer of this sandbox that has not been returned";
  returned.add(transfer);
  const { source, fee } = transfer;
  const payout: ReturnedPayout = {
    id: service.newId("txn"),
    partnerId: service.newPartnerId("txn"),
    transfer,
    reason: typeof body.reason === "string" ? body.reason : "Account closed",
    credited: Math.round((source.amount - fee) * 100) / 100,
    at: service.now(),
  };
  creditWallet(payout, service);
  const view = returnView(payout, service);
  service.onChange?.({ category: "Return", at: payout.at, data: () => view });
  return view;
}

function returnableTransfer(id: unknown, service: Service): Transfer | undefined {
  const { state } = service;
  const time = service.now();
  const candidates = id === undefined ? state.transactionList() : [state.transactions.get(String(id))];
  for (let index = candidates.length - 1; index >= 0; index--) {
    const candidate = candidates[index];
    if (
      candidate?.kind === "transfer" &&
      statusAt(candidate.progress, time) === "succeeded" &&
      !returned.has(candidate)
    )
      return candidate;
  }
  return undefined;
}

function creditWallet({ transfer, credited }: ReturnedPayout, { state }: Service): void {
  const { currency, network } = transfer.source;
  const index = state.wallets.findIndex((wallet) => wallet.currency === currency && wallet.network === network);
  const wallet = state.wallets[index];
  if (wallet !== undefined) {
    const total = Math.round((wallet.total + credited) * 100) / 100;
    const available = Math.round((wallet.available + credited) * 100) / 100;
    state.wallets[index] = { ...wallet, total, available };
  }
}

function returnView({ id, partnerId, transfer, reason, credited, at }: ReturnedPayout, service: Service): JsonObject {
  const { source, target } = transfer;
  const ids =
    service.behaviour.webhookReturnIds === "transfer"
      ? { return_id: id, transaction_id: transfer.id, partner_transaction_id: transfer.partnerId }
      : {
          transaction_id: id,
          partner_transaction_id: partnerId,
          original_transaction_id: transfer.id,
          original_partner_transaction_id: transfer.partnerId,
        };
  const time = service.writeTime(at);
  return {
    ...ids,
    transaction_type: "return",
    source: target,
    target: { ...source, amount: credited },
    status: "completed",
    return_reason: reason,
    customer_id: transfer.customer.id,
    recipient_id: transfer.recipient.id,
    created_at: time,
    ...(service.behaviour.webhookReturnTimes === "all" ? { audit_at: time, completed_at: time } : {}),
  };
}
