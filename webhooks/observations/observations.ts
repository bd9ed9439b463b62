/** What deliveries show of what sections 4.10, 5 and 6 leave open. */
import type { Exchange } from "../../client/model.js";
import type { JudgedDelivery } from "../checks/judge.js";
import type { CausedChange } from "../run/causedChanges.js";
import type { WebhookAnswer } from "./answer.js";
import { conflictAnswers } from "./conflicts.js";
import { dataAnswers, triggerAnswer } from "./data.js";
import { envelopeAnswers, idAnswer } from "./envelope.js";
import { concurrencyAnswer, repetitionAnswers } from "./repetitions.js";
import { signatureAnswers } from "./signature.js";
import { timeAnswers } from "./times.js";

/** Everything that the deliveries of a run show of the unknowns and the conflicts. */
export function webhookAnswers(
  judged: readonly JudgedDelivery[],
  causedChanges: readonly CausedChange[],
  details: ReadonlyMap<JudgedDelivery, Exchange>,
): WebhookAnswer[] {
  return [
    ...envelopeAnswers(judged),
    ...idAnswer(judged),
    ...signatureAnswers(judged),
    ...dataAnswers(judged),
    ...triggerAnswer(judged),
    ...timeAnswers(judged, causedChanges),
    ...concurrencyAnswer(judged),
    ...repetitionAnswers(judged),
    ...conflictAnswers(judged, details),
  ];
}
