/** Rules of a field that another rule of the same field implies (contract document, section 8 beside section 2). */
import type { Field, ValueKeyword } from "./fieldTree.js";

/** A rule that cannot be broken or met alone, with the reason. */
export interface ImpliedRule {
  readonly keyword: ValueKeyword;
  readonly reason: string;
}

/**
 * The rules of a field that no single value can break alone.
 * A length or pattern beside an enum, for example: what is outside them is outside the enum too.
 */
export function impliedRules(field: Field): ImpliedRule[] {
  if (field.rules.enum === undefined) return [];
  const implied: ImpliedRule[] = [];
  for (const keyword of ["minLength", "maxLength", "pattern"] as const) {
    if (field.rules[keyword] !== undefined) {
      implied.push({
        keyword,
        reason: `implied by the enum of ${field.path}: no value of the list breaks it`,
      });
    }
  }
  return implied;
}
