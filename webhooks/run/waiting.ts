/** The waiting at the end of a run, and what is judged meanwhile. */
import { DeliveryJudge, type JudgedDelivery } from "../checks/judge.js";
import { Arrivals, type ExpectedDelivery } from "./arrivals.js";
import { type Attendance, type Delivered, unlessEnded } from "./attendance.js";
import { type CausedChange, changesOf, creationOf, settledSince, watched } from "./causedChanges.js";

/* The time that is waited for deliveries, as far as somebody looked. */

/** Between two looks no more than this counts, in milliseconds. */
const MOST_BETWEEN = 100;

/**
 * Counts time from look to look. While the machine of the suite is too busy to look, or asleep, nothing can be seen to come:
 * that time is not held against the deployment.
 */
export class LookedTime {
  #last = Date.now();
  #counted = 0;

  /** @returns the milliseconds that count until now */
  look(): number {
    const now = Date.now();
    this.#counted += Math.min(now - this.#last, MOST_BETWEEN);
    this.#last = now;
    return this.#counted;
  }
}

/** Milliseconds between two looks at what has come. */
const LOOK_EVERY = 50;
/** Nothing new for so long counts as quiet, in milliseconds; and how long quiet is waited for at most. */
const QUIET = 300;
const LONGEST_UNREST = 3_000;
/** How long the repetition of a delivery that was answered badly is waited for. */
const LONGEST_FOR_RETRY = 5_000;

/** Waits for the deliveries that are expected, and judges all that come. */
export function waitForDeliveries(
  attendance: Attendance,
  causedChanges: readonly CausedChange[],
  stirred: readonly ExpectedDelivery[],
): Promise<Delivered> {
  return new Wait(attendance, causedChanges, stirred).over();
}

class Wait {
  readonly #judge: DeliveryJudge;
  readonly #arrivals = new Arrivals();
  readonly #judged: JudgedDelivery[] = [];
  readonly #began = Date.now();
  readonly #expected: ExpectedDelivery[];

  constructor(
    private readonly attendance: Attendance,
    private readonly causedChanges: readonly CausedChange[],
    stirred: readonly ExpectedDelivery[],
  ) {
    const { keys, known, reception } = attendance;
    this.#judge = new DeliveryJudge(keys, (category, data) =>
      category === "Recipient" || category === "Customer" ? known.sentFor(category, data) : undefined,
    );
    this.#expected = [...stirred, ...(reception.sandbox !== null ? causedChanges.map(creationOf) : [])];
  }

  async over(): Promise<Delivered> {
    const { reception, sender, target } = this.attendance;
    // Where nothing need come of a creation, a first delivery about each of them is waited for all the same.
    const wanted = [...this.#expected, ...this.causedChanges.map(creationOf)];
    await this.#until(() => this.#missing(wanted).length === 0, reception.waitMs);
    const changes = await unlessEnded(changesOf(sender, this.causedChanges), []);
    const settled = await unlessEnded(settledSince(sender, target, watched(target)), []);
    this.#expected.push(...changes, ...settled);
    await this.#until(() => this.#missing(this.#expected).length === 0, reception.waitMs);
    await this.#until(() => !this.#awaitsRetry(), Math.min(reception.waitMs, LONGEST_FOR_RETRY));
    await this.#untilQuiet();
    return {
      judged: this.#judged,
      expected: this.#expected,
      arrivals: this.#arrivals,
      causedChanges: this.causedChanges,
      judge: this.#judge,
      waited: Date.now() - this.#began,
    };
  }

  #missing(expected: readonly ExpectedDelivery[]): ExpectedDelivery[] {
    return expected.filter((each) => !this.#arrivals.has(each));
  }

  /** Judges what has come since the last look. */
  #take(): void {
    const deliveries = this.attendance.reception.receiver.deliveries();
    for (const delivery of deliveries.slice(this.#judged.length)) {
      const judged = this.#judge.judge(delivery);
      this.#judged.push(judged);
      this.#arrivals.add(judged);
    }
  }

  /** Looks at what has come until something holds, nothing can come any more, or `limit` milliseconds were waited. */
  async #until(holds: (waited: number) => boolean, limit: number): Promise<void> {
    const { reception, signal } = this.attendance;
    const time = new LookedTime();
    for (;;) {
      // Asked before the look, so that the last one has been taken in.
      const waiting = await reception.sandbox?.waiting();
      this.#take();
      const waited = time.look();
      if (holds(waited) || waiting === 0 || waited >= limit || signal?.aborted === true) return;
      reception.onWaiting?.({
        received: this.#judged.length,
        missing: this.#missing(this.#expected).length,
        waited,
        limit,
      });
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  }

  #awaitsRetry(): boolean {
    /** The last attempt at each delivery. */
    const last = new Map(this.#judged.map((each) => [each.repeats ?? each.delivery.number, each.delivery]));
    return [...last.values()].some(({ answered }) => answered !== 200);
  }

  async #untilQuiet(): Promise<void> {
    let count = -1;
    let since = 0;
    await this.#until((waited) => {
      if (this.#judged.length !== count) {
        count = this.#judged.length;
        since = waited;
      }
      return waited - since >= QUIET;
    }, LONGEST_UNREST);
  }
}
