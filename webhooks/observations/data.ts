/** What deliveries show of the data whose shape is not described, and of what calls for a delivery (section 6). */
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../schemas/deliveries.js";
import type { JsonObject } from "../../schemas/json.js";
import type { JudgedDelivery } from "../checks/judge.js";
import { answer, distinct, distinctValues, type WebhookAnswer } from "./answer.js";

/** The fields of data that are not described. */
export function dataAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const unknowns = {
    Transfers: "unknown.webhooks.transferData",
    Deposit: "unknown.webhooks.depositData",
    Return: "unknown.webhooks.returnData",
  } as const;
  return (["Transfers", "Deposit", "Return"] as const).flatMap((category) => {
    const own = judged.filter(({ reading }) => reading.category === category && reading.data !== null);
    const [first] = own;
    const names = own.flatMap(({ reading }) => reading.data?.objects.flatMap((object) => Object.keys(object)) ?? []);
    return first === undefined ? [] : answer(unknowns[category], distinctValues(names), distinct(names, 40), first);
  });
}

/** The statuses that were delivered. */
export function triggerAnswer(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const seen: JsonObject = {};
  const texts = CATEGORIES.flatMap((category: Category) => {
    const own = judged.filter(({ reading, repeats }) => reading.category === category && repeats === null);
    if (own.length === 0) return [];
    const statuses = own.map(({ reading }) => String(reading.data?.objects[0]?.status ?? "no status"));
    seen[category] = distinctValues(statuses);
    return [`${CATEGORY_NAMES[category]}: ${distinct(statuses, 6)}`];
  });
  return answer(
    "unknown.webhooks.triggers",
    seen,
    texts.length === 0 ? "" : `deliveries came with these statuses: ${texts.join("; ")}`,
    judged[0] ?? null,
  );
}
