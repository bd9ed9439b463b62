/** Whether a change is delivered (section 6). */
import { type Check, check } from "../../engine/check.js";
import { amount } from "../../reports/visible.js";
import { CATEGORIES, type Category, dataSchema, detailSchema } from "../../schemas/deliveries.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import type { Arrivals, ExpectedDelivery } from "../run/arrivals.js";
import { type DeliveryFact, held, notKept } from "./fact.js";

function delivered(id: `webhooks/state/delivered.${string}`, title?: string): Check {
  return check(id, {
    ...(title === undefined ? {} : { title }),
    sends: "what the run may send to cause a change; nothing where the document shows no operation for it",
    expects: "a delivery within the time that is waited, for a change that was seen to happen",
  });
}

/** The check that a change of a category is delivered. */
export const ARRIVAL_CHECKS: Readonly<Record<Category, Check>> = {
  Transfers: delivered("webhooks/state/delivered.transfer", "A change of a transfer is delivered"),
  Deposit: delivered("webhooks/state/delivered.deposit"),
  Return: delivered("webhooks/state/delivered.return", "A return is delivered"),
  Customer: delivered("webhooks/state/delivered.customer"),
  Recipient: delivered("webhooks/state/delivered.recipient"),
};

/** Every status that the document gives, in lower case. */
const STATUSES: ReadonlySet<string> = new Set(
  CATEGORIES.flatMap((category) => {
    const { children } = fieldTree(dataSchema(category) ?? detailSchema(category) ?? "");
    return children.find(({ path }) => path === "status")?.rules.enum ?? [];
  }).map((status) => status.toLowerCase()),
);

/** What came until the waiting was over. */
interface Came {
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
