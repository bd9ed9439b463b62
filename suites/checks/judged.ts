/** Checks that all answers of an operation exercise. */

import { failureOf } from "../../engine/judge/traffic.js";
import type { Answer, Failure, Judge } from "../../engine/model.js";

/** How an answer departs from a rule, in words. */
export type Departing = Pick<Failure, "message" | "expected" | "actual">;

/**
 * A judge of every answer.
 * @param read returns how an answer departs from the rule, null where it keeps it, undefined where it says nothing
 */
export function judgedBy(read: (answer: Answer) => Departing | null | undefined): (id: string) => Judge {
  return (id) => (answer) => {
    const shown = read(answer);
    if (shown !== undefined) note(id, answer, shown);
  };
}

/** Notes for a check what an answer shows: that it keeps the rule, or how it departs from it. */
export function note(id: string, answer: Answer, departing: Departing | null): void {
  const { recorder } = answer;
  recorder.request(id);
  if (departing === null) recorder.pass(id);
  else recorder.fail(id, failureOf(answer, departing));
}
