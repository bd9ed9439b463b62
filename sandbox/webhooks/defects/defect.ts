import { type Defect, rows } from "../../defects/defect.js";
import { isObject, type JsonObject } from "../../json.js";
import type { Change, Service } from "../../service.js";
import type { WebhookEvent } from "../event.js";
import type { DeliveryHooks } from "../hooks.js";

/** A defect of deliveries. */
export interface WebhookDefect extends Defect {
  /** Fresh hooks for one sandbox; what a defect remembers between deliveries lives in their closure. */
  readonly deliveries: () => DeliveryHooks;
}

/** Declares a table of defects of deliveries, all of them of `webhooks/`. */
export function webhookDefects(
  texts: TemplateStringsArray,
  ...values: readonly (string | DeliveryHooks | (() => DeliveryHooks))[]
): WebhookDefect[] {
  return rows(texts, ...values).map(({ name, also, title, value: hooks }) => ({
    id: `webhooks/${name}`,
    family: "webhooks",
    operation: "webhooks",
    rule: [name.slice(0, name.lastIndexOf("/")), ...also].map((rule) => `webhooks/${rule}`),
    title,
    on: [],
    hooks: () => ({}),
    deliveries: typeof hooks === "function" ? hooks : () => hooks,
  }));
}

/** The categories as they stand in rules. */
export const CATEGORY_NAMES: Readonly<Record<Change["category"], string>> = {
  Transfers: "transfer",
  Deposit: "deposit",
  Return: "return",
  Customer: "customer",
  Recipient: "recipient",
};

/** Changes the data objects of one category; a value that is no object changes nothing. */
export function inData(
  category: Change["category"],
  change: (data: JsonObject, event: WebhookEvent, service: Service) => unknown,
): DeliveryHooks {
  return {
    event: (event, service) => {
      const data = event.category === category ? change(event.data, event, service) : event.data;
      return isObject(data) ? { ...event, data } : event;
    },
  };
}

/** Whether an event is about a recipient with a crypto wallet, or a transfer to one (section 2.2). */
export function concernsCrypto({ data }: WebhookEvent): boolean {
  const recipient = isObject(data.recipient) ? data.recipient : data;
  return isObject(recipient.payment_details) && recipient.payment_details.account_type === "crypto";
}
