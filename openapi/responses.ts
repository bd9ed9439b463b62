/** Responses of an operation: success, refusals and failures, as documented and as seen. */

import { STATUS_CODES } from "node:http";
import { undocumentedFields } from "../oracles/undocumentedFields.js";
import { fieldTree, ITEM } from "../schemas/fieldTree.js";
import { distinct } from "../schemas/groups.js";
import type { Operation } from "../schemas/operations.js";
import { isSuccessStatus } from "../schemas/statuses.js";
import { schemaReference } from "./components.js";
import type { Content, ObservedMark, ResponseObject, SchemaObject } from "./model.js";
import { headerOf, jsonOf, type RecordedAnswer, type Seen, unknownFields, unknownsAt, withObserved } from "./seen.js";

const JSON_TYPE = "application/json";
/** In addition to JSON, for a body whose media type is not documented. */
const ANY_TYPE = "*/*";

/** What the statuses of section 7 mean. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "Invalid parameter",
  401: "Unauthorized",
  403: "Forbidden: no permission",
  404: "Not found",
  405: "Method not allowed",
  500: "Internal server error",
};

function answersOf(operation: Operation, seen: Seen): readonly RecordedAnswer[] {
  return seen.answers.get(operation.id) ?? [];
}

function isSuccess({ response }: RecordedAnswer): boolean {
  return isSuccessStatus(response.status);
}

function sorted<T extends string | number>(values: readonly T[]): T[] {
  return distinct(values).sort();
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function extraAt(location: readonly string[], extra: SchemaObject): SchemaObject {
  const [step, ...rest] = location;
  if (step === undefined) return extra;
  const inner = extraAt(rest, extra);
  return step === ITEM ? { type: "array", items: inner } : { type: "object", properties: { [step]: inner } };
}

/** The fields of success bodies that the document does not know, each as a separate schema to be added. */
function extraFields(operation: Operation, seen: Seen): SchemaObject[] {
  const tree = fieldTree(operation.responseSchema);
  const found = new Map<string, { location: readonly string[]; types: string[] }>();
  for (const answer of answersOf(operation, seen).filter(isSuccess)) {
    // What an inquiry put into the request may come back, and is not a field of the service.
    const sent = new Set([...undocumentedFields(tree, jsonOf(answer.request))].map(({ path }) => path));
    for (const { path, location, value } of undocumentedFields(tree, jsonOf(answer.response))) {
      if (sent.has(path)) continue;
      const types = found.get(path)?.types ?? [];
      found.set(path, { location, types: [...types, typeOf(value)] });
    }
  }
  return [...found].sort().map(([, { location, types }]) => {
    const [type = "", ...others] = sorted(types);
    const seenAs = others.length === 0 && type !== "null" ? { type } : {};
    return extraAt(location, { ...seenAs, description: "Seen in responses; not documented." });
  });
}

function successSchema(operation: Operation, seen: Seen): SchemaObject {
  const documented = schemaReference(operation.responseSchema);
  const extra = extraFields(operation, seen);
  return extra.length === 0 ? documented : { allOf: [documented, ...extra] };
}

/** The media types of a success body: those seen where the document shows none, without parameters. */
function successTypes(operation: Operation, seen: Seen): string[] {
  if (operation.id !== "getTransferReceipt") return [JSON_TYPE];
  const types = answersOf(operation, seen)
    .filter(isSuccess)
    .flatMap(({ response }) => headerOf(response.headers, "content-type") ?? [])
    .map((type) => type.split(";")[0]?.trim().toLowerCase() ?? "")
    .filter((type) => type.includes("/"));
  return types.length === 0 ? [JSON_TYPE, ANY_TYPE] : sorted(types);
}

function contentOf(types: readonly string[], schema: SchemaObject): Content {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** Success: under the documented status, else under those seen, else under all of them. */
function successes(operation: Operation, seen: Seen): [string, ResponseObject][] {
  const { successStatus } = operation;
  const succeeded = answersOf(operation, seen).filter(isSuccess);
  const statuses = sorted(succeeded.map(({ response }) => response.status));
  const documented = successStatus === null ? "2XX" : String(successStatus);
  const shown = statuses.length === 0 ? [documented] : statuses.map(String);
  const content = contentOf(successTypes(operation, seen), successSchema(operation, seen));
  const unknowns = unknownFields(unknownsAt(operation.id, "success"), seen);
  const departing = successStatus !== null && shown.some((status) => status !== documented);
  const evidence = "the recorded answers of the operation";
  const observed: Readonly<Record<string, ObservedMark>> = departing
    ? { status: { documented, answer: shown.join(", "), evidence } }
    : {};
  return shown.map((status, index) => [
    status,
    {
      description: status === "2XX" ? "Success; its status code is not documented." : "Success.",
      content,
      // Once is enough: the unknowns are about success, whatever its number.
      ...(index > 0 ? {} : withObserved(unknowns, observed)),
    },
  ]);
}

function errorContent(): Content {
  return contentOf([JSON_TYPE], schemaReference("error.schema.json"));
}

function errors(operation: Operation, seen: Seen): [string, ResponseObject][] {
  const failed = answersOf(operation, seen).filter(({ response }) => response.status >= 400);
  const statuses = sorted([...operation.errorStatuses, ...failed.map(({ response }) => response.status)]);
  const refusal = operation.refusalStatus === null ? "4XX" : String(operation.refusalStatus);
  const unknowns = unknownFields(unknownsAt(operation.id, "refusal"), seen);
  const numbered = statuses.map((status): [string, ResponseObject] => {
    const documented = operation.errorStatuses.includes(status);
    const meaning = MEANINGS[status] ?? STATUS_CODES[status] ?? "Error";
    return [
      String(status),
      {
        description: `${meaning}${documented ? "." : "; seen, and not documented for this operation."}`,
        content: errorContent(),
        ...(String(status) === refusal ? unknowns : {}),
      },
    ];
  });
  if (operation.refusalStatus !== null) return numbered;
  return [
    ...numbered,
    [refusal, { description: "A refusal; which status it has is not shown.", content: errorContent(), ...unknowns }],
    ["5XX", { description: "A failure of the service; which status it has is not shown.", content: errorContent() }],
  ];
}

export function responsesOf(operation: Operation, seen: Seen): Readonly<Record<string, ResponseObject>> {
  return Object.fromEntries([...successes(operation, seen), ...errors(operation, seen)]);
}
