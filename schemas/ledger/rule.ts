/** A rule of the contract document: something it says that a deployment can be judged by. */
import type { Subject } from "../operations.js";

/** `must` is stated outright, `should` is implied. */
export type RuleLevel = "must" | "should";

/** One rule. */
export interface Rule {
  /**
   * As checks name it: `<operation>.request.<path>.<keyword>` and `<operation>.response.<path>.<keyword>` for fields,
   * `<operation>.<area>.<topic>` for the rest.
   */
  readonly id: string;
  /** Section of the contract document. */
  readonly section: string;
  readonly level: RuleLevel;
  readonly operation: Subject;
  /** What the rule says, in our words: one sentence. */
  readonly text: string;
  /** Why no check judges the rule; absent when one does. */
  readonly unjudged?: string;
}
