/** The ledger: everything that the contract document says, leaves open, or says twice, as data. */
import type { Subject } from "../operation.js";
import { CONFLICTS } from "./conflicts.js";
import type { Rule, RuleLevel } from "./rule.js";
import { RULES } from "./rules.js";
import type { ConflictStatement, Unknown } from "./unknown.js";
import { UNKNOWNS } from "./unknowns.js";

interface Entry {
  readonly id: string;
  /** Section of the contract document. */
  readonly section: string;
  /** Null when the statement is about several operations, or about none. */
  readonly operation: Subject | null;
  /** The statement in our words; of an unknown and a conflict, the question that it leaves. */
  readonly text: string;
}

/** One thing that the document says. Only rules have a level: an unknown cannot be failed. */
export type Statement =
  | (Entry & { readonly kind: "rule"; readonly level: RuleLevel; readonly unjudged?: string })
  | (Entry & {
      readonly kind: "unknown";
      readonly level: null;
      readonly documented: string;
      readonly unanswerable?: string;
    })
  | (Entry & {
      readonly kind: "conflict";
      readonly level: null;
      readonly documented: readonly string[];
      readonly seenIn: string;
    });

function ruleStatement(rule: Rule): Statement {
  return { kind: "rule", ...rule };
}

function unknownStatement({ question, ...unknown }: Unknown): Statement {
  return { kind: "unknown", level: null, text: question, ...unknown };
}

function conflictStatement({ question, ...conflict }: ConflictStatement): Statement {
  return { kind: "conflict", level: null, text: question, ...conflict };
}

/** Every statement of the document: rules, then unknowns, then conflicts. */
export const LEDGER: readonly Statement[] = [
  ...RULES.map(ruleStatement),
  ...UNKNOWNS.map(unknownStatement),
  ...CONFLICTS.map(conflictStatement),
];
