/** Templates of recipients by the type of their account, which is their kind. */
import { type Template, templateKind } from "../edits/edit.js";

export const ACCOUNT_TYPES = ["bank", "crypto"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export function accountTypeOf(template: Template): AccountType {
  return templateKind(template) === "crypto" ? "crypto" : "bank";
}

export function withAccountType(templates: readonly Template[], accountType: AccountType): readonly Template[] {
  return templates.filter((template) => accountTypeOf(template) === accountType);
}
