/**
 * Whole payloads: what only a combination of values shows. Every field takes a random valid value at once, optional
 * fields come and go, customers have one to four persons.
 */
import fc from "fast-check";
import { excuseNames } from "../../../engine/adaptation/refusedCombinations.js";
import { type CaseDraft, type Cases, type Check, check, type Exercise } from "../../../engine/check.js";
import { sending } from "../../../engine/editCase.js";
import { successText } from "../../../engine/expectations.js";
import type { Profile } from "../../../engine/model.js";
import type { Template } from "../../../generators/edits/edit.js";
import type { EditSet } from "../../../generators/edits/fieldEdits.js";
import { insideOf, keptBy, mustBeAccepted } from "../../../generators/edits/keywords.js";
import { placesOf } from "../../../generators/fieldPlaces.js";
import { ruleOn } from "../../../generators/referee.js";
import { meeting } from "../../../generators/templates/accountRequirements.js";
import { freshTextsIn } from "../../../generators/texts/freshTexts.js";
import { hash32 } from "../../../generators/texts/partnerId.js";
import type { ValueKind } from "../../../schemas/facts.js";
import { type Field, fieldTree, ITEM, isOpen, walk } from "../../../schemas/fieldTree.js";
import { isObject, type Json, type JsonObject, type Pointer, valueAt, withValueAt } from "../../../schemas/json.js";
import { type BodyOperation, OPERATIONS } from "../../../schemas/operations.js";
import { openRequests } from "../errors/noServerError.js";

const COMBINATIONS: Readonly<Record<Profile, number>> = { smoke: 1, standard: 16, deep: 200 };

/** What is combined of a field, where a value is accepted for certain. */
const COMBINED: ReadonlySet<string> = new Set([
  "enum",
  "minLength",
  "maxLength",
  "pattern",
  "text",
  "format",
  "number",
]);

/**
 * Fields whose values stand for something, depend on others, or select a variant: they stay as the template has them. A
 * payment network settles in its own currencies and by its own methods, and has its own addresses, which the document
 * leaves open.
 */
function isFixed({ isDiscriminator, kind, goesWith, children }: Field): boolean {
  const holds = children.find(({ name }) => name === ITEM)?.kind ?? kind;
  return isDiscriminator || goesWith === "network" || (holds !== null && FIXED_KINDS.has(holds));
}

const FIXED_KINDS: ReadonlySet<ValueKind> = new Set<ValueKind>([
  "network",
  "swiftCode",
  "currencyCode",
  "fileId",
  "partnerId",
]);

/** One random valid value for a field of a body, or undefined to leave the field out. */
function valueFor(field: Field, at: Pointer, body: JsonObject, seed: number): Json | undefined {
  const current = valueAt(body, at) ?? null;
  // A SEPA account may need an IBAN, which a random number is not.
  if (field.kind === "accountNumber" && valueAt(body, ["payment_details", "network"]) === "SEPA") return current;
  if (field.absence === "optional" && seed % 4 === 0) return undefined;
  const candidates = keptBy(field)
    .filter(({ name }) => COMBINED.has(name))
    // Where more than the type may be checked, free text is kept to fields that hold free text.
    .filter((edits) => mustBeAccepted(field, edits) || (edits.name === "text" && field.kind === "words"))
    .flatMap((edits) => {
      const { enumerated, random } = insideOf(edits, { field, at, current, files: [] }) ?? NO_EDITS;
      return [
        ...enumerated.map((edit) => () => edit),
        ...(random === null ? [] : [0, 1].map((index) => () => fc.sample(random, { seed, numRuns: 2 })[index])),
      ];
    });
  const edit = candidates[seed % Math.max(1, candidates.length)]?.();
  return edit?.kind === "set" ? edit.value : current;
}

const NO_EDITS: EditSet = { enumerated: [], random: null };

/** A body in which every field has a random valid value; the same seed gives the same body. */
function combinedBody(operation: BodyOperation, template: Template, seed: number): JsonObject {
  const { body } = template;
  if (body === null) return {};
  let combined: JsonObject = body;
  const put = (at: Pointer, value: Json | undefined): void => {
    const changed = withValueAt(combined, at, value);
    if (isObject(changed)) combined = changed;
  };
  for (const field of walk(fieldTree(OPERATIONS[operation].requestSchema))) {
    if (field.path === "" || isFixed(field)) continue;
    const isWhole = field.type === "object" || field.type === "array";
    if (isWhole && field.absence !== "optional") continue;
    for (const { at } of placesOf(field, [{ ...template, body: combined }])) {
      if (!isWhole) put(at, valueFor(field, at, body, hash32(`${seed} ${field.path} ${at.join()}`)));
      else if (hash32(`${seed} ${field.path}`) % 5 === 0) put(at, undefined);
    }
  }
  return meeting(combined, isInOwnName(body) ? { ownName: true } : undefined);
}

/** Whether the account of a template is in the name of the business, as a service may ask for. */
function isInOwnName(body: JsonObject): boolean {
  const name = valueAt(body, ["business_name"]);
  return name !== undefined && name === valueAt(body, ["payment_details", "account_name"]);
}

/** Fully random valid payloads, each confirmed by the referee. */
function combinationCases(operation: BodyOperation, isCertain: boolean): Cases {
  const { requestSchema } = OPERATIONS[operation];
  return (target) => {
    const templates = target.templates[operation];
    return Array.from({ length: COMBINATIONS[target.profile] }, (_, index): CaseDraft[] => {
      const template = templates[index % templates.length];
      if (template === undefined) return [];
      const body = combinedBody(operation, template, hash32(`${target.seed} combination ${operation} ${index}`));
      const whole = template.freshField === null ? body : { ...body, [template.freshField]: "x".repeat(24) };
      if (!ruleOn(requestSchema, whole).valid) return [];
      const draft = sending({
        tier: index,
        template: {
          ...template,
          id: `${template.id} combination ${index}${target.round ?? ""}`,
          body,
          // Two combinations may spread one value.
          freshTexts: freshTextsIn(body, template.freshTexts ?? []),
        },
        edit: null,
        expect: { kind: isCertain ? "accept" : "observe" },
        message: "A request in which every value is valid is not accepted",
        echo: true,
        response: true,
        excuse: excuseNames,
      });
      return [{ ...draft, drawn: true }];
    }).flat();
  };
}

/**
 * Fully random valid payloads are accepted, and come back as they were sent. Where the document shows no limits of a
 * body's values, a payload may be refused: then only what comes back is judged.
 */
export function combinations(operation: Exclude<BodyOperation, "uploadFile">): Check | Exercise {
  if (isOpen(fieldTree(OPERATIONS[operation].requestSchema), "limits"))
    return openRequests(operation, "combination", combinationCases(operation, false));
  return check(`${operation}/accepts/combinations`, {
    title: "Any combination of valid values is accepted",
    sends: "payloads in which every field has a random valid value",
    expects: successText(operation),
    cases: combinationCases(operation, true),
  });
}
