/**
 * Everything that the generators make about request bodies, case by case, without sending anything: what the referee
 * is asked about by the thousand, and what the page about rules and edits counts.
 */
import fc from "fast-check";
import { SAMPLE_FILES, sampleTemplates } from "../../generators/cases.js";
import { bodyMade, type Edit, type Template } from "../../generators/edits/edit.js";
import type { EditSet } from "../../generators/edits/fieldEdits.js";
import { brokenBy, insideOf, keptBy, outsideOf } from "../../generators/edits/keywords.js";
import { type FieldPlace, placesOf } from "../../generators/fieldPlaces.js";
import { breaksExactly, ruleOn } from "../../generators/referee.js";
import { hash32, partnerId } from "../../generators/texts/partnerId.js";
import { type Field, fieldTree, walk } from "../../schemas/fieldTree.js";
import type { Json } from "../../schemas/json.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";

/** The operations that take a body. */
export const BODY_OPERATIONS: readonly OperationId[] = [...sampleTemplates(1).keys()];

/** A case, and what the generator claims of it: that it breaks one rule of the field, or that it breaks none. */
export interface GeneratedCase {
  readonly operation: OperationId;
  readonly field: Field;
  readonly template: Template;
  readonly edit: Edit;
  /** Examples are always tried; the others are drawn. */
  readonly drawn: boolean;
  readonly side: "outside" | "inside";
  readonly keyword: string;
}

/** What to generate. */
export interface CaseRequest {
  readonly seed: number;
  /** Edits that are drawn of each set at each place. */
  readonly draws: number;
  /** Of each field, the first place alone. */
  readonly onePlace?: true;
}

/** The request schema of an operation. Throws for one without a body: a mistake in our own code. */
function schemaOf(operation: OperationId): string {
  const { requestSchema } = OPERATIONS[operation];
  if (requestSchema === null) throw new Error(`${operation} has no request body`);
  return requestSchema;
}

/** The edits of a set: all examples, then some that are drawn, as the seed and the set's name decide. */
function* editsOf(set: EditSet, name: string, request: CaseRequest): Generator<{ edit: Edit; drawn: boolean }> {
  for (const edit of set.examples) yield { edit, drawn: false };
  if (set.arbitrary === null || request.draws === 0) return;
  const seed = hash32(`${request.seed} ${name}`);
  for (const edit of fc.sample(set.arbitrary, { seed, numRuns: request.draws })) yield { edit, drawn: true };
}

function* casesAt(
  operation: OperationId,
  field: Field,
  { template, at, current }: FieldPlace,
  request: CaseRequest,
): Generator<GeneratedCase> {
  const base = { operation, field, template };
  const edited = { field, at, current, files: SAMPLE_FILES };
  const sets = [
    ...brokenBy(field).map((edits) => ({ side: "outside", name: edits.name, set: outsideOf(edits, edited) }) as const),
    ...keptBy(field).map((edits) => ({ side: "inside", name: edits.name, set: insideOf(edits, edited) }) as const),
  ];
  for (const { side, name, set } of sets) {
    if (set === null) continue;
    for (const made of editsOf(set, `${template.id} ${field.path} ${side} ${name}`, request)) {
      yield { ...base, ...made, side, keyword: name };
    }
  }
}

/** Every case about the request body of an operation: each field, at each of its places in the sample templates. */
export function* generatedCases(operation: OperationId, request: CaseRequest): Generator<GeneratedCase> {
  const templates = sampleTemplates(request.seed).get(operation) ?? [];
  for (const field of walk(fieldTree(schemaOf(operation)))) {
    if (field.path === "") continue;
    const places = placesOf(field, templates);
    for (const place of request.onePlace === true ? places.slice(0, 1) : places) {
      yield* casesAt(operation, field, place, request);
    }
  }
}

/** The body that a case sends, as parsed JSON; undefined when it is none. */
export function bodyOf({ template, edit }: GeneratedCase): Json | undefined {
  return bodyMade(template, edit, partnerId("refer", template.id, 0));
}

/** Whether the referee confirms what the generator claims of a case. */
export function isConfirmed(made: GeneratedCase): boolean {
  const schema = schemaOf(made.operation);
  const body = bodyOf(made);
  if (body === undefined) return false;
  if (made.side === "inside") return ruleOn(schema, body).valid;
  return breaksExactly(schema, body, made.field.path, made.keyword);
}
