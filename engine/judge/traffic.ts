/** All traffic is judged: whichever case an answer belongs to, the judges of its operation are asked about it. */

import type { Exchange } from "../../client/model.js";
import type { OperationId } from "../../schemas/operation.js";
import { isThrottle } from "../../schemas/statuses.js";
import type { Answer, Failure, Judge, Judging, Recorder, Suite } from "../model.js";

/** The judges of all traffic for one run, by operation. */
export type Judges = ReadonlyMap<string, readonly Judge[]>;

/** Makes the judges of some suites. They may remember what they saw, so each run has its own. */
export function judgesOf(suites: readonly Suite[]): Judges {
  return new Map(suites.map(({ operation, judges }) => [operation, judges.map((make) => make())]));
}

export const NO_JUDGES: Judges = new Map<OperationId, readonly Judge[]>();

/**
 * Judges one exchange besides its own expectation. Exchanges without an answer are skipped, and so are throttled ones:
 * those come from the infrastructure, not the operation.
 */
export function judgeTraffic(judges: Judges, exchange: Exchange, judging: Judging, recorder: Recorder): void {
  const { response } = exchange;
  if (response === null || isThrottle(response.status)) return;
  judgeWith(judges, { exchange, response, judging, recorder });
}

/** Passes what the service sent to all judges of its operation. */
export function judgeWith(judges: Judges, answer: Answer): void {
  for (const judge of judges.get(answer.judging.operation) ?? []) judge(answer);
}

/** How an answer fails a check, with its proof. */
export function failureOf(
  { exchange, judging: { edit, control } }: Answer,
  texts: Pick<Failure, "message" | "expected" | "actual">,
): Failure {
  return { ...texts, edit, control, exchange };
}
