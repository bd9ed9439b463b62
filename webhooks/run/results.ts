/** From judged deliveries to results and observations of the run. */
import type { Exchange } from "../../client/model.js";
import type { Attended } from "../../engine/deliveries.js";
import type { Executed } from "../../engine/execution.js";
import { CATEGORIES } from "../../schemas/deliveries.js";
import { AGREEMENT_CHECKS } from "../checks/agreement.js";
import { ARRIVAL_CHECKS, arrivalFact } from "../checks/arrivals.js";
import { absentTimes } from "../checks/data.js";
import type { JudgedDelivery } from "../checks/judge.js";
import { SECRET_CHECKS } from "../checks/signature.js";
import { noDelivery } from "../exchange.js";
import { webhookAnswers } from "../observations/observations.js";
import { type Attendance, type Delivered, unlessEnded } from "./attendance.js";
import { compareWithOperations } from "./comparing.js";
import type { ExpectedDelivery } from "./expectedDelivery.js";
import type { KnownResources } from "./knownResources.js";
import { DeliveryRecord } from "./record.js";

/**
 * Adds what deliveries showed to what the run executed.
 * @returns the same with the failures of deliveries among the confirmed ones
 */
export async function writeVerdicts(
  attendance: Attendance,
  delivered: Delivered,
  executed: Executed,
): Promise<Attended> {
  const { reception, redactor } = attendance;
  const record = new DeliveryRecord(executed, reception.receiver.url, redactor);
  for (const judged of delivered.judged) {
    const unexplained = delivered.judge.unexplained(judged);
    for (const fact of judged.facts) record.addOf(judged, fact);
    if (unexplained !== null) record.addOf(judged, unexplained);
  }
  const compared = compareWithOperations(attendance, delivered.judged, record);
  const details = await unlessEnded(compared, new Map<JudgedDelivery, Exchange>());
  writeArrivals(attendance, delivered, record);
  writeReasons(attendance, delivered, record);
  writeObservations(attendance, delivered, details, record);
  return { executed: { ...executed, confirmed: record.confirmed }, reasons: inapplicable(delivered) };
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

function secondsOf({ waited }: Delivered): string {
  return (waited / 1_000).toFixed(1);
}

/** Expected deliveries that came, and those that did not in the time that was waited. */
function writeArrivals({ reception, known }: Attendance, delivered: Delivered, record: DeliveryRecord): void {
  const { judged, expected, arrivals } = delivered;
  // Where nothing at all came, the receiver may not be registered: nothing can be said then.
  if (judged.length === 0 && reception.sandbox === null) return;
  const unread = judged.filter(
    ({ reading }) => reading.body.kind !== "json" || (reading.category !== null && reading.data === null),
  ).length;
  const came = { arrivals, deliveries: judged.length, unread, seconds: secondsOf(delivered) };
  for (const each of expected) {
    const fact = arrivalFact(each, came);
    if ("unsaid" in fact) record.block(ARRIVAL_CHECKS[each.category], fact.unsaid);
    else record.add(fact, () => creationIn(known, each) ?? noDelivery(reception.receiver.url));
  }
}

/** The exchange that made the resource of an expected delivery, when the run did. */
function creationIn(known: KnownResources, { category, ids }: ExpectedDelivery): Exchange | null {
  if (category !== "Recipient" && category !== "Customer") return null;
  const field = category === "Recipient" ? "recipient_id" : "customer_id";
  return known.viewsOf(category, { [field]: ids[0] })?.at(-1)?.exchange ?? null;
}

/** Why checks saw nothing. */
function writeReasons({ reception, keys }: Attendance, delivered: Delivered, record: DeliveryRecord): void {
  const { judged } = delivered;
  const seconds = secondsOf(delivered);
  const nothing = `nothing was delivered to ${reception.receiver.url} in the ${seconds} s that were waited: is that address registered?`;
  const none = `no delivery of this category came in the ${seconds} s that were waited`;
  for (const category of CATEGORIES) {
    const came = judged.some(({ reading }) => reading.category === category);
    const seen = came ? "the run knows nothing to compare the data with" : none;
    record.block(AGREEMENT_CHECKS[category], judged.length === 0 ? nothing : seen);
    const unmoved = `no change of this category was seen to happen${came ? ", though deliveries of it came" : ""}`;
    record.block(ARRIVAL_CHECKS[category], judged.length === 0 ? nothing : unmoved);
  }
  if (keys.secret !== null) return;
  for (const check of SECRET_CHECKS) {
    record.block(check, "the webhook secret is not known: set CONFORMANCE_WEBHOOK_SECRET");
  }
}

function writeObservations(
  { observations }: Attendance,
  { judged, causedChanges }: Delivered,
  details: ReadonlyMap<JudgedDelivery, Exchange>,
  record: DeliveryRecord,
): void {
  for (const { id, value, text, evidence } of webhookAnswers(judged, causedChanges, details)) {
    if (observations.has(id)) continue;
    observations.set(id, { value, text, evidence: evidence === null ? null : record.exchangeOf(evidence) });
  }
}
