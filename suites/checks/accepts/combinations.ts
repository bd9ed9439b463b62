/**
 * Whole payloads: what only a combination of values shows. Every field takes a random valid value at once, optional
 * fields come and go, customers have one to four persons.
 */
import fc from "fast-check";
import { suitedBody } from "../../../engine/adaptation/accountRequirements.js";
import { excuseNames } from "../../../engine/adaptation/refusedCombinations.js";
import { checkOf, group } from "../../../engine/checkGroup.js";
import { editCase } from "../../../engine/editCase.js";
import type { CheckGroup, Profile, Target } from "../../../engine/model.js";
import type { Template } from "../../../generators/edits/edit.js";
import { type ValidAspect, validEdits } from "../../../generators/edits/valid.js";
import { placesOf } from "../../../generators/fieldPlaces.js";
import { type Json, type JsonObject, valueAt, withValueAt } from "../../../generators/json.js";
import { ruleOn } from "../../../generators/referee.js";
import { freshTextsIn } from "../../../generators/texts/freshTexts.js";
import { hash32 } from "../../../generators/texts/partnerId.js";
import { type Field, fieldTree, walk } from "../../../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";
import { mustBeAccepted } from "../requestFields.js";

export interface CombinationOptions {
  /** Paths of the fields that may be left out. */
  readonly optional: readonly string[];
  /** Which kinds of valid values are combined. */
  readonly aspects: readonly ValidAspect[];
  /** Whether a combination must be accepted, or is only compared with what comes back. */
  readonly mustAccept: boolean;
}

const COMBINATIONS: Readonly<Record<Profile, number>> = { smoke: 1, standard: 16, deep: 200 };

/**
 * Fields whose values depend on others, or that select a variant: they stay as the template has them. A payment network
 * settles in its own currencies and by its own methods, and has its own addresses, which the document leaves open.
 */
const FIXED =
  /account_type$|_id$|_id_list|document_list|currency$|^partner|(?:network|payment_method|local_bank_code|wallet_address)$/;

const FREE_TEXT = /name|line1|city|state|description/;

/** One random valid value for a field of a body, or undefined to leave the field out. */
function valueFor(
  field: Field,
  at: readonly (string | number)[],
  body: JsonObject,
  options: CombinationOptions,
  seed: number,
): Json | undefined {
  const current = valueAt(body, at) ?? null;
  // A SEPA account may need an IBAN, which a random number is not.
  if (field.path.endsWith(".account_number") && valueAt(body, ["payment_details", "network"]) === "SEPA")
    return current;
  if (options.optional.includes(field.path) && seed % 4 === 0) return undefined;
  const candidates = validEdits(field, at, current, [], false)
    .filter(({ aspect }) => mustBeAccepted(field, aspect, { acceptedAspects: options.aspects }))
    // Where more than the type may be checked, free text is kept to fields that hold free text.
    .filter(({ aspect }) => options.mustAccept || aspect !== "text" || FREE_TEXT.test(field.path))
    .flatMap(({ enumerated, random }) => [
      ...enumerated.map((edit) => () => edit),
      ...(random === null ? [] : [0, 1].map((index) => () => fc.sample(random, { seed, numRuns: 2 })[index])),
    ]);
  const edit = candidates[seed % Math.max(1, candidates.length)]?.();
  return edit?.kind === "set" ? edit.value : current;
}

/** A body in which every field has a random valid value; the same seed gives the same body. */
export function combinedBody(
  operation: OperationId,
  template: Template,
  options: CombinationOptions,
  seed: number,
): JsonObject {
  const schema = OPERATIONS[operation].requestSchema;
  const { body } = template;
  if (schema === null || body === null) return {};
  let combined: Json = body;
  for (const field of walk(fieldTree(schema))) {
    if (field.path === "" || FIXED.test(field.path)) continue;
    const leaf = field.type !== "object" && field.type !== "array";
    if (!leaf && !options.optional.includes(field.path)) continue;
    for (const { at } of placesOf(field, [{ ...template, body: combined as JsonObject }])) {
      const chosen = leaf
        ? valueFor(field, at, body, options, hash32(`${seed} ${field.path} ${at.join()}`))
        : undefined;
      if (leaf) combined = withValueAt(combined, at, chosen);
      else if (hash32(`${seed} ${field.path}`) % 5 === 0) combined = withValueAt(combined, at, undefined);
    }
  }
  return suitedBody(combined as JsonObject, isInOwnName(body) ? { ownName: true } : undefined);
}

/** Whether the account of a template is in the name of the business, as a service may ask for. */
function isInOwnName(body: JsonObject): boolean {
  const name = valueAt(body, ["business_name"]);
  return name !== undefined && name === valueAt(body, ["payment_details", "account_name"]);
}

/** Checks that fully random valid payloads are accepted, and come back as they were sent. */
export function combinations(operation: OperationId, options: CombinationOptions): CheckGroup {
  const definition = checkOf(operation, "accepts", {
    rule: "combinations",
    title: "Any combination of valid values is accepted",
    sends: "payloads in which every field has a random valid value",
    expects: OPERATIONS[operation].successStatus === null ? "a 2xx status" : "status 200",
  });
  return group(operation, options.mustAccept ? [definition] : [], (target: Target) => {
    const templates = target.templates[operation];
    const schema = OPERATIONS[operation].requestSchema;
    return Array.from({ length: COMBINATIONS[target.profile] }, (_, index) => {
      const template = templates[index % templates.length];
      if (template === undefined || schema === null) return [];
      const body = combinedBody(
        operation,
        template,
        options,
        hash32(`${target.seed} combination ${operation} ${index}`),
      );
      const probe = template.freshField === null ? body : { ...body, [template.freshField]: "x".repeat(24) };
      if (!ruleOn(schema, probe).valid) return [];
      return editCase({
        check: options.mustAccept ? definition.id : `${operation}/errors/no-server-error`,
        index: options.mustAccept ? index : 500_000 + index,
        tier: index,
        template: {
          ...template,
          id: `${template.id} combination ${index}`,
          body,
          // Two combinations may spread one value.
          freshTexts: freshTextsIn(body, template.freshTexts ?? []),
        },
        edit: null,
        expect: { kind: options.mustAccept ? "accept" : "observe" },
        message: "A payload whose every value keeps its rule is not accepted",
        echo: true,
        response: true,
        excuse: excuseNames,
      });
    }).flat();
  });
}
