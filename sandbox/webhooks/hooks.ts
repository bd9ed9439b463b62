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
  /** The data object in its envelope. */
  envelope?(envelope: JsonObject, event: WebhookEvent, service: Service): unknown;
  /** The text of the body. */
  text?(text: string, event: WebhookEvent, service: Service): string;
  /** What the signature is made from. */
  signing?(signing: Signing, attempt: Attempt, service: Service): Signing;
  /** The bytes of the signature. */
  signature?(signature: Buffer, attempt: Attempt, service: Service): Buffer;
  /** All headers of an attempt. */
  headers?(
    headers: Readonly<Record<string, string>>,
    attempt: Attempt,
    service: Service,
  ): Readonly<Record<string, string>>;
}
