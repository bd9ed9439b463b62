/**
 * The rules of a request body, each from both sides: values just inside are accepted, values just outside are refused.
 * Walks the operation's request schema (sections 2.1 to 2.4 and 4.3).
 */

import { excuseOf } from "../../engine/adaptation/refusedCombinations.js";
import { checkOf, group } from "../../engine/checkGroup.js";
import { editCase } from "../../engine/editCase.js";
import type { Case, CheckDefinition, CheckGroup, Profile, Target } from "../../engine/model.js";
import { shrinkable } from "../../engine/shrinking.js";
import { type Edit, materialise, type Template } from "../../generators/edits/edit.js";
import { kindOfPlace, spread } from "../../generators/edits/spread.js";
import { isCode, type ValidAspect, validEdits } from "../../generators/edits/valid.js";
import { impliedRules, violatingEdits } from "../../generators/edits/violating.js";
import { type FieldPlace, placesOf } from "../../generators/fieldPlaces.js";
import { valueAt } from "../../generators/json.js";
import { breaksExactly, ruleOn } from "../../generators/referee.js";
import { bareTemplates } from "../../generators/templates/bareTemplates.js";
import { hash32, partnerId } from "../../generators/texts/partnerId.js";
import { type Field, fieldTree, keywordsOf, walk } from "../../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";

/** What the document says of an operation's fields beyond their rules. */
export interface RequestFieldOptions {
  /** Paths of the fields that the document calls optional. */
  readonly optional: readonly string[];
  /** Which valid values must be accepted. */
  readonly acceptedAspects: readonly ValidAspect[];
  /** Valid values that may be refused, because the document is silent about more rules: only their echo is judged. */
  readonly echoedAspects: readonly ValidAspect[];
}

/** Random cases for each rule. */
const RANDOM_CASES: Readonly<Record<Profile, number>> = { smoke: 0, standard: 1, deep: 24 };

const KEYWORD_TITLES: Readonly<Record<string, string>> = {
  type: "of another JSON type",
  enum: "outside its list of values",
  minLength: "shorter than the minimum",
  maxLength: "longer than the maximum",
  pattern: "with characters or a shape that is not allowed",
  format: "that is no date-time",
  maxItems: "with more items than allowed",
  required: "left out",
};

const ASPECT_TITLES: Readonly<Record<ValidAspect, string>> = {
  enum: "each listed value",
  minLength: "its shortest values",
  maxLength: "its longest values",
  pattern: "every allowed kind of character and shape",
  format: "the same instant in other notations",
  text: "text with characters that no rule forbids",
  optional: "left out, as the document allows",
  empty: "empty, as the document allows",
  maxItems: "the documented numbers of items",
  number: "amounts of several sizes and decimals",
  padded: "a space at its beginning or end",
  precise: "amounts with many digits",
  repeated: "one entry twice",
  instant: "days that calendars are wrong about",
  code: "codes of several countries or currencies",
};

const FREE_ASPECTS: Readonly<Record<string, readonly string[]>> = {
  format: ["format"],
  enum: ["enum"],
  minLength: ["minLength"],
  maxLength: ["maxLength"],
  pattern: ["pattern"],
  maxItems: ["maxItems"],
};

/** The keywords of a field that a case of its own can break. */
export function refusedKeywords(field: Field): readonly string[] {
  const implied = new Set<string>(impliedRules(field).map(({ keyword }) => keyword));
  return keywordsOf(field).filter((keyword) => keyword !== "idPrefix" && !implied.has(keyword));
}

/** The aspects of a field that can be looked at, from its rules alone. */
function aspectsOf(field: Field, optional: boolean): ValidAspect[] {
  const { rules } = field;
  const aspects: ValidAspect[] = [];
  const currency = field.path.endsWith("account_currency");
  if (rules.enum !== undefined) aspects.push("enum");
  else if (field.type === "string") {
    if (rules.minLength !== undefined) aspects.push("minLength");
    if (rules.maxLength !== undefined && !currency) aspects.push("maxLength");
    if (rules.pattern !== undefined) aspects.push("pattern");
    else if (rules.format !== undefined) aspects.push("format", "instant");
    else if (!/_id$|currency$/.test(field.path) && !field.path.endsWith("[]")) aspects.push("text", "padded");
    if (isCode(field)) aspects.push("code");
    if (rules.mayBeEmpty === true || (rules.minLength === undefined && rules.maxLength !== undefined))
      aspects.push("empty");
  } else if (field.type === "number") aspects.push("number", "precise");
  else if (field.path === "file_id_list") aspects.push("maxItems", "empty");
  else if (field.path === "address_info") aspects.push("empty");
  if (field.type === "array" && field.children[0]?.type === "string") aspects.push("repeated");
  if (optional) aspects.push("optional");
  return aspects;
}

function definitionsOf(operation: OperationId, field: Field, options: RequestFieldOptions): CheckDefinition[] {
  const at = { section: field.section };
  const base = `${operation}.request.${field.path}`;
  const refuses = refusedKeywords(field).map((keyword) =>
    checkOf(operation, "refuses", {
      ...at,
      rule: `${field.path}.${keyword}`,
      title: `${field.path} ${KEYWORD_TITLES[keyword] ?? keyword} is refused`,
      sends: `an accepted request in which only ${field.path} is ${KEYWORD_TITLES[keyword] ?? keyword}`,
      expects:
        OPERATIONS[operation].refusalStatus === null ? "a 4xx status other than 401, 403, 404 and 405" : "status 400",
      statements: [`${base}.${keyword}`],
    }),
  );
  const aspects = aspectsOf(field, options.optional.includes(field.path));
  const accepts = aspects
    .filter((aspect) => mustBeAccepted(field, aspect, options))
    .map((aspect) =>
      checkOf(operation, "accepts", {
        ...at,
        rule: `${field.path}.${aspect}`,
        title: `${field.path} is accepted with ${ASPECT_TITLES[aspect]}`,
        sends: `an accepted request in which only ${field.path} has ${ASPECT_TITLES[aspect]}`,
        expects: OPERATIONS[operation].successStatus === null ? "a 2xx status" : "status 200",
        statements: (FREE_ASPECTS[aspect] ?? ["type"]).map((keyword) => `${base}.${keyword}`),
      }),
    );
  return [...refuses, ...accepts];
}

/** Fields whose characters or format the document leaves open, though it bounds their length. */
const OPEN_CHARACTERS = /(^|\.)(website|post_code|local_bank_code)$/;

/** Whether a valid value must be taken: nothing that the document leaves open could be a reason to refuse it. */
export function mustBeAccepted(
  field: Field,
  aspect: ValidAspect,
  options: Pick<RequestFieldOptions, "acceptedAspects">,
): boolean {
  if (aspect === "text" && OPEN_CHARACTERS.test(field.path)) return false;
  if (aspect === "empty" && field.path === "website") return false;
  // Which currencies are paid is open: that a template's own is accepted is all that can be asked.
  if (field.path.endsWith(".account_currency")) return false;
  return options.acceptedAspects.includes(aspect);
}

/** The edits of a place are the same for each of its rules: they are made once. */
function memoised<T>(make: (place: FieldPlace) => T): (place: FieldPlace) => T {
  const made = new Map<FieldPlace, T>();
  return (place) => {
    let edits = made.get(place);
    if (edits === undefined) {
      edits = make(place);
      made.set(place, edits);
    }
    return edits;
  };
}

const ownTexts = new WeakMap<Template, Template>();

/** The template without fresh texts, which cost more than they would tell the referee: its own have the same shapes. */
function withOwnTexts(template: Template): Template {
  let own = ownTexts.get(template);
  if (own === undefined) {
    const { freshTexts: _fresh, ...rest } = template;
    own = rest;
    ownTexts.set(template, own);
  }
  return own;
}

/** A case that executes only what the referee confirms. Asked when it is run, while other requests are under way. */
function refereed(testCase: Case, edit: Edit, confirms: (edit: Edit) => boolean): Case {
  return { ...testCase, execute: (execution) => (confirms(edit) ? testCase.execute(execution) : Promise.resolve()) };
}

function refusing(target: Target, operation: OperationId, field: Field, templates: readonly Template[]): Case[] {
  const schema = OPERATIONS[operation].requestSchema;
  if (schema === null) return [];
  const places = placesOf(field, [...templates, ...bareTemplates(operation, templates)]);
  const edits = memoised((place: FieldPlace) => violatingEdits(field, place.at, place.current, target.recipientFiles));
  return refusedKeywords(field).flatMap((keyword) => {
    const id = `${operation}/refuses/${field.path}.${keyword}`;
    const editsAt = (place: FieldPlace) => edits(place).find((candidate) => candidate.keyword === keyword);
    const spreadEdits = spread(places, editsAt, {
      randomCases: RANDOM_CASES[target.profile],
      seed: hash32(`${target.seed} ${id}`),
      // Careless code checks a rule under one condition: for one network, for a company, with an address.
      kindOf: ({ template }) => template.id,
      // What a pattern forbids depends on the very text, so that no two places have the same edits.
      allAtFirst: keyword === "pattern",
    });
    return spreadEdits.map(({ place, edit, tier, source }, index) => {
      const breaks = (candidate: Edit): boolean => {
        const { sent } = materialise(withOwnTexts(place.template), candidate, partnerId("refer", id, 0));
        return sent !== undefined && breaksExactly(schema, sent, field.path, keyword);
      };
      const message = `${field.path} ${KEYWORD_TITLES[keyword] ?? keyword} is not refused as documented`;
      const caseOf = (chosen: Edit): Case =>
        editCase({
          check: id,
          index,
          tier,
          template: place.template,
          edit: chosen,
          expect: { kind: "refuse" },
          message,
        });
      return refereed(source === null ? caseOf(edit) : shrinkable(caseOf, edit, source, breaks), edit, breaks);
    });
  });
}

const NETWORK = ["payment_details", "network"];

/**
 * The templates in whose company a field may have any value: which currencies go with a network, and whether its account
 * numbers have a form of their own, is left open.
 */
function suited(field: Field, templates: readonly Template[]): readonly Template[] {
  const ofCurrency = field.path.endsWith(".account_currency");
  if (!ofCurrency && !field.path.endsWith(".account_number")) return templates;
  const wide = templates.filter(({ body }) => {
    const network = valueAt(body ?? undefined, NETWORK);
    return ofCurrency ? network === "SWIFT" : network !== "SEPA";
  });
  return wide.length > 0 ? wide : templates;
}

function accepting(
  target: Target,
  operation: OperationId,
  field: Field,
  templates: readonly Template[],
  options: RequestFieldOptions,
): Case[] {
  const schema = OPERATIONS[operation].requestSchema;
  if (schema === null) return [];
  const optional = options.optional.includes(field.path);
  const places = placesOf(field, suited(field, templates));
  const edits = memoised((place: FieldPlace) =>
    validEdits(field, place.at, place.current, target.recipientFiles, optional),
  );
  return aspectsOf(field, optional).flatMap((aspect, turn) => {
    // Without files there is nothing to fill a list with.
    if (aspect === "maxItems" && target.recipientFiles.length === 0) return [];
    const required = mustBeAccepted(field, aspect, options);
    if (!required && !options.echoedAspects.includes(aspect)) return [];
    const id = required ? `${operation}/accepts/${field.path}.${aspect}` : `${operation}/echo/${field.path}`;
    const editsAt = (place: FieldPlace) => edits(place).find((candidate) => candidate.aspect === aspect);
    const spreadEdits = spread(places, editsAt, {
      randomCases: RANDOM_CASES[target.profile],
      seed: hash32(`${target.seed} ${id} ${aspect}`),
      kindOf: aspect === "optional" ? ({ template }) => template.id : kindOfPlace,
      allAtFirst: false,
    });
    return spreadEdits.map(({ place, edit, tier, source }, index) => {
      const keeps = (candidate: Edit): boolean => {
        const { sent } = materialise(withOwnTexts(place.template), candidate, partnerId("refer", id, 0));
        return sent !== undefined && ruleOn(schema, sent).valid;
      };
      const excuse = excuseOf(field, edit);
      const caseOf = (chosen: Edit): Case =>
        editCase({
          check: id,
          // Several aspects can be about one check: the echo of the field.
          index: required ? index : turn * 1000 + index,
          tier: required ? tier : tier + 1,
          template: place.template,
          edit: chosen,
          expect: { kind: required ? "accept" : "observe" },
          message: `${field.path} is refused although it keeps every documented rule`,
          echo: true,
          response: required,
          ...(excuse === undefined ? {} : { excuse }),
        });
      return refereed(source === null ? caseOf(edit) : shrinkable(caseOf, edit, source, keeps), edit, keeps);
    });
  });
}

/** All checks of the fields of an operation's request body. */
export function requestFields(operation: OperationId, options: RequestFieldOptions): CheckGroup {
  const schema = OPERATIONS[operation].requestSchema;
  if (schema === null) throw new Error(`${operation} has no request body`);
  const fields = [...walk(fieldTree(schema))].filter((field) => field.path !== "");
  return group(
    operation,
    fields.flatMap((field) => definitionsOf(operation, field, options)),
    (target) => {
      const templates = target.templates[operation];
      return fields.flatMap((field) => [
        ...refusing(target, operation, field, templates),
        ...accepting(target, operation, field, templates, options),
      ]);
    },
  );
}
