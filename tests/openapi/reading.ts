/** Reads OpenAPI documents in tests. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenApiDocument } from "../../openapi/contract.js";
import type { OperationObject, Parameter, SchemaObject } from "../../openapi/model.js";
import { isDateTime } from "../../schemas/dateTime.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";

/** A document as others read it: what JSON keeps of it. */
export function read(document: OpenApiDocument): Record<string, unknown> {
  return JSON.parse(JSON.stringify(document));
}

/** What is wrong with a document by the OpenAPI 3.1 schema; empty when it is valid. */
export async function faultsOf(document: OpenApiDocument): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(read(document));
  return valid ? [] : (errors ?? "invalid");
}

/** The operation of a document with an id of ours. */
export function operationIn(document: OpenApiDocument, id: OperationId): OperationObject {
  const { path, method } = OPERATIONS[id];
  const operation = document.paths[path]?.[method === "GET" ? "get" : "post"];
  if (operation === undefined) throw new Error(`the document has no ${id}`);
  return operation;
}

/** A parameter of an operation. */
export function parameterIn(document: OpenApiDocument, id: OperationId, name: string): Parameter {
  for (const parameter of operationIn(document, id).parameters ?? []) {
    if ("name" in parameter && parameter.name === name) return parameter;
  }
  throw new Error(`${id} has no parameter ${name}`);
}

/** The schema of a request body. */
export function requestSchemaIn(document: OpenApiDocument, id: OperationId): SchemaObject {
  const schema = operationIn(document, id).requestBody?.content["application/json"]?.schema;
  const name = schema?.$ref?.split("/").at(-1);
  const component = name === undefined ? undefined : document.components.schemas[name];
  if (component === undefined) throw new Error(`${id} has no request schema`);
  return component;
}

/** Every member of a name at any depth of a value. */
export function* membersNamed(name: string, value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === name) yield member;
    yield* membersNamed(name, member);
  }
}

const OWN_KEYWORDS = [
  "components",
  "discriminator",
  "x-section",
  "x-place",
  "x-stated-at",
  "x-should",
  "x-presence",
  "x-id-prefix",
  "x-observed",
];

/** Compiles schemas of a document, strictly. */
export function compilerOf(document: OpenApiDocument): (schema: SchemaObject) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictRequired: false });
  addFormats.default(ajv);
  ajv.addFormat("date-time", { type: "string", validate: isDateTime });
  ajv.addVocabulary(OWN_KEYWORDS);
  return (schema) => ajv.compile({ components: document.components, ...schema });
}
