/** A rule of the contract document: something it says that a deployment can be judged by. */
import type { Subject } from "../operation.js";

/** `must` is stated, or follows from the plain meaning of what is stated; `should` is implied. */
export type RuleLevel = "must" | "should";

/**
 * What a rule is based on: the document says it (`stated`); what it says cannot mean anything else (`follows`); or one
 * would expect it from what the document says (`implied`).
 */
export const BASES = ["stated", "follows", "implied"] as const;
export type Basis = (typeof BASES)[number];

export interface Rule {
  /**
   * As named in checks: `<operation>.request.<path>.<keyword>` and `<operation>.response.<path>.<keyword>` for fields,
   * `<operation>.<area>.<topic>` for the rest.
   */
  readonly id: string;
  /** Where the contract document states it: the section, and where in it. `2.1, request fields, row business_name` */
  readonly place: string;
  /** The section number at the start of the place. */
  readonly section: string;
  readonly basis: Basis;
  readonly level: RuleLevel;
  readonly operation: Subject;
  /** What the rule says, in our words: one sentence. */
  readonly text: string;
  /** Why no check judges the rule; absent when one does. */
  readonly unjudged?: string;
}

/** A rule with what follows from its place and its basis. */
export function ruleOf(words: Omit<Rule, "section" | "level">): Rule {
  const [section = ""] = words.place.split(",");
  return { ...words, section, level: words.basis === "implied" ? "should" : "must" };
}
