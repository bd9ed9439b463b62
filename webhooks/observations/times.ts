/** What deliveries show of when they come, and in which order (section 6). */
import { amount } from "../../reports/visible.js";
import type { JudgedDelivery } from "../checks/judge.js";
import type { CausedChange } from "../run/causedChanges.js";
import { answer, inMilliseconds, type WebhookAnswer } from "./answer.js";

function shows(judged: JudgedDelivery, id: string): boolean {
  return judged.reading.data?.objects.some((object) => Object.values(object).includes(id)) ?? false;
}

/** How long after a creation its delivery comes, and whether statuses come in their order. */
export function timeAnswers(
  judged: readonly JudgedDelivery[],
  causedChanges: readonly CausedChange[],
): WebhookAnswer[] {
  const delays: { readonly delay: number; readonly each: JudgedDelivery }[] = [];
  let inOrder = 0;
  let outOfOrder: JudgedDelivery | null = null;
  for (const causedChange of causedChanges) {
    const own = judged.filter(
      (each) =>
        each.reading.category === causedChange.category && each.repeats === null && shows(each, causedChange.id),
    );
    const [first] = own;
    if (first !== undefined)
      delays.push({ delay: Math.max(0, first.delivery.receivedAt - causedChange.at), each: first });
    const statuses = own.map(({ reading }) => reading.data?.objects[0]?.status);
    if (new Set(statuses).size < 2) continue;
    const late = own.find(
      ({ reading }, index) => index > 0 && reading.data?.objects[0]?.status === causedChange.status,
    );
    if (late === undefined) inOrder += 1;
    else outOfOrder ??= late;
  }
  delays.sort((left, right) => left.delay - right.delay);
  const [soonest] = delays;
  const longest = delays.at(-1)?.delay ?? 0;
  const order =
    outOfOrder !== null
      ? "not always: a first status came after a later one"
      : inOrder > 0
        ? `yes, of ${amount(inOrder, "resource")} that changed`
        : "";
  return [
    ...answer(
      "unknown.webhooks.delay",
      { from: { milliseconds: soonest?.delay ?? 0 }, to: { milliseconds: longest } },
      soonest === undefined ? "" : `${inMilliseconds(soonest.delay)} to ${inMilliseconds(longest)} after creation`,
      soonest?.each ?? null,
    ),
    ...answer("unknown.webhooks.ordering", { inOrder: outOfOrder === null }, order, outOfOrder ?? judged[0] ?? null),
  ];
}
