/** The name of a check's rule. */
import type { CheckResult } from "../model.js";

type Identified = Pick<CheckResult, "id" | "operation" | "area">;

/** The id after operation and area: `address_info.post_code.maxLength`. */
export function ruleOf({ id, operation, area }: Identified): string {
  return id.slice(`${operation}/${area}/`.length);
}

/** The id after the operation: `refuses/address_info.post_code.maxLength`. */
export function areaAndRuleOf(check: Identified): string {
  return `${check.area}/${ruleOf(check)}`;
}

/** Whether a check is the one of its operation that reports intermittent faults. */
export function isSteadiness(check: Identified): boolean {
  return areaAndRuleOf(check) === "state/steady";
}

/** Whether a check is a user's own: its rule is not a statement of the document. */
export function isOwn({ statements }: { readonly statements: readonly string[] }): boolean {
  return statements.length === 0;
}

/** What a run may lack: a receiver of deliveries is the subject "webhooks" itself, these are pairs of credentials. */
export const EQUIPMENT = ["restricted", "second-partner"] as const;
export type Equipment = (typeof EQUIPMENT)[number];

const NEEDED: readonly (readonly [rule: RegExp, anyOf: readonly Equipment[]])[] = [
  [/^[^/]*\/auth\/restricted$/, ["restricted"]],
  [/^[^/]*\/auth\/foreign-/, ["restricted", "second-partner"]],
  [/^[^/]*\/state\/partners\./, ["second-partner"]],
];

/** What a check needs besides the partner's own pair: any one of these; nothing where none is named. */
export function equipmentOf(id: string): readonly Equipment[] {
  return NEEDED.find(([rule]) => rule.test(id))?.[1] ?? [];
}
