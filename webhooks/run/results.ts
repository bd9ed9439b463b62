/** From judged deliveries to records, findings and observations of the run. */

import type { Exchange } from "../../client/model.js";
import type { Attended } from "../../engine/deliveries.js";
import type { Executed } from "../../engine/execution.js";
import type { SeenFailure } from "../../engine/results.js";
import { amount } from "../../reports/visible.js";
import { agreementCheck, arrivalCheck, CATEGORY_NAMES, TRANSACTION_TIMES, timeCheck } from "../checks/checks.js";
import type { JudgedDelivery } from "../checks/judge.js";
import type { DeliveryFact } from "../checks/signatureFacts.js";
import { deliveryExchange, noDelivery } from "../exchange.js";
import { webhookAnswers } from "../observations/observations.js";
import { CATEGORIES } from "../reading/reading.js";
import { type Agreement, partyAgreement, returnAgreement, transactionAgreement } from "./agreement.js";
import { type Attendance, type Delivered, unlessEnded } from "./attendance.js";
import { DetailReader } from "./detailReader.js";
import type { ExpectedDelivery } from "./expectedDelivery.js";

/** The case that failures of deliveries are said to be met by. */
const UNIT = "webhooks#deliveries";
/** Departures of one check that are kept with their deliveries. */
const KEPT = 50;
/** Deliveries about transactions that are compared with the detail. */
const MOST_COMPARED = 60;

/**
 * Adds what deliveries showed to a executed.
 * @returns the executed with the failures of deliveries among the confirmed ones: what came has come
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
  return { executed: { ...executed, confirmed: writer.confirmed }, reasons: absentTimes(delivered) };
}

/** Times that the data of a category, whose fields are not documented, turned out not to have. */
function absentTimes({ judged }: Delivered): Attended["reasons"] {
  const reasons = new Map<string, { readonly verdict: "not-applicable"; readonly reason: string }>();
  for (const category of ["Transfers", "Deposit", "Return"] as const) {
    const objects = judged.flatMap(({ reading }) =>
      reading.category === category ? (reading.data?.objects ?? []) : [],
    );
    for (const field of objects.length === 0 ? [] : TRANSACTION_TIMES) {
      const reason = `the data of ${CATEGORY_NAMES[category]} deliveries has no ${field}, and its fields are not documented`;
      reasons.set(timeCheck(category, field), { verdict: "not-applicable", reason });
    }
  }
  return reasons;
}

/** Fields of the data that break a rule of their own: that is told already. */
function brokenFields({ facts }: JudgedDelivery, kind: string): readonly string[] {
  const prefix = `webhooks/response/${kind}.`;
  return facts.flatMap(({ check, failure }) =>
    failure !== null && check.startsWith(prefix) ? [check.slice(prefix.length, check.lastIndexOf("."))] : [],
  );
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
      const check = agreementCheck(category);
      const broken = brokenFields(judged, CATEGORY_NAMES[category]);
      const add = (agreement: Agreement): void => {
        if (agreement.kind === "agrees") this.#add({ check, held: 1, failure: null }, () => this.#exchangeOf(judged));
        if (agreement.kind === "differs") {
          this.#add({ check, held: 0, failure: agreement }, () => this.#exchangeOf(judged), agreement.control);
        }
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
      const check = arrivalCheck(each.category);
      if (arrivals.has(each)) {
        this.#add({ check, held: 1, failure: null }, () => noDelivery(reception.receiver.url));
      } else if (each.status !== null && arrivals.statusesOf(each).some((status) => !STATUSES.has(status))) {
        this.#block(check, "deliveries came whose status is none of the documented ones");
      } else if (unread.length > 0) {
        this.#block(
          check,
          `${amount(unread.length, "delivery", "deliveries")} came that cannot be told apart, since their data cannot be read`,
        );
      } else {
        this.#add(
          { check, held: 0, failure: this.#notSeen(each) },
          () => this.#madeBy(each) ?? noDelivery(reception.receiver.url),
        );
      }
    }
  }

  #notSeen(expected: ExpectedDelivery): NonNullable<DeliveryFact["failure"]> {
    const statuses = this.delivered.arrivals.statusesOf(expected);
    const came =
      statuses.length === 0 ? "no delivery about it" : `deliveries about it with status ${statuses.join(", ")} only`;
    return {
      message: `A change was not delivered: ${expected.because}`,
      expected: expected.status === null ? "a delivery about it" : `a delivery about it with status ${expected.status}`,
      actual: `${came} in the ${this.#seconds} s that were waited; ${amount(this.delivered.judged.length, "delivery", "deliveries")} came in all`,
    };
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
      this.#block(agreementCheck(category), judged.length === 0 ? nothing : seen);
      const unmoved = `no change of this category was seen to happen${came ? ", though deliveries of it came" : ""}`;
      this.#block(arrivalCheck(category), judged.length === 0 ? nothing : unmoved);
    }
    if (keys.secret !== null) return;
    for (const rule of ["secret", "algorithm", "valid", "raw-body", "known-scheme"]) {
      this.#block(`webhooks/auth/signature.${rule}`, "the webhook secret is not known: set CONFORMANCE_WEBHOOK_SECRET");
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

  #block(check: string, reason: string): void {
    this.executed.results.of(check).blocked ??= reason;
  }

  #exchangeOf(judged: JudgedDelivery): Exchange {
    const { reception, redactor } = this.attendance;
    const exchange = this.#exchanges.get(judged) ?? deliveryExchange(judged.delivery, reception.receiver.url, redactor);
    this.#exchanges.set(judged, exchange);
    return exchange;
  }

  #add(fact: DeliveryFact, exchangeOf: () => Exchange, control: Exchange | null = null): void {
    const record = this.executed.results.of(fact.check);
    record.requests += 1;
    record.passes += fact.held;
    if (fact.failure === null || record.failures.length >= KEPT) return;
    const { message, expected, actual } = fact.failure;
    const met = { testCase: UNIT, failure: { message, expected, actual, edit: null, control, exchange: exchangeOf() } };
    record.failures.push(met);
    if (!this.confirmed.has(fact.check)) this.confirmed.set(fact.check, [met]);
  }

  /** The exchange that made the resource of an expected delivery, when the run did. */
  #madeBy({ category, ids }: ExpectedDelivery): Exchange | null {
    if (category !== "Recipient" && category !== "Customer") return null;
    const field = category === "Recipient" ? "recipient_id" : "customer_id";
    return this.attendance.known.viewsOf(category, { [field]: ids[0] })?.at(-1)?.exchange ?? null;
  }
}
