/** Which customer fields must be sent, and how long their texts may be (section 2.4 shows neither). */

import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup } from "../../engine/model.js";
import type { Template } from "../../generators/edits/edit.js";
import { type Json, type Pointer, valueAt, withValueAt } from "../../generators/json.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { verb } from "../../reports/visible.js";
import { type Field, fieldTree, ITEM, walk } from "../../schemas/fieldTree.js";
import { type Inquiry, inquiryCase, type Reply } from "./observing.js";
import { gathered, outcome } from "./texts.js";
import { emptyObjectCase, nullsCase, omissionCase, unknownFieldCase } from "./trials.js";

const OPEN = "unknown.createCustomer";
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
  inquiry: Inquiry,
  template: Template,
  fields: readonly Field[],
  length: number,
): Promise<Reply> {
  let body: Json = template.body ?? {};
  for (const field of fields) {
    const at = placeOf(field);
    body = withValueAt(body, at, textOf(valueAt(template.body ?? undefined, at), length));
  }
  const changed = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
  return inquiry.ask({ ...template, body: changed }, null);
}

/** All texts of a group at once; where that is refused, one after the other. */
function lengthsCase(parent: Field, template: Template): Case {
  const unknownId = `${OPEN}.lengths.${topicOf(parent.path)}`;
  // File ids are no texts of the partner's own.
  const texts = parent.children.filter((field) => isText(field) && field.kind !== "fileId");
  return inquiryCase("createCustomer", unknownId, 2, template, async (inquiry) => {
    const tried: [string, string][] = [];
    let evidence: Reply | null = null;
    for (const length of LENGTHS) {
      const together = await withLength(inquiry, template, texts, length);
      evidence = evidence === null || !together.accepted ? together : evidence;
      if (together.accepted) {
        tried.push([characters(length), outcome(together)]);
        continue;
      }
      for (const field of texts) {
        const reply = await withLength(inquiry, template, [field], length);
        tried.push([`${field.name} with ${characters(length)}`, outcome(reply)]);
      }
    }
    if (evidence !== null) inquiry.answer(unknownId, gathered(tried), evidence);
  });
}

function characters(length: number): string {
  return `${length} ${verb(length, "character", "characters")}`;
}

/** The partner's own id has to be new each time, also when it is short. */
function partnerIdLengths(template: Template): Case {
  const unknownId = `${OPEN}.lengths.partner_customer_id`;
  return inquiryCase("createCustomer", unknownId, 2, template, async (inquiry) => {
    const tried: [string, string][] = [];
    let evidence: Reply | null = null;
    for (const length of [8, 19, 20, 64, 65, 256]) {
      const unique = partnerId(inquiry.target.run, `length ${length}`, inquiry.execution.attempt).slice(8);
      const value = unique.padEnd(length, "x").slice(0, length);
      const reply = await inquiry.ask(template, { kind: "set", at: ["partner_customer_id"], value });
      tried.push([characters(length), outcome(reply)]);
      evidence = evidence === null || !reply.accepted ? reply : evidence;
    }
    if (evidence !== null) inquiry.answer(unknownId, gathered(tried), evidence);
  });
}

/** The open points that hold for each customer field or group of fields. */
export function customerFieldPoints(): CheckGroup {
  return group("createCustomer", [], (target) => {
    const [template] = target.templates.createCustomer;
    if (template === undefined) return [];
    const root = fieldTree("customer-create.schema.json");
    const fields = [...walk(root)].filter(({ path, name }) => path !== "" && name !== ITEM);
    const leaves = fields.filter(({ children }) => children.length === 0);
    const nulled = [...root.children, ...leaves.filter((_, index) => index % NULL_STEP === 0)];
    return [
      ...fields.map((field) => omissionCase(`${OPEN}.required.${topicOf(field.path)}`, 1, template, placeOf(field))),
      emptyObjectCase(`${OPEN}.emptyObject`, 1, template),
      nullsCase(`${OPEN}.nullValues`, 1, template, [...new Set(nulled)].map(placeOf)),
      unknownFieldCase(`${OPEN}.unknownFields`, 1, template),
      partnerIdLengths(template),
      ...[...walk(root)]
        .filter((field) => field.path !== "" && field.children.some(isText))
        .map((field) => lengthsCase(field, template)),
    ];
  });
}
