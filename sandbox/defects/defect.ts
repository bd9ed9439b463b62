import { type Behaviour, chooseBehaviour } from "../behaviours.js";
import { OPERATION_NAMES, type OperationName, type Refusal, refusal } from "../request.js";
import { type BodyOperation, type FieldRule, fieldRules } from "../rules.js";
import { FILE_TYPES } from "../service.js";
import type { DefectHooks } from "./hooks.js";

/** One deliberate departure from one rule of the document. */
export interface Defect {
  /** Unique: the operation, the rule and the way it is broken, with slashes between them. */
  readonly id: string;
  /** What kind of departure it is; those of one family have their own table or file. */
  readonly family: string;
  /** The operation that shows it. */
  readonly operation: OperationName | "webhooks";
  /**
   * The rule it breaks: `area/field path.keyword` or `area/subject`. Where the departure can fairly be called by several
   * names, all of them, the most fitting first.
   */
  readonly rule: string | readonly string[];
  readonly title: string;
  /** The choices of behaviour without which it does not show. */
  readonly needs?: Readonly<Partial<Record<keyof Behaviour, string>>>;
  /** The operations that its hooks are called for. */
  readonly on: readonly OperationName[];
  /** Fresh hooks for one sandbox; what a defect remembers between requests lives in their closure. */
  readonly hooks: () => DefectHooks;
}

/** The hooks of a defect; a function makes them afresh for each sandbox where something is remembered between requests. */
export type HooksOf = DefectHooks | (() => DefectHooks);

/**
 * A table of defects: `"rule/way, other rule | what it does": hooks`. The first name is the end of its id, behind
 * `operation/`; the others are rules that it can fairly be called by as well.
 */
export type Rows<Value = HooksOf> = Readonly<Record<string, Value>>;

/** The names and the title of a row. */
export function readRow(row: string): {
  readonly name: string;
  readonly also: readonly string[];
  readonly title: string;
} {
  const [names = "", title = ""] = row.split(" | ");
  const [name = "", ...also] = names.split(", ");
  return { name, also, title };
}

/** Declares the defects of a family in one operation, whose name stands before each row's unless the operation is null. */
export function defects(family: string, operation: OperationName | null, rows: Rows): Defect[] {
  return Object.entries(rows).map(([row, hooks]) => {
    const { name, also, title } = readRow(row);
    const id = operation === null ? name : `${operation}/${name}`;
    const own = OPERATION_NAMES.find((each) => id.startsWith(`${each}/`));
    if (own === undefined) throw new Error(`No operation of a defect: ${id}`);
    const end = id.lastIndexOf("/");
    const rule = id.slice(own.length + 1, end);
    return defectOf(family, own, also.length === 0 ? rule : [rule, ...also], id.slice(end + 1), title, hooks);
  });
}

/** Declares a defect whose id is made of its operation, its first rule, and the way in which it breaks it. */
export function defectOf(
  family: string,
  operation: OperationName,
  rule: string | readonly string[],
  way: string,
  title: string,
  hooks: HooksOf,
): Defect {
  const [first = ""] = typeof rule === "string" ? [rule] : rule;
  return {
    id: `${operation}/${first}/${way}`,
    family,
    operation,
    rule,
    title,
    on: [operation],
    hooks: typeof hooks === "function" ? hooks : () => hooks,
  };
}

/** The rules of request bodies by operation, which the generated families walk. */
export const REQUEST_TABLES = fieldRules(chooseBehaviour());

export const BODY_OPERATIONS = ["createRecipient", "updateRecipient", "uploadFile", "createCustomer"] as const;

export const RECIPIENT_OPERATIONS = ["createRecipient", "updateRecipient"] as const;

/**
 * Whether the document says that a field must be there. Of a recipient creation itself it does not say so, nor of a
 * customer's or an upload's fields (sections 2.1, 2.4 and 4.3); inside an account it does.
 */
export function isDocumentedAsRequired(operation: BodyOperation, { path, required }: FieldRule): boolean {
  if (required !== true) return false;
  return (
    operation === "updateRecipient" ||
    (operation === "createRecipient" && path.startsWith("payment_details") && path !== "payment_details")
  );
}

/** Turns with the places at which a rule stands, so that all ways to break a rule are used somewhere. */
export function inTurn<Way>(ways: readonly Way[], turn: number): Way | undefined {
  return ways[turn % ways.length];
}

/** The types of file (section 4.3). */
export const FILE_TYPE_NAMES: readonly string[] = Object.values(FILE_TYPES).flat();

/** What a failing service answers. */
export const SERVER_ERROR: Refusal = refusal(500, "INTERNAL_ERROR", "The request could not be processed");
