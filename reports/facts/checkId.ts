/** The rule in a check's id: a report tells by nothing else what field and keyword a check is about. */
import { VALUE_KEYWORDS } from "../../schemas/fieldTree.js";
import type { CheckResult } from "../model.js";

type Identified = Pick<CheckResult, "id" | "operation" | "area">;

/** The id behind operation and area: `address_info.post_code.maxLength`. */
export function ruleOf({ id, operation, area }: Identified): string {
  return id.slice(`${operation}/${area}/`.length);
}

/** The id behind the operation: `refuses/address_info.post_code.maxLength`. */
export function areaAndRuleOf(check: Identified): string {
  return `${check.area}/${ruleOf(check)}`;
}

/** What a rule may be about beside a field's value: that the field is there, or not, or holds what no rule forbids. */
const KEYWORDS: ReadonlySet<string> = new Set([...VALUE_KEYWORDS, "required", "present", "optional", "empty", "text"]);

/** The field that a rule of an answer is about: `address_info.post_code`. */
export function fieldOf(check: Identified): string {
  const rule = ruleOf(check);
  const dot = rule.lastIndexOf(".");
  return KEYWORDS.has(rule.slice(dot + 1)) ? rule.slice(0, Math.max(0, dot)) : rule;
}

/** Whether a check is the one of its operation that tells what came and went. */
export function isSteadiness(check: Identified): boolean {
  return areaAndRuleOf(check) === "state/steady";
}

/** Whether a check is a user's own: its rule is no statement of the document. */
export function isOwn({ statements }: { readonly statements: readonly string[] }): boolean {
  return statements.length === 0;
}
