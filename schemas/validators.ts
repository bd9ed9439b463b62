/** Ajv in strict mode over the schema documents: the referee of generated requests and the judge of responses. */

import { setTimeout as pause } from "node:timers/promises";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isDateTime } from "./dateTime.js";
import { DOCUMENTS, documentNamed } from "./documents.js";
import { FACTS } from "./facts.js";
import { ITEM } from "./fieldTree.js";
import { commaList } from "./groups.js";

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    // A number too large for a double is read as infinite, but is still a number.
    strictNumbers: false,
    allErrors: true,
    discriminator: true,
    verbose: true,
    // They are our own, and a test validates them by their meta-schema: doing so in each run would only cost time.
    validateSchema: false,
    meta: false,
  });
  addFormats.default(ajv);
  // The packaged one accepts two notations that RFC 3339 does not have.
  ajv.addFormat("date-time", { type: "string", validate: isDateTime });
  ajv.addVocabulary(["x-section", "x-place", "x-stated-at", "x-should", "x-presence", ...FACTS]);
  const validate = (prefix: string, value: string): boolean => value.startsWith(prefix);
  ajv.addKeyword({ keyword: "idPrefix", type: "string", schemaType: "string", validate });
  for (const document of DOCUMENTS.values()) ajv.addSchema(document);
  return ajv;
}

let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

function validatorOf(schemaName: string): ValidateFunction {
  let validator = validators.get(schemaName);
  if (validator === undefined) {
    ajv ??= createAjv();
    validator = (ajv.getSchema(schemaName) as ValidateFunction | undefined) ?? ajv.compile(documentNamed(schemaName));
    validators.set(schemaName, validator);
  }
  return validator;
}

/** Milliseconds between two schemas that are compiled ahead: what was answered meanwhile is read first. */
const BETWEEN = 5;

/** Compiles schemas before they are needed, one after the other, while answers are waited for. */
export async function compileAhead(schemaNames: Iterable<string>): Promise<void> {
  for (const name of schemaNames) {
    await pause(BETWEEN, undefined, { ref: false });
    validatorOf(name);
  }
}

/** One broken rule of a body: the field's path as in the field tree, and the keyword. */
export interface Breach {
  readonly path: string;
  readonly keyword: string;
  /** Where in the value, as a JSON pointer. */
  readonly pointer: string;
  readonly value: unknown;
  readonly rule: string;
}

function valueAt(body: unknown, names: readonly string[]): unknown {
  let value = body;
  for (const name of names) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/**
 * The rule path of a place in a body: indexes become `[]`, and the variant's name follows the object that it selects.
 */
function rulePath(body: unknown, names: readonly string[]): string {
  let path = "";
  let value = body;
  for (const [position, name] of names.entries()) {
    if (Array.isArray(value)) {
      path += ITEM;
    } else {
      path = path === "" ? name : `${path}.${name}`;
    }
    value = valueAt(value, [name]);
    const next = names[position + 1];
    const variant = name === "payment_details" ? valueAt(value, ["account_type"]) : undefined;
    if (next !== undefined && next !== "account_type" && typeof variant === "string") path += `.${variant}`;
  }
  return path;
}

function breachFrom(body: unknown, error: ErrorObject): Breach | null {
  // The parts of "empty, or at least n" are reported through the whole.
  if (error.schemaPath.includes("/anyOf/")) return null;
  const names = error.instancePath
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  let keyword = error.keyword;
  if (keyword === "allOf" || keyword === "oneOf") return null;
  if (keyword === "anyOf") keyword = "minLength";
  if (keyword === "const") keyword = "enum";
  if (keyword === "required") names.push(String(error.params.missingProperty));
  if (keyword === "discriminator") {
    // A missing one is also reported as required.
    const tag = valueAt(body, [...names, "account_type"]);
    if (tag === undefined) return null;
    names.push("account_type");
    keyword = typeof tag === "string" ? "enum" : "type";
  }
  return {
    path: rulePath(body, names),
    keyword,
    pointer: `/${names.join("/")}`,
    value: keyword === "required" ? undefined : valueAt(body, names),
    rule: ruleText(error),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  null: "null",
};

function listedValues(values: readonly unknown[]): string {
  return values.length === 1 ? JSON.stringify(values[0]) : `one of ${commaList(values)}`;
}

/** The parts of "empty, or at least n" as one rule. */
function emptyOr(parts: unknown): string {
  const least = Array.isArray(parts) ? parts.map(({ minLength }) => minLength).find((length) => length > 0) : undefined;
  return `empty, or a string of ${least === undefined ? "enough" : `at least ${least}`} characters`;
}

function ruleText(error: ErrorObject): string {
  switch (error.keyword) {
    case "required":
      return "present";
    case "type":
      return TYPES[String(error.params.type)] ?? `of type ${String(error.params.type)}`;
    case "enum":
      return listedValues(error.params.allowedValues as unknown[]);
    case "const":
      return String(error.params.allowedValue);
    case "minLength":
    case "maxLength":
      return `a string of ${error.keyword === "minLength" ? "at least" : "at most"} ${String(error.params.limit)} characters`;
    case "minItems":
    case "maxItems":
      return `a list of ${error.keyword === "minItems" ? "at least" : "at most"} ${String(error.params.limit)} items`;
    case "pattern":
      return `a string that matches ${String(error.params.pattern)}`;
    case "format":
      return `a ${String(error.params.format)}`;
    case "idPrefix":
      return `an id that begins with ${String(error.schema)}`;
    case "discriminator":
      return "a known account_type";
    case "anyOf":
      return emptyOr(error.schema);
    default:
      return error.message ?? error.keyword;
  }
}

/**
 * Every rule of a schema that a value breaks, each once.
 * @param schemaName file name of the schema
 * @param value parsed JSON
 */
export function breaches(schemaName: string, value: unknown): Breach[] {
  const validate = validatorOf(schemaName);
  if (validate(value)) return [];
  const found = new Map<string, Breach>();
  for (const error of validate.errors ?? []) {
    const breach = breachFrom(value, error);
    if (breach !== null) found.set(`${breach.pointer} ${breach.keyword}`, breach);
  }
  return [...found.values()];
}
