/** Which customer fields must be sent, and how long their texts may be (section 2.4 shows neither). */

import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Template } from "../../generators/edits/edit.js";
import { verb } from "../../reports/visible.js";
import { type Field, fieldTree, ITEM, walk } from "../../schemas/fieldTree.js";
import { isObject, type Json, type Pointer, valueAt, withValueAt } from "../../schemas/json.js";
import { type Inquiry, inquiries, inquiry, type Reply } from "./observing.js";
import {
  type Attempt,
  answerEmptyObject,
  answerNulls,
  answerOmission,
  answerUnknownField,
  answerWith,
  askingOf,
  attempt,
  tryAll,
} from "./trials.js";

const UNKNOWN = "unknown.createCustomer";
/** Characters that a text is tried with: none, very few, many, very many. */
const LENGTHS = [0, 1, 256, 2000];
/** One of every few leaves is enough to see what null does. */
const NULL_STEP = 4;

/** A field's place in a body, in the first item of a list. */
function placeOf({ location }: Field): Pointer {
  return location.map((step) => (step === ITEM ? 0 : step));
}

function topicOf(path: string): string {
  return path.replaceAll(ITEM, "");
}

function isText({ type, rules, name }: Field): boolean {
  return type === "string" && rules.format === undefined && name !== ITEM;
}

/** A text of so many characters; what the template holds is repeated, so that its kind of characters stays. */
function textOf(current: Json | undefined, length: number): string {
  const seed = typeof current === "string" && current !== "" ? current : "x";
  return seed.repeat(Math.ceil(length / seed.length)).slice(0, length);
}

async function withLength(
  asked: Inquiry,
  template: Template,
  fields: readonly Field[],
  length: number,
): Promise<Reply> {
  let body: Json = template.body ?? {};
  for (const field of fields) {
    const at = placeOf(field);
    body = withValueAt(body, at, textOf(valueAt(template.body ?? undefined, at), length));
  }
  return asked.ask({ ...template, body: isObject(body) ? body : {} }, null);
}

/** All texts of a group at once; where that is refused, one after the other. */
function lengthsOf(parent: Field, template: Template): CaseDraft {
  const unknownId = `${UNKNOWN}.lengths.${topicOf(parent.path)}`;
  // File ids are no texts of the partner's own.
  const texts = parent.children.filter((field) => isText(field) && field.kind !== "fileId");
  return inquiry(unknownId, { tier: 2, control: template }, async (asked) => {
    const attempts: Attempt[] = [];
    let evidence: Reply | undefined;
    for (const length of LENGTHS) {
      const together = await withLength(asked, template, texts, length);
      if (evidence === undefined || !together.accepted) evidence = together;
      if (together.accepted) {
        attempts.push(attempt(characters(length), together));
        continue;
      }
      for (const field of texts) {
        const reply = await withLength(asked, template, [field], length);
        attempts.push(attempt(`${field.name} with ${characters(length)}`, reply));
      }
    }
    answerWith(asked, unknownId, attempts, evidence);
  });
}

function characters(length: number): string {
  return `${length} ${verb(length, "character", "characters")}`;
}

/** The partner's own id has to be new each time, also when it is short. */
function partnerIdLengths(template: Template): CaseDraft {
  const unknownId = `${UNKNOWN}.lengths.partner_customer_id`;
  return inquiry(unknownId, { tier: 2, control: template }, async (asked) => {
    const trials = [8, 19, 20, 64, 65, 256].map((length) => {
      const value = asked.fresh(`length ${length}`).slice(8).padEnd(length, "x").slice(0, length);
      return { name: characters(length), edit: { kind: "set", at: ["partner_customer_id"], value } } as const;
    });
    answerWith(asked, unknownId, await tryAll(asked, template, trials));
  });
}

/** What is asked of each customer field or group of fields. */
export const customerFields: Exercise = inquiries("createCustomer", "fields", (target) => {
  const [template] = target.templates.createCustomer;
  if (template === undefined) return [];
  const root = fieldTree("customer-create.schema.json");
  const fields = [...walk(root)].filter(({ path, name }) => path !== "" && name !== ITEM);
  const leaves = fields.filter(({ children }) => children.length === 0);
  const nulled = [...root.children, ...leaves.filter((_, index) => index % NULL_STEP === 0)];
  return [
    ...fields.map((field) =>
      askingOf(
        `${UNKNOWN}.required.${topicOf(field.path)}`,
        template,
        answerOmission(placeOf(field)),
        root.children.includes(field) && field.children.length > 0 ? 0 : undefined,
      ),
    ),
    askingOf(`${UNKNOWN}.emptyObject`, template, answerEmptyObject),
    askingOf(`${UNKNOWN}.nullValues`, template, (asked, id) =>
      answerNulls(asked, id, template, [...new Set(nulled)].map(placeOf)),
    ),
    askingOf(`${UNKNOWN}.unknownFields`, template, answerUnknownField),
    partnerIdLengths(template),
    ...[...walk(root)]
      .filter((field) => field.path !== "" && field.children.some(isText))
      .map((field) => lengthsOf(field, template)),
  ];
});
