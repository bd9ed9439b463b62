/** The rules of deliveries: their signature, their body, the data object of each category (contract document, sections 5 and 6). */
import { TRANSACTION_IDS } from "../deliveries.js";
import { deliveryFieldRules } from "./fieldRules.js";
import { followingOf, rulesOf, shouldsOf } from "./operationRules.js";
import type { Rule } from "./rule.js";

const SIGNATURE = "5, X-Webhook-Signature";
const ALL_JSON = "1, all bodies are JSON";

/** In data that no operation describes, only timestamps and ids have rules, by section 1. */
function transactionRules(kind: string, ids: readonly string[]): readonly Rule[] {
  const texts = ["created_at", "audit_at", "completed_at"].map((name) => [
    `${kind}.${name}.format`,
    `In a ${kind} delivery, ${name} is an ISO 8601 date-time when present.`,
  ]);
  const idTexts = ids.map((name) => [
    `${kind}.${name}.type`,
    `In a ${kind} delivery, ${name} is a string when present.`,
  ]);
  return [
    ...rulesOf("webhooks", "response", "1, timestamps", Object.fromEntries(texts)),
    ...rulesOf("webhooks", "response", "1, resource ids", Object.fromEntries(idTexts)),
  ];
}

export const WEBHOOK_RULES: readonly Rule[] = [
  ...rulesOf("webhooks", "auth", SIGNATURE, {
    "signature.present": "Every delivery carries X-Webhook-Signature.",
    "signature.secret": "The signature of a delivery is made with the webhook secret of the account.",
    "signature.algorithm": "The signature of a delivery is an HMAC-SHA256.",
  }),
  ...followingOf("webhooks", "auth", SIGNATURE, {
    "signature.covers-body": "The signature of a delivery depends on what is delivered.",
    "signature.valid": "The signature of every delivery can be verified in the same way.",
  }),
  ...shouldsOf("webhooks", "auth", SIGNATURE, {
    "signature.raw-body": "The signature of a delivery covers the bytes that are sent.",
    "signature.known-scheme": "A usual way of signing explains the signatures.",
  }),
  ...rulesOf("webhooks", "response", ALL_JSON, { "body.json": "The body of a delivery is JSON." }),
  ...shouldsOf("webhooks", "response", ALL_JSON, { "body.mediaType": "A delivery has a JSON media type." }),
  ...rulesOf("webhooks", "response", "6, categories and their data object", {
    "envelope.data": "A delivery of a documented category carries a data object.",
  }),
  ...transactionRules("transfer", TRANSACTION_IDS),
  ...transactionRules("deposit", ["transaction_id"]),
  ...transactionRules("return", TRANSACTION_IDS),
  ...deliveryFieldRules("customer", "webhook-customer.schema.json", "6, row Customer"),
  ...deliveryFieldRules("recipient", "webhook-recipient.schema.json", "6, row Recipient"),
  ...rulesOf("webhooks", "echo", "6, row Customer", {
    "customer.agrees": "The data of a customer delivery is the customer as the operations show it.",
  }),
  ...rulesOf("webhooks", "echo", "6, row Recipient", {
    "recipient.agrees": "The data of a recipient delivery is the recipient as the operations show it.",
  }),
  ...shouldsOf("webhooks", "echo", "6, row Transfers", {
    "transfer.agrees": "The data of a transfer delivery agrees with the detail of the transfer.",
  }),
  ...shouldsOf("webhooks", "echo", "6, row Deposit", {
    "deposit.agrees": "The data of a deposit delivery agrees with the detail of the deposit.",
  }),
  ...shouldsOf("webhooks", "echo", "6, row Return", {
    "return.agrees": "The data of a return delivery agrees with the transfer that came back.",
  }),
  ...shouldsOf("webhooks", "state", "6, categories", {
    "delivered.transfer": "What happens to a transfer is delivered.",
    "delivered.deposit": "A deposit is delivered.",
    "delivered.return": "A returned payout is delivered.",
    "delivered.customer": "A change of a customer's status is delivered.",
    "delivered.recipient": "A change of a recipient's status is delivered.",
  }),
];
