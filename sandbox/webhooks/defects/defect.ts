import type { Defect } from "../../defects/defect.js";
import { isObject } from "../../json.js";
import type { WebhookEvent } from "../event.js";
import type { DeliveryHooks } from "../hooks.js";

/** A defect of deliveries. */
export interface WebhookDefect extends Defect {
  readonly rule: string;
  /** Fresh hooks for one sandbox; what a defect remembers between deliveries lives in their closure. */
  readonly deliveries: () => DeliveryHooks;
}

/** Declares a defect of deliveries; `rule` is what follows `webhooks/`, and `way` how it is broken. */
export function webhookDefect(
  rule: string,
  way: string,
  title: string,
  deliveries: () => DeliveryHooks,
): WebhookDefect {
  return {
    id: `webhooks/${rule}/${way}`,
    family: "webhooks",
    operation: "webhooks",
    rule: `webhooks/${rule}`,
    title,
    hooks: () => ({}),
    deliveries,
  };
}

/** Whether an event is about a recipient with a crypto wallet, or a transfer to one (section 2.2). */
export function concernsCrypto({ data }: WebhookEvent): boolean {
  const recipient = isObject(data.recipient) ? data.recipient : data;
  return isObject(recipient.payment_details) && recipient.payment_details.account_type === "crypto";
}

/** An object without one of its members. */
export function without<Value>(object: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  const { [name]: _removed, ...rest } = object;
  return rest;
}
