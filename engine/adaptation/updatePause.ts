/** Leaves time between two updates of a recipient, where the preflight found that a service asks for it. */
import { setTimeout as pause } from "node:timers/promises";
import type { Exchange, WireRequest } from "../../client/model.js";
import { OPERATIONS } from "../../schemas/operations.js";

interface Sender {
  send(request: WireRequest): Promise<Exchange>;
}

const [BEFORE_ID = "", AFTER_ID = ""] = OPERATIONS.updateRecipient.path.split("{recipient_id}");

/**
 * The same sender, which keeps an update back until so many milliseconds have passed since the answer to the one before
 * of the same recipient. Updates of one recipient that are sent at the same time are left as they are.
 */
export function withUpdatePause<T extends Sender>(sender: T, milliseconds: number): Sender {
  if (milliseconds === 0) return sender;
  const answeredAt = new Map<string, number>();
  return {
    async send(request) {
      const { path } = request;
      if (!path.startsWith(BEFORE_ID) || !path.endsWith(AFTER_ID)) return sender.send(request);
      const missing = (answeredAt.get(path) ?? 0) + milliseconds - performance.now();
      if (missing > 0) await pause(missing);
      try {
        return await sender.send(request);
      } finally {
        answeredAt.set(path, performance.now());
      }
    },
  };
}
