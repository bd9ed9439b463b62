/** What checks of deliveries record, and the answer that they judge: the delivery itself. */
import type { Exchange } from "../../../client/model.js";
import { type Check, type CheckId, type CheckOptions, check } from "../../../discovery/check.js";
import { failureOf } from "../../../engine/judge/traffic.js";
import type { Answer, Recorder } from "../../../engine/model.js";
import type { DeliveryExchange } from "../../../webhooks/reader.js";
import type { Departing } from "../judged.js";

/** What all checks of deliveries say about what they send. */
export const EACH_DELIVERY = "nothing: every delivery that comes is judged";

/** A check that every delivery exercises. */
export function ofDeliveries(id: CheckId, words: Pick<CheckOptions, "title" | "expects">): Check {
  return check(id, { ...words, sends: EACH_DELIVERY });
}

/** Characters of a body or a value that a failure shows. */
export const SHOWN = 120;

/** The case that deliveries count as. */
export const DELIVERIES = "webhooks#deliveries";

/**
 * How an exchange is judged that no request of the suite caused.
 * @param sent what was sent to create the resource of each data object, for fields that come back only when they were sent
 */
export function answerOf(exchange: Exchange, recorder: Recorder, sent: readonly unknown[] = []): Answer {
  const { headers, body } = exchange.request;
  return {
    exchange,
    response: { status: exchange.response?.status ?? 0, headers, body: body ?? "", truncated: false },
    judging: {
      check: DELIVERIES,
      operation: "webhooks",
      sent,
      edit: null,
      control: null,
      response: true,
      echo: true,
      errors: false,
    },
    recorder,
  };
}

export type DeliveryAnswer = Answer & { readonly exchange: DeliveryExchange };

export function held({ recorder }: Answer, { id }: Check): void {
  recorder.pass(id, 1, 1);
}

export interface Departure extends Departing {
  /** The exchange that shows the expectation. */
  readonly control?: Exchange | null;
}

export function departs(answer: Answer, { id }: Check, { control = null, ...texts }: Departure): void {
  answer.recorder.request(id);
  answer.recorder.fail(id, { ...failureOf(answer, texts), control });
}
