/**
 * Request bodies for your own property tests: valid ones, and ones that break one rule. Each starts from a realistic
 * request and changes some of its fields; a failing one shrinks to a request in which only the cause is changed.
 */
import fc from "fast-check";
import { SAMPLE_FILES, sampleTemplatesOf } from "../generators/cases.js";
import { type Edit, isBodyEdit, materialise, type Template } from "../generators/edits/edit.js";
import { anyOf } from "../generators/edits/fieldEdits.js";
import { brokenBy, insideOf, keptBy, mustBeAccepted, outsideOf } from "../generators/edits/keywords.js";
import { placesOf } from "../generators/fieldPlaces.js";
import { breaksExactly, ruleOn } from "../generators/referee.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { fieldTree, walk } from "../schemas/fieldTree.js";
import { isObject, type JsonObject } from "../schemas/json.js";
import { type BodyOperation, OPERATIONS, type OperationId } from "../schemas/operations.js";
import { type Breach, breaches } from "../schemas/validators.js";

/** A body that breaks one documented rule and no other. */
export interface BrokenBody {
  readonly body: JsonObject;
  /** The field, as in `address_info.post_code`. */
  readonly field: string;
  /** The keyword of its rule that is broken, as in `maxLength`. */
  readonly keyword: string;
}

/** How a body is made. */
export interface BodyOptions {
  /** Ids of uploaded files that bodies may refer to. Default: made-up ones. */
  readonly files?: readonly string[];
}

/** Most fields that are changed at once. */
const MOST_CHANGED = 8;
/** How many seeds the realistic requests come from; those of each are made once. */
const MOST_SEEDS = 50;

/** Ways to change one place of a template; those with a keyword break it. */
interface Change {
  readonly field: string;
  readonly keyword: string;
  readonly edit: fc.Arbitrary<Edit>;
}

function changesOf(
  operation: BodyOperation,
  template: Template,
  side: "inside" | "outside",
  files: readonly string[],
): Change[] {
  return [...walk(fieldTree(OPERATIONS[operation].requestSchema))].flatMap((field) => {
    if (field.path === "") return [];
    return placesOf(field, [template]).flatMap(({ at, current }) => {
      const edited = { field, at, current, files };
      const sets =
        side === "inside"
          ? keptBy(field)
              .filter((edits) => mustBeAccepted(field, edits))
              .map((edits) => [edits.name, insideOf(edits, edited)] as const)
          : brokenBy(field).map((edits) => [edits.name, outsideOf(edits, edited)] as const);
      return sets.flatMap(([keyword, set]) => {
        const edit = set === null ? null : anyOf(set);
        return edit === null ? [] : [{ field: field.path, keyword, edit: edit.filter(isBodyEdit) }];
      });
    });
  });
}

function bodyWith(template: Template, edit: Edit | null, key: number): JsonObject {
  const { sent } = materialise(template, edit, partnerId("own", String(key), 0));
  return isObject(sent) ? sent : {};
}

/** Any realistic request: a whole payload, which shrinks to the first one. */
function templatesOf(operation: BodyOperation, files: readonly string[]): fc.Arbitrary<Template> {
  const made = new Map<number, readonly Template[]>();
  return fc.nat({ max: MOST_SEEDS - 1 }).chain((seed) => {
    const templates = made.get(seed) ?? sampleTemplatesOf(operation, seed, files);
    made.set(seed, templates);
    return fc.constantFrom(...templates);
  });
}

function validBody(operation: BodyOperation, { files = SAMPLE_FILES }: BodyOptions = {}): fc.Arbitrary<JsonObject> {
  const { requestSchema } = OPERATIONS[operation];
  return templatesOf(operation, files)
    .chain((template) => {
      const changes = changesOf(operation, template, "inside", files);
      // In a list the other values stay where one is left out, so that a request shrinks to what failed in it.
      const edits =
        changes.length === 0
          ? fc.constant([])
          : fc.array(fc.oneof(...changes.map(({ edit }) => edit)), { maxLength: MOST_CHANGED });
      return fc
        .tuple(edits, fc.nat())
        .map(([chosen, key]) => bodyWith(template, { kind: "several", edits: chosen.filter(isBodyEdit) }, key));
    })
    .filter((body) => ruleOn(requestSchema, body).valid);
}

function brokenBody(operation: BodyOperation, { files = SAMPLE_FILES }: BodyOptions = {}): fc.Arbitrary<BrokenBody> {
  const { requestSchema } = OPERATIONS[operation];
  return templatesOf(operation, files)
    .chain((template) =>
      fc
        .tuple(fc.constantFrom(...changesOf(operation, template, "outside", files)), fc.nat())
        .chain(([{ field, keyword, edit }, key]) =>
          edit.map((one): BrokenBody => ({ body: bodyWith(template, one, key), field, keyword })),
        ),
    )
    .filter(({ body, field, keyword }) => breaksExactly(requestSchema, body, field, keyword));
}

/** Arbitraries of fast-check: bodies that keep every documented rule, and bodies that break one. */
export const arbitraries = {
  createRecipient: (options?: BodyOptions) => validBody("createRecipient", options),
  updateRecipient: (options?: BodyOptions) => validBody("updateRecipient", options),
  createCustomer: (options?: BodyOptions) => validBody("createCustomer", options),
  uploadFile: (options?: BodyOptions) => validBody("uploadFile", options),
  broken: brokenBody,
} as const;

/* What the contract says about a body, for your own tests and clients. */

/** Every documented rule that a body breaks; empty when it keeps all of them. */
export const validators = {
  /** The body of a request. */
  request: (operation: BodyOperation, body: unknown): Breach[] => breaches(OPERATIONS[operation].requestSchema, body),
  /** The body of a success. */
  response: (operation: OperationId, body: unknown): Breach[] => breaches(OPERATIONS[operation].responseSchema, body),
  /** The body of an error, whichever operation it belongs to. */
  error: (body: unknown): Breach[] => breaches("error.schema.json", body),
} as const;
