/** From judged deliveries to records, findings and observations of the run. */

import type { Exchange } from "../../client/model.js";
import type { Check } from "../../engine/check.js";
import type { Attended } from "../../engine/deliveries.js";
import type { Executed } from "../../engine/execution.js";
import type { SeenFailure } from "../../engine/results.js";
import { amount } from "../../reports/visible.js";
import { CATEGORIES } from "../../schemas/deliveries.js";
import {
  AGREEMENT_CHECKS,
  type Comparison,
  partyAgreement,
  returnAgreement,
  transactionAgreement,
} from "../checks/agreement.js";
import { ARRIVAL_CHECKS } from "../checks/arrivals.js";
import { absentTimes, brokenFields } from "../checks/data.js";
import { type DeliveryFact, held, notKept } from "../checks/fact.js";
import type { JudgedDelivery } from "../checks/judge.js";
import { SECRET_CHECKS } from "../checks/signature.js";
import { deliveryExchange, noDelivery } from "../exchange.js";
import { webhookAnswers } from "../observations/observations.js";
import { type Attendance, type Delivered, unlessEnded } from "./attendance.js";
import { DetailReader } from "./detailReader.js";
import type { ExpectedDelivery } from "./expectedDelivery.js";

/** The case that failures of deliveries are said to be met by. */
const CASE = "webhooks#deliveries";
/** Failures of one check that are kept with their deliveries. */
const KEPT = 50;
/** Deliveries about transactions that are compared with the detail. */
const MOST_COMPARED = 60;

/**
 * Adds what deliveries showed to what the run executed.
 * @returns the same with the failures of deliveries among the confirmed ones: what came has come
 */
export async function writeVerdicts(
  attendance: Attendance,
  delivered: Delivered,
  executed: Executed,
): Promise<Attended> {
  const writer = new Writer(attendance, delivered, executed);
  for (const judged of delivered.judged) writer.writeFacts(judged);
  const details = await unlessEnded(writer.compare(), new Map<JudgedDelivery, Exchange>());
  writer.writeArrivals();
  writer.writeReasons();
  writer.writeObservations(details);
  return { executed: { ...executed, confirmed: writer.confirmed }, reasons: inapplicable(delivered) };
}

/** Checks of times that were delivered of no category. */
function inapplicable({ judged }: Delivered): Attended["reasons"] {
  const reasons = CATEGORIES.flatMap((category) => {
    const objects = judged.flatMap(({ reading }) =>
      reading.category === category ? (reading.data?.objects ?? []) : [],
    );
    return [...absentTimes(category, objects)];
  });
  return new Map(reasons.map(([check, reason]) => [check, { verdict: "not-applicable", reason }]));
}

/** Every status that the document gives, in lower case. */
const STATUSES: ReadonlySet<string> = new Set([
  "pending",
  "active",
  "rejected",
  "suspended",
  "completed",
  "failed",
  "processing",
  "succeeded",
]);

class Writer {
  readonly confirmed: Map<string, readonly SeenFailure[]>;
  readonly #exchanges = new Map<JudgedDelivery, Exchange>();

  constructor(
    private readonly attendance: Attendance,
    private readonly delivered: Delivered,
    private readonly executed: Executed,
  ) {
    this.confirmed = new Map(executed.confirmed);
  }

  writeFacts(judged: JudgedDelivery): void {
    for (const fact of judged.facts) this.#add(fact, () => this.#exchangeOf(judged));
    const unexplained = this.delivered.judge.unexplained(judged);
    if (unexplained !== null) this.#add(unexplained, () => this.#exchangeOf(judged));
  }

  /** Compares the data with what the operations show. */
  async compare(): Promise<Map<JudgedDelivery, Exchange>> {
    const { sender, target } = this.attendance;
    const reader = new DetailReader(sender, target);
    const details = new Map<JudgedDelivery, Exchange>();
    let read = 0;
    for (const judged of this.delivered.judged) {
      const { category, data } = judged.reading;
      if (category === null || data === null || judged.repeats !== null) continue;
      const broken = brokenFields(judged.facts);
      const add = (comparison: Comparison): void => {
        if (comparison !== null) this.#add(comparison.fact, () => this.#exchangeOf(judged), comparison.control);
      };
      if (category === "Recipient" || category === "Customer") {
        for (const object of data.objects) add(partyAgreement(category, object, this.attendance.known, broken));
        continue;
      }
      if (++read > MOST_COMPARED) continue;
      const view = await reader.detailFor(judged);
      if (view !== null) details.set(judged, view.exchange);
      for (const object of data.objects) {
        add(
          category === "Return" ? returnAgreement(object, view) : transactionAgreement(category, object, view, broken),
        );
      }
    }
    return details;
  }

  /** Expected deliveries that came, and those that did not in the time that was waited. */
  writeArrivals(): void {
    const { judged, expected, arrivals } = this.delivered;
    const { reception } = this.attendance;
    // Where nothing at all came, the receiver may not be registered: nothing can be said then.
    if (judged.length === 0 && !reception.embedded) return;
    const unread = judged.filter(
      ({ reading }) => reading.body.kind !== "json" || (reading.category !== null && reading.data === null),
    );
    for (const each of expected) {
      const check = ARRIVAL_CHECKS[each.category];
      if (arrivals.has(each)) {
        this.#add(held(check), () => noDelivery(reception.receiver.url));
      } else if (each.status !== null && arrivals.statusesOf(each).some((status) => !STATUSES.has(status))) {
        this.#block(check, "deliveries came whose status is none of the documented ones");
      } else if (unread.length > 0) {
        this.#block(
          check,
          `${amount(unread.length, "delivery", "deliveries")} came that cannot be told apart, since their data cannot be read`,
        );
      } else {
        this.#add(this.#notSeen(each), () => this.#madeBy(each) ?? noDelivery(reception.receiver.url));
      }
    }
  }

  #notSeen(expected: ExpectedDelivery): DeliveryFact {
    const { category, status, because } = expected;
    const statuses = this.delivered.arrivals.statusesOf(expected);
    const came =
      statuses.length === 0 ? "no delivery about it" : `deliveries about it with status ${statuses.join(", ")} only`;
    return notKept(
      ARRIVAL_CHECKS[category],
      `A change was not delivered: ${because}`,
      status === null ? "a delivery about it" : `a delivery about it with status ${status}`,
      `${came} in the ${this.#seconds} s that were waited; ${amount(this.delivered.judged.length, "delivery", "deliveries")} came in all`,
    );
  }

  /** Why checks saw nothing. */
  writeReasons(): void {
    const { reception, keys } = this.attendance;
    const { judged } = this.delivered;
    const nothing = `nothing was delivered to ${reception.receiver.url} in the ${this.#seconds} s that were waited: is that address registered?`;
    const none = `no delivery of this category came in the ${this.#seconds} s that were waited`;
    for (const category of CATEGORIES) {
      const came = judged.some(({ reading }) => reading.category === category);
      const seen = came ? "the run knows nothing to compare the data with" : none;
      this.#block(AGREEMENT_CHECKS[category], judged.length === 0 ? nothing : seen);
      const unmoved = `no change of this category was seen to happen${came ? ", though deliveries of it came" : ""}`;
      this.#block(ARRIVAL_CHECKS[category], judged.length === 0 ? nothing : unmoved);
    }
    if (keys.secret !== null) return;
    for (const check of SECRET_CHECKS) {
      this.#block(check, "the webhook secret is not known: set CONFORMANCE_WEBHOOK_SECRET");
    }
  }

  writeObservations(details: ReadonlyMap<JudgedDelivery, Exchange>): void {
    const { observations } = this.attendance;
    for (const { id, answer, evidence } of webhookAnswers(
      this.delivered.judged,
      this.delivered.causedChanges,
      details,
    )) {
      if (!observations.has(id))
        observations.set(id, { answer, evidence: evidence === null ? null : this.#exchangeOf(evidence) });
    }
  }

  get #seconds(): string {
    return (this.delivered.waited / 1_000).toFixed(1);
  }

  #block({ id }: Check, reason: string): void {
    this.executed.results.letGo(id, { mechanism: "premise", reason });
  }

  #exchangeOf(judged: JudgedDelivery): Exchange {
    const { reception, redactor } = this.attendance;
    const exchange = this.#exchanges.get(judged) ?? deliveryExchange(judged.delivery, reception.receiver.url, redactor);
    this.#exchanges.set(judged, exchange);
    return exchange;
  }

  #add(fact: DeliveryFact, exchangeOf: () => Exchange, control: Exchange | null = null): void {
    const { id } = fact.check;
    const record = this.executed.results.of(id);
    record.requests += 1;
    record.passes += fact.held;
    if (fact.failure === null || record.failures.length >= KEPT) return;
    const { message, expected, actual } = fact.failure;
    const met = { testCase: CASE, failure: { message, expected, actual, edit: null, control, exchange: exchangeOf() } };
    record.failures.push(met);
    if (!this.confirmed.has(id)) this.confirmed.set(id, [met]);
  }

  /** The exchange that made the resource of an expected delivery, when the run did. */
  #madeBy({ category, ids }: ExpectedDelivery): Exchange | null {
    if (category !== "Recipient" && category !== "Customer") return null;
    const field = category === "Recipient" ? "recipient_id" : "customer_id";
    return this.attendance.known.viewsOf(category, { [field]: ids[0] })?.at(-1)?.exchange ?? null;
  }
}
