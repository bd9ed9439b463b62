/** What recipient update does where sections 2.1, 2.2 and 4.2 are silent. Each inquiry works on recipients of its own. */
import { flipCase } from "../../client/credentials.js";
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Target } from "../../engine/model.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { isEmpty } from "../../schemas/json.js";
import { templateOf } from "../recipientTemplates.js";
import { inquiry } from "./observing.js";
import { ownRecipient, updateInquiries, updateInquiry } from "./ownRecipient.js";
import { extended, outcome, phrase } from "./texts.js";
import {
  type Attempt,
  answerEmptyObject,
  answerUnknownField,
  answerWith,
  attempt,
  type Trial,
  tryAll,
} from "./trials.js";

const UNKNOWN = "unknown.updateRecipient";

const SWITCHES = [
  ["bank", "crypto", "a bank account into a crypto wallet"],
  ["crypto", "bank", "a crypto wallet into a bank account"],
] as const;

/** Whether an account may change its kind, both ways. */
const switched = inquiry("switchedAccountType", {}, async (asked) => {
  const attempts: Attempt[] = [];
  for (const [from, to, name] of SWITCHES) {
    const own = await ownRecipient(asked, from);
    const other = templateOf(asked.target, "updateRecipient", to);
    if (own === null || other === undefined) continue;
    const update = { ...other, path: { recipient_id: own.id } };
    attempts.push(attempt(name, await asked.ask(update, null, { strictness: "echo" })));
  }
  answerWith(asked, `${UNKNOWN}.switchedAccountType`, attempts, attempts.at(-1)?.reply);
});

const partnerIdSent = updateInquiry("partnerIdSent", async (asked, own) => {
  const value = asked.fresh("sent with an update");
  const reply = await asked.ask(own.update, { kind: "set", at: ["partner_recipient_id"], value });
  const now = reply.body.partner_recipient_id;
  const effect =
    now === value
      ? "stored"
      : now === own.created.body.partner_recipient_id
        ? "ignored"
        : `shows ${isEmpty(now) ? "none" : "another one"}`;
  const went = outcome(reply);
  const seen = reply.accepted ? extended(went, { effect }, ` and ${effect}`) : went;
  asked.answer(`${UNKNOWN}.partnerIdSent`, phrase`it is ${seen}`, reply);
});

function unknownFileId({ recipientFiles: [known] }: Target): CaseDraft[] {
  if (known === undefined) return [];
  const value = [unknownIdLike(known)];
  return [
    updateInquiry("unknownFileId", async (asked, own) => {
      const reply = await asked.ask(own.update, { kind: "set", at: ["file_id_list"], value });
      asked.answer(`${UNKNOWN}.unknownFileId`, phrase`a file id that was never issued is ${outcome(reply)}`, reply);
    }),
  ];
}

/** Recipient ids that could not have been issued. */
const MALFORMED: readonly Trial[] = Object.entries({
  "a short text": "x",
  "a number": "12345",
  "the prefix alone": "rcp_",
  punctuation: "rcp_!*'()",
  "200 characters": "x".repeat(200),
}).map(([name, value]) => ({ name, edit: { kind: "path", parameter: "recipient_id", value } }));

const malformedId = updateInquiry("malformedId", async (asked, own) => {
  const attempts = await tryAll(asked, own.update, MALFORMED);
  answerWith(asked, `${UNKNOWN}.malformedId`, attempts, attempts[0]?.reply);
});

const idCase = updateInquiry("idCase", async (asked, own) => {
  const value = flipCase(own.id);
  if (value === own.id) return;
  const reply = await asked.ask(own.update, { kind: "path", parameter: "recipient_id", value });
  asked.answer(`${UNKNOWN}.idCase`, phrase`a recipient_id in the other letter case is ${outcome(reply)}`, reply);
});

/** What is asked about recipient update, beside the fields that it leaves out. */
export const recipientUpdate: Exercise = updateInquiries("update", (target) => [
  switched,
  partnerIdSent,
  ...unknownFileId(target),
  updateInquiry("unknownFields", (asked, own) => answerUnknownField(asked, `${UNKNOWN}.unknownFields`, own.update)),
  updateInquiry("emptyObject", (asked, own) => answerEmptyObject(asked, `${UNKNOWN}.emptyObject`, own.update)),
  malformedId,
  idCase,
]);
