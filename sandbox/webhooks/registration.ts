import type { FastifyInstance, FastifyReply } from "fastify";
import { bodyOf } from "../control.js";
import { type Result, refusal, success } from "../request.js";
import { createResponder } from "../responder.js";
import type { Service } from "../service.js";
import { Deliveries, type DeliveryCounts, type DeliveryTiming, DeliveryWriter } from "./deliveries.js";
import type { DeliveryHooks } from "./hooks.js";
import { returnTransfer } from "./returns.js";

interface RegisteredWebhook {
  /** Null when nothing is delivered. */
  readonly url: string | null;
  readonly deliveries: DeliveryCounts;
}

const NOTHING_DELIVERED: DeliveryCounts = { delivered: 0, failed: 0, dropped: 0, waiting: 0 };

/**
 * Where a sandbox delivers its webhooks: nowhere, or to one address. An address gets what happens after it was
 * registered, so that no receiver sees what was meant for the one before.
 */
export class WebhookRegistration {
  readonly #service: Service;
  readonly #writer: DeliveryWriter;
  readonly #timing: DeliveryTiming | undefined;
  #deliveries: Deliveries | undefined;

  /** Of `hooks` each defect brings its own. `timing` is the standard one unless given. */
  constructor(service: Service, hooks: readonly DeliveryHooks[] = [], timing?: DeliveryTiming) {
    this.#service = service;
    this.#writer = new DeliveryWriter(service, hooks);
    this.#timing = timing;
  }

  get current(): RegisteredWebhook {
    return { url: this.#deliveries?.url ?? null, deliveries: this.#deliveries?.counts ?? NOTHING_DELIVERED };
  }

  /** Delivers to this address from now on; to none when it is undefined. The address must be http or https. */
  async register(url: string | undefined): Promise<void> {
    const before = this.#deliveries;
    const deliveries = url === undefined ? undefined : new Deliveries(url, this.#service, this.#writer, this.#timing);
    this.#deliveries = deliveries;
    this.#service.onChange = deliveries === undefined ? undefined : (change) => deliveries.announce(change);
    await before?.close();
  }

  async close(): Promise<void> {
    await this.register(undefined);
  }
}

/** Whether webhooks can be delivered to an address. */
export function isWebhookUrl(url: unknown): url is string {
  return typeof url === "string" && URL.canParse(url) && /^https?:/i.test(url);
}

/** The part of the control path that is about webhooks: where they go, and returns, which nothing else shows. */
export function mountWebhookControl(server: FastifyInstance, service: Service, webhook: WebhookRegistration): void {
  const respond = createResponder(service);
  const send = (result: Result, reply: FastifyReply): void => {
    reply.hijack();
    respond(result, reply.raw);
  };

  server.post("/_sandbox/returns", (request, reply) => {
    const result = returnTransfer(bodyOf(request), service);
    send(typeof result === "string" ? refusal(400, "INVALID_PARAMETER", result) : success(200, result), reply);
  });
  server.get("/_sandbox/webhook", (_request, reply) => send(success(200, webhook.current), reply));
  server.put("/_sandbox/webhook", async (request, reply) => {
    const { url } = bodyOf(request);
    if (url !== null && !isWebhookUrl(url)) {
      send(refusal(400, "INVALID_PARAMETER", "url must be an http or https address, or null for none"), reply);
      return;
    }
    await webhook.register(url ?? undefined);
    send(success(200, webhook.current), reply);
  });
}
