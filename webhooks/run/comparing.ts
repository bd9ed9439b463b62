/** Compares the data of deliveries with what the operations show. */
import type { Exchange } from "../../client/model.js";
import { type Comparison, partyAgreement, returnAgreement, transactionAgreement } from "../checks/agreement.js";
import { brokenFields } from "../checks/data.js";
import type { JudgedDelivery } from "../checks/judge.js";
import type { Attendance } from "./attendance.js";
import { DetailReader } from "./detailReader.js";
import type { DeliveryRecord } from "./record.js";

/** Deliveries about transactions that are compared with the detail. */
const MOST_COMPARED = 60;

/**
 * Compares deliveries and writes down what came of it.
 * @returns the details that were read, by delivery
 */
export async function compareWithOperations(
  { sender, target, known }: Attendance,
  deliveries: readonly JudgedDelivery[],
  record: DeliveryRecord,
): Promise<ReadonlyMap<JudgedDelivery, Exchange>> {
  const reader = new DetailReader(sender, target);
  const details = new Map<JudgedDelivery, Exchange>();
  let read = 0;
  for (const judged of deliveries) {
    const { category, data } = judged.reading;
    if (category === null || data === null || judged.repeats !== null) continue;
    const broken = brokenFields(judged.facts);
    const add = (comparison: Comparison): void => {
      if (comparison !== null) record.addOf(judged, comparison.fact, comparison.control);
    };
    if (category === "Recipient" || category === "Customer") {
      for (const object of data.objects) add(partyAgreement(category, object, known, broken));
      continue;
    }
    if (++read > MOST_COMPARED) continue;
    const view = await reader.detailFor(judged);
    if (view !== null) details.set(judged, view.exchange);
    for (const object of data.objects) {
      add(category === "Return" ? returnAgreement(object, view) : transactionAgreement(category, object, view, broken));
    }
  }
  return details;
}
