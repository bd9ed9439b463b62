/** The former way to declare checks: groups. Every use of it goes; see check.ts. */
import type { Area, Level } from "../reports/model.js";
import { OPERATIONS, type OperationId } from "../schemas/operations.js";
import type { Case, CheckDefinition, CheckGroup, Target } from "./model.js";

/** What differs from check to check; the rest follows from the operation and the id. */
export interface CheckText {
  /** The part of the id behind `operation/area/`. */
  readonly rule: string;
  readonly title: string;
  readonly sends: string;
  readonly expects: string;
  readonly section?: string;
  readonly level?: Level;
  /** Statements of the ledger; by default one named like the check: `operation.area.rule`. */
  readonly statements?: readonly string[];
}

/** A check of an operation. */
export function checkOf(operation: OperationId, area: Area, text: CheckText): CheckDefinition {
  return {
    id: `${operation}/${area}/${text.rule}`,
    title: text.title,
    operation,
    area,
    section: text.section ?? OPERATIONS[operation].section,
    level: text.level ?? "must",
    statements: text.statements ?? [`${operation}.${area}.${text.rule}`],
    sends: text.sends,
    expects: text.expects,
  };
}

/** A group whose cases are made from a target that is ready for the operation. */
export function group(
  operation: OperationId,
  definitions: readonly CheckDefinition[],
  cases: (target: Target) => readonly Case[],
): CheckGroup {
  return { definitions, cases: (target) => (target.unready[operation] === undefined ? cases(target) : []) };
}

/** A group of checks that the answers to all requests exercise; it sends nothing of its own. */
export function trafficGroup(definitions: readonly CheckDefinition[]): CheckGroup {
  return { definitions, cases: () => [] };
}
