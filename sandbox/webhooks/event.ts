import { createHash, createHmac } from "node:crypto";
import type { Behaviour } from "../behaviours.js";
import type { JsonObject } from "../json.js";
import type { Change, Service } from "../service.js";

/** Something that happened, as it was when it happened. Every attempt to deliver it carries the same body. */
export interface WebhookEvent {
  /** The same for repetitions and duplicates. */
  readonly id: string;
  readonly category: Change["category"];
  /** The event identifier in the chosen spelling. */
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly data: JsonObject;
}

/** The event of a change that is due; undefined when something later has made it untrue. */
export function eventOf(change: Change, service: Service): WebhookEvent | undefined {
  const { behaviour } = service;
  const shown = change.data();
  if (shown === undefined) return undefined;
  const brief = change.category === "Transfers" && behaviour.webhookTransferData === "brief";
  return {
    id: service.newId("evt"),
    category: change.category,
    name: eventName(change.category, String(shown.status), behaviour.webhookEventNames),
    at: change.at,
    data: brief ? withoutParties(shown) : shown,
  };
}

function withoutParties(transfer: JsonObject): JsonObject {
  const { customer: _customer, recipient: _recipient, ...brief } = transfer;
  return brief;
}

/** The categories as used in event names and in rules. */
export const SUBJECTS: Readonly<Record<Change["category"], string>> = {
  Transfers: "transfer",
  Deposit: "deposit",
  Return: "return",
  Customer: "customer",
  Recipient: "recipient",
};

function eventName(category: Change["category"], status: string, spelling: Behaviour["webhookEventNames"]): string {
  const dotted = `${SUBJECTS[category]}.${status.toLowerCase()}`;
  return { dotted, capitals: `${SUBJECTS[category]}_${status}`.toUpperCase(), category }[spelling];
}

/** What is delivered for an event: its data object in the chosen envelope (section 6). */
export function envelopeOf({ id, name, at, data: bare }: WebhookEvent, { behaviour, writeTime }: Service): JsonObject {
  const created_at = writeTime(at);
  const data = behaviour.webhookDataPlace === "nested" ? { object: bare } : bare;
  return {
    typed: { type: name, id, created_at, data },
    named: { event: name, data },
    eventAndPayload: { event: { id, name, created_at }, payload: data },
    bare: data,
  }[behaviour.webhookEnvelope];
}

/** The headers that say what the body does not: where there is no envelope, the id and the name of the event. */
export function eventHeaders({ id, name }: WebhookEvent, { behaviour }: Service): Readonly<Record<string, string>> {
  return behaviour.webhookEnvelope === "bare" ? { "X-Webhook-Id": id, "X-Webhook-Event": name } : {};
}

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
  readonly algorithm: "sha256" | "sha1" | "sha512" | "md5" | "sha224" | "sha3-256";
  /** Without a secret the signature is a plain digest. */
  readonly secret: string | undefined;
  /** The body that is signed. */
  readonly body: Buffer;
}

/** How section 5 requires an attempt to be signed: HMAC-SHA256 with the webhook secret, over the body that is sent. */
export function documentedSigning({ body }: Attempt, { credentials }: Service): Signing {
  return { algorithm: "sha256", secret: credentials.webhookSecret, body };
}

/** The bytes of a signature over the content that the behaviour selects. */
export function signatureBytes(
  { algorithm, secret, body }: Signing,
  { event, seconds }: Attempt,
  { webhookSignedContent }: Behaviour,
): Buffer {
  const digest = secret === undefined ? createHash(algorithm) : createHmac(algorithm, secret);
  const lead = {
    body: "",
    timeDotBody: `${seconds}.`,
    timeAndBody: String(seconds),
    idDotTimeDotBody: `${event.id}.${seconds}.`,
  }[webhookSignedContent];
  return digest.update(lead).update(body).digest();
}

/** X-Webhook-Signature (section 5) and the headers with what else is signed. */
export function signatureHeaders(
  signature: Buffer,
  { event, seconds }: Attempt,
  { webhookSignature, webhookSignatureEncoding, webhookSignedContent }: Behaviour,
): Readonly<Record<string, string>> {
  const bare = signature.toString(webhookSignatureEncoding);
  const written = { bare, prefixed: `sha256=${bare}`, list: `t=${seconds},v1=${bare}` }[webhookSignature];
  const hasTime = webhookSignedContent !== "body" && webhookSignature !== "list";
  return {
    ...(webhookSignedContent === "idDotTimeDotBody" ? { "X-Webhook-Id": event.id } : {}),
    ...(hasTime ? { "X-Webhook-Timestamp": String(seconds) } : {}),
    "X-Webhook-Signature": written,
  };
}

/**
 * Where a webhook defect may leave the conforming path, in the order in which an event is processed. Each hook returns
 * the replacement of its first argument.
 */
export interface DeliveryHooks {
  /** An event that is about to be delivered; undefined holds it back. */
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
