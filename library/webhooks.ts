/** Verifies deliveries in your own receiver. */
import type { Category } from "../schemas/deliveries.js";
import { readDelivery } from "../webhooks/reading.js";
import { judgeSignature, schemeText, signingKeys } from "../webhooks/signature.js";

/** A delivery as it came. */
export interface ReceivedWebhook {
  /** The bytes as they came: a body that was parsed and serialised again has another signature. */
  readonly body: Uint8Array | string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Only for signatures over them. Default: POST and `/`. */
  readonly method?: string;
  readonly path?: string;
}

/** How to verify. */
export interface WebhookOptions {
  readonly secret: string;
  /** What is signed, as in `{x-webhook-timestamp}.{body}`. State it once it is known; by default the usual contents are tried. */
  readonly signed?: string;
}

/** Whether a delivery is the service's. */
export type VerifiedWebhook =
  | {
      readonly valid: true;
      /** How it is signed, in words. */
      readonly scheme: string;
      /** What it is about; null when that is not clear. */
      readonly category: Category | null;
      /** The data object; null when there is none. */
      readonly data: unknown;
    }
  | { readonly valid: false; readonly reason: string };

/**
 * Verifies X-Webhook-Signature: an HMAC-SHA256 with the account's webhook secret that covers the body. Digests are
 * compared in constant time. Never throws for what was delivered.
 */
export function verifyWebhook(received: ReceivedWebhook, { secret, signed }: WebhookOptions): VerifiedWebhook {
  if (secret === "") throw new TypeError("verifyWebhook needs the webhook secret: it is empty.");
  const body = Buffer.from(received.body);
  const headers = Object.fromEntries(
    Object.entries(received.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === "string" ? value : value.join(", ")]],
    ),
  );
  const reading = readDelivery(body, headers);
  const { category, data } = reading;
  const message = { method: received.method ?? "POST", path: received.path ?? "/", headers, body };
  const keys = signingKeys({ webhookSecret: secret }, signed ?? null);
  const fact = judgeSignature(message, reading, keys, { first: null, extent: "schemes" });
  switch (fact.kind) {
    case "holds":
      return { valid: true, scheme: schemeText(fact.scheme), category, data: data?.objects[0] ?? null };
    case "missing":
      return { valid: false, reason: "there is no X-Webhook-Signature" };
    default:
      return { valid: false, reason: "the signature does not match this body and this secret" };
  }
}
