/** Whether a change is delivered (section 6). */
import { type Check, check } from "../../../discovery/check.js";
import type { Answer } from "../../../engine/model.js";
import { amount } from "../../../reports/visible.js";
import { CATEGORIES, type Category, dataSchema, detailSchema } from "../../../schemas/deliveries.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import type { ExpectedDelivery } from "../../../webhooks/delivery.js";
import type { DeliveryExchange } from "../../../webhooks/reader.js";
import { departs, held } from "./delivered.js";

function delivered(id: `webhooks/state/delivered.${string}`, title?: string): Check {
  return check(id, {
    ...(title === undefined ? {} : { title }),
    sends: "what the run may send to cause a change; nothing where the document shows no operation for it",
    expects: "a delivery within the waiting time, for a change that was seen to happen",
  });
}

export const ARRIVAL_CHECKS: Readonly<Record<Category, Check>> = {
  Transfers: delivered("webhooks/state/delivered.transfer", "A change of a transfer is delivered"),
  Deposit: delivered("webhooks/state/delivered.deposit"),
  Return: delivered("webhooks/state/delivered.return", "A return is delivered"),
  Customer: delivered("webhooks/state/delivered.customer"),
  Recipient: delivered("webhooks/state/delivered.recipient"),
};

/** Every documented status, in lower case. */
const STATUSES: ReadonlySet<string> = new Set(
  CATEGORIES.flatMap((category) => {
    const { children } = fieldTree(dataSchema(category) ?? detailSchema(category) ?? "");
    return children.find(({ path }) => path === "status")?.rules.enum ?? [];
  }).map((status) => status.toLowerCase()),
);

const ID = /(^|_)id$/;

/** Collects which resources deliveries were about, and with which status. */
export class Arrivals {
  deliveries = 0;
  /** Deliveries whose data could not be read. */
  unread = 0;
  readonly #statuses = new Map<string, Set<string>>();

  add({ delivery: { reading } }: DeliveryExchange): void {
    const { body, category, data } = reading;
    this.deliveries += 1;
    if (body.kind !== "json" || (category !== null && data === null)) this.unread += 1;
    for (const object of data?.objects ?? []) {
      for (const [name, value] of Object.entries(object)) {
        if (!ID.test(name) || typeof value !== "string") continue;
        const key = `${category} ${value}`;
        const statuses = this.#statuses.get(key) ?? new Set();
        this.#statuses.set(key, statuses.add(String(object.status).toLowerCase()));
      }
    }
  }

  has(expected: ExpectedDelivery): boolean {
    const statuses = this.#statusesOf(expected);
    return statuses.length > 0 && (expected.status === null || statuses.includes(expected.status.toLowerCase()));
  }

  /**
   * Records whether an expected delivery came; or why nothing can be said, where it may be one that could not be read.
   * @param seconds how long the run waited
   */
  judge(answer: Answer, expected: ExpectedDelivery, seconds: string): void {
    const { category, status, because } = expected;
    const each = ARRIVAL_CHECKS[category];
    const statuses = this.#statusesOf(expected);
    if (this.has(expected)) held(answer, each);
    else if (status !== null && statuses.some((seen) => !STATUSES.has(seen)))
      answer.recorder.blocked(each.id, "deliveries came whose status is none of the documented ones");
    else if (this.unread > 0) {
      const came = amount(this.unread, "delivery", "deliveries");
      answer.recorder.blocked(each.id, `${came} came that cannot be distinguished, since their data cannot be read`);
    } else {
      const about =
        statuses.length === 0 ? "no delivery about it" : `deliveries about it with status ${statuses.join(", ")} only`;
      departs(answer, each, {
        message: `No webhook arrived for a change: ${because}`,
        expected: status === null ? "a delivery about it" : `a delivery about it with status ${status}`,
        actual: `${about} within ${seconds} s; ${amount(this.deliveries, "delivery", "deliveries")} came in all`,
      });
    }
  }

  /** The statuses that were delivered for a resource, in lower case. */
  #statusesOf({ category, ids }: ExpectedDelivery): readonly string[] {
    return ids.flatMap((id) => [...(this.#statuses.get(`${category} ${id}`) ?? [])]);
  }
}
