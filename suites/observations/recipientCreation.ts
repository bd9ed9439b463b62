/** What recipient creation does where sections 2.1 and 4.1 are silent. */

import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../engine/model.js";
import { type Edit, type Template, withTextsOf } from "../../generators/edits/edit.js";
import { optionalMembers } from "../../generators/templates/withoutOptional.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { inquiryCase, type Reply, templateOf } from "./observing.js";
import { gathered, outcome, shown } from "./texts.js";
import { emptyObjectCase, nullsCase, omissionCase, trialsCase, unknownFieldCase, values } from "./trials.js";

const OPEN = "unknown.createRecipient";

/** Left out one by one, to learn which fields must be sent. */
function requiredFields(template: Template): Case[] {
  return fieldTree("recipient-create.schema.json")
    .children.filter(({ required, path }) => !required && path !== "business_type")
    .map(({ path, location }) => omissionCase(`${OPEN}.required.${path}`, 1, template, location));
}

/** business_type left out: whether that is refused, and what comes back, is a conflict of the document as well. */
function businessType(template: Template): Case {
  return inquiryCase("createRecipient", "business_type", 1, template, async (inquiry) => {
    const reply = await inquiry.ask(template, { kind: "remove", at: ["business_type"] });
    const went = outcome(reply);
    const answer = reply.accepted ? "it may be left out" : "it must be sent";
    inquiry.answer(`${OPEN}.required.business_type`, `${answer}: a request without it is ${went}`, reply);
    const side = reply.accepted
      ? `is ${went} and shows business_type ${shown(reply.body.business_type)}`
      : `is ${went}`;
    inquiry.answer("conflict.createRecipient.businessType", `a creation without business_type ${side}`, reply);
  });
}

function duplicates(template: Template): Case {
  return inquiryCase("createRecipient", "duplicatePartnerId", 1, template, async (inquiry) => {
    const value = partnerId(inquiry.target.run, "twice", inquiry.execution.attempt);
    const edit = { kind: "set", at: ["partner_recipient_id"], value } as const;
    const own = withTextsOf(template, value);
    const first = await inquiry.ask(own, edit);
    if (!first.accepted) return;
    const second = await inquiry.ask(own, edit);
    const same = second.body.recipient_id === first.body.recipient_id;
    const what = second.accepted ? (same ? " and gives the same recipient again" : " and gives another recipient") : "";
    inquiry.answer(
      `${OPEN}.duplicatePartnerId`,
      `a second creation with the same id is ${outcome(second)}${what}`,
      second,
    );
  });
}

/** The service's own words about a recipient: its first status, its id, and the optional fields that were not sent. */
function firstAnswer(template: Template): Case {
  return inquiryCase("createRecipient", "first answer", 1, template, async (inquiry) => {
    const full = await inquiry.ask(template, null);
    if (!full.accepted) return;
    inquiry.answer(`${OPEN}.initialStatus`, `a new recipient is ${shown(full.body.status)}`, full);
    const id = full.body.recipient_id === undefined ? "lacks" : "has";
    inquiry.answer("conflict.createRecipient.recipientId", `a creation response ${id} recipient_id`, full);
    const fields: [string, string][] = [];
    let evidence: Reply | null = null;
    for (const name of optionalMembers(fieldTree("recipient-update.schema.json"))) {
      const less = await inquiry.ask(template, { kind: "remove", at: [name] });
      fields.push([name, less.accepted ? shown(less.body[name]) : "not told, as it must be sent"]);
      evidence = evidence === null || less.accepted ? less : evidence;
    }
    if (evidence !== null) inquiry.answer(`${OPEN}.fieldsNotSent`, gathered(fields), evidence);
  });
}

function fileIds(target: Target, template: Template): Case[] {
  const [one, other] = target.recipientFiles;
  if (one === undefined || other === undefined) return [];
  const at = ["file_id_list"];
  return [
    trialsCase(`${OPEN}.unknownFileId`, 1, template, [
      { label: "an id like those that were issued", edit: { kind: "set", at, value: [one, unknownIdLike(other)] } },
      { label: "a text that is like no id", edit: { kind: "set", at, value: ["ppconform"] } },
    ]),
    inquiryCase("createRecipient", "repeatedFileId", 1, template, async (inquiry) => {
      const reply = await inquiry.ask(template, { kind: "set", at, value: [one, other, one] }, { strictness: "echo" });
      inquiry.answer(`${OPEN}.repeatedFileId`, `a list with one id twice is ${outcome(reply)}`, reply);
    }),
    inquiryCase("createRecipient", "reusedFileId", 1, template, async (inquiry) => {
      const edit: Edit = { kind: "set", at, value: [one] };
      const first = await inquiry.ask(template, edit);
      if (!first.accepted) return;
      const second = await inquiry.ask(template, edit);
      inquiry.answer(`${OPEN}.reusedFileId`, `a second recipient with the same file is ${outcome(second)}`, second);
    }),
  ];
}

/** Characters of a partner's own id: each id is unique by its beginning. */
function partnerIdCharacters(template: Template): Case {
  const tails: readonly (readonly [string, string])[] = [
    ["hyphen", "-aaaaaaa"],
    ["underscore", "_aaaaaaa"],
    ["upper case", "AAAAAAAA"],
    ["dot", "aaa.aaaa"],
    ["slash", "aaa/aaaa"],
    ["blank", "aaa aaaa"],
    ["colon", "aaa:aaaa"],
    ["Chinese", "aaa中aaaa"],
  ];
  return inquiryCase("createRecipient", "partnerIdCharacters", 2, template, async (inquiry) => {
    const tried: [string, string][] = [];
    let evidence = null;
    for (const [label, tail] of tails) {
      const start = partnerId(inquiry.target.run, `characters ${label}`, inquiry.execution.attempt).slice(0, 20);
      const reply = await inquiry.ask(template, { kind: "set", at: ["partner_recipient_id"], value: start + tail });
      tried.push([label, outcome(reply)]);
      evidence = !reply.accepted || evidence === null ? reply : evidence;
    }
    if (evidence !== null) inquiry.answer(`${OPEN}.partnerIdCharacters`, gathered(tried), evidence);
  });
}

/** A character beyond the Basic Multilingual Plane, a hundred times: 100 characters, or 200 counted in UTF-16. */
function characterCounting(template: Template): Case {
  return inquiryCase("createRecipient", "characterCounting", 2, template, async (inquiry) => {
    const at = ["business_name"];
    const few = await inquiry.ask(template, { kind: "set", at, value: "𠮷".repeat(10) });
    const many = await inquiry.ask(template, { kind: "set", at, value: "𠮷".repeat(100) });
    const answer = !few.accepted
      ? `such characters are ${outcome(few)} in business_name`
      : many.accepted
        ? "it counts once: 100 of them fit into the 128 characters of business_name"
        : `it counts more than once: 100 of them in the 128 characters of business_name are ${outcome(many)}`;
    inquiry.answer("unknown.characterCounting", answer, many);
  });
}

const NULLED = [
  ["partner_recipient_id"],
  ["business_name"],
  ["business_type"],
  ["country_code"],
  ["website"],
  ["address_info"],
  ["payment_details"],
  ["file_id_list"],
  ["payment_details", "payment_method"],
  ["payment_details", "local_bank_code"],
  ["address_info", "address_line_1"],
  ["address_info", "address_line_2"],
  ["address_info", "city"],
  ["address_info", "state"],
  ["address_info", "post_code"],
];

/** The open points of recipient creation, except those of payment details. */
export function recipientCreationPoints(): CheckGroup {
  return group("createRecipient", [], (target) => {
    const template = templateOf(target, "createRecipient", "bank");
    if (template === undefined) return [];
    return [
      ...requiredFields(template),
      businessType(template),
      emptyObjectCase(`${OPEN}.emptyObject`, 1, template),
      nullsCase(`${OPEN}.nullValues`, 1, template, NULLED),
      unknownFieldCase(`${OPEN}.unknownFields`, 1, template),
      duplicates(template),
      firstAnswer(template),
      ...fileIds(target, template),
      trialsCase(
        `${OPEN}.websiteFormat`,
        1,
        template,
        values(["website"], "not a web address", "www.partner.example", "ftp://partner.example", "x"),
      ),
      trialsCase(
        `${OPEN}.postCodeCharacters`,
        2,
        template,
        values(["address_info", "post_code"], "SW1A 1AA", "abc-123", "中文邮编", "#/%!"),
      ),
      partnerIdCharacters(template),
      characterCounting(template),
    ];
  });
}
