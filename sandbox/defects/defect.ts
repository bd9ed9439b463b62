import type { Behaviour } from "../behaviours.js";
import type { OperationName } from "../operations/names.js";
import { confined, type DefectHooks } from "./hooks.js";
import { OPERATION_NAMES } from "./requestTables.js";

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
  /** Fresh hooks for one sandbox; what a defect remembers between requests lives in their closure. */
  readonly hooks: () => DefectHooks;
}

/** Operation, rule and way, with slashes between them; the rule may hold slashes itself. */
export type DefectId = `${OperationName}/${string}/${string}`;

/** The id of a defect; in a list, with other rules that it can be called by. */
export type DefectNames<Id = DefectId> = Id | readonly [id: Id, ...also: string[]];

/**
 * Declares the defects of a family. The hooks of each see the operation of its id only. Those of a defect that remembers
 * something between requests are made afresh for each sandbox.
 */
export function familyOf(family: string) {
  return (names: DefectNames, title: string, hooks: DefectHooks | (() => DefectHooks)): Defect => {
    const [id, ...also] = typeof names === "string" ? [names] : names;
    const operation = OPERATION_NAMES.find((name) => id.startsWith(`${name}/`));
    if (operation === undefined) throw new Error(`No operation of a defect: ${id}`);
    const end = id.lastIndexOf("/");
    const rule = id.slice(operation.length + 1, end);
    return defectOf(family, operation, also.length === 0 ? rule : [rule, ...also], id.slice(end + 1), title, hooks);
  };
}

/** Declares a defect whose id is made of its operation, its first rule, and the way in which it breaks it. */
export function defectOf(
  family: string,
  operation: OperationName,
  rule: string | readonly string[],
  way: string,
  title: string,
  hooks: DefectHooks | (() => DefectHooks),
): Defect {
  const [first = ""] = typeof rule === "string" ? [rule] : rule;
  return {
    id: `${operation}/${first}/${way}`,
    family,
    operation,
    rule,
    title,
    hooks: () => confined(operation, typeof hooks === "function" ? hooks() : hooks),
  };
}
