/** Values that break one rule of a field, and no other, are refused (sections 2.1 to 2.4, 4.3 and 8). */
import { type CaseDraft, type Check, check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { refusalText } from "../../../engine/judge/expectations.js";
import { valuesOf } from "../../../engine/judge/failureText.js";
import type { Edit, Template } from "../../../generators/edits/edit.js";
import { brokenBy, outsideOf } from "../../../generators/edits/keywords.js";
import { breaksExactly } from "../../../generators/referee.js";
import { unusualTemplates } from "../../../generators/templates/unusualTemplates.js";
import { type Field, fieldTree, walk } from "../../../schemas/fieldTree.js";
import { groupedBy } from "../../../schemas/groups.js";
import { valueAt, withValueAt } from "../../../schemas/json.js";
import { type BodyOperation, OPERATION_IDS, OPERATIONS } from "../../../schemas/operations.js";
import { fieldCases } from "../fieldCases.js";
import { onUnusedFiles } from "../unusedFiles.js";

/** The place of each field of all request bodies among those of its kind, in the order of the document. */
const RANKS: ReadonlyMap<Field, number> = new Map(
  [
    ...groupedBy(
      Object.values(OPERATIONS).flatMap(({ requestSchema }) => [
        ...(requestSchema ? walk(fieldTree(requestSchema)) : []),
      ]),
      ({ type, kind, rules }) => `${kind ?? type} ${rules.enum === undefined}`,
    ).values(),
  ].flatMap((alike) => alike.map((field, index) => [field, index] as const)),
);

/** The most digits of a number that JavaScript writes without an exponent. */
const MOST_DIGITS = 21;

/**
 * The digits of a longer number, where the text may be made up of digits: a service that takes numbers for texts may keep them all,
 * and nothing else is wrong then.
 */
function longNumber(
  operation: BodyOperation,
  { path, rules, location }: Field,
  templates: readonly Template[],
): CaseDraft[] {
  const { minLength = 0, pattern } = rules;
  const digits = "1234567890".repeat(MOST_DIGITS).slice(0, minLength + 2);
  if (minLength <= MOST_DIGITS || pattern === undefined || !new RegExp(pattern, "u").test(digits)) return [];
  const template = templates.find(({ body }) => typeof valueAt(body ?? undefined, location) === "string");
  if (template === undefined) return [];
  const render = (json: string): string => {
    const mark = JSON.stringify(`number of ${operation}`);
    return JSON.stringify(withValueAt(JSON.parse(json), location, JSON.parse(mark))).replace(mark, digits);
  };
  const label = `${path} is the number ${digits}`;
  const edit: Edit = { kind: "raw", render, contentType: "application/json", label };
  const message = valuesOf(path, "a number of many digits");
  return [sending({ tier: 1, template, edit, expect: { kind: "refuse" }, message })];
}

/** One check for each rule of a request body's field that a separate request can break. */
export function fieldRules(operation: BodyOperation, field: Field): Check[] {
  const { requestSchema } = OPERATIONS[operation];
  const { path } = field;
  return brokenBy(field).map((edits) => {
    const words = edits.outside.words(field);
    const about = edits.name === "required" ? { subject: operation, object: words } : valuesOf(path, words);
    const id = `${operation}/refuses/${path}.${edits.name}` as const;
    return check(id, {
      title: `${about.subject} refuses ${words}`,
      sends: edits.name === "required" ? words : `accepted requests in which only ${path} differs: ${words}`,
      expects: refusalText(operation),
      statements: [`${operation}.request.${path}.${edits.name}`],
      field,
      keyword: edits.name,
      cases: (target, lastTier) => {
        const templates = target.templates[operation];
        const drafts = fieldCases(
          target,
          {
            field,
            templates: [...templates, ...unusualTemplates(templates)],
            name: id,
            editsAt: (edited) => outsideOf(edits, edited),
            side: "outside",
            turn: OPERATION_IDS.indexOf(operation),
            rank: RANKS.get(field),
            // Careless code checks a rule under one condition: for one network, for a company, with an address.
            kindOf: ({ template }) => template.id,
            // With some networks all but a few values may be refused, whatever is wrong with them.
            allAtFirst: field.goesWith === "network",
            confirms: (body) => breaksExactly(requestSchema, body, path, edits.name),
            send: (_, tier) => ({ tier, expect: { kind: "refuse" }, message: about }),
          },
          lastTier,
        );
        const numbers = edits.name === "type" ? longNumber(operation, field, templates) : [];
        return [...drafts, ...numbers, ...onUnusedFiles(operation, `refuses/${path}.${edits.name}`, target)];
      },
    });
  });
}
