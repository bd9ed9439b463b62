/** The schema documents next to this module, read once. */
import { readdirSync, readFileSync } from "node:fs";

/** The part of JSON Schema 2020-12, and of our own annotations, that these documents use. */
export interface SchemaDocument {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaDocument>>;
  readonly title?: string;
  readonly type?: FieldType;
  readonly properties?: Readonly<Record<string, SchemaDocument>>;
  readonly required?: readonly string[];
  readonly items?: SchemaDocument;
  readonly allOf?: readonly SchemaDocument[];
  readonly oneOf?: readonly SchemaDocument[];
  readonly anyOf?: readonly SchemaDocument[];
  readonly discriminator?: { readonly propertyName: string };
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  /** Our own keyword: the prefix of an id. */
  readonly idPrefix?: string;
  /** The section of the contract document that lists the fields of an object. */
  readonly "x-section"?: string;
  /** The word before a field's name there: default `row`. */
  readonly "x-place"?: string;
  /** Where else the document states one of this schema's keywords, by keyword: a place that begins with its section. */
  readonly "x-stated-at"?: Readonly<Record<string, string>>;
  /** Keywords of this schema whose level is should. */
  readonly "x-should"?: readonly string[];
  /** How the presence of response properties is judged. */
  readonly "x-presence"?: Readonly<Record<string, Presence>>;
  /** What is known of a field besides its rules; facts.ts says what each holds, and checks it. */
  readonly "x-kind"?: string;
  readonly "x-open"?: readonly string[];
  readonly "x-unique"?: true;
  readonly "x-selects"?: true;
  readonly "x-unjudged-where"?: readonly Readonly<Record<string, string>>[];
  readonly "x-outsiders"?: readonly string[];
  readonly "x-outsiders-of"?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly "x-goes-with"?: string;
  readonly "x-others"?: string;
}

export type FieldType = "string" | "number" | "integer" | "boolean" | "object" | "array";

/**
 * When a response property must be there.
 * `required`: flagged as required by the document · `listed`: listed, and always known to the service ·
 * `sent`: listed, and known when the request carried it · `eventual`: listed, but its value may not exist yet
 * or not apply, so that it must be seen in at least one response.
 */
export type Presence = "required" | "listed" | "sent" | "eventual";

const documents = new Map<string, SchemaDocument>();
const folder = new URL("./", import.meta.url);
for (const name of readdirSync(folder).sort())
  if (name.endsWith(".schema.json")) documents.set(name, JSON.parse(readFileSync(new URL(name, folder), "utf8")));

export const DOCUMENTS: ReadonlyMap<string, SchemaDocument> = documents;

/** Registers the schema documents of another contract. @throws Error when one of that name exists already */
export function addDocuments(named: Readonly<Record<string, SchemaDocument>>): void {
  for (const [name, document] of Object.entries(named)) {
    if (documents.has(name)) throw new Error(`two schema documents are named ${name}`);
    documents.set(name, document);
  }
}

/** One schema document. @throws Error when none has that name: a mistake in our own data. */
export function documentNamed(name: string): SchemaDocument {
  const document = documents.get(name);
  if (document === undefined) throw new Error(`no schema document is named ${name}`);
  return document;
}

/**
 * The schema that a `$ref` names.
 * @param reference `file.schema.json`, `file.schema.json#/$defs/name` or `#/$defs/name`
 * @param home the document in which a bare fragment is looked up
 */
export function resolveReference(reference: string, home: string): { schema: SchemaDocument; home: string } {
  const [file = "", fragment = ""] = reference.split("#");
  const target = file === "" ? home : file;
  const document = documentNamed(target);
  if (fragment === "") return { schema: document, home: target };
  const definition = document.$defs?.[fragment.replace("/$defs/", "")];
  if (definition === undefined) throw new Error(`${target} has no definition ${fragment}`);
  return { schema: definition, home: target };
}
