/** How the receiver answers: well at once, or badly on purpose to see what the service does then. */
import { createHash } from "node:crypto";

/** An answer to a delivery. */
export interface PlannedAnswer {
  readonly status: number;
  /** Milliseconds for which the answer is kept back; the connection is closed without one after that time. */
  readonly hold: number;
}

/** Decides about the answer to a body. */
export type AnswerPlan = (body: Buffer) => PlannedAnswer;

const WELL: PlannedAnswer = { status: 200, hold: 0 };
const BADLY: PlannedAnswer = { status: 500, hold: 0 };

/** Every delivery is answered with 200 at once. */
export const answerWell: AnswerPlan = () => WELL;

/** One delivery in so many is answered with 500 when it comes for the first time. */
const EVERY = 5;
/** So many are answered badly at most: enough to see retries, and not a trouble for the service. */
const MOST_FAILED = 12;
/** The delivery that gets no answer at all when it comes for the first time. It may hold up all others for a while. */
const HUNG = 2;
/** The delivery that is answered badly several times, after that one, so that its pauses can be compared. */
const TROUBLED = 4;
const BAD_REPEATS = 2;
/** For how long that one waits, in milliseconds. */
const HOLD = 10_000;

/**
 * Answers some deliveries badly on purpose, one of them several times and the others once: when the same bytes come again they
 * are answered well. Nothing is lost by it, since what was answered badly was received all the same.
 */
export function answerWithChaos(): AnswerPlan {
  /** How often each is still to be answered badly, by the digest of its bytes. */
  const spoilt = new Map<string, number>();
  let fresh = 0;
  return (body) => {
    const digest = createHash("sha256").update(body).digest("base64");
    const left = spoilt.get(digest);
    if (left !== undefined) {
      spoilt.set(digest, left - 1);
      return left > 0 ? BADLY : WELL;
    }
    if (spoilt.size > MOST_FAILED) return WELL;
    fresh += 1;
    if (fresh !== HUNG && fresh % EVERY !== TROUBLED % EVERY) return WELL;
    spoilt.set(digest, fresh === TROUBLED ? BAD_REPEATS : 0);
    return fresh === HUNG ? { status: 0, hold: HOLD } : BADLY;
  };
}
