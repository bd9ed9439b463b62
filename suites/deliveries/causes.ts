/** Changes that the run itself causes, where the document has operations for it, so that deliveries can be expected. */
import type { Sender } from "../../client/send.js";
import type { KnownTransaction, Target } from "../../discovery/target.js";
import { readRequest } from "../../engine/send/reachability.js";
import { materialise, type Template } from "../../generators/edits/edit.js";
import { ACCOUNT_TYPES, accountTypeOf, withAccountType } from "../../generators/templates/accountTypes.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { successBody } from "../../oracles/json.js";
import type { ExpectedDelivery } from "../../webhooks/delivery.js";

/** A recipient or customer that was created to see what is delivered about it. */
export interface CausedChange {
  readonly category: "Recipient" | "Customer";
  readonly id: string;
  readonly partnerId: string;
  readonly status: string;
  /** The template of its update, for a recipient. */
  readonly update: Template | null;
  /** When creation was answered, in milliseconds since the epoch. */
  readonly at: number;
}

/** Recipients of each account type, and customers. */
const RECIPIENTS = 2;
const CUSTOMERS = 2;
/** How many pending transactions are looked at again at the end. */
const MOST_WATCHED = 5;

async function create(sender: Sender, target: Target, template: Template, key: string): Promise<CausedChange[]> {
  const partner = partnerId(target.run, `webhook ${key}`, 0);
  const exchange = await sender.send(materialise(template, null, partner).wire);
  const category = template.operation === "createCustomer" ? "Customer" : "Recipient";
  const body = successBody(exchange);
  const id = category === "Customer" ? body.customer_id : body.recipient_id;
  if (typeof id !== "string" || id === "") return [];
  const updates =
    category === "Customer" ? [] : withAccountType(target.templates.updateRecipient, accountTypeOf(template));
  const at = exchange.startedAt + exchange.durationMs;
  return [{ category, id, partnerId: partner, status: String(body.status), update: updates[0] ?? null, at }];
}

/** Creates recipients of both kinds and customers. Creates none where writing is not allowed. */
export async function causeChanges(sender: Sender, target: Target): Promise<CausedChange[]> {
  if (target.noWrites !== null) return [];
  const causedChanges: CausedChange[] = [];
  for (let index = 0; index < RECIPIENTS; index++) {
    for (const accountType of ACCOUNT_TYPES) {
      const own = withAccountType(target.templates.createRecipient, accountType);
      const template = own[index % Math.max(1, own.length)];
      if (template !== undefined)
        causedChanges.push(...(await create(sender, target, template, `${accountType} ${index}`)));
    }
  }
  for (const [index, template] of target.templates.createCustomer.slice(0, CUSTOMERS).entries())
    causedChanges.push(...(await create(sender, target, template, `customer ${index}`)));
  return causedChanges;
}

/** The delivery that a creation must cause, where each one is delivered. */
export function creationOf({ category, id, partnerId, status }: CausedChange): ExpectedDelivery {
  const kind = category === "Customer" ? "customer" : "recipient";
  return { category, ids: [id, partnerId], status: null, because: `${kind} ${id} was created as ${status}` };
}

/** The status of a recipient, which only an update shows; null when it cannot be seen. */
async function statusNow(sender: Sender, causedChange: CausedChange): Promise<string | null> {
  if (causedChange.update === null) return null;
  const template = { ...causedChange.update, path: { recipient_id: causedChange.id } };
  const { status } = successBody(await sender.send(materialise(template, null, "").wire));
  return typeof status === "string" ? status : null;
}

/** What became of them: a status other than the first changed on its own. */
export async function changesOf(sender: Sender, causedChanges: readonly CausedChange[]): Promise<ExpectedDelivery[]> {
  const expected: ExpectedDelivery[] = [];
  for (const causedChange of causedChanges) {
    const status = await statusNow(sender, causedChange);
    // An update may well set a recipient back to pending: that is its own effect, and not news.
    if (status === null || status === causedChange.status || status === "pending") continue;
    const because = `recipient ${causedChange.id} went from ${causedChange.status} to ${status}`;
    expected.push({ category: causedChange.category, ids: [causedChange.id, causedChange.partnerId], status, because });
  }
  return expected;
}

/** Transactions that were not final when the run began, and are watched. */
export function watched(target: Target): KnownTransaction[] {
  const open = (transactions: readonly KnownTransaction[]): KnownTransaction[] =>
    transactions.filter(({ detail }) => /^(pending|processing)$/i.test(String(detail.status))).slice(0, MOST_WATCHED);
  return [...open(target.transfers), ...open(target.deposits)];
}

function idsOf({ transactionId, partnerTransactionId }: KnownTransaction): string[] {
  return partnerTransactionId === null ? [transactionId] : [transactionId, partnerTransactionId];
}

export async function settledSince(
  sender: Sender,
  target: Target,
  transactions: readonly KnownTransaction[],
): Promise<ExpectedDelivery[]> {
  const expected: ExpectedDelivery[] = [];
  for (const transaction of transactions) {
    const transfer = target.transfers.includes(transaction);
    const operation = transfer ? "getTransferDetail" : "getDepositDetail";
    const { status } = successBody(await sender.send(readRequest(operation, transaction.query)));
    if (typeof status !== "string" || status === transaction.detail.status) continue;
    const because = `${transfer ? "transfer" : "deposit"} ${transaction.transactionId} went from ${String(transaction.detail.status)} to ${status}`;
    expected.push({ category: transfer ? "Transfers" : "Deposit", ids: idsOf(transaction), status, because });
  }
  return expected;
}
