/** Passes deliveries on to a developer's own handler, as they came: same bytes, same headers. */
import { Agent, request } from "undici";
import { type Delivery, ownHeaders } from "./delivery.js";

interface Forwarded {
  readonly delivery: Delivery;
  /** The handler's status, or null when it gave none. */
  readonly status: number | null;
  /** Why there is no status. */
  readonly failure: string | null;
  readonly durationMs: number;
}

/** Most deliveries that wait for the handler; further ones are not passed on. */
const MOST_WAITING = 1_000;
const AT_ONCE = 8;
const PATIENCE_MS = 10_000;

/** Passes deliveries on, a few at once, the others queued in order. */
export class Forwarder {
  readonly #agent = new Agent({ connections: AT_ONCE, connect: { timeout: PATIENCE_MS } });
  readonly #waiting: Delivery[] = [];
  #underWay = 0;
  #idle: (() => void) | null = null;

  /**
   * @param url the handler
   * @param onResult called with each delivery's result, also for those that were not passed on
   */
  constructor(
    private readonly url: string,
    private readonly onResult: (result: Forwarded) => void,
  ) {}

  forward(delivery: Delivery): void {
    if (this.#waiting.length >= MOST_WAITING) {
      const failure = `not passed on: ${MOST_WAITING} deliveries are waiting`;
      this.onResult({ delivery, status: null, failure, durationMs: 0 });
      return;
    }
    this.#waiting.push(delivery);
    this.#pump();
  }

  /** Waits for what is under way, then closes the connections. */
  async close(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
    await this.#agent.destroy();
  }

  #pump(): void {
    while (this.#underWay < AT_ONCE) {
      const delivery = this.#waiting.shift();
      if (delivery === undefined) break;
      this.#underWay += 1;
      void this.#send(delivery).finally(() => {
        this.#underWay -= 1;
        this.#pump();
      });
    }
    if (this.#underWay === 0) this.#idle?.();
  }

  async #send(delivery: Delivery): Promise<void> {
    const since = performance.now();
    try {
      const response = await request(this.url, {
        method: "POST",
        headers: ownHeaders(delivery.headers),
        body: delivery.body,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.body.dump({ limit: 65_536 }).catch(() => undefined);
      this.onResult({ delivery, status: response.statusCode, failure: null, durationMs: performance.now() - since });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      this.onResult({ delivery, status: null, failure, durationMs: performance.now() - since });
    }
  }
}
