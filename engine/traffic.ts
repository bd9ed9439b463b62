/** All traffic is judged: whatever case an answer belongs to, the judges of its operation are asked about it. */

import type { Exchange } from "../client/model.js";
import type { OperationId } from "../schemas/operation.js";
import { isThrottle } from "../schemas/statuses.js";
import type { Answer, Failure, Judge, Judging, Recorder, Suite } from "./model.js";

/** The judges of all traffic for one run, by operation. */
export type Judges = ReadonlyMap<string, readonly Judge[]>;

/** Makes the judges of some suites. They may remember what they saw, so that each run has its own. */
export function judgesOf(suites: readonly Suite[]): Judges {
  return new Map(suites.map(({ operation, judges }) => [operation, judges.map((make) => make())]));
}

/** Nothing is judged. */
export const NO_JUDGES: Judges = new Map<OperationId, readonly Judge[]>();

/**
 * Judges one exchange beside its own expectation. One without an answer is passed over, and so is one with a throttle's:
 * that is the infrastructure's, not the operation's.
 */
export function judgeTraffic(judges: Judges, exchange: Exchange, judging: Judging, recorder: Recorder): void {
  const { response } = exchange;
  if (response === null || isThrottle(response.status)) return;
  judgeWith(judges, { exchange, response, judging, recorder });
}

/** Has all judges of its operation look at what the service said. */
export function judgeWith(judges: Judges, answer: Answer): void {
  for (const judge of judges.get(answer.judging.operation) ?? []) judge(answer);
}

/** What an answer shows against a check, with its proof. */
export function failureOf(
  { exchange, judging: { edit, control } }: Answer,
  texts: Pick<Failure, "message" | "expected" | "actual">,
): Failure {
  return { ...texts, edit, control, exchange };
}
