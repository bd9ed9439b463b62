/** What deliveries show of how they are signed (section 5). */
import type { JudgedDelivery } from "../checks/judge.js";
import { answer, distinct, distinctValues, type WebhookAnswer } from "./answer.js";

/** What is signed, how the signature is written, and whether it holds a time. */
export function signatureAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const found = judged.flatMap((each) =>
    each.signature.kind === "holds" ? [{ each, scheme: each.signature.scheme }] : [],
  );
  const [first] = found;
  if (first === undefined) return [];
  const contents = distinct(
    found.map(({ scheme }) => scheme.content),
    3,
  );
  const timed = /time|\{date\}|-ts\}/.test(contents);
  return [
    ...answer(
      "unknown.webhooks.signedContent",
      distinctValues(found.map(({ scheme }) => scheme.content)),
      contents,
      first.each,
    ),
    ...answer(
      "unknown.webhooks.signatureEncoding",
      distinctValues(found.map(({ scheme }) => ({ encoding: scheme.encoding, notation: scheme.notation }))),
      distinct(
        found.map(({ scheme }) => `${scheme.encoding}, written as ${scheme.notation}`),
        3,
      ),
      first.each,
    ),
    ...answer(
      "unknown.webhooks.replayProtection",
      { timeIsSigned: timed },
      timed ? "yes, a time is signed along" : "no time is signed",
      first.each,
    ),
  ];
}
