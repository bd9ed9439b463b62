/**
 * When updates are sent, as the preflight found out: how old a recipient must be, how much time lies between two updates
 * (section 3), and when an answer shows what an update carried.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Interceptor } from "../client/send.js";
import { isSuccess } from "../oracles/outcome.js";
import { OPERATIONS } from "../schemas/operations.js";
import { operationAt } from "../schemas/paths.js";
import { responseField } from "./responseField.js";
import type { Target } from "./target.js";

const [BEFORE_ID = "", AFTER_ID = ""] = OPERATIONS.updateRecipient.path.split("{recipient_id}");

/**
 * Keeps an update back until its recipient is old enough, and until enough time has passed since
 * the answer to the update before; where answers come to show an update late, it is repeated and answered by the second.
 * Updates of one recipient that are sent at the same time are left as they are.
 */
export function withUpdateTiming({
  updatableAge,
  updatePause,
  updateDelay,
}: Pick<Target, "updatableAge" | "updatePause" | "updateDelay">): Interceptor {
  if (updatableAge === 0 && updatePause === 0 && updateDelay === null) return (next) => next;
  /** By the path of its update: when a recipient may be updated, in milliseconds of `performance.now()`. */
  const from = new Map<string, number>();
  return (next) => async (request) => {
    const { path, method } = request;
    const isUpdate = path.startsWith(BEFORE_ID) && path.endsWith(AFTER_ID);
    const missing = isUpdate ? (from.get(path) ?? 0) - performance.now() : 0;
    if (missing > 0) await pause(missing);
    try {
      let exchange = await next(request);
      if (isUpdate && updateDelay !== null && isSuccess(exchange)) {
        await pause(updateDelay);
        exchange = await next(request);
      }
      const created =
        updatableAge > 0 && operationAt(path, method)?.operation === "createRecipient"
          ? responseField(exchange, "recipient_id")
          : undefined;
      if (typeof created === "string")
        from.set(`${BEFORE_ID}${encodeURIComponent(created)}${AFTER_ID}`, performance.now() + updatableAge);
      return exchange;
    } finally {
      if (isUpdate) from.set(path, performance.now() + updatePause);
    }
  };
}
