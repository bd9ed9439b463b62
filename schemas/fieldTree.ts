/**
 * A body schema as a tree of fields: references followed, `allOf` merged, variants side by side.
 * Generators, the response oracle and the ledger walk this tree, so that a rule is written down once, in a schema.
 */
import { documentNamed, type FieldType, type Presence, resolveReference, type SchemaDocument } from "./documents.js";

/** Marks "each item of the list" in a field's location. */
export const ITEM = "[]";

/** Keywords that state a rule about a field's own value. */
export const VALUE_KEYWORDS = [
  "type",
  "enum",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "idPrefix",
] as const;
export type ValueKeyword = (typeof VALUE_KEYWORDS)[number];

/** The rules about one value. `minLength` of a field with `mayBeEmpty` does not hold for the empty string. */
export interface FieldRules {
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly mayBeEmpty?: boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly idPrefix?: string;
}

/** One field of a body. */
export interface Field {
  /** As rules name it: `payment_details.bank.swift_code`, `business_person_list[].basic_info`; empty for the body. */
  readonly path: string;
  /** Where it stands in the JSON value: property names and ITEM. */
  readonly location: readonly string[];
  /** The account_type that selects the variant which has this field; null outside variants. */
  readonly variant: string | null;
  readonly type: FieldType;
  readonly rules: FieldRules;
  readonly section: string;
  /** Keywords whose level is should. */
  readonly should: readonly string[];
  /** Flagged as required by the document, in its parent. */
  readonly required: boolean;
  readonly presence: Presence | null;
  readonly children: readonly Field[];
}

interface Merged {
  type?: FieldType;
  section?: string;
  should: string[];
  rules: { -readonly [K in keyof FieldRules]: FieldRules[K] };
  properties: Map<string, { schema: SchemaDocument; home: string }[]>;
  required: Set<string>;
  presence: Record<string, Presence>;
  items: { schema: SchemaDocument; home: string }[];
  variants: { discriminator: string; branches: { schema: SchemaDocument; home: string }[] } | null;
}

function emptyMerged(): Merged {
  return {
    should: [],
    rules: {},
    properties: new Map(),
    required: new Set(),
    presence: {},
    items: [],
    variants: null,
  };
}

/** Adds one schema, and all that it refers to, to what is known of a value. */
function merge(into: Merged, schema: SchemaDocument, home: string): Merged {
  if (schema.$ref !== undefined) {
    const target = resolveReference(schema.$ref, home);
    merge(into, target.schema, target.home);
  }
  for (const part of schema.allOf ?? []) merge(into, part, home);
  if (schema.type !== undefined) into.type = schema.type;
  if (schema["x-section"] !== undefined) into.section = schema["x-section"];
  into.should.push(...(schema["x-should"] ?? []));
  if (schema.const !== undefined) into.rules.enum = [schema.const];
  if (schema.enum !== undefined) into.rules.enum = schema.enum;
  for (const keyword of ["minLength", "maxLength", "minItems", "maxItems"] as const) {
    if (schema[keyword] !== undefined) into.rules[keyword] = schema[keyword];
  }
  for (const keyword of ["pattern", "format", "idPrefix"] as const) {
    if (schema[keyword] !== undefined) into.rules[keyword] = schema[keyword];
  }
  // The only use of anyOf in these schemas: empty, or a minimum length.
  for (const choice of schema.anyOf ?? []) {
    if (choice.maxLength === 0) into.rules.mayBeEmpty = true;
    if (choice.minLength !== undefined) into.rules.minLength = choice.minLength;
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const known = into.properties.get(name) ?? [];
    into.properties.set(name, [...known, { schema: property, home }]);
  }
  for (const name of schema.required ?? []) into.required.add(name);
  Object.assign(into.presence, schema["x-presence"] ?? {});
  if (schema.items !== undefined) into.items.push({ schema: schema.items, home });
  if (schema.discriminator !== undefined && schema.oneOf !== undefined) {
    into.variants = {
      discriminator: schema.discriminator.propertyName,
      branches: schema.oneOf.map((branch) => ({ schema: branch, home })),
    };
  }
  return into;
}

interface Place {
  readonly path: string;
  readonly location: readonly string[];
  readonly variant: string | null;
  readonly section: string;
  readonly required: boolean;
  readonly presence: Presence | null;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function fieldFrom(parts: readonly { schema: SchemaDocument; home: string }[], place: Place): Field {
  const merged = parts.reduce((into, part) => merge(into, part.schema, part.home), emptyMerged());
  const section = merged.section ?? place.section;
  const children: Field[] = [];
  const childrenOf = (owner: Merged, path: string, variant: string | null): void => {
    for (const [name, property] of owner.properties) {
      const required = owner.required.has(name);
      const presence = owner.presence[name] ?? (required ? "required" : null);
      const location = [...place.location, name];
      const at = { path: join(path, name), location, variant, section, required, presence };
      children.push(fieldFrom(property, at));
    }
  };
  childrenOf(merged, place.path, place.variant);
  if (merged.items.length > 0) {
    const at = { path: `${place.path}${ITEM}`, location: [...place.location, ITEM], required: false, presence: null };
    children.push(fieldFrom(merged.items, { ...at, variant: place.variant, section }));
  }
  if (merged.variants !== null) children.push(...variantFields(merged.variants, place, section));
  return {
    path: place.path,
    location: place.location,
    variant: place.variant,
    type: merged.type ?? "object",
    rules: merged.rules,
    section,
    should: merged.should,
    required: place.required,
    presence: place.presence,
    children,
  };
}

/** The discriminator as one field with all its values, then the fields of each variant. */
function variantFields(variants: NonNullable<Merged["variants"]>, place: Place, section: string): Field[] {
  const { discriminator } = variants;
  const values: string[] = [];
  const fields: Field[] = [];
  for (const branch of variants.branches) {
    const merged = merge(emptyMerged(), branch.schema, branch.home);
    const tag = merged.properties.get(discriminator)?.[0]?.schema.const;
    if (tag === undefined) throw new Error(`a variant of ${place.path} has no constant ${discriminator}`);
    values.push(tag);
    for (const [name, property] of merged.properties) {
      if (name === discriminator) continue;
      const required = merged.required.has(name);
      fields.push(
        fieldFrom(property, {
          path: join(join(place.path, tag), name),
          location: [...place.location, name],
          variant: tag,
          section: merged.section ?? section,
          required,
          presence: merged.presence[name] ?? (required ? "required" : null),
        }),
      );
    }
  }
  const tagField: Field = {
    path: join(place.path, discriminator),
    location: [...place.location, discriminator],
    variant: null,
    type: "string",
    rules: { enum: values },
    section,
    should: [],
    required: true,
    presence: "required",
    children: [],
  };
  return [tagField, ...fields];
}

const trees = new Map<string, Field>();

/**
 * The fields of a body.
 * @param schemaName file name of the schema
 */
export function fieldTree(schemaName: string): Field {
  const known = trees.get(schemaName);
  if (known !== undefined) return known;
  const place = { path: "", location: [], variant: null, section: "2", required: true, presence: null };
  const tree = fieldFrom([{ schema: documentNamed(schemaName), home: schemaName }], place);
  trees.set(schemaName, tree);
  return tree;
}

/** A field and everything below it, parents first. */
export function* walk(field: Field): Generator<Field> {
  yield field;
  for (const child of field.children) yield* walk(child);
}

/** The keywords that state a rule about a field, `required` included. */
export function keywordsOf(field: Field): readonly (ValueKeyword | "required")[] {
  const keywords: (ValueKeyword | "required")[] = ["type"];
  for (const keyword of VALUE_KEYWORDS) {
    if (keyword !== "type" && field.rules[keyword] !== undefined) keywords.push(keyword);
  }
  if (field.required && field.path !== "") keywords.push("required");
  return keywords;
}
