/** The schema documents as components of an OpenAPI document: one flat list of names, references rewritten. */
import { DOCUMENTS, resolveReference, type SchemaDocument } from "../schemas/documents.js";
import { withoutFacts } from "../schemas/facts.js";
import type { SchemaObject } from "./model.js";

const SUFFIX = ".schema.json";
/** Its definitions are shared, so they have their own names. */
const SHARED = `fields${SUFFIX}`;

function pascal(text: string): string {
  return text.replace(/(?:^|-)(.)/g, (_, initial: string) => initial.toUpperCase());
}

/** The component's name of a schema document, or of a definition in one. */
export function componentName(file: string, definition = ""): string {
  const own = file === SHARED && definition !== "" ? "" : pascal(file.replace(SUFFIX, ""));
  return `${own}${pascal(definition)}`;
}

export function componentReference(name: string): SchemaObject {
  return { $ref: `#/components/schemas/${name}` };
}

export function schemaReference(file: string): SchemaObject {
  return componentReference(componentName(file));
}

function rewritten(reference: string, home: string): string {
  const [file = "", fragment = ""] = reference.split("#/$defs/");
  const { $ref = "" } = componentReference(componentName(file === "" ? home : file, fragment));
  return $ref;
}

function mapped<T>(members: Readonly<Record<string, T>>, convert: (member: T) => SchemaObject) {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, convert(member)]));
}

function tagOf(branch: SchemaDocument, propertyName: string, home: string): string {
  const schema = branch.$ref === undefined ? branch : resolveReference(branch.$ref, home).schema;
  const tag = schema.properties?.[propertyName]?.const;
  if (tag === undefined) throw new Error(`a variant in ${home} has no constant ${propertyName}`);
  return tag;
}

/** One schema document, or a part of it, as OpenAPI has it; what only helps this suite to make requests is left out. */
function schemaObject(document: SchemaDocument, home: string): SchemaObject {
  const { $schema, $id, $defs, $ref, idPrefix, properties, items, allOf, oneOf, anyOf, discriminator, ...same } =
    withoutFacts(document);
  const convert = (part: SchemaDocument): SchemaObject => schemaObject(part, home);
  return {
    ...($ref === undefined ? {} : { $ref: rewritten($ref, home) }),
    ...same,
    ...(idPrefix === undefined ? {} : { "x-id-prefix": idPrefix }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(convert) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(convert) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(convert) }),
    ...(discriminator === undefined ? {} : { discriminator: mapping(discriminator.propertyName, oneOf ?? [], home) }),
    ...(properties === undefined ? {} : { properties: mapped(properties, convert) }),
    ...(items === undefined ? {} : { items: convert(items) }),
  };
}

function mapping(propertyName: string, branches: readonly SchemaDocument[], home: string) {
  const pairs = branches.flatMap((branch) =>
    branch.$ref === undefined ? [] : [[tagOf(branch, propertyName, home), rewritten(branch.$ref, home)]],
  );
  return { propertyName, mapping: Object.fromEntries(pairs) };
}

function allComponents(): ReadonlyMap<string, SchemaObject> {
  const components = new Map<string, SchemaObject>();
  const add = (name: string, schema: SchemaObject): void => {
    if (components.has(name)) throw new Error(`two schemas would be the component ${name}`);
    components.set(name, schema);
  };
  for (const [file, document] of DOCUMENTS) {
    for (const [name, definition] of Object.entries(document.$defs ?? {})) {
      add(componentName(file, name), schemaObject(definition, file));
    }
    if (file !== SHARED) add(componentName(file), schemaObject(document, file));
  }
  return components;
}

const COMPONENTS = allComponents();
const REFERENCE = "#/components/schemas/";

function* referredTo(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === "$ref" && typeof member === "string" && member.startsWith(REFERENCE))
      yield member.slice(REFERENCE.length);
    else yield* referredTo(member);
  }
}

/**
 * The components that a part of a document needs, in the order of their names.
 * @param own components of the document itself, besides those of the schema documents
 */
export function componentsFor(
  part: unknown,
  own: ReadonlyMap<string, SchemaObject>,
): Readonly<Record<string, SchemaObject>> {
  const needed = new Map<string, SchemaObject>();
  const need = (value: unknown): void => {
    for (const name of referredTo(value)) {
      if (needed.has(name)) continue;
      const schema = own.get(name) ?? COMPONENTS.get(name);
      if (schema === undefined) throw new Error(`no schema is the component ${name}`);
      needed.set(name, schema);
      need(schema);
    }
  };
  need(part);
  return Object.fromEntries([...needed].sort(([one], [other]) => (one < other ? -1 : 1)));
}
