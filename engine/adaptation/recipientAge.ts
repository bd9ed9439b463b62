/** A recipient that was just created may have to come of age before it is updated. */
import { setTimeout as pause } from "node:timers/promises";
import type { Target } from "../model.js";

/**
 * Waits until a recipient may be updated, as the preflight found out.
 * @param created when the answer to its creation came, in milliseconds since the epoch
 */
export async function untilUpdatable(target: Target, created: number): Promise<void> {
  const missing = created + target.updatableAge - Date.now();
  if (target.updatableAge > 0 && missing > 0) await pause(missing);
}
