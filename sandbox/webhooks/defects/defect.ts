import type { Defect, DefectNames } from "../../defects/defect.js";
import { isObject, type JsonObject } from "../../json.js";
import type { Change, Service } from "../../service.js";
import type { WebhookEvent } from "../event.js";
import type { DeliveryHooks } from "../hooks.js";

/** A defect of deliveries. */
export interface WebhookDefect extends Defect {
  /** Fresh hooks for one sandbox; what a defect remembers between deliveries lives in their closure. */
  readonly deliveries: () => DeliveryHooks;
}

/** Declares a defect of deliveries, whose id is its rule and the way in which it is broken. */
export function webhookDefect(
  names: DefectNames<`webhooks/${string}/${string}`>,
  title: string,
  deliveries: () => DeliveryHooks,
): WebhookDefect {
  const [id, ...also] = typeof names === "string" ? [names] : names;
  const rule = [id.slice(0, id.lastIndexOf("/")), ...also];
  return { id, family: "webhooks", operation: "webhooks", rule, title, hooks: () => ({}), deliveries };
}

/** The categories as they stand in rules. */
export const CATEGORY_NAMES: Readonly<Record<Change["category"], string>> = {
  Transfers: "transfer",
  Deposit: "deposit",
  Return: "return",
  Customer: "customer",
  Recipient: "recipient",
};

export type DataChange = (data: JsonObject, event: WebhookEvent, service: Service) => JsonObject;

/** Changes the data objects of one category. */
export function inData(category: Change["category"], change: DataChange): () => DeliveryHooks {
  return () => ({
    event: (event, service) =>
      event.category === category ? { ...event, data: change(event.data, event, service) } : event,
  });
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
