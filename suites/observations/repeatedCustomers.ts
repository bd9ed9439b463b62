/** Customers, their ids and files where they come twice, and files that were never issued (section 2.4). */
import type { CaseDraft, Exercise } from "../../engine/check.js";
import { type Template, withTextsOf } from "../../generators/edits/edit.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { valueAt } from "../../schemas/json.js";
import { inquiries, inquiry } from "./observing.js";
import { extended, outcome, phrase } from "./texts.js";
import { duplicateIdOf, trialsOf } from "./trials.js";

const UNKNOWN = "unknown.createCustomer";
const IDENTITY = ["business_person_list", 0, "identification"] as const;
const FRONT = [...IDENTITY, "id_document_front_file_id"];
const BACK = [...IDENTITY, "id_document_back_file_id"];

function files(template: Template): CaseDraft[] {
  const front = valueAt(template.body ?? undefined, FRONT);
  if (typeof front !== "string" || front === "") return [];
  return [
    trialsOf(`${UNKNOWN}.unknownFileId`, 1, template, [
      {
        name: "an id like those that were issued",
        edit: { kind: "set", at: FRONT, value: unknownIdLike(front) },
      },
      {
        name: "a text that is like no id",
        edit: { kind: "set", at: ["business_details", "business_identifier_document_list"], value: ["ppconform"] },
      },
    ]),
    trialsOf(`${UNKNOWN}.repeatedFileId`, 2, template, [
      { name: "the front also as the back", edit: { kind: "set", at: BACK, value: front } },
    ]),
  ];
}

function duplicateBusiness(template: Template): CaseDraft {
  return inquiry("duplicateBusiness", { tier: 2, control: template }, async (asked) => {
    const own = withTextsOf(template, asked.fresh("business twice"));
    const first = await asked.ask(own, null);
    if (!first.accepted) return;
    const second = await asked.ask(own, null);
    const same = second.accepted && second.body.customer_id === first.body.customer_id;
    const went = extended(outcome(second), { same }, same ? " and gives the same customer" : "");
    asked.answer(`${UNKNOWN}.duplicateBusiness`, phrase`the same business under another partner id is ${went}`, second);
  });
}

/** What is asked about customers and files that come twice. */
export const repeatedCustomers: Exercise = inquiries("createCustomer", "repeated", (target) => {
  const [template] = target.templates.createCustomer;
  return template === undefined
    ? []
    : [...files(template), duplicateIdOf(template, "customer"), duplicateBusiness(template)];
});
