/** What recipient creation does where sections 2.1 and 4.1 are silent. */

import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Target } from "../../engine/model.js";
import type { Observed } from "../../engine/observations.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import { optionalMembers } from "../../generators/templates/withoutOptional.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { templateOf } from "../recipientTemplates.js";
import { inquiries, inquiry, type Reply } from "./observing.js";
import { fieldSeen, outcome, phrase } from "./texts.js";
import {
  type Attempt,
  answerEmptyObject,
  answerNulls,
  answerOmission,
  answerUnknownField,
  answerWith,
  askingOf,
  attempt,
  duplicateIdOf,
  leftOut,
  omission,
  trialsOf,
  values,
} from "./trials.js";

const UNKNOWN = "unknown.createRecipient";

/** Left out one by one, to learn which fields must be sent. */
function requiredFields(template: Template): CaseDraft[] {
  return fieldTree("recipient-create.schema.json")
    .children.filter(({ required, path }) => !required && path !== "business_type")
    .map(({ path, location }) => askingOf(`${UNKNOWN}.required.${path}`, template, answerOmission(location)));
}

/** business_type left out: whether that is refused, and what comes back, is a conflict of the document as well. */
function businessType(template: Template): CaseDraft {
  return inquiry("business_type", { control: template }, async (asked) => {
    const reply = await asked.ask(template, { kind: "remove", at: ["business_type"] });
    asked.answer(`${UNKNOWN}.required.business_type`, omission(reply), reply);
    const went = outcome(reply);
    const shown = fieldSeen("shows", reply.body.business_type);
    const side = reply.accepted
      ? { value: { ...went.value, ...shown.value }, text: `${went.text} and shows business_type ${shown.text}` }
      : went;
    asked.answer("conflict.createRecipient.businessType", phrase`a creation without business_type is ${side}`, reply);
  });
}

/** The service's own words about a recipient: its first status, its id, and the optional fields that were not sent. */
function firstAnswer(template: Template): CaseDraft {
  return inquiry("firstAnswer", { control: template }, async (asked) => {
    const full = await asked.ask(template, null);
    if (!full.accepted) return;
    asked.answer(`${UNKNOWN}.initialStatus`, phrase`a new recipient is ${fieldSeen("status", full.body.status)}`, full);
    const has = full.body.recipient_id !== undefined;
    const text = `a creation response ${has ? "has" : "lacks"} recipient_id`;
    asked.answer("conflict.createRecipient.recipientId", { value: { has }, text }, full);
    const attempts: Attempt[] = [];
    for (const name of optionalMembers(fieldTree("recipient-update.schema.json"))) {
      const less = await asked.ask(template, { kind: "remove", at: [name] });
      const untold: Observed = { value: null, text: "not told, as it must be sent" };
      attempts.push(attempt(name, less, less.accepted ? fieldSeen("shows", less.body[name]) : untold));
    }
    const accepted = attempts.findLast(({ reply }) => reply.accepted) ?? attempts[0];
    answerWith(asked, `${UNKNOWN}.fieldsNotSent`, attempts, accepted?.reply);
  });
}

function fileIds(target: Target, template: Template): CaseDraft[] {
  const [one, other] = target.recipientFiles;
  if (one === undefined || other === undefined) return [];
  const at = ["file_id_list"];
  return [
    trialsOf(`${UNKNOWN}.unknownFileId`, 1, template, [
      { name: "an id like those that were issued", edit: { kind: "set", at, value: [one, unknownIdLike(other)] } },
      { name: "a text that is like no id", edit: { kind: "set", at, value: ["ppconform"] } },
    ]),
    inquiry("repeatedFileId", { control: template }, async (asked) => {
      const reply = await asked.ask(template, { kind: "set", at, value: [one, other, one] }, { strictness: "echo" });
      asked.answer(`${UNKNOWN}.repeatedFileId`, phrase`a list with one id twice is ${outcome(reply)}`, reply);
    }),
    inquiry("reusedFileId", { control: template }, async (asked) => {
      const edit: Edit = { kind: "set", at, value: [one] };
      const first = await asked.ask(template, edit);
      if (!first.accepted) return;
      const second = await asked.ask(template, edit);
      const observed = phrase`a second recipient with the same file is ${outcome(second)}`;
      asked.answer(`${UNKNOWN}.reusedFileId`, observed, second);
    }),
  ];
}

/** Ends of a partner's own id, by what they show: each id is unique by its beginning. */
const TAILS: Readonly<Record<string, string>> = {
  hyphen: "-aaaaaaa",
  underscore: "_aaaaaaa",
  "upper case": "AAAAAAAA",
  dot: "aaa.aaaa",
  slash: "aaa/aaaa",
  blank: "aaa aaaa",
  colon: "aaa:aaaa",
  Chinese: "aaa中aaaa",
};

function partnerIdCharacters(template: Template): CaseDraft {
  return inquiry("partnerIdCharacters", { tier: 2, control: template }, async (asked) => {
    const attempts: Attempt[] = [];
    for (const [name, tail] of Object.entries(TAILS)) {
      const value = `${asked.fresh(`characters ${name}`).slice(0, 20)}${tail}`;
      attempts.push(attempt(name, await asked.ask(template, { kind: "set", at: ["partner_recipient_id"], value })));
    }
    answerWith(asked, `${UNKNOWN}.partnerIdCharacters`, attempts);
  });
}

/** How a character beyond the Basic Multilingual Plane counts: 100 of them are 100 characters, or 200 in UTF-16. */
function counting(few: Reply, many: Reply): Observed {
  if (!few.accepted) return phrase`such characters are ${outcome(few)} in business_name`;
  if (many.accepted)
    return { value: "once", text: "it counts once: 100 of them fit into the 128 characters of business_name" };
  const { text } = outcome(many);
  return {
    value: "more than once",
    text: `it counts more than once: 100 of them in the 128 characters of business_name are ${text}`,
  };
}

/** Names that keep their length and say nothing. What comes back of them is not judged: a trimmed one has no length. */
function blankNames(template: Template): CaseDraft {
  return inquiry("blankNames", { control: template }, async (asked) => {
    const attempts: Attempt[] = [];
    for (const at of [["business_name"], ["payment_details", "bank_name"], ["payment_details", "account_name"]]) {
      const reply = await asked.ask(template, { kind: "set", at, value: "   " }, { strictness: "failures" });
      attempts.push(attempt(at.join("."), reply));
    }
    answerWith(asked, `${UNKNOWN}.blankNames`, attempts);
  });
}

function characterCounting(template: Template): CaseDraft {
  return inquiry("characterCounting", { tier: 2, control: template }, async (asked) => {
    const at = ["business_name"];
    const few = await asked.ask(template, { kind: "set", at, value: "𠮷".repeat(10) });
    const many = await asked.ask(template, { kind: "set", at, value: "𠮷".repeat(100) });
    asked.answer("unknown.characterCounting", counting(few, many), many);
  });
}

/** What is asked about recipient creation, beside payment details. */
export const recipientCreation: Exercise = inquiries("createRecipient", "creation", (target) => {
  const template = templateOf(target, "createRecipient", "bank");
  if (template === undefined) return [];
  return [
    ...requiredFields(template),
    businessType(template),
    blankNames(template),
    askingOf(`${UNKNOWN}.emptyObject`, template, answerEmptyObject),
    askingOf(`${UNKNOWN}.nullValues`, template, (asked, id) => answerNulls(asked, id, template, leftOut(template))),
    askingOf(`${UNKNOWN}.unknownFields`, template, answerUnknownField),
    duplicateIdOf(template, "recipient"),
    firstAnswer(template),
    ...fileIds(target, template),
    trialsOf(
      `${UNKNOWN}.websiteFormat`,
      1,
      template,
      values(["website"], "not a web address", "www.partner.example.com", "ftp://partner.example.com", "x"),
    ),
    trialsOf(
      `${UNKNOWN}.postCodeCharacters`,
      2,
      template,
      values(["address_info", "post_code"], "SW1A 1AA", "abc-123", "中文邮编", "#/%!"),
    ),
    partnerIdCharacters(template),
    characterCounting(template),
  ];
});
