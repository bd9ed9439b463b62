import { createHash, createHmac } from "node:crypto";
import type { Behaviour } from "../behaviours.js";
import type { Service } from "../service.js";
import type { WebhookEvent } from "./event.js";

/** One sending of an event. */
export interface Attempt {
  readonly event: WebhookEvent;
  /** 1 for the first. */
  readonly number: number;
  /** The bytes that are sent. */
  readonly body: Buffer;
  /** When it is sent, in seconds since 1970. */
  readonly seconds: number;
}

/** What a signature is made from. */
export interface Signing {
  readonly algorithm: "sha256" | "sha1" | "sha512" | "md5";
  /** Without a secret the signature is a plain digest. */
  readonly secret: string | undefined;
  /** The body that is signed. */
  readonly body: Buffer;
}

/** How section 5 has an attempt signed: HMAC-SHA256 with the webhook secret, over the body that is sent. */
export function documentedSigning({ body }: Attempt, { credentials }: Service): Signing {
  return { algorithm: "sha256", secret: credentials.webhookSecret, body };
}

/** The bytes of a signature over the content that the behaviour has signed. */
export function signatureBytes(
  { algorithm, secret, body }: Signing,
  { event, seconds }: Attempt,
  { webhookSignedContent }: Behaviour,
): Buffer {
  const digest = secret === undefined ? createHash(algorithm) : createHmac(algorithm, secret);
  return digest
    .update(signedLead(event.id, seconds, webhookSignedContent))
    .update(body)
    .digest();
}

function signedLead(id: string, seconds: number, content: Behaviour["webhookSignedContent"]): string {
  switch (content) {
    case "body":
      return "";
    case "timeDotBody":
      return `${seconds}.`;
    case "timeAndBody":
      return String(seconds);
    case "idDotTimeDotBody":
      return `${id}.${seconds}.`;
  }
}

/** X-Webhook-Signature (section 5) and the headers with what else is signed. */
export function signatureHeaders(
  signature: Buffer,
  { event, seconds }: Attempt,
  { webhookSignature, webhookSignatureEncoding, webhookSignedContent }: Behaviour,
): Readonly<Record<string, string>> {
  const written = signature.toString(webhookSignatureEncoding);
  const id: Readonly<Record<string, string>> =
    webhookSignedContent === "idDotTimeDotBody" ? { "X-Webhook-Id": event.id } : {};
  const time: Readonly<Record<string, string>> =
    webhookSignedContent === "body" ? {} : { "X-Webhook-Timestamp": String(seconds) };
  switch (webhookSignature) {
    case "bare":
      return { ...id, ...time, "X-Webhook-Signature": written };
    case "prefixed":
      return { ...id, ...time, "X-Webhook-Signature": `sha256=${written}` };
    case "list":
      return { ...id, "X-Webhook-Signature": `t=${seconds},v1=${written}` };
  }
}
