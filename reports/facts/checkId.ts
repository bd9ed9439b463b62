/** What the rule of a check is called. */
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

/** Whether a check is the one of its operation that tells what came and went. */
export function isSteadiness(check: Identified): boolean {
  return areaAndRuleOf(check) === "state/steady";
}

/** Whether a check is a user's own: its rule is no statement of the document. */
export function isOwn({ statements }: { readonly statements: readonly string[] }): boolean {
  return statements.length === 0;
}
