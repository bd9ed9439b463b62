/**
 * Attends to deliveries while a run goes on, and judges them at its end. Deliveries are not answers to requests: they come
 * when they come, and none of them can be asked for again. So they are judged once, after everything else was sent, and
 * each failure is a proof by itself.
 */
import type { Redactor } from "../client/redact.js";
import { type Executed, stopOf } from "../engine/execution.js";
import type { Target } from "../engine/model.js";
import type { Sender } from "../engine/preflight/reachability.js";
import type { Observations } from "../engine/session.js";
import type { Beforehand } from "../engine/verdicts.js";
import { ArrivalBook } from "./arrivals.js";
import { type CausedChange, causeChanges, changesOf, settledSince, watched } from "./causedChanges.js";
import type { ExpectedDelivery } from "./expectedDelivery.js";
import { DeliveryJudge, type JudgedDelivery } from "./judge.js";
import type { KnownResources } from "./knownResources.js";
import type { Receiver } from "./receiver.js";
import { writeVerdicts } from "./results.js";
import type { SigningKeys } from "./signature.js";

/** How far the waiting has come. */
export interface Waiting {
  readonly received: number;
  /** Expected deliveries that have not come. */
  readonly missing: number;
  /** Milliseconds waited, and how long at most. */
  readonly waited: number;
  readonly limit: number;
}

/** Where deliveries come from, and what is known of it. */
export interface WebhookSource {
  readonly receiver: Receiver;
  /** Signed content as the user states it; null to find it out. */
  readonly stated: string | null;
  /** Milliseconds to wait for an expected delivery, once everything was sent. */
  readonly waitMs: number;
  /** Whether the receiver is known to be registered, and each creation to be delivered: only of the embedded sandbox. */
  readonly embedded: boolean;
  /** Makes things happen that the run cannot cause by documented operations; null where there is no way. */
  readonly stir: (() => Promise<readonly ExpectedDelivery[]>) | null;
  readonly onWaiting?: (waiting: Waiting) => void;
}

/** What attending needs of the run. */
export interface Attendance {
  readonly source: WebhookSource;
  readonly target: Target;
  readonly sender: Sender;
  readonly keys: SigningKeys;
  readonly redactor: Redactor;
  readonly known: KnownResources;
  readonly observations: Observations;
  readonly signal?: AbortSignal;
}

/** Everything that was delivered and expected, when the waiting is over. */
export interface Delivered {
  readonly judged: readonly JudgedDelivery[];
  readonly expected: readonly ExpectedDelivery[];
  readonly arrivals: ArrivalBook;
  readonly causedChanges: readonly CausedChange[];
  readonly judge: DeliveryJudge;
  /** Milliseconds that were waited. */
  readonly waited: number;
}

/** What deliveries added to a run. */
export interface Attended {
  readonly executed: Executed;
  /** Checks that turned out not to apply. */
  readonly reasons: Beforehand["reasons"];
}

/** Follows deliveries from here on. */
export interface Attending {
  /** Waits, judges, and adds what was seen to what the run's own requests showed. */
  finish(executed: Executed): Promise<Attended>;
}

/** Milliseconds between two looks at what has come. */
const LOOK_EVERY = 50;
/** Nothing new for so long counts as quiet, in milliseconds; and how long quiet is waited for at most. */
const QUIET = 300;
const LONGEST_UNREST = 3_000;
/** How long the repetition of a delivery that was answered badly is waited for. */
const LONGEST_FOR_RETRY = 5_000;

/** An early end of the run is no fault of this part: what came until then is judged. */
export async function unlessEnded<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (stopOf(error) !== null) return otherwise;
    throw error;
  }
}

/** Begins to attend: causes what it can, beside the run's other work. */
export function attend(attendance: Attendance): Attending {
  const { source, target, sender } = attendance;
  const causedChanges = unlessEnded(causeChanges(sender, target), []);
  const stirred = source.stir === null ? Promise.resolve([]) : source.stir();
  // Looked at when the run is finished; until then a failure must not count as unhandled.
  causedChanges.catch(() => undefined);
  stirred.catch(() => undefined);
  return {
    async finish(executed) {
      const delivered = await new Wait(attendance, await causedChanges, await stirred).over();
      return writeVerdicts(attendance, delivered, executed);
    },
  };
}

/** The waiting at the end of a run. */
class Wait {
  readonly #judge: DeliveryJudge;
  readonly #arrivals = new ArrivalBook();
  readonly #judged: JudgedDelivery[] = [];
  readonly #began = Date.now();
  readonly #expected: ExpectedDelivery[];

  constructor(
    private readonly attendance: Attendance,
    private readonly causedChanges: readonly CausedChange[],
    stirred: readonly ExpectedDelivery[],
  ) {
    const { keys, known, source } = attendance;
    this.#judge = new DeliveryJudge(keys, (category, data) =>
      category === "Recipient" || category === "Customer" ? known.sentFor(category, data) : undefined,
    );
    this.#expected = [...stirred, ...(source.embedded ? causedChanges.map(creationOf) : [])];
  }

  async over(): Promise<Delivered> {
    const { source, sender, target } = this.attendance;
    // Where nothing need come of a creation, a first delivery about each causedChange is hoped for all the same.
    const hoped = [...this.#expected, ...this.causedChanges.map(creationOf)];
    await this.#until(() => this.#missing(hoped).length === 0, source.waitMs);
    const changes = await unlessEnded(changesOf(sender, this.causedChanges), []);
    const settled = await unlessEnded(settledSince(sender, target, watched(target)), []);
    this.#expected.push(...changes, ...settled);
    await this.#until(() => this.#missing(this.#expected).length === 0, source.waitMs);
    await this.#until(() => !this.#awaitsRetry(), Math.min(source.waitMs, LONGEST_FOR_RETRY));
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
    const deliveries = this.attendance.source.receiver.deliveries();
    for (const delivery of deliveries.slice(this.#judged.length)) {
      const judged = this.#judge.judge(delivery);
      this.#judged.push(judged);
      this.#arrivals.add(judged);
    }
  }

  async #until(holds: () => boolean, limit: number): Promise<void> {
    const { source, signal } = this.attendance;
    const since = Date.now();
    for (;;) {
      this.#take();
      const waited = Date.now() - since;
      if (holds() || waited >= limit || signal?.aborted === true) return;
      source.onWaiting?.({
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
    let since = Date.now();
    await this.#until(() => {
      if (this.#judged.length !== count) {
        count = this.#judged.length;
        since = Date.now();
      }
      return Date.now() - since >= QUIET;
    }, LONGEST_UNREST);
  }
}

function creationOf({ category, id, partnerId, status }: CausedChange): ExpectedDelivery {
  const kind = category === "Customer" ? "customer" : "recipient";
  return { category, ids: [id, partnerId], status: null, because: `${kind} ${id} was created as ${status}` };
}
