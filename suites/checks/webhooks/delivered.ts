/** What checks of deliveries write down, and the answer that they are asked about: a delivery is what the service says. */
import type { Exchange } from "../../../client/model.js";
import type { Check } from "../../../discovery/check.js";
import type { Answer, Recorder } from "../../../engine/model.js";
import { failureOf } from "../../../engine/traffic.js";
import type { DeliveryExchange } from "../../../webhooks/reader.js";

/** What all checks of deliveries say of what they send. */
export const EACH_DELIVERY = "nothing: every delivery that comes is judged";

/** Characters of a body or a value that a failure shows. */
export const SHOWN = 120;

/** The case that deliveries count as. */
export const DELIVERIES = "webhooks#deliveries";

/**
 * What is asked about an exchange that no request of the suite's own brought.
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

/** An answer that is a delivery. */
export type DeliveryAnswer = Answer & { readonly exchange: DeliveryExchange };

/** A check held. */
export function held({ recorder }: Answer, { id }: Check): void {
  recorder.pass(id, 1, 1);
}

/** In what a check was not kept. */
export interface Departure {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The exchange that shows what was to be expected. */
  readonly control?: Exchange | null;
}

/** A check was not kept. */
export function departs(answer: Answer, { id }: Check, { control = null, ...texts }: Departure): void {
  answer.recorder.request(id);
  answer.recorder.fail(id, { ...failureOf(answer, texts), control });
}
