/** A delivery that something which happened calls for. */
import type { Category } from "../../schemas/deliveries.js";

export interface ExpectedDelivery {
  readonly category: Category;
  /** Ids of the resource: its data must show one of them. */
  readonly ids: readonly string[];
  /** The status that the delivery must tell; null for any. */
  readonly status: string | null;
  /** What happened, for people: `recipient rcp_1 became active`. */
  readonly because: string;
}
