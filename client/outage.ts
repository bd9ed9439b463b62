/**
 * Outages: stretches of time in which the target does not answer at all. It says nothing about the requests that were
 * under way, so sending pauses until a harmless read is answered again.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isGateway } from "../schemas/statuses.js";
import { LostInOutageError } from "./interruption.js";
import type { Exchange, Outage } from "./model.js";
import type { Interceptor } from "./send.js";

/** Milliseconds between two reads: at first, and at most. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;
const GROWTH = 1.5;

/** Whether a request was not answered by the service: there is no response, or only one from a gateway. */
export function isUnanswered({ response, failure }: Exchange): boolean {
  if (response !== null) return isGateway(response.status);
  return failure !== null && failure.kind !== "protocol";
}

function unansweredText({ response, failure }: Exchange): string {
  return response !== null ? String(response.status) : (failure?.message ?? "no answer");
}

/** How a watch monitors the target. */
export interface OutageWatchOptions {
  /** Sends the harmless read, and returns whether it was answered. */
  readonly isBack: () => Promise<boolean>;
  /** Milliseconds after which the target counts as gone. */
  readonly patienceMs: number;
  /** Called when an outage begins, and when it is over. */
  readonly onOutage: ((outage: Outage) => void) | undefined;
  /** Called when the target did not come back in time. */
  readonly onGone: (outage: Outage) => void;
  /** Throws the reason why nothing is sent any more, when the run has ended. */
  readonly assertRunning: () => void;
}

/** Monitors a target: distinguishes a single unanswered request from a target that is down. */
export class OutageWatch {
  /** All outages so far, in order. */
  readonly outages: Outage[] = [];
  /** Whether the target has ever answered. */
  private isKnown = false;
  private asking: Promise<boolean> | null = null;
  private over: Promise<void> | null = null;

  constructor(private readonly options: OutageWatchOptions) {}

  /**
   * Sends nothing while the target is down, and resends what fell into an outage when it is back.
   * @throws LostInOutageError when that could do something twice
   */
  readonly intercept: Interceptor = (next) => async (wire) => {
    for (;;) {
      if (this.over !== null) await this.over;
      const exchange = await next(wire);
      const isAnswer = !isUnanswered(exchange);
      this.isKnown ||= isAnswer;
      // A target that has never answered is not down: it does not exist.
      if (isAnswer || !this.isKnown || !(await this.examine(exchange))) return exchange;
      this.options.assertRunning();
      // What never reached the target, and what only reads, can be sent again unchanged.
      if (exchange.failure?.kind !== "unreachable" && wire.method !== "GET") throw new LostInOutageError(exchange);
    }
  };

  /**
   * Finds out whether the target was down when it did not answer a request. Waits until it is back.
   * @returns true when the request fell into an outage; false when the target answers everything else
   */
  private async examine(exchange: Exchange): Promise<boolean> {
    if (this.over === null) {
      // One read answers it for all requests that were under way together.
      this.asking ??= this.options.isBack().finally(() => {
        this.asking = null;
      });
      if (await this.asking) return false;
      this.over ??= this.last(exchange);
    }
    this.counted();
    await this.over;
    return true;
  }

  private counted(): void {
    const outage = this.outages.at(-1);
    if (outage !== undefined) this.outages[this.outages.length - 1] = { ...outage, requests: outage.requests + 1 };
  }

  /** An outage, from the request that showed it until the target answers or is given up. */
  private async last(exchange: Exchange): Promise<void> {
    const { startedAt: from } = exchange;
    const index = this.outages.length;
    const begun: Outage = { from, to: null, seen: unansweredText(exchange), requests: 0 };
    this.outages.push(begun);
    this.options.onOutage?.(begun);
    const since = performance.now();
    for (let wait = FIRST_PAUSE; ; wait = Math.min(LONGEST_PAUSE, wait * GROWTH)) {
      await pause(wait);
      if (await this.options.isBack()) break;
      if (performance.now() - since > this.options.patienceMs) {
        this.over = null;
        this.options.onGone(this.outages[index] ?? begun);
        return;
      }
    }
    const ended: Outage = { ...(this.outages[index] ?? begun), to: Date.now() };
    this.outages[index] = ended;
    this.over = null;
    this.options.onOutage?.(ended);
  }
}
