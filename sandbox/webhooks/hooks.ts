import type { JsonObject } from "../json.js";
import type { Service } from "../service.js";
import type { WebhookEvent } from "./event.js";
import type { Attempt, Signing } from "./signature.js";

/**
 * Where a webhook defect may leave the conforming path, in the order of an event's way. Each hook returns what takes the
 * place of its first argument.
 */
export interface DeliveryHooks {
  /** An event that is about to be delivered; undefined keeps it back. */
  event?(event: WebhookEvent, service: Service): WebhookEvent | undefined;
  envelope?(envelope: JsonObject, event: WebhookEvent, service: Service): unknown;
  text?(text: string, event: WebhookEvent, service: Service): string;
  signing?(signing: Signing, attempt: Attempt, service: Service): Signing;
  signature?(signature: Buffer, attempt: Attempt, service: Service): Buffer;
  headers?(
    headers: Readonly<Record<string, string>>,
    attempt: Attempt,
    service: Service,
  ): Readonly<Record<string, string>>;
}
