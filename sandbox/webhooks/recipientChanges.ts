import type { JsonObject } from "../json.js";
import type { Service } from "../service.js";
import { type Recipient, recipientStatus } from "../state.js";
import { recipientView } from "../views.js";

/**
 * Announces what changes about the status of a recipient: the one that it has from `now` on, in milliseconds since
 * 1970, and the one that it will get by itself. `before` is the recipient as it was, undefined for a new one.
 */
export function announceRecipient(
  before: Recipient | undefined,
  recipient: Recipient,
  now: number,
  service: Service,
): void {
  if (before === undefined || recipientStatus(before, now) !== recipientStatus(recipient, now)) {
    service.onChange?.({ category: "Recipient", at: now, data: () => recipientView(recipient, service) });
  }
  const { activeAt } = recipient;
  const willBeActive = recipient.status === "pending" && activeAt > now && Number.isFinite(activeAt);
  if (willBeActive && before?.activeAt !== activeAt) {
    service.onChange?.({ category: "Recipient", at: activeAt, data: () => activated(recipient, service) });
  }
}

/** The recipient once it is active; undefined when it has got another status, or another time, before. */
function activated({ id, activeAt }: Recipient, service: Service): JsonObject | undefined {
  const current = service.state.recipients.get(id);
  return current?.status === "pending" && current.activeAt === activeAt ? recipientView(current, service) : undefined;
}
