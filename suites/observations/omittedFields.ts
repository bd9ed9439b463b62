/** What an update does to stored values that it leaves out, empties or sets to null (section 2.1). */
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Target } from "../../engine/model.js";
import type { Observed } from "../../engine/observations.js";
import { sameValue } from "../../oracles/sameValue.js";
import { isEmpty, isObject, type Json, type Pointer } from "../../schemas/json.js";
import { templateOf } from "../recipientTemplates.js";
import { inquiry } from "./observing.js";
import { updateInquiries, updateInquiry } from "./ownRecipient.js";
import { gathered, memberAt, outcome, phrase, word } from "./texts.js";
import { type Attempt, answerNulls, answerWith, attempt, leftOut } from "./trials.js";

const UNKNOWN = "unknown.updateRecipient";

/** What became of a stored value that an update did not carry. */
function fate(before: unknown, after: unknown): Observed {
  // Of an object only what was sent counts: the service may have fields of its own.
  const own =
    isObject(before) && isObject(after)
      ? Object.keys(before).map((name) => [before[name], after[name]])
      : [[before, after]];
  if (own.every(([, now]) => isEmpty(now))) return word("cleared");
  return word(own.every(([then, now]) => sameValue(then, now)) ? "kept" : "replaced by another value");
}

function without(body: Json, [step, ...rest]: Pointer): Json {
  if (!isObject(body) || typeof step !== "string") return body;
  const { [step]: value, ...others } = body;
  return rest.length === 0 || value === undefined ? others : { ...others, [step]: without(value, rest) };
}

/** Leaves fields out of an update and compares them with what was stored. */
function omitted(topic: string, places: readonly Pointer[]): CaseDraft {
  const unknownId = `${UNKNOWN}.omitted.${topic}`;
  return updateInquiry(`omitted.${topic}`, async (asked, own) => {
    let body: Json = own.update.body ?? {};
    for (const at of places) body = without(body, at);
    if (!isObject(body)) return;
    const reply = await asked.ask({ ...own.update, body }, null);
    if (!reply.accepted) {
      const names = places.map((at) => at.join(".")).join(", ");
      asked.answer(unknownId, phrase`an update without ${names} is ${outcome(reply)}`, reply);
      return;
    }
    const stored = places.filter((at) => memberAt(own.sent.body, at) !== undefined);
    const fates = stored.map(
      (at) => [at.join("."), fate(memberAt(own.sent.body, at), memberAt(reply.body, at))] as const,
    );
    if (fates.length > 0) asked.answer(unknownId, gathered(fates), reply);
  });
}

/** What may be empty, and may be left out as well: an empty value may mean either. */
const EMPTIED: readonly (readonly [at: readonly string[], empty: Json])[] = [
  [["website"], ""],
  [["address_info", "post_code"], ""],
  [["file_id_list"], []],
];

const emptied = updateInquiry("emptied", async (asked, own) => {
  const attempts: Attempt[] = [];
  for (const [at, value] of EMPTIED) {
    if (!(await asked.ask(own.update, null)).accepted) return;
    const reply = await asked.ask(own.update, { kind: "set", at, value });
    const shown = memberAt(reply.body, at);
    const went = reply.accepted ? word(isEmpty(shown) ? "emptied" : "kept") : outcome(reply);
    attempts.push(attempt(at.join("."), reply, went));
  }
  answerWith(asked, `${UNKNOWN}.emptied`, attempts, attempts.at(-1)?.reply);
});

function nulls(target: Target): CaseDraft[] {
  const update = templateOf(target, "updateRecipient", "bank");
  if (update === undefined || target.recipients.bank.length === 0) return [];
  return [
    inquiry("nullValues", {}, (asked) =>
      asked.execution.withRecipient("null in updates", "bank", async ({ recipientId }) => {
        const own = { ...update, path: { recipient_id: recipientId } };
        const control = await asked.execution.control(own);
        if (control !== null) await answerNulls(asked, `${UNKNOWN}.nullValues`, own, leftOut(update), { control });
      }),
    ),
  ];
}

/** What is asked about fields that an update leaves out. */
export const omittedFields: Exercise = updateInquiries("omittedFields", (target) => [
  omitted("website", [["website"]]),
  omitted("address_info", [["address_info"]]),
  omitted("file_id_list", [["file_id_list"]]),
  omitted("addressMembers", [
    ["address_info", "address_line_1"],
    ["address_info", "state"],
    ["address_info", "post_code"],
  ]),
  omitted("paymentMembers", [
    ["payment_details", "payment_method"],
    ["payment_details", "local_bank_code"],
  ]),
  emptied,
  ...nulls(target),
]);
