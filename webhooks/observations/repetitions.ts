/** What deliveries show of repetitions, and of what happens while one of them waits for its answer (section 6). */
import type { Observed } from "../../engine/observations.js";
import { amount } from "../../reports/visible.js";
import type { JudgedDelivery } from "../checks/judge.js";
import { answer, inMilliseconds, share, type WebhookAnswer } from "./answer.js";

/** Pauses that are compared at the least, and the factor from which on the last counts as longer than the first. */
const COMPARED = 3;
const GROWN = 1.6;
/** Which share of the deliveries has to say the same of their pauses. */
const AGREEING = 3 / 4;
/** Milliseconds within which something comes while a delivery waits for its answer: fewer than a service waits. */
const SOON = 1_000;

/** Whether pauses grow; null where too few of them tell it. */
type Growth = "growing" | "alike" | null;

const GROWTH_WORDS: Readonly<Record<"growing" | "alike", string>> = {
  growing: ", with growing pauses",
  alike: ", with pauses of about the same length",
};

/**
 * How the pauses of deliveries compare that were answered badly several times. A busy machine makes single pauses longer than
 * they were meant: where the deliveries disagree, or their first pauses do, nothing is said.
 */
function growth(
  failed: readonly JudgedDelivery[],
  repetitions: ReadonlyMap<number, readonly JudgedDelivery[]>,
): Growth {
  const firsts: number[] = [];
  let grown = 0;
  for (const { delivery } of failed) {
    const again = (repetitions.get(delivery.number) ?? []).map((each) => each.delivery);
    // A delivery that is sent twice at once comes a second time for another reason than its answer.
    const bad = again.findIndex(({ answered }) => answered === 200);
    const times = [delivery, ...again.slice(0, bad + 1)].map(({ receivedAt }) => receivedAt);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const [first, last] = [pauses[0], pauses.at(-1)];
    if (first === undefined || last === undefined || pauses.length < COMPARED) continue;
    firsts.push(first);
    if (last > first * GROWN) grown += 1;
  }
  const compared = firsts.length;
  if (compared > 0 && grown >= compared * AGREEING) return "growing";
  const isSteady = Math.max(...firsts) <= Math.min(...firsts) * GROWN && grown <= compared * (1 - AGREEING);
  return compared > 0 && isSteady ? "alike" : null;
}

/** Whether anything comes while a delivery waits for its answer. */
export function concurrencyAnswer(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const unanswered = judged.find(({ delivery }) => delivery.answered === null);
  if (unanswered === undefined) return [];
  const next = judged.find(({ delivery }) => delivery.number > unanswered.delivery.number);
  if (next === undefined) return [];
  const pause = next.delivery.receivedAt - unanswered.delivery.receivedAt;
  const concurrent = pause < SOON;
  const text = concurrent
    ? "yes, others came while one got no answer"
    : `no, the next one came ${inMilliseconds(pause)} after one that got no answer`;
  const value = { concurrent, ...(concurrent ? {} : { after: { milliseconds: pause } }) };
  return answer("unknown.webhooks.concurrency", value, text, unanswered);
}

/** Whether deliveries are repeated that were answered well, and after which time those that were not. */
export function repetitionAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const byNumber = new Map(judged.map((each) => [each.delivery.number, each]));
  const repetitions = new Map<number, JudgedDelivery[]>();
  for (const each of judged) {
    if (each.repeats !== null) repetitions.set(each.repeats, [...(repetitions.get(each.repeats) ?? []), each]);
  }
  const well = judged.filter(({ repeats, delivery }) => repeats === null && delivery.answered === 200);
  const doubled = well.filter(({ delivery }) => repetitions.has(delivery.number));
  const answers = [
    ...answer(
      "unknown.webhooks.repetition",
      { repeated: share(doubled.length, well.length) },
      well.length === 0
        ? ""
        : doubled.length === 0
          ? `no, none of ${amount(well.length, "delivery", "deliveries")}`
          : `yes, ${doubled.length} of ${well.length} came again`,
      doubled[0] ?? well[0] ?? null,
    ),
  ];
  const failed = judged.filter(({ repeats, delivery }) => repeats === null && delivery.answered !== 200);
  const retried = failed.filter(({ delivery }) => repetitions.has(delivery.number));
  if (failed.length === 0) return answers;
  const pauses = retried.map(({ delivery }) => {
    const again = repetitions.get(delivery.number)?.[0]?.delivery;
    return again === undefined
      ? 0
      : again.receivedAt - (byNumber.get(delivery.number)?.delivery.receivedAt ?? again.receivedAt);
  });
  const answered = ({ delivery }: JudgedDelivery) =>
    delivery.answered === null ? "no answer" : String(delivery.answered);
  const kinds = [...new Set(failed.map(answered))].map((kind) => {
    const own = failed.filter((each) => answered(each) === kind);
    return { kind, of: own.length, again: own.filter(({ delivery }) => repetitions.has(delivery.number)).length };
  });
  const received = `200 counts as received; ${kinds.map(({ kind, again, of }) => `${kind}: ${again} of ${of} came again`).join(", ")}`;
  const repeatedAfter = Object.fromEntries(kinds.map(({ kind, again, of }) => [kind, share(again, of)]));
  const [shortest, longest] = [Math.min(...pauses), Math.max(...pauses)];
  const pace = growth(failed, repetitions);
  const intervals: Observed =
    pauses.length === 0
      ? { value: { repeated: false }, text: "not repeated while the run waited" }
      : {
          value: { repeated: true, from: { milliseconds: shortest }, to: { milliseconds: longest }, pauses: pace },
          text: `repeated after ${inMilliseconds(shortest)} to ${inMilliseconds(longest)}${pace === null ? "" : GROWTH_WORDS[pace]}`,
        };
  return [
    ...answers,
    ...answer("unknown.webhooks.acknowledgement", { repeatedAfter }, received, failed[0] ?? null),
    ...answer("unknown.webhooks.retries", intervals.value, intervals.text, retried[0] ?? failed[0] ?? null),
  ];
}
