/**
 * A body schema as a tree of fields: references followed, `allOf` merged, variants side by side.
 * Generators, the response oracle and the ledger walk this tree, so that a rule is written down once, in a schema.
 */
import { documentNamed, type FieldType, type Presence, type SchemaDocument } from "./documents.js";
import { type Absence, type FieldFacts, NO_FACTS, type OpenMatter, type ValueKind } from "./facts.js";
import { isObject, type Json, type Pointer } from "./json.js";
import { emptyMerged, type FieldRules, type Merged, merge } from "./merge.js";

export type { FieldRules } from "./merge.js";

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

export interface Field extends FieldFacts {
  /** As named in rules: `payment_details.bank.swift_code`, `business_person_list[].basic_info`; empty for the body. */
  readonly path: string;
  /** Where it is in the JSON value: property names and ITEM. */
  readonly location: readonly string[];
  /** The last step of the location: the property's name, or ITEM; empty for the body. */
  readonly name: string;
  /** The account_type that selects the variant with this field; null outside variants. */
  readonly variant: string | null;
  /** The member whose value selects the variant of this object; null where it has none. */
  readonly discriminator: string | null;
  readonly type: FieldType;
  readonly rules: FieldRules;
  /** Where the document describes the field: `2.2, bank account, row swift_code`. */
  readonly place: string;
  /** Where it says something about it elsewhere, by keyword. */
  readonly statedAt: Readonly<Record<string, string>>;
  /** Keywords whose level is should. */
  readonly should: readonly string[];
  /** Flagged as required by the document, in its parent. */
  readonly required: boolean;
  /** What the document says about leaving it out. Null where it is required, in lists, and in bodies that are never sent. */
  readonly absence: Absence | null;
  readonly presence: Presence | null;
  readonly isDiscriminator: boolean;
  /** For items: how many their list may have. Null where no number is stated. */
  readonly atMost: number | null;
  readonly children: readonly Field[];
}

/** Where the fields of an object are listed. */
interface Table {
  readonly section: string;
  /** The word before a field's name there. */
  readonly words: string;
  /** The path of the object. */
  readonly of: string;
}

function placeIn({ section, words, of }: Table, path: string): string {
  const name = path.slice(of.length).replaceAll(ITEM, "").replace(/^\./, "");
  return name === "" ? section : `${section}, ${words} ${name}`;
}

/** The table that lists the fields of an object: its own, or the one that lists the object. */
function tableOf({ section, place }: Merged, path: string, around: Table | null): Table {
  if (section === undefined && around !== null) return place === undefined ? around : { ...around, words: place };
  return { section: section ?? "2", words: place ?? "row", of: path };
}

interface Position {
  readonly path: string;
  readonly location: readonly string[];
  readonly variant: string | null;
  /** The table of the document that lists it; null for the body, which is in none. */
  readonly table: Table | null;
  /** Where its object's list of required fields is, when not in their rows. */
  readonly requiredAt?: string | undefined;
  readonly required: boolean;
  readonly absence: Absence | null;
  readonly presence: Presence | null;
  readonly atMost?: number | null;
  /** What the objects around it say about everything in them. */
  readonly around: { readonly open: readonly OpenMatter[]; readonly others: Absence | null };
}

/** The place of a field itself: in the table of the object around it, unless it is a value with its own place. */
function ownPlace({ place, properties, items, variants }: Merged, { table, path }: Position, own: Table): string {
  if (table === null) return own.section;
  const isValue = properties.size === 0 && items.length === 0 && variants === null;
  return placeIn(isValue && place !== undefined ? { ...table, words: place } : table, path);
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function ofProperty(owner: Merged, name: string, others: Absence | null) {
  const required = owner.required.has(name);
  return {
    required,
    absence: required ? null : others,
    presence: owner.presence[name] ?? (required ? "required" : null),
  };
}

/** What a text without an annotation is, where no other rule says so. */
function kindOf({ facts: { kind }, type, rules }: Merged): ValueKind | null {
  if (kind !== null) return kind;
  const isFree = type === "string" && (rules.enum ?? rules.pattern ?? rules.format) === undefined;
  return isFree ? "words" : null;
}

/** Where `required` is stated depends on the object that holds the field. */
function withRequired(statedAt: Readonly<Record<string, string>>, requiredAt: string | undefined) {
  const { required: _own, ...others } = statedAt;
  return requiredAt === undefined ? others : { ...others, required: requiredAt };
}

function fieldFrom(parts: readonly { schema: SchemaDocument; home: string }[], position: Position): Field {
  const merged = parts.reduce((into, part) => merge(into, part.schema, part.home), emptyMerged());
  const { path, location, variant, required, absence, presence } = position;
  const table = tableOf(merged, path, position.table);
  const requiredAt = merged.statedAt.required;
  const open = [...position.around.open, ...merged.facts.open];
  const around = { open, others: merged.others ?? position.around.others };
  const children: Field[] = [];
  for (const [name, property] of merged.properties) {
    const at = { path: join(path, name), location: [...location, name], variant, table, requiredAt, around };
    children.push(fieldFrom(property, { ...at, ...ofProperty(merged, name, around.others) }));
  }
  if (merged.items.length > 0) {
    const { maxItems: atMost = null } = merged.rules;
    const at = { path: `${path}${ITEM}`, location: [...location, ITEM], variant, table, around, atMost };
    children.push(fieldFrom(merged.items, { ...at, required: false, absence: null, presence: null }));
  }
  if (merged.variants !== null) children.push(...variantFields(merged.variants, { ...position, table, around }));
  return {
    ...merged.facts,
    path,
    location,
    name: location.at(-1) ?? "",
    variant,
    discriminator: merged.variants?.discriminator ?? null,
    type: merged.type ?? "object",
    rules: merged.rules,
    place: ownPlace(merged, position, table),
    statedAt: withRequired(merged.statedAt, position.requiredAt),
    should: merged.should,
    required,
    absence,
    presence,
    kind: kindOf(merged),
    open: around.open,
    isDiscriminator: false,
    atMost: position.atMost ?? null,
    children,
  };
}

/** The discriminator as one field with all its values, then the fields of each variant. */
function variantFields(variants: NonNullable<Merged["variants"]>, position: Position): Field[] {
  const { discriminator } = variants;
  const { path, location, around } = position;
  const table = position.table ?? tableOf(emptyMerged(), path, null);
  const values: string[] = [];
  const fields: Field[] = [];
  for (const branch of variants.branches) {
    const merged = merge(emptyMerged(), branch.schema, branch.home);
    const tag = merged.properties.get(discriminator)?.[0]?.schema.const;
    if (tag === undefined) throw new Error(`a variant of ${path} has no constant ${discriminator}`);
    values.push(tag);
    for (const [name, property] of merged.properties) {
      if (name === discriminator) continue;
      fields.push(
        fieldFrom(property, {
          path: join(join(path, tag), name),
          location: [...location, name],
          variant: tag,
          table: tableOf(merged, join(path, tag), table),
          ...ofProperty(merged, name, merged.others ?? around.others),
          around,
        }),
      );
    }
  }
  const tagField: Field = {
    ...NO_FACTS,
    path: join(path, discriminator),
    location: [...location, discriminator],
    name: discriminator,
    variant: null,
    discriminator: null,
    type: "string",
    rules: { enum: values },
    place: placeIn(table, join(path, discriminator)),
    statedAt: {},
    should: [],
    required: true,
    absence: null,
    presence: "required",
    open: around.open,
    selects: true,
    outsiders: variants.outsiders,
    isDiscriminator: true,
    atMost: null,
    children: [],
  };
  return [tagField, ...fields];
}

const trees = new Map<string, Field>();
const selecting = new Map<string, readonly Pointer[]>();

/** The paths that a field may refer to: its siblings, and those of the objects around it. */
function pathsNamed({ path, goesWith }: Field): string[] {
  const steps = path.split(".");
  return steps.map((_, index) => [...steps.slice(0, index), goesWith].join("."));
}

/** @throws Error when a field goes with a nonexistent one: a mistake in our own data */
function checkNames(tree: Field): void {
  const fields = [...walk(tree)];
  const paths = new Set(fields.map(({ path }) => path));
  for (const field of fields) {
    if (field.goesWith !== null && !pathsNamed(field).some((path) => paths.has(path)))
      throw new Error(`${field.path} goes with ${field.goesWith}, which is not a field`);
  }
}

/** The fields of a body. @param schemaName file name of the schema */
export function fieldTree(schemaName: string): Field {
  const known = trees.get(schemaName);
  if (known !== undefined) return known;
  const tree = fieldFrom([{ schema: documentNamed(schemaName), home: schemaName }], {
    path: "",
    location: [],
    variant: null,
    table: null,
    required: true,
    absence: null,
    presence: null,
    around: { open: [], others: null },
  });
  checkNames(tree);
  trees.set(schemaName, tree);
  return tree;
}

/** A field and everything below it, parents first. */
export function* walk(field: Field): Generator<Field> {
  yield field;
  for (const child of field.children) yield* walk(child);
}

/** One field of a body. @throws Error when none has that path: a mistake in our own code */
export function fieldAt(schemaName: string, path: string): Field {
  for (const field of walk(fieldTree(schemaName))) if (field.path === path) return field;
  throw new Error(`${schemaName} has no field ${path}`);
}

/** The places of the fields whose values say of what kind a request is; where variants share a place, once. */
export function selectingPlaces(schemaName: string): readonly Pointer[] {
  const known = selecting.get(schemaName);
  if (known !== undefined) return known;
  const locations = [...walk(fieldTree(schemaName))].filter(({ selects }) => selects).map(({ location }) => location);
  const places = [...new Map(locations.map((location) => [location.join("."), location])).values()];
  selecting.set(schemaName, places);
  return places;
}

export function mayLackFields(schemaName: string): boolean {
  return [...walk(fieldTree(schemaName))].some(({ path, name, required }) => path !== "" && name !== ITEM && !required);
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

export function isOpen({ open }: Field, point: OpenMatter): boolean {
  return open.includes(point);
}

/**
 * Whether an empty value keeps every documented rule, and the document bounds the field at all: a text with only a
 * maximum length, a list with a maximum number of items, an object without required members.
 */
export function mayBeEmpty({ type, rules, children }: Field): boolean {
  switch (type) {
    case "string":
      return rules.mayBeEmpty === true || (rules.minLength === undefined && rules.maxLength !== undefined);
    case "array":
      return rules.minItems === undefined && rules.maxItems !== undefined;
    case "object":
      return children.length > 0 && children.every(({ absence }) => absence === "optional");
    default:
      return false;
  }
}

/**
 * The rules of a field that no single value can break alone, since another one of the same field implies them (section 8
 * and section 2): a length or pattern next to an enum, for example, since what is outside them is also outside the enum.
 */
export function impliedRules({ rules, path }: Field): { readonly keyword: ValueKeyword; readonly reason: string }[] {
  if (rules.enum === undefined) return [];
  const reason = `implied by the enum of ${path}: no value of the list breaks it`;
  const keywords = ["minLength", "maxLength", "pattern"] as const;
  return keywords.filter((keyword) => rules[keyword] !== undefined).map((keyword) => ({ keyword, reason }));
}

/** All places of a field in a body; each item of a list is a separate place. */
export function pointersIn(body: Json, location: readonly string[]): Pointer[] {
  const [step, ...rest] = location;
  if (step === undefined) return [[]];
  if (step === ITEM) {
    if (!Array.isArray(body)) return [];
    return body.flatMap((item, index) => pointersIn(item, rest).map((pointer) => [index, ...pointer]));
  }
  if (!isObject(body) || !Object.hasOwn(body, step)) return [];
  return pointersIn(body[step] ?? null, rest).map((pointer) => [step, ...pointer]);
}

/** Names of the members of an object that may be left out according to the document. */
export function optionalMembers({ children }: Field): readonly string[] {
  return children.filter(({ absence }) => absence === "optional").map(({ name }) => name);
}
