import type { FastifyInstance, FastifyReply } from "fastify";
import { Agent, request } from "undici";
import type { Behaviour } from "../behaviours.js";
import { bodyOf } from "../control.js";
import { type Result, refusal, success } from "../request.js";
import { bodyWriter, createResponder } from "../responder.js";
import type { Change, Service } from "../service.js";
import {
  type Attempt,
  type DeliveryHooks,
  documentedSigning,
  envelopeOf,
  eventHeaders,
  eventOf,
  signatureBytes,
  signatureHeaders,
  type WebhookEvent,
} from "./event.js";
import { returnTransfer } from "./returns.js";

type DeliveryWriter = ReturnType<typeof deliveryWriter>;

/** What becomes of an event. The hooks of several defects are called one after the other. */
function deliveryWriter(service: Service, hooks: readonly DeliveryHooks[]) {
  const { behaviour } = service;
  const write = bodyWriter(behaviour);
  return {
    /** The event to deliver; undefined for one that is held back. */
    event: (event: WebhookEvent): WebhookEvent | undefined =>
      hooks.reduce<WebhookEvent | undefined>((due, one) => due && (one.event ? one.event(due, service) : due), event),
    /** The body of all attempts to deliver an event. */
    body: (event: WebhookEvent): Buffer => {
      const envelope = envelopeOf(event, service);
      let value: unknown = envelope;
      for (const one of hooks) if (one.envelope) value = one.envelope(envelope, event, service);
      return Buffer.from(hooks.reduce((now, one) => one.text?.(now, event, service) ?? now, write(value)));
    },
    headers: (attempt: Attempt): Readonly<Record<string, string>> => {
      const documented = documentedSigning(attempt, service);
      const signing = hooks.reduce((now, one) => one.signing?.(now, attempt, service) ?? now, documented);
      const bytes = signatureBytes(signing, attempt, behaviour);
      const signature = hooks.reduce((now, one) => one.signature?.(now, attempt, service) ?? now, bytes);
      const headers: Readonly<Record<string, string>> = {
        "Content-Type": behaviour.jsonMediaType,
        "User-Agent": "partner-payments-sandbox",
        ...eventHeaders(attempt.event, service),
        ...signatureHeaders(signature, attempt, behaviour),
      };
      return hooks.reduce((now, one) => one.headers?.(now, attempt, service) ?? now, headers);
    },
  };
}

/** Time between the attempts of a delivery and for each of them, in milliseconds. */
interface DeliveryTiming {
  readonly firstPause: number;
  readonly attempt: number;
}

const STANDARD_TIMING: DeliveryTiming = { firstPause: 200, attempt: 2_000 };
const MOST_ATTEMPTS = 5;
/** How many deliveries may wait for their time, their turn or their repetition. */
const MOST_WAITING = 10_000;
/** How many bytes may wait for their repetition. */
const MOST_BYTES_WAITING = 64 * 1024 * 1024;
/** For how long deliveries are collected before the newest of them goes first, and the delay of a duplicate. */
const MOMENT = 50;

const DELAYS: Readonly<Record<Behaviour["webhookDelay"], number>> = { none: 0, "100ms": 100, "1s": 1_000 };

interface Delivery {
  readonly event: WebhookEvent;
  readonly attempt: number;
  /** Created for the first attempt, and the same for all. */
  readonly body?: Buffer;
}

/** The outcome of the deliveries to an address. */
interface DeliveryCounts {
  /** Answered with a 2xx. */
  readonly delivered: number;
  /** Given up after the last attempt. */
  readonly failed: number;
  /** Not sent, since too many were waiting. */
  readonly dropped: number;
  /** Waiting for their time, their turn or their repetition. */
  readonly waiting: number;
}

/**
 * Delivers changes to one address (section 6). Nothing here keeps the process alive, and what waits is bounded. A
 * delivery that has to be repeated does not hold up the next ones.
 */
class Deliveries {
  readonly #agent: Agent;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #queue: Delivery[] = [];
  #underWay = 0;
  #bytesWaiting = 0;
  #taken = 0;
  #delivered = 0;
  #failed = 0;
  #dropped = 0;
  #pumpTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    readonly url: string,
    private readonly service: Service,
    private readonly writer: DeliveryWriter,
    private readonly timing = STANDARD_TIMING,
  ) {
    this.#agent = new Agent({ connections: 8, connect: { timeout: timing.attempt } });
  }

  get counts(): DeliveryCounts {
    const waiting = this.#timers.size + this.#queue.length + this.#underWay;
    return { delivered: this.#delivered, failed: this.#failed, dropped: this.#dropped, waiting };
  }

  /** Delivers a change once its time has come, with the state at that time. */
  announce(change: Change): void {
    if (this.#timers.size + this.#queue.length >= MOST_WAITING) {
      this.#dropped++;
      return;
    }
    const wait = change.at - this.service.now();
    if (wait > 0) {
      // A timer may be early by part of a millisecond, and a change must not be reported before it happens.
      this.#later(Math.ceil(wait), () => this.announce(change));
      return;
    }
    const event = this.#told(() => {
      const due = eventOf(change, this.service);
      return due && this.writer.event(due);
    });
    if (event === undefined) return;
    const { webhookDelay, webhookDuplicates } = this.service.behaviour;
    const delay = DELAYS[webhookDelay];
    this.#taken++;
    this.#enqueueLater(delay, { event, attempt: 1 });
    if (webhookDuplicates === "everyThird" && this.#taken % 3 === 0)
      this.#enqueueLater(delay + MOMENT, { event, attempt: 1 });
  }

  /** Ends all deliveries, including those under way. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#pumpTimer);
    this.#queue.length = 0;
    await this.#agent.destroy();
  }

  #later(milliseconds: number, act: () => void): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    timer.unref();
    this.#timers.add(timer);
  }

  #enqueueLater(milliseconds: number, delivery: Delivery): void {
    if (milliseconds === 0) this.#enqueue(delivery);
    else this.#later(milliseconds, () => this.#enqueue(delivery));
  }

  #enqueue(delivery: Delivery): void {
    this.#queue.push(delivery);
    if (this.#pumpTimer !== undefined || this.#closed) return;
    // Never at once, so that the response that reports a change is likely to be first.
    const wait = this.service.behaviour.webhookOrder === "newestFirst" ? MOMENT : 1;
    this.#pumpTimer = setTimeout(() => {
      this.#pumpTimer = undefined;
      this.#pump();
    }, wait);
    this.#pumpTimer.unref();
  }

  #pump(): void {
    const { webhookOrder } = this.service.behaviour;
    const atOnce = webhookOrder === "atOnce" ? 8 : 1;
    while (this.#underWay < atOnce && !this.#closed) {
      const delivery = webhookOrder === "newestFirst" ? this.#queue.pop() : this.#queue.shift();
      if (delivery === undefined) return;
      this.#underWay++;
      void this.#deliver(delivery).finally(() => {
        this.#underWay--;
        this.#pump();
      });
    }
  }

  async #deliver({ event, attempt, body: earlier }: Delivery): Promise<void> {
    this.#bytesWaiting -= earlier?.length ?? 0;
    const body = earlier ?? this.#told(() => this.writer.body(event));
    if (body === undefined) return;
    const seconds = Math.floor(this.service.now() / 1_000);
    if (await this.#post(this.writer.headers({ event, number: attempt, body, seconds }), body)) {
      this.#delivered++;
      return;
    }
    const pause = this.#pauseAfter(attempt);
    if (pause === undefined || this.#bytesWaiting + body.length > MOST_BYTES_WAITING) {
      this.#failed++;
      return;
    }
    this.#bytesWaiting += body.length;
    this.#enqueueLater(pause, { event, attempt: attempt + 1, body });
  }

  /** Nothing that was stored may end the process when it is delivered: it is dropped. */
  #told<Told>(make: () => Told): Told | undefined {
    try {
      return make();
    } catch {
      this.#dropped++;
      return undefined;
    }
  }

  #pauseAfter(attempt: number): number | undefined {
    const { webhookRetry } = this.service.behaviour;
    if (attempt === MOST_ATTEMPTS || webhookRetry === "never") return undefined;
    return webhookRetry === "steady" ? this.timing.firstPause : this.timing.firstPause * 2 ** (attempt - 1);
  }

  /** Whether the receiver accepted the delivery. */
  async #post(headers: Readonly<Record<string, string>>, body: Buffer): Promise<boolean> {
    const aborted = AbortSignal.timeout(this.timing.attempt);
    try {
      const response = await request(this.url, {
        method: "POST",
        headers: { ...headers },
        body,
        dispatcher: this.#agent,
        signal: aborted,
      });
      // What the receiver says beyond its status does not matter, only that the connection is free again.
      await response.body.dump({ limit: 65_536, signal: aborted }).catch(() => undefined);
      return response.statusCode >= 200 && response.statusCode < 300;
    } catch {
      return false;
    }
  }
}

const NOTHING_DELIVERED: DeliveryCounts = { delivered: 0, failed: 0, dropped: 0, waiting: 0 };

/**
 * Where a sandbox delivers its webhooks: nowhere, or to one address. An address gets what happens after it was
 * registered, so that no receiver sees what was meant for the previous one.
 */
export class WebhookRegistration {
  readonly #writer: DeliveryWriter;
  #deliveries: Deliveries | undefined;

  /** Each defect brings its own `hooks`. `timing` is the standard one unless given. */
  constructor(
    private readonly service: Service,
    hooks: readonly DeliveryHooks[] = [],
    private readonly timing?: DeliveryTiming,
  ) {
    this.#writer = deliveryWriter(service, hooks);
  }

  /** The address, null for none, and what became of the deliveries to it. */
  get current(): { readonly url: string | null; readonly deliveries: DeliveryCounts } {
    return { url: this.#deliveries?.url ?? null, deliveries: this.#deliveries?.counts ?? NOTHING_DELIVERED };
  }

  /** Delivers to this address from now on; to none when it is undefined. The address must be http or https. */
  async register(url: string | undefined): Promise<void> {
    const before = this.#deliveries;
    const deliveries = url === undefined ? undefined : new Deliveries(url, this.service, this.#writer, this.timing);
    this.#deliveries = deliveries;
    this.service.onChange = deliveries && ((change) => deliveries.announce(change));
    await before?.close();
  }
}

/** Whether webhooks can be delivered to an address. */
export function isWebhookUrl(url: unknown): url is string {
  return typeof url === "string" && URL.canParse(url) && /^https?:/i.test(url);
}

/** The part of the control path that is about webhooks: where they go, and returns, which nothing else can trigger. */
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
