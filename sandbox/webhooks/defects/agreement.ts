import { isObject, type JsonObject } from "../../json.js";
import type { Change, Service } from "../../service.js";
import { recipientView } from "../../views.js";
import {
  CATEGORY_NAMES,
  concernsCrypto,
  type DataChange,
  inData,
  type WebhookDefect,
  webhookDefect,
} from "./defect.js";

/** The data object says something else than the operation that shows the same resource. */
function disagrees(category: Change["category"], way: string, title: string, change: DataChange): WebhookDefect {
  return webhookDefect(`webhooks/${CATEGORY_NAMES[category]}.agrees/${way}`, title, inData(category, change));
}

function amountIn(data: JsonObject, side: string): JsonObject {
  const money = data[side];
  return isObject(money) ? { ...data, [side]: { ...money, amount: Number(money.amount) + 1 } } : data;
}

function anotherRecipient(data: JsonObject, service: Service): JsonObject {
  for (const recipient of service.state.recipients.values()) {
    if (recipient.id !== data.recipient_id)
      return { ...recipientView(recipient, service), recipient_id: data.recipient_id };
  }
  return data;
}

/** Departures of the data objects of section 6 from what they are said to equal. */
export const AGREEMENT_DEFECTS: readonly WebhookDefect[] = [
  disagrees("Recipient", "other-id", "The data object has an id that no recipient was created with", (data) => ({
    ...data,
    recipient_id: "rcp_ffffffffffffffffffffffff",
  })),
  ...(["Recipient", "Customer"] as const).map((category) =>
    disagrees(category, "created-later", "The data object was created an hour later than the answer said", (data) => ({
      ...data,
      created_at: new Date(Date.parse(String(data.created_at)) + 3_600_000).toISOString(),
    })),
  ),
  disagrees("Recipient", "other-partner-id", "The data object has another partner id than was sent", (data) => ({
    ...data,
    partner_recipient_id: `x${String(data.partner_recipient_id).slice(1)}`,
  })),
  disagrees(
    "Recipient",
    "another-ones-data",
    "The data object shows the fields of another recipient",
    (data, _, service) => anotherRecipient(data, service),
  ),
  disagrees("Recipient", "crypto-address-altered", "A crypto recipient has another wallet address", (data, event) =>
    concernsCrypto(event) && isObject(data.payment_details)
      ? {
          ...data,
          payment_details: {
            ...data.payment_details,
            wallet_address: [...String(data.payment_details.wallet_address)].reverse().join(""),
          },
        }
      : data,
  ),
  webhookDefect(
    ["webhooks/recipient.agrees/stale-status", "webhooks/delivered.recipient"],
    "Later deliveries about a recipient still have its first status",
    () => {
      const first = new Map<unknown, unknown>();
      return {
        event: (event) => {
          const { recipient_id: id, status } = event.data;
          if (event.category !== "Recipient") return event;
          if (!first.has(id)) first.set(id, status);
          return { ...event, data: { ...event.data, status: first.get(id) } };
        },
      };
    },
  ),
  disagrees("Customer", "other-id", "The data object has an id that no customer was created with", (data) => ({
    ...data,
    customer_id: "cus_ffffffffffffffffffffffff",
  })),
  disagrees("Customer", "contact-altered", "The data object has another e-mail address than was sent", (data) =>
    isObject(data.primary_contact)
      ? { ...data, primary_contact: { ...data.primary_contact, contact_email: "somebody@example.org" } }
      : data,
  ),
  disagrees("Customer", "people-lost", "The data object has fewer business persons than were sent", (data) => ({
    ...data,
    business_person_list: [],
  })),
  disagrees("Transfers", "other-status", "The data object has a status that no detail shows", (data) => ({
    ...data,
    status: "settled",
  })),
  disagrees("Transfers", "source-amount", "The data object has another source amount than the detail", (data) =>
    amountIn(data, "source"),
  ),
  disagrees("Transfers", "other-recipient", "The data object names another recipient than the detail", (data) => ({
    ...data,
    recipient_id: "rcp_ffffffffffffffffffffffff",
  })),
  disagrees("Deposit", "other-network", "The data object has another network than the detail", (data) => ({
    ...data,
    network: data.network === "ETH" ? "TRX" : "ETH",
  })),
  disagrees("Deposit", "amount-text", "The amount in the data object is a text", (data) => ({
    ...data,
    amount: String(data.amount),
  })),
  disagrees("Return", "other-recipient", "The data object names another recipient than the transfer", (data) => ({
    ...data,
    recipient_id: "rcp_ffffffffffffffffffffffff",
  })),
  disagrees("Return", "other-customer", "The data object names another customer than the transfer", (data) => ({
    ...data,
    customer_id: "cus_ffffffffffffffffffffffff",
  })),
  disagrees("Deposit", "other-amount", "The data object has another amount than the detail", (data) => ({
    ...data,
    amount: Number(data.amount) + 0.01,
  })),
  disagrees("Deposit", "other-currency", "The data object has another currency than the detail", (data) => ({
    ...data,
    account_currency: data.account_currency === "USDT" ? "USDC" : "USDT",
  })),
  disagrees("Deposit", "other-partner-id", "The data object has another partner id than the detail", (data) => ({
    ...data,
    partner_transaction_id: `x${String(data.partner_transaction_id).slice(1)}`,
  })),
];
