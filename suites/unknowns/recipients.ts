/** What recipient creation accepts and shows where sections 1, 2.1 and 4.1 are silent. */
import type { Observed } from "../../engine/judge/observations.js";
import type { Template } from "../../generators/edits/edit.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { fieldTree, optionalMembers } from "../../schemas/fieldTree.js";
import { templateOf } from "../recipientTemplates.js";
import {
  type Ask,
  type Attempt,
  answerWith,
  anyBody,
  attempt,
  controlled,
  createsTwice,
  itself,
  leavesOut,
  leftOut,
  needing,
  nulls,
  omission,
  type Rows,
  seen,
  sends,
  setting,
  told,
  trials,
  tries,
  unknowns,
  values,
  written,
} from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import { extended, fieldSeen, type Outcome, outcome, phrase } from "./words.js";

const POST_CODE = "address_info.post_code";

/** Fields left out one by one, to learn which must be sent. */
const required: Rows<Template> = Object.fromEntries(
  fieldTree("recipient-create.schema.json")
    .children.filter(({ required, path }) => !required && path !== "business_type")
    .map(({ path, location }) => [`unknown.createRecipient.required.${path}`, leavesOut(location)]),
);

/** A creation without business_type: whether that is refused, and what comes back, is a conflict of the document as well. */
async function withoutBusinessType(asked: Inquiry, template: Template): Promise<{ reply: Reply }> {
  return { reply: await asked.ask(template, { kind: "remove", at: ["business_type"] }) };
}

function businessTypeShown(reply: Reply): Observed {
  const went = outcome(reply);
  const shown = fieldSeen("shows", reply.body.business_type);
  const side = reply.accepted ? extended(went, shown.value, ` and shows business_type ${shown.text}`) : went;
  return phrase`a creation without business_type is ${side}`;
}

async function newRecipient(asked: Inquiry, template: Template): Promise<{ reply: Reply } | null> {
  const reply = await asked.ask(template, null);
  return reply.accepted ? { reply } : null;
}

function recipientIdShown({ body: { recipient_id: id } }: Reply): Observed {
  const has = id !== undefined;
  return { value: { has }, text: `a creation response ${has ? "has" : "lacks"} recipient_id` };
}

/** What an answer shows of each optional field that was not sent. */
const fieldsNotSent = controlled(async (asked, id, template) => {
  const attempts: Attempt[] = [];
  for (const name of optionalMembers(fieldTree("recipient-update.schema.json"))) {
    const less = await asked.ask(template, { kind: "remove", at: [name] });
    const untold: Observed = { value: null, text: "not known, as it must be sent" };
    attempts.push(attempt(name, less, less.accepted ? fieldSeen("shows", less.body[name]) : untold));
  }
  const accepted = attempts.findLast(({ reply }) => reply.accepted) ?? attempts[0];
  answerWith(asked, id, attempts, accepted?.reply);
});

function withFiles(ask: Ask<Template>): Ask<Template> {
  return needing(({ references }, template) => (references.length < 2 ? null : template), ask);
}

const repeatedFileId = controlled(async (asked, id, template) => {
  const [one = "", other = ""] = asked.target.references;
  const reply = await asked.ask(template, setting("file_id_list", [one, other, one]), { strictness: "echo" });
  asked.answer(id, told("a list with one id twice is")(reply), reply);
});

const reusedFileId = controlled(async (asked, id, template) => {
  const edit = setting("file_id_list", asked.target.references.slice(0, 1));
  const first = await asked.ask(template, edit);
  if (!first.accepted) return;
  const second = await asked.ask(template, edit);
  asked.answer(id, told("a second recipient with the same file is")(second), second);
});

/** Endings of a partner's own id, by what they show: each id is unique by its beginning. */
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

const partnerIdCharacters = controlled(async (asked, id, template) => {
  const attempts: Attempt[] = [];
  for (const [name, tail] of Object.entries(TAILS)) {
    const value = `${asked.fresh(`characters ${name}`).slice(0, 20)}${tail}`;
    attempts.push(attempt(name, await asked.ask(template, setting("partner_recipient_id", value))));
  }
  answerWith(asked, id, attempts);
}, 2);

/** Names of valid length without content. What comes back is not judged: a trimmed one has no length. */
const blankNames = controlled(async (asked, id, template) => {
  const attempts: Attempt[] = [];
  for (const path of ["business_name", "payment_details.bank_name", "payment_details.account_name"])
    attempts.push(attempt(path, await asked.ask(template, setting(path, "   "), { strictness: "failures" })));
  answerWith(asked, id, attempts);
});

/** How a character beyond the Basic Multilingual Plane counts: 100 of them are 100 characters, or 200 in UTF-16. */
const characterCounting = controlled(async (asked, id, template) => {
  const few = await asked.ask(template, setting("business_name", "𠮷".repeat(10)));
  const many = await asked.ask(template, setting("business_name", "𠮷".repeat(100)));
  asked.answer(id, counted(few, many), many);
}, 2);

function counted(few: Reply, many: Reply): Observed {
  if (!few.accepted) return phrase`such characters are ${outcome(few)} in business_name`;
  if (many.accepted)
    return { value: "once", text: "it counts once: 100 of them fit into the 128 characters of business_name" };
  const text = `it counts more than once: 100 of them in the 128 characters of business_name are ${outcome(many).text}`;
  return { value: "more than once", text };
}

/** Content-Types of a JSON body; null for none. */
const CONTENT_TYPES: Readonly<Record<string, string | null>> = {
  "application/json; charset=utf-8": "application/json; charset=utf-8",
  "text/plain": "text/plain",
  "application/x-www-form-urlencoded": "application/x-www-form-urlencoded",
  "application/octet-stream": "application/octet-stream",
  none: null,
};

const NAMED_TWICE = written("business_name three times", (json) =>
  json.replace(/^\{/, '{"business_name":"The first of two",').replace(/\}$/, ',"business_name":"The last of two"}'),
);

/** Which of several members with the same name counts. */
function whichCounts(reply: Reply): Outcome {
  const went = outcome(reply);
  const { business_name: name } = reply.body;
  const counts = name === "The first of two" ? "first" : name === "The last of two" ? "last" : null;
  return counts === null ? went : extended(went, { counts }, `, the ${counts} counts`);
}

const LARGE = written("1 MiB of blanks in the body", (json) => json.replace(/^\{/, `{${" ".repeat(1024 * 1024)}`));

/** What is asked about recipient creation, besides payment details. */
export const recipients = unknowns("createRecipient", (target) => templateOf(target, "createRecipient", "bank"), {
  ...required,
  ...seen(
    withoutBusinessType,
    {
      "unknown.createRecipient.required.business_type": ({ reply }) => omission(reply),
      "conflict.createRecipient.businessType": ({ reply }) => businessTypeShown(reply),
    },
    itself,
  ),
  "unknown.createRecipient.blankNames": blankNames,
  ...anyBody("createRecipient"),
  "unknown.createRecipient.nullValues": nulls(leftOut),
  "unknown.createRecipient.duplicatePartnerId": createsTwice("recipient"),
  ...seen(
    newRecipient,
    {
      "unknown.createRecipient.initialStatus": ({ reply }) =>
        phrase`a new recipient is ${fieldSeen("status", reply.body.status)}`,
      "conflict.createRecipient.recipientId": ({ reply }) => recipientIdShown(reply),
    },
    itself,
  ),
  "unknown.createRecipient.fieldsNotSent": fieldsNotSent,
  "unknown.createRecipient.unknownFileId": trials((_, { references: [one, other] }) =>
    one === undefined || other === undefined
      ? []
      : values("file_id_list", {
          "an id like those that were issued": [one, unknownIdLike(other)],
          "a text that is like no id": ["ppconform"],
        }),
  ),
  "unknown.createRecipient.repeatedFileId": withFiles(repeatedFileId),
  "unknown.createRecipient.reusedFileId": withFiles(reusedFileId),
  "unknown.createRecipient.websiteFormat": tries("website", [
    "not a web address",
    "www.partner.example.com",
    "ftp://partner.example.com",
    "x",
  ]),
  "unknown.createRecipient.postCodeCharacters": tries(POST_CODE, ["SW1A 1AA", "abc-123", "中文邮编", "#/%!"], 2),
  "unknown.createRecipient.partnerIdCharacters": partnerIdCharacters,
  "unknown.characterCounting": characterCounting,
  "unknown.requestMediaType": trials(
    Object.entries(CONTENT_TYPES).map(([name, value]) => ({
      name,
      edit: { kind: "header", name: "Content-Type", value },
    })),
  ),
  "unknown.repeatedObjectKeys": sends(NAMED_TWICE, whichCounts, { tier: 2 }),
  // A gateway in front of the service may stop a large body, in its own words.
  "unknown.largestBody": sends(LARGE, told("a body of 1 MiB, most of it blanks, is"), {
    tier: 2,
    strictness: "nothing",
  }),
});
