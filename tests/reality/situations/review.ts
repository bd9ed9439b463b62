/** People who look at what was written before it holds. */
import type { Decide } from "../front.js";
import {
  CONFORMS,
  changed,
  type Expected,
  fronted,
  inPlace,
  isFor,
  isSuccess,
  memberOf,
  refusal,
  type Situation,
  violated,
} from "../situation.js";

const REVIEWED: Expected = { ...CONFORMS, firstSentence: /review|not (judged|exercised)|conforms|no violation/i };

const UNDER_REVIEW = refusal(400, "The recipient is under review.", "UNDER_REVIEW");

/** After one update a recipient is under review, and takes no other. */
function frozen(): Decide {
  const under = new Set<string>();
  return async (arrival, pass) => {
    if (!isFor("updateRecipient", arrival)) return "pass";
    if (under.has(arrival.path)) return inPlace(pass, UNDER_REVIEW);
    const answer = await pass();
    if (isSuccess(answer)) under.add(arrival.path);
    return answer;
  };
}

/** A new recipient is under review: no update is taken at all. */
function frozenAtOnce(): Decide {
  return (arrival, pass) => (isFor("updateRecipient", arrival) ? inPlace(pass, UNDER_REVIEW) : "pass");
}

/** An update is answered with what held before it, perhaps as pending: a second person agrees before the next. */
const fourEyes = (status?: string) => (): Decide => {
  const holds = new Map<string, string>();
  return async (arrival, pass) => {
    const answer = await pass();
    if (!isSuccess(answer)) return answer;
    if (isFor("createRecipient", arrival)) {
      const id = memberOf(answer.body, "recipient_id");
      if (typeof id === "string") holds.set(id, answer.body ?? "");
    }
    const id = /^\/api\/recipients\/([^/]+)\/update/.exec(arrival.path)?.[1];
    if (id === undefined || !isFor("updateRecipient", arrival)) return answer;
    const before = holds.get(id);
    holds.set(id, answer.body ?? "");
    if (before === undefined) return answer;
    return changed({ ...answer, body: before }, (value) =>
      status === undefined || typeof value !== "object" || value === null ? value : { ...value, status },
    );
  };
};

export const REVIEW: readonly Situation[] = [
  fronted("a review queue freezes after an update", "smoke", frozen, {
    ...REVIEWED,
    findings: { violations: 0, warnings: 1, first: /refuses a second update/ },
  }),
  fronted("a review queue freezes all updates", "smoke", frozenAtOnce, {
    ...REVIEWED,
    findings: { violations: 1, first: /under review/i },
    exitCode: 1,
  }),
  fronted(
    "updates are pending, and seen after a second person agreed",
    "smoke",
    fourEyes("pending"),
    { ...REVIEWED, observed: /what held before it, and with status "pending"; the answer to the next one shows it/ },
    { behaviours: { recipientStart: "active" } },
  ),
  // Nothing tells that anybody has to agree: the answer is not the recipient as it was stored.
  fronted("the answer to an update shows what held before it", "smoke", fourEyes(), {
    ...violated(/are returned changed, or with their old values|came and went/),
    findings: { violations: 2, first: /are returned changed, or with their old values|came and went/ },
  }),
];
