/**
 * Deliveries of a run: they are received while it goes on, and judged once everything else has been sent. None of them
 * can be requested again, so each failure is proof by itself.
 */
import type { Exchange } from "../../client/model.js";
import type { Sender } from "../../client/send.js";
import { deployment, type Target } from "../../discovery/target.js";
import type { DeliverySource } from "../../engine/deliveries.js";
import type { Observations } from "../../engine/judge/observations.js";
import { Results } from "../../engine/judge/results.js";
import { judgesOf, judgeWith } from "../../engine/judge/traffic.js";
import type { Beforehand } from "../../engine/judge/verdicts.js";
import { stopOf } from "../../engine/send/stop.js";
import { CATEGORIES } from "../../schemas/deliveries.js";
import { deliveryCommand, type ExpectedDelivery, noDelivery } from "../../webhooks/delivery.js";
import type { DeliveryFinding } from "../../webhooks/deliveryText.js";
import { type DeliveryExchange, DeliveryReader } from "../../webhooks/reader.js";
import type { Reception } from "../../webhooks/reception.js";
import {
  AGREEMENT_CHECKS,
  agreesWithDetail,
  agreesWithTransfer,
  agreesWithViews,
  mayBeReturn,
} from "../checks/webhooks/agreement.js";
import { ARRIVAL_CHECKS, Arrivals } from "../checks/webhooks/arrivals.js";
import { absentFields } from "../checks/webhooks/data.js";
import { answerOf, DELIVERIES } from "../checks/webhooks/delivered.js";
import { SECRET_CHECKS } from "../checks/webhooks/signature.js";
import { deliveryAnswers } from "../unknowns/deliveries.js";
import { webhooks } from "../webhooks.suite.js";
import { type CausedChange, causeChanges, changesOf, creationOf, settledSince, watched } from "./causes.js";
import { DetailReader, KnownResources } from "./known.js";

export function deliveriesOf(reception: Reception): DeliverySource {
  return {
    follow: ({ credentials, observations, signal }) => {
      const known = new KnownResources();
      // Deliveries of an earlier run are judged there.
      const before = reception.receiver.deliveries().length;
      const reader = new DeliveryReader(credentials, reception.stated ?? null, reception.receiver.url);
      return {
        note: (exchange) => known.note(exchange),
        attend: (found, sender) => {
          const target = deployment(found);
          const attendance = new Attendance({ reception, before, reader, known, observations, signal, target, sender });
          return () => attendance.finish();
        },
      };
    },
    commands: (again) => ({
      curl: (exchanges) =>
        exchanges
          .slice(-1)
          .map(({ wire }) => deliveryCommand(wire))
          .join(""),
      again: (_finding, check) => `${again(check)} --webhook-port ${reception.receiver.port}`,
    }),
  };
}

function judgeDelivery(exchange: DeliveryExchange, sent: readonly unknown[] = []): Results {
  const results = new Results();
  judgeWith(judgesOf([webhooks]), answerOf(exchange, results.writer(DELIVERIES), sent));
  return results;
}

/** What a single delivery shows, violations first. */
export function findingsOf(exchange: DeliveryExchange): DeliveryFinding[] {
  const results = judgeDelivery(exchange);
  const found = webhooks.checks.flatMap(({ id, level }) =>
    results.of(id).failures.map(({ failure: { message, expected, actual } }) => ({
      check: id,
      level,
      message,
      expected,
      actual,
    })),
  );
  return found.sort((left, right) => Number(left.level !== "must") - Number(right.level !== "must"));
}

/** An early end of the run is not a fault of this part: what came until then is judged. */
async function unlessEnded<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (stopOf(error) !== null) return otherwise;
    throw error;
  }
}

/** Most milliseconds that count between two looks. */
const MOST_BETWEEN = 100;

/**
 * Counts time from look to look. While the machine of the suite is too busy to look, or asleep, no arrival can be seen: that
 * time is not held against the deployment.
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
/** How long nothing new must come to count as quiet, in milliseconds; and the longest wait for quiet. */
const QUIET = 300;
const LONGEST_UNREST = 3_000;
/** How long the run waits for the repetition of a delivery that was answered with an error. */
const LONGEST_FOR_RETRY = 5_000;
/** How many deliveries about transactions are compared with the detail. */
const MOST_COMPARED = 60;

interface Attended {
  readonly reception: Reception;
  /** Deliveries that had come when the run began. */
  readonly before: number;
  readonly reader: DeliveryReader;
  readonly known: KnownResources;
  readonly observations: Observations;
  readonly signal: AbortSignal | undefined;
  readonly target: Target;
  readonly sender: Sender;
}

/** A delivery, with what was sent to create the resource of each of its data objects. */
interface Received {
  readonly exchange: DeliveryExchange;
  readonly sent: readonly unknown[];
}

/** Follows deliveries from the moment when the run's own requests are sent. */
class Attendance {
  readonly #run: Attended;
  readonly #caused: Promise<readonly CausedChange[]>;
  readonly #causedAtSandbox: Promise<readonly ExpectedDelivery[]>;
  readonly #received: Received[] = [];
  readonly #arrivals = new Arrivals();
  readonly #results = new Results();
  readonly #expected: ExpectedDelivery[] = [];

  /** Triggers what can be triggered, alongside the run's other work. */
  constructor(run: Attended) {
    this.#run = run;
    this.#caused = unlessEnded(causeChanges(run.sender, run.target), []);
    this.#causedAtSandbox = run.reception.sandbox?.causeDeliveries() ?? Promise.resolve([]);
    // Awaited when the run is finished; until then a failure must not count as unhandled.
    this.#caused.catch(() => undefined);
    this.#causedAtSandbox.catch(() => undefined);
  }

  /** Waits for expected deliveries, and judges all that came. */
  async finish(): Promise<{ readonly results: Results; readonly reasons: Beforehand["reasons"] }> {
    const { known, observations } = this.#run;
    const began = Date.now();
    const caused = await this.#caused;
    await this.#wait(caused);
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);
    const details = new Map<DeliveryExchange, Exchange>();
    const broken = new Map<DeliveryExchange, readonly string[]>();
    for (const { exchange, sent } of this.#received) {
      const results = judgeDelivery(exchange, sent);
      broken.set(exchange, brokenFields(results));
      this.#results.add(results);
    }
    await unlessEnded(this.#compare(broken, details), undefined);
    this.#judgeArrivals(seconds);
    this.#tellReasons(seconds);
    const exchanges = this.#received.map(({ exchange }) => exchange);
    for (const [id, answer] of deliveryAnswers(exchanges, caused, details))
      if (!observations.has(id)) observations.set(id, answer);
    // Random cases may follow, as many as there is time for.
    known.end();
    return { results: this.#results, reasons: this.#inapplicable() };
  }

  /* Waiting. */

  async #wait(caused: readonly CausedChange[]): Promise<void> {
    const { reception, sender, target } = this.#run;
    const { waitMs, sandbox } = reception;
    const creations = caused.map(creationOf);
    this.#expected.push(...(await this.#causedAtSandbox), ...(sandbox === null ? [] : creations));
    // Even where a creation need not cause a delivery, a first delivery about each of them is awaited.
    const wanted = [...this.#expected, ...creations];
    await this.#until(() => this.#missing(wanted) === 0, waitMs);
    this.#expected.push(...(await unlessEnded(changesOf(sender, caused), [])));
    this.#expected.push(...(await unlessEnded(settledSince(sender, target, watched(target)), [])));
    await this.#until(() => this.#missing(this.#expected) === 0, waitMs);
    await this.#until(() => !this.#awaitsRetry(), Math.min(waitMs, LONGEST_FOR_RETRY));
    let count = -1;
    let since = 0;
    await this.#until((waited) => {
      if (this.#received.length !== count) since = waited;
      count = this.#received.length;
      return waited - since >= QUIET;
    }, LONGEST_UNREST);
  }

  /** Looks at what has come until a condition holds, nothing more can come, or `limit` milliseconds have passed. */
  async #until(holds: (waited: number) => boolean, limit: number): Promise<void> {
    const { reception, signal } = this.#run;
    const time = new LookedTime();
    for (;;) {
      // Checked before the look, so that the last delivery has been read.
      const pending = await reception.sandbox?.pending();
      this.#take();
      const waited = time.look();
      if (holds(waited) || pending === 0 || waited >= limit || signal?.aborted === true) return;
      const missing = this.#missing(this.#expected);
      reception.onWaiting?.({ received: this.#received.length, missing, waited, limit });
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  }

  #take(): void {
    const { reception, before, reader, known } = this.#run;
    for (const delivery of reception.receiver.deliveries().slice(before + this.#received.length)) {
      const exchange = reader.read(delivery);
      const { category, data } = exchange.delivery.reading;
      const isParty = category === "Recipient" || category === "Customer";
      const sent = isParty ? (data?.objects ?? []).map((object) => known.sentFor(category, object)) : [];
      this.#received.push({ exchange, sent });
      this.#arrivals.add(exchange);
    }
  }

  #missing(expected: readonly ExpectedDelivery[]): number {
    return expected.filter((each) => !this.#arrivals.has(each)).length;
  }

  #awaitsRetry(): boolean {
    const deliveries = this.#received.map(({ exchange }) => exchange.delivery);
    const last = new Map(deliveries.map((each) => [each.repeats ?? each.number, each.answered]));
    return [...last.values()].some((answered) => answered !== 200);
  }

  /* Judging. */

  #answer(exchange: Exchange) {
    return answerOf(exchange, this.#results.writer(DELIVERIES));
  }

  /**
   * Compares deliveries with what the operations show.
   * @param broken fields that break a rule themselves, by delivery
   * @param details filled with the details that were read
   */
  async #compare(
    broken: ReadonlyMap<DeliveryExchange, readonly string[]>,
    details: Map<DeliveryExchange, Exchange>,
  ): Promise<void> {
    const { sender, target, known } = this.#run;
    const reader = new DetailReader(sender, target);
    let read = 0;
    for (const { exchange } of this.#received) {
      const { reading, repeats } = exchange.delivery;
      const { category, data } = reading;
      if (category === null || data === null || repeats !== null) continue;
      const answer = this.#answer(exchange);
      const own = broken.get(exchange) ?? [];
      if (category === "Recipient" || category === "Customer") {
        for (const object of data.objects)
          agreesWithViews(answer, category, object, known.viewsOf(category, object), own);
        continue;
      }
      if (++read > MOST_COMPARED) continue;
      const view = await reader.detailFor(exchange);
      if (view !== null) details.set(exchange, view.exchange);
      for (const object of data.objects) {
        if (category !== "Return" && !mayBeReturn(reading, object, view))
          agreesWithDetail(answer, category, object, view, own);
        else if (view !== null) agreesWithTransfer(answer, object, view);
      }
    }
  }

  /** Expected deliveries that came, and those that did not within the waiting time. */
  #judgeArrivals(seconds: string): void {
    const { reception, known } = this.#run;
    // Where nothing at all came, the receiver may not be registered: then nothing can be said.
    if (this.#received.length === 0 && reception.sandbox === null) return;
    for (const expected of this.#expected) {
      const { category, ids } = expected;
      // The exchange that made the resource, when the run did.
      const views =
        category === "Recipient"
          ? known.viewsOf(category, { recipient_id: ids[0] })
          : category === "Customer"
            ? known.viewsOf(category, { customer_id: ids[0] })
            : [];
      const proof = views.at(-1)?.exchange ?? noDelivery(reception.receiver.url);
      this.#arrivals.judge(this.#answer(proof), expected, seconds);
    }
  }

  /** Why checks saw nothing. */
  #tellReasons(seconds: string): void {
    const { reception, reader } = this.#run;
    const { blocked } = this.#results.writer(DELIVERIES);
    const isEmpty = this.#received.length === 0;
    const nothing = `nothing was delivered to ${reception.receiver.url} within ${seconds} s: is that address registered?`;
    const none = `no delivery of this category came within ${seconds} s`;
    for (const category of CATEGORIES) {
      const came = this.#received.some(({ exchange }) => exchange.delivery.reading.category === category);
      const seen = came ? "the run knows nothing to compare the data with" : none;
      blocked(AGREEMENT_CHECKS[category].id, isEmpty ? nothing : seen);
      const unmoved = `no change of this category was seen to happen${came ? ", though deliveries of it came" : ""}`;
      blocked(ARRIVAL_CHECKS[category].id, isEmpty ? nothing : unmoved);
    }
    if (reader.keys.secret !== null) return;
    for (const { id } of SECRET_CHECKS) blocked(id, "the webhook secret is not known: set CONFORMANCE_WEBHOOK_SECRET");
  }

  #inapplicable(): Beforehand["reasons"] {
    const readings = this.#received.map(({ exchange }) => exchange.delivery.reading);
    const absent = CATEGORIES.flatMap((category) => {
      const own = readings.filter((reading) => reading.category === category);
      const objects = own.flatMap(({ data }) => data?.objects ?? []);
      return absentFields(category, objects);
    });
    return new Map(absent.map(([check, reason]) => [check, { verdict: "not-applicable", reason }]));
  }
}

/** Fields of a data object that break a rule themselves. */
function brokenFields(results: Results): readonly string[] {
  return webhooks.checks.flatMap(({ id, field }) =>
    field !== undefined && results.of(id).failures.length > 0 ? [field.path] : [],
  );
}
