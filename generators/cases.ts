/**
 * Everything that the generators make about request bodies, case by case, without sending anything: what the referee
 * is asked about by the thousand, and what the page about rules and edits counts.
 */
import fc from "fast-check";
import { type Field, fieldTree, walk } from "../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../schemas/operations.js";
import { type Edit, materialise, type Template } from "./edits/edit.js";
import { type ValidAspect, validEdits } from "./edits/valid.js";
import { type RuleEdits, violatingEdits } from "./edits/violating.js";
import type { Json, Pointer } from "./json.js";
import { breaksExactly, ruleOn } from "./referee.js";
import { createCustomerTemplates, createRecipientTemplates, updateRecipientTemplates } from "./templates/templates.js";
import { hash32, partnerId } from "./texts/partnerId.js";

/** A place of a field in a template. */
export interface FieldPlace {
  readonly template: Template;
  readonly at: Pointer;
  readonly current: Json;
}

/** How the places of a field are found in templates. */
export type FindPlaces = (field: Field, templates: readonly Template[]) => readonly FieldPlace[];

/** A case, and what the generator claims of it: that it breaks one rule of the field, or that it breaks none. */
export type GeneratedCase = {
  readonly operation: OperationId;
  readonly field: Field;
  readonly template: Template;
  readonly edit: Edit;
  /** Enumerated edits are always tried; the others are drawn at random. */
  readonly drawn: boolean;
} & (
  | { readonly side: "violating"; readonly keyword: RuleEdits["keyword"] }
  | { readonly side: "valid"; readonly aspect: ValidAspect }
);

/** What to generate. */
export interface CaseRequest {
  readonly seed: number;
  /** Random edits of each set at each place. */
  readonly randomCases: number;
  readonly findPlaces: FindPlaces;
}

/** Stand-ins for the ids of uploaded files: two more than a list may hold. */
export const SAMPLE_FILES: readonly string[] = Array.from({ length: 12 }, (_, index) => `file_sample_${index + 1}`);

/** Templates of the operations that take a body, with stand-ins for what a run would find out first. */
export function sampleTemplates(seed: number): ReadonlyMap<OperationId, readonly Template[]> {
  const customerFiles = { corporate: ["file_a", "file_b"], front: ["file_c", "file_d"], back: ["file_e", "file_f"] };
  const context = { seed, createVersion: null, customerVersion: null, recipientFiles: SAMPLE_FILES, customerFiles };
  const upload: Template = {
    id: "Invoice",
    operation: "uploadFile",
    body: { file: "JVBERi0xLjQK" },
    query: { file_type: "Invoice" },
    path: {},
    version: null,
    freshField: null,
  };
  return new Map<OperationId, readonly Template[]>([
    ["createRecipient", createRecipientTemplates(context)],
    ["updateRecipient", updateRecipientTemplates(context)],
    ["uploadFile", [upload]],
    ["createCustomer", createCustomerTemplates(context)],
  ]);
}

/** The request schema of an operation. Throws for one without a body: a mistake in our own code. */
function schemaOf(operation: OperationId): string {
  const { requestSchema } = OPERATIONS[operation];
  if (requestSchema === null) throw new Error(`${operation} has no request body`);
  return requestSchema;
}

interface EditSet {
  readonly enumerated: readonly Edit[];
  readonly random: fc.Arbitrary<Edit> | null;
}

/** The edits of a set: all enumerated ones, then random ones that the seed and the set's name decide. */
function* editsOf(set: EditSet, name: string, request: CaseRequest): Generator<{ edit: Edit; drawn: boolean }> {
  for (const edit of set.enumerated) yield { edit, drawn: false };
  if (set.random === null || request.randomCases === 0) return;
  const seed = hash32(`${request.seed} ${name}`);
  for (const edit of fc.sample(set.random, { seed, numRuns: request.randomCases })) yield { edit, drawn: true };
}

/** Every case about one field at one place, where the document lets it be left out or not. */
function* casesAt(
  operation: OperationId,
  field: Field,
  place: FieldPlace,
  request: CaseRequest,
): Generator<GeneratedCase> {
  const { template, at, current } = place;
  const base = { operation, field, template };
  for (const set of violatingEdits(field, at, current, SAMPLE_FILES)) {
    const name = `${template.id} ${field.path} ${set.keyword}`;
    for (const made of editsOf(set, name, request)) {
      yield { ...base, ...made, side: "violating", keyword: set.keyword };
    }
  }
  // Whatever is not required is valid by schema when it is left out, also where the document is silent about it.
  const removable = !field.required && typeof at.at(-1) === "string";
  for (const set of validEdits(field, at, current, SAMPLE_FILES, removable)) {
    const name = `${template.id} ${field.path} valid ${set.aspect}`;
    for (const made of editsOf(set, name, request)) yield { ...base, ...made, side: "valid", aspect: set.aspect };
  }
}

/** Every case about the request body of an operation: each field, at each of its places in the sample templates. */
export function* generatedCases(operation: OperationId, request: CaseRequest): Generator<GeneratedCase> {
  const templates = sampleTemplates(request.seed).get(operation) ?? [];
  for (const field of walk(fieldTree(schemaOf(operation)))) {
    if (field.path === "") continue;
    for (const place of request.findPlaces(field, templates)) yield* casesAt(operation, field, place, request);
  }
}

/** The body that a case sends, as parsed JSON; undefined when it is none. */
export function bodyOf({ template, edit }: GeneratedCase): Json | undefined {
  return materialise(template, edit, partnerId("refer", template.id, 0)).sent;
}

/** Whether the referee confirms what the generator claims of a case. */
export function isConfirmed(made: GeneratedCase): boolean {
  const schema = schemaOf(made.operation);
  const body = bodyOf(made);
  if (body === undefined) return false;
  if (made.side === "valid") return ruleOn(schema, body).valid;
  return breaksExactly(schema, body, made.field.path, made.keyword);
}
