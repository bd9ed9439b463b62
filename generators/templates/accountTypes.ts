/** Templates of recipients by the type of their account: the id of each begins with it. */
import type { Template } from "../edits/edit.js";

export const ACCOUNT_TYPES = ["bank", "crypto"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The account type that a recipient's template has. */
export function accountTypeOf({ id }: Template): AccountType {
  return id.startsWith("crypto") ? "crypto" : "bank";
}

/** The templates of one account type. */
export function withAccountType(templates: readonly Template[], accountType: AccountType): readonly Template[] {
  return templates.filter((template) => accountTypeOf(template) === accountType);
}
