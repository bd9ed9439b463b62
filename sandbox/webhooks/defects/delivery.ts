import type { JsonObject } from "../../json.js";
import type { Change } from "../../service.js";
import type { WebhookEvent } from "../event.js";
import type { DeliveryHooks } from "../hooks.js";
import { CATEGORY_NAMES, concernsCrypto, type WebhookDefect, webhookDefect } from "./defect.js";

/** Keeps the events back that `applies` to. */
function keptBack(applies: (event: WebhookEvent) => boolean): () => DeliveryHooks {
  return () => ({ event: (event) => (applies(event) ? undefined : event) });
}

function never(category: Change["category"]): WebhookDefect {
  return webhookDefect(
    `webhooks/delivered.${CATEGORY_NAMES[category]}/never`,
    `Nothing is delivered about the category ${category}`,
    keptBack((event) => event.category === category),
  );
}

/** Puts something else where the data object has its place in the envelope. */
function withData(data: unknown): () => DeliveryHooks {
  return () => ({ envelope: (envelope, event) => replaced(envelope, event.data, data) });
}

function replaced(envelope: JsonObject, from: JsonObject, to: unknown): unknown {
  if (envelope === from) return to;
  return Object.fromEntries(
    Object.entries(envelope).map(([name, value]) => {
      const holdsData = value === from || (isHolder(value) && value.object === from);
      return [name, holdsData ? to : value];
    }),
  );
}

function isHolder(value: unknown): value is { readonly object: unknown } {
  return typeof value === "object" && value !== null && "object" in value;
}

function sentAs(text: (text: string) => string): () => DeliveryHooks {
  return () => ({ text });
}

function withMediaType(mediaType: string): () => DeliveryHooks {
  return () => ({ headers: (headers) => ({ ...headers, "Content-Type": mediaType }) });
}

/** Departures from section 6 in what is delivered at all, and from section 1 in how: all bodies are JSON. */
export const DELIVERY_DEFECTS: readonly WebhookDefect[] = [
  never("Transfers"),
  never("Deposit"),
  never("Return"),
  never("Customer"),
  never("Recipient"),
  webhookDefect(
    "webhooks/delivered.recipient/never-for-crypto",
    "Nothing is delivered about crypto recipients",
    keptBack((event) => event.category === "Recipient" && concernsCrypto(event)),
  ),
  webhookDefect(
    "webhooks/body.json/cut",
    "The last characters of the body are missing",
    sentAs((text) => text.slice(0, -2)),
  ),
  webhookDefect(
    "webhooks/body.json/empty",
    "Deliveries have no body",
    sentAs(() => ""),
  ),
  webhookDefect(
    "webhooks/body.json/single-quotes",
    "The body has single quotes for double ones",
    sentAs((text) => text.replaceAll('"', "'")),
  ),
  webhookDefect(
    "webhooks/body.json/form",
    "The body is a form with the JSON in a field",
    sentAs((text) => new URLSearchParams({ payload: text }).toString()),
  ),
  webhookDefect(
    "webhooks/envelope.data/encoded-twice",
    "The body is a JSON string that holds JSON",
    sentAs((text) => JSON.stringify(text)),
  ),
  webhookDefect("webhooks/body.mediaType/text", "The body is called text/plain", withMediaType("text/plain")),
  webhookDefect(
    "webhooks/body.mediaType/form",
    "The body is called a form",
    withMediaType("application/x-www-form-urlencoded"),
  ),
  webhookDefect("webhooks/envelope.data/missing", "The envelope comes without the data object", withData({})),
  webhookDefect("webhooks/envelope.data/null", "The data object is null", withData(null)),
  webhookDefect("webhooks/envelope.data/text", "A text stands for the data object", withData("see the detail")),
];
