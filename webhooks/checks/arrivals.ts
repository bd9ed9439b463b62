/** Whether a change is delivered (section 6). */
import { type Check, check } from "../../engine/check.js";
import { amount } from "../../reports/visible.js";
import { CATEGORIES, type Category, dataSchema, detailSchema } from "../../schemas/deliveries.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import type { Arrivals } from "../run/arrivals.js";
import type { ExpectedDelivery } from "../run/expectedDelivery.js";
import { type DeliveryFact, held, notKept } from "./fact.js";

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

/** Every status that the document gives, in lower case. */
const STATUSES: ReadonlySet<string> = new Set(
  CATEGORIES.flatMap((category) => {
    const { children } = fieldTree(dataSchema(category) ?? detailSchema(category) ?? "");
    return children.find(({ path }) => path === "status")?.rules.enum ?? [];
  }).map((status) => status.toLowerCase()),
);

/** What came until the waiting was over. */
export interface Came {
  readonly arrivals: Arrivals;
  readonly deliveries: number;
  /** Deliveries whose data could not be read. */
  readonly unread: number;
  /** Seconds that were waited. */
  readonly seconds: string;
}

/** Whether an expected delivery came; why nothing can be said where it may be one that could not be read. */
export function arrivalFact(
  expected: ExpectedDelivery,
  { arrivals, deliveries, unread, seconds }: Came,
): DeliveryFact | { readonly unsaid: string } {
  const { category, status, because } = expected;
  if (arrivals.has(expected)) return held(ARRIVAL_CHECKS[category]);
  const statuses = arrivals.statusesOf(expected);
  if (status !== null && statuses.some((seen) => !STATUSES.has(seen)))
    return { unsaid: "deliveries came whose status is none of the documented ones" };
  if (unread > 0) {
    const came = amount(unread, "delivery", "deliveries");
    return { unsaid: `${came} came that cannot be told apart, since their data cannot be read` };
  }
  const about =
    statuses.length === 0 ? "no delivery about it" : `deliveries about it with status ${statuses.join(", ")} only`;
  return notKept(
    ARRIVAL_CHECKS[category],
    `A change was not delivered: ${because}`,
    status === null ? "a delivery about it" : `a delivery about it with status ${status}`,
    `${about} in the ${seconds} s that were waited; ${amount(deliveries, "delivery", "deliveries")} came in all`,
  );
}
