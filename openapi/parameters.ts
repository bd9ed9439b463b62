/** Parameters of an operation: in the path, in the query, and the version header. */
import type { DocumentPlace } from "../schemas/ledger/unknown.js";
import { type Operation, type QueryParameter, VERSION_HEADER, type VersionHeader } from "../schemas/operations.js";
import type { Parameter, SchemaObject, UnknownFields } from "./model.js";
import {
  headerOf,
  jsonOf,
  measuredLimits,
  queryOf,
  type RecordedAnswer,
  type Seen,
  unknownFields,
  unknownsAt,
  wasTaken,
  withMeasured,
  withObserved,
} from "./seen.js";

const LIST = "unknown.listTransactions";
const PARAMETER_NAME = "unknown.getTransferReceipt.parameterName";
/** Stands in for a name that the document does not show. In a query that is expanded into its members it is not sent. */
const UNNAMED = "name-not-shown";

function pathParameters({ path }: Operation): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === undefined ? [] : [{ name, in: "path", required: true, schema: { type: "string" } }],
  );
}

function versionsTaken(operation: Operation, seen: Seen): string[] {
  const taken = (seen.answers.get(operation.id) ?? [])
    .filter((answer) => wasTaken(answer) === true)
    .flatMap(({ request }) => headerOf(request.headers, VERSION_HEADER) ?? []);
  return [...new Set(taken)].filter((value) => value !== "").sort();
}

/** Whether a request without the header is accepted: the first answer to a request without one. */
function takenWithoutVersion(operation: Operation, seen: Seen): boolean | null {
  const { unknowns, conflicts } = unknownsAt(operation.id, "version");
  const bare = [...unknowns, ...conflicts]
    .flatMap(({ id }) => seen.unknowns.get(id)?.exchange ?? [])
    .find(({ request }) => headerOf(request.headers, VERSION_HEADER) === null);
  return wasTaken(bare);
}

function versionParameter(operation: Operation, version: VersionHeader, seen: Seen): Parameter {
  const taken = versionsTaken(operation, seen);
  const values = taken.length > 0 ? taken : version.allowed;
  const without = takenWithoutVersion(operation, seen);
  return {
    name: VERSION_HEADER,
    in: "header",
    description: "Selects the version of the contract.",
    required: without === null ? version.presence === "required" : !without,
    schema: {
      type: "string",
      ...(values.length === 0 ? {} : { enum: values }),
      ...(version.standard === undefined ? {} : { default: version.standard }),
    },
    ...unknownFields(unknownsAt(operation.id, "version"), seen),
  };
}

function placeOf(name: string): DocumentPlace | null {
  return name === "page_number" || name === "page_size" || name === "file_type" ? name : null;
}

function numberIn(answer: RecordedAnswer | null | undefined, name: string): number | undefined {
  const body = answer === null || answer === undefined ? null : jsonOf(answer.response);
  if (typeof body !== "object" || body === null) return undefined;
  const value = Object.entries(body).find(([key]) => key === name)?.[1];
  return typeof value === "number" ? value : undefined;
}

/** What answers say about a page parameter: the first page, the default size, the largest size. */
function pageFacts(name: string, seen: Seen): SchemaObject {
  const exchangeOf = (topic: string): RecordedAnswer | null => seen.unknowns.get(`${LIST}.${topic}`)?.exchange ?? null;
  if (name === "page_number") {
    const first = exchangeOf("pageBase");
    const number =
      first !== null && wasTaken(first) === true ? Number(queryOf(first).get(name) ?? Number.NaN) : Number.NaN;
    return Number.isInteger(number) ? { minimum: number } : {};
  }
  if (name !== "page_size") return {};
  const bare = exchangeOf("defaultPageSize");
  const standard = bare !== null && !queryOf(bare).has(name) ? numberIn(bare, name) : undefined;
  const beyond = exchangeOf("largestPageSize");
  const reduced = numberIn(beyond, name);
  const asked = beyond === null ? 0 : Number(queryOf(beyond).get(name));
  return {
    ...(standard === undefined ? {} : { default: standard }),
    // An answer with fewer than requested shows the limit; a refusal does not.
    ...(reduced !== undefined && reduced < asked ? { maximum: reduced } : {}),
  };
}

/** Whether a query parameter has to be sent, where a request without it shows that. */
function requiredFact(name: string, seen: Seen): { required?: true } {
  const shown = name === "file_type" ? seen.unknowns.get("unknown.uploadFile.fileTypeRequired")?.exchange : null;
  const left = shown !== null && shown !== undefined && !queryOf(shown).has(name);
  return left && wasTaken(shown) === false ? { required: true } : {};
}

/** The type of a parameter: the documented one, or where none is, the one that a run saw. */
function typeOf({ type }: QueryParameter, facts: SchemaObject): SchemaObject {
  if (type !== null) return { type };
  return Object.keys(facts).length === 0 ? {} : { type: "integer" };
}

function namedParameter(operation: Operation, name: string, parameter: QueryParameter, seen: Seen): Parameter {
  const place = placeOf(name);
  const { values, marks } = measuredLimits(operation.id, name, seen);
  const unknowns = place === null ? {} : unknownFields(unknownsAt(operation.id, place), seen);
  const { minimum, maximum, ...found } = pageFacts(name, seen);
  const facts = { ...found, ...withMeasured({ minimum, maximum }, values) };
  return {
    name,
    in: "query",
    ...requiredFact(name, seen),
    schema: {
      ...typeOf(parameter, facts),
      ...(parameter.enum === undefined ? {} : { enum: parameter.enum }),
      ...facts,
    },
    ...withObserved(unknowns, marks),
  };
}

/**
 * A parameter without a documented name: any one member of the query may be it, until a run has found the name. An
 * object whose members are separate parameters says just that.
 */
function unnamedParameter(operation: Operation, parameter: QueryParameter, seen: Seen): Parameter {
  const unknowns: UnknownFields = unknownFields(unknownsAt(operation.id, "receipt"), seen);
  const found = seen.unknowns.get(PARAMETER_NAME)?.exchange;
  const [name, ...others] = found === null || found === undefined ? [] : [...queryOf(found).keys()];
  if (name !== undefined && others.length === 0)
    return { name, in: "query", schema: typeOf(parameter, {}), ...unknowns };
  return {
    name: UNNAMED,
    in: "query",
    description: "A transaction id, in a parameter whose name is not shown.",
    style: "form",
    explode: true,
    schema: { type: "object", additionalProperties: typeOf(parameter, {}) },
    ...unknowns,
  };
}

export function parametersOf(operation: Operation, seen: Seen): readonly Parameter[] {
  return [
    ...pathParameters(operation),
    ...(operation.version === null ? [] : [versionParameter(operation, operation.version, seen)]),
    ...operation.query.map((parameter) =>
      parameter.name === null
        ? unnamedParameter(operation, parameter, seen)
        : namedParameter(operation, parameter.name, parameter, seen),
    ),
  ];
}
