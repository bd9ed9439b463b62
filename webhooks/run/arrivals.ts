/** Which expected deliveries came. */
import type { Category } from "../../schemas/deliveries.js";
import type { JudgedDelivery } from "../checks/judge.js";

/* A delivery that something which happened calls for. */

export interface ExpectedDelivery {
  readonly category: Category;
  /** Ids of the resource: its data must show one of them. */
  readonly ids: readonly string[];
  /** The status that the delivery must tell; null for any. */
  readonly status: string | null;
  /** What happened, for people: `recipient rcp_1 became active`. */
  readonly because: string;
}

const ID = /(^|_)id$/;

/** Collects which resources deliveries were about, and with which status. */
export class Arrivals {
  readonly #statuses = new Map<string, Set<string>>();

  add({ reading }: JudgedDelivery): void {
    const { category, data } = reading;
    if (category === null || data === null) return;
    for (const object of data.objects) {
      for (const [name, value] of Object.entries(object)) {
        if (!ID.test(name) || typeof value !== "string") continue;
        const key = keyOf(category, value);
        const statuses = this.#statuses.get(key) ?? new Set();
        statuses.add(String(object.status).toLowerCase());
        this.#statuses.set(key, statuses);
      }
    }
  }

  /** Whether an expected delivery came. */
  has(expected: ExpectedDelivery): boolean {
    const statuses = this.statusesOf(expected);
    return statuses.length > 0 && (expected.status === null || statuses.includes(expected.status.toLowerCase()));
  }

  /** The statuses that were delivered of a resource, in lower case. */
  statusesOf({ category, ids }: ExpectedDelivery): readonly string[] {
    return ids.flatMap((id) => [...(this.#statuses.get(keyOf(category, id)) ?? [])]);
  }
}

function keyOf(category: Category, id: string): string {
  return `${category} ${id}`;
}
