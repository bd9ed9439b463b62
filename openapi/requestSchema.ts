/**
 * The request body of an operation as a deployment accepts it: the documented fields with measured limits, and the
 * fields that it requires. A separate schema, since operations that differ may share a body's fields.
 */
import { documentNamed } from "../schemas/documents.js";
import { type Field, type FieldRules, fieldTree, ITEM, walk } from "../schemas/fieldTree.js";
import type { Unknown } from "../schemas/ledger/unknown.js";
import type { Operation } from "../schemas/operations.js";
import type { ObservedMark, SchemaObject } from "./model.js";
import {
  measuredLimits,
  observedMark,
  requiredUnknowns,
  type Seen,
  wasTaken,
  withMeasured,
  withObserved,
} from "./seen.js";

interface Context {
  readonly operation: Operation;
  readonly required: ReadonlyMap<string, Unknown>;
  readonly seen: Seen;
}

/** Whether the field must be sent, as an unknown; an item of a list is not one of its fields. */
function requiredUnknown(field: Field, { required }: Context): Unknown | undefined {
  return field.name === ITEM ? undefined : required.get(field.path.replaceAll(ITEM, ""));
}

/** Whether a field has to be sent: by the document, or because a request without it was refused. */
function mustBeSent(field: Field, context: Context): boolean {
  const unknown = requiredUnknown(field, context);
  return (
    field.required || (unknown !== undefined && wasTaken(context.seen.unknowns.get(unknown.id)?.exchange) === false)
  );
}

function marksOf(field: Field, context: Context): Readonly<Record<string, ObservedMark>> {
  const { operation, seen } = context;
  const unknown = requiredUnknown(field, context);
  const mark = unknown === undefined ? null : observedMark(unknown, seen);
  return {
    ...measuredLimits(operation.id, field.path, seen).marks,
    ...(unknown === undefined || mark === null ? {} : { [unknown.id]: mark }),
  };
}

function rulesOf(field: Field, context: Context): SchemaObject {
  const { mayBeEmpty, idPrefix, ...rules }: FieldRules = field.rules;
  const { minLength, maxLength, minItems, maxItems, ...others } = rules;
  const { values } = measuredLimits(context.operation.id, field.path, context.seen);
  const { minLength: shortest, ...limits } = withMeasured({ minLength, maxLength, minItems, maxItems }, values);
  const atLeast = shortest === undefined ? {} : { minLength: shortest };
  return {
    ...others,
    ...(mayBeEmpty === true && shortest !== undefined ? { anyOf: [{ maxLength: 0 }, atLeast] } : atLeast),
    ...limits,
    ...(idPrefix === undefined ? {} : { "x-id-prefix": idPrefix }),
  };
}

function objectOf(fields: readonly Field[], context: Context, fixed: Readonly<Record<string, SchemaObject>> = {}) {
  const own = fields.filter((field) => fixed[field.name] === undefined);
  const required = [
    ...Object.keys(fixed),
    ...own.filter((field) => mustBeSent(field, context)).map(({ name }) => name),
  ];
  return {
    type: "object",
    properties: { ...fixed, ...Object.fromEntries(own.map((field) => [field.name, schemaOf(field, context)])) },
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The variants of a field, and the property whose value selects them; null where it has none. */
function variantsOf({ children, variant }: Field): { readonly tags: readonly string[]; readonly tag: string } | null {
  const tags = [...new Set(children.map((child) => child.variant))].filter((tag) => tag !== null && tag !== variant);
  const selector = children.find((child) => child.variant === variant && child.rules.enum !== undefined);
  const known = tags.filter((tag) => tag !== null);
  return known.length === 0 || selector === undefined ? null : { tags: known, tag: selector.name };
}

function shapeOf(field: Field, context: Context): SchemaObject {
  const variants = variantsOf(field);
  if (variants !== null) {
    const { tags, tag } = variants;
    const branches = tags.map((value) =>
      objectOf(
        field.children.filter((child) => child.variant === value),
        context,
        { [tag]: { type: "string", const: value } },
      ),
    );
    return { type: "object", required: [tag], oneOf: branches };
  }
  switch (field.type) {
    case "object":
      return objectOf(field.children, context);
    case "array": {
      const [item] = field.children;
      return { type: "array", ...(item === undefined ? {} : { items: schemaOf(item, context) }) };
    }
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return { type: field.type };
  }
}

function schemaOf(field: Field, context: Context): SchemaObject {
  return { ...shapeOf(field, context), ...rulesOf(field, context), ...withObserved({}, marksOf(field, context)) };
}

/** The fields of an operation's request body, as measured limits name them. */
export function requestFields({ requestSchema }: Operation): readonly Field[] {
  return requestSchema === null ? [] : [...walk(fieldTree(requestSchema))];
}

/** The body as it was observed; null where nothing was seen of its fields. */
export function observedRequest(operation: Operation, seen: Seen): SchemaObject | null {
  const { requestSchema } = operation;
  if (requestSchema === null) return null;
  const context: Context = { operation, required: requiredUnknowns(operation.id), seen };
  const marked = requestFields(operation).some((field) => Object.keys(marksOf(field, context)).length > 0);
  if (!marked) return null;
  const { title = requestSchema, "x-section": section = "2" } = documentNamed(requestSchema);
  return { title: `${title}, as observed`, "x-section": section, ...schemaOf(fieldTree(requestSchema), context) };
}
