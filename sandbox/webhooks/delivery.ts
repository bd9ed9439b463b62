import { bodyWriter } from "../responseText.js";
import type { Service } from "../service.js";
import { envelopeOf, eventHeaders, type WebhookEvent } from "./event.js";
import type { DeliveryHooks } from "./hooks.js";
import { type Attempt, documentedSigning, signatureBytes, signatureHeaders } from "./signature.js";

/** Makes of an event what is sent. The hooks of several defects are called one after the other. */
export class DeliveryWriter {
  readonly #service: Service;
  readonly #hooks: readonly DeliveryHooks[];
  readonly #write: (body: unknown) => string;

  constructor(service: Service, hooks: readonly DeliveryHooks[]) {
    this.#service = service;
    this.#hooks = hooks;
    this.#write = bodyWriter(service.behaviour);
  }

  /** The event to deliver; undefined for one that is kept back. */
  event(event: WebhookEvent): WebhookEvent | undefined {
    let due: WebhookEvent | undefined = event;
    for (const hooks of this.#hooks) {
      if (due !== undefined && hooks.event !== undefined) due = hooks.event(due, this.#service);
    }
    return due;
  }

  /** The body of all attempts to deliver an event. */
  body(event: WebhookEvent): Buffer {
    const service = this.#service;
    const envelope = envelopeOf(event, service);
    let value: unknown = envelope;
    for (const hooks of this.#hooks) {
      value = hooks.envelope === undefined ? value : hooks.envelope(envelope, event, service);
    }
    let text = this.#write(value);
    for (const hooks of this.#hooks) text = hooks.text?.(text, event, service) ?? text;
    return Buffer.from(text);
  }

  /** The headers of an attempt, with its signature. */
  headers(attempt: Attempt): Readonly<Record<string, string>> {
    const service = this.#service;
    const { behaviour } = service;
    let signing = documentedSigning(attempt, service);
    for (const hooks of this.#hooks) signing = hooks.signing?.(signing, attempt, service) ?? signing;
    let signature = signatureBytes(signing, attempt, behaviour);
    for (const hooks of this.#hooks) signature = hooks.signature?.(signature, attempt, service) ?? signature;
    let headers: Readonly<Record<string, string>> = {
      "Content-Type": behaviour.jsonMediaType,
      "User-Agent": "partner-payments-sandbox",
      ...eventHeaders(attempt.event, service),
      ...signatureHeaders(signature, attempt, behaviour),
    };
    for (const hooks of this.#hooks) headers = hooks.headers?.(headers, attempt, service) ?? headers;
    return headers;
  }
}
