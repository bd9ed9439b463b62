/** Whether a change is delivered (section 6). */
import { type Check, check } from "../../engine/check.js";
import type { Category } from "../../schemas/deliveries.js";

const WHAT_CAUSES_CHANGES =
  "what the run may send to cause a change; nothing where the document shows no operation for it";
const IN_TIME = "a delivery within the time that is waited, for a change that was seen to happen";

const transferDelivered = check("webhooks/state/delivered.transfer", {
  title: "A change of a transfer is delivered",
  sends: WHAT_CAUSES_CHANGES,
  expects: IN_TIME,
});

const depositDelivered = check("webhooks/state/delivered.deposit", {
  sends: WHAT_CAUSES_CHANGES,
  expects: IN_TIME,
});

const returnDelivered = check("webhooks/state/delivered.return", {
  title: "A return is delivered",
  sends: WHAT_CAUSES_CHANGES,
  expects: IN_TIME,
});

const customerDelivered = check("webhooks/state/delivered.customer", {
  sends: WHAT_CAUSES_CHANGES,
  expects: IN_TIME,
});

const recipientDelivered = check("webhooks/state/delivered.recipient", {
  sends: WHAT_CAUSES_CHANGES,
  expects: IN_TIME,
});

/** The check that a change of a category is delivered. */
export const ARRIVAL_CHECKS: Readonly<Record<Category, Check>> = {
  Transfers: transferDelivered,
  Deposit: depositDelivered,
  Return: returnDelivered,
  Customer: customerDelivered,
  Recipient: recipientDelivered,
};
