/** What several schemas say about one value, put together: references followed, `allOf` merged, variants side by side. */
import { type FieldType, type Presence, resolveReference, type SchemaDocument } from "./documents.js";
import { type Absence, type FieldFacts, factsIn, NO_FACTS } from "./facts.js";

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

export interface Merged {
  type?: FieldType;
  section?: string;
  place?: string;
  statedAt: Record<string, string>;
  should: string[];
  rules: { -readonly [K in keyof FieldRules]: FieldRules[K] };
  properties: Map<string, { schema: SchemaDocument; home: string }[]>;
  required: Set<string>;
  presence: Record<string, Presence>;
  facts: FieldFacts;
  others: Absence | null;
  items: { schema: SchemaDocument; home: string }[];
  variants: {
    discriminator: string;
    outsiders: readonly string[] | undefined;
    branches: { schema: SchemaDocument; home: string }[];
  } | null;
}

export function emptyMerged(): Merged {
  return {
    statedAt: {},
    should: [],
    rules: {},
    properties: new Map(),
    required: new Set(),
    presence: {},
    facts: NO_FACTS,
    others: null,
    items: [],
    variants: null,
  };
}

/** Adds one schema, and everything it refers to, to what is known of a value. */
export function merge(into: Merged, schema: SchemaDocument, home: string): Merged {
  if (schema.$ref !== undefined) {
    const target = resolveReference(schema.$ref, home);
    merge(into, target.schema, target.home);
  }
  for (const part of schema.allOf ?? []) merge(into, part, home);
  if (schema.type !== undefined) into.type = schema.type;
  if (schema["x-section"] !== undefined) into.section = schema["x-section"];
  if (schema["x-place"] !== undefined) into.place = schema["x-place"];
  Object.assign(into.statedAt, schema["x-stated-at"]);
  into.should.push(...(schema["x-should"] ?? []));
  const { open = [], others = into.others, ...facts } = factsIn(schema);
  into.facts = { ...into.facts, ...facts, open: [...into.facts.open, ...open] };
  into.others = others;
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
      outsiders: schema["x-outsiders"],
      branches: schema.oneOf.map((branch) => ({ schema: branch, home })),
    };
  }
  return into;
}
