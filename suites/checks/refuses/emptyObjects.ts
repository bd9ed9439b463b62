/** Objects that lack everything that they must have, or have the members of another kind (sections 2.1 and 2.2). */

import { type CaseDraft, type Exercise, exercise } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import { sending } from "../../../engine/cases/editCase.js";
import { type About, valuesOf } from "../../../engine/judge/failureText.js";
import type { Edit, Template } from "../../../generators/edits/edit.js";
import { type AccountType, accountTypeOf, withAccountType } from "../../../generators/templates/accountTypes.js";
import { isObject, type JsonObject } from "../../../schemas/json.js";
import type { RecipientOperation } from "../../../schemas/operations.js";

/** A case for each template, the most telling first. */
function forEach(
  { templates }: Target,
  operation: RecipientOperation,
  message: About,
  edit: (template: Template) => Edit | null,
): CaseDraft[] {
  return templates[operation]
    .flatMap((template) => {
      const made = edit(template);
      return made === null ? [] : { template, made };
    })
    .map(({ template, made }, tier) => sending({ tier, template, edit: made, expect: { kind: "refuse" }, message }));
}

function details(value: JsonObject): Edit {
  return { kind: "set", at: ["payment_details"], value };
}

/** Payment details with only the account type, and with the members of the other kind of account. */
function lackingMembers(target: Target, operation: RecipientOperation, own: AccountType): CaseDraft[] {
  const other = own === "bank" ? "crypto" : "bank";
  const [stranger] = withAccountType(target.templates[operation], other);
  const members = stranger?.body?.payment_details;
  const ofOwn = (value: JsonObject) => (template: Template) =>
    accountTypeOf(template) === own ? details({ ...value, account_type: own }) : null;
  const lacking = valuesOf("payment_details", `only account_type ${own}`);
  const mistaken = valuesOf("payment_details", `account_type ${own} with the members of ${other}`);
  return [
    ...forEach(target, operation, lacking, ofOwn({})),
    ...(isObject(members) ? forEach(target, operation, mistaken, ofOwn(members)) : []),
  ];
}

/** An update without any member. Whether a creation needs one is open. */
const NOTHING: Edit = { kind: "raw", render: () => "{}", contentType: "application/json", label: "an empty object" };

/** Sends objects that lack what they must have. Each check is about one of the missing members. */
export function emptyObjects(operation: RecipientOperation): Exercise[] {
  const whole = exercise(`${operation}/refuses/business_name.required`, "nothing", (target) =>
    forEach(target, operation, { subject: operation, object: "an empty object" }, () => NOTHING),
  );
  return [
    ...(operation === "updateRecipient" ? [whole] : []),
    exercise(`${operation}/refuses/payment_details.account_type.required`, "nothing", (target) =>
      forEach(target, operation, valuesOf("payment_details", "an empty object"), () => details({})),
    ),
    exercise(`${operation}/refuses/payment_details.bank.account_number.required`, "nothing", (target) =>
      lackingMembers(target, operation, "bank"),
    ),
    exercise(`${operation}/refuses/payment_details.crypto.wallet_address.required`, "nothing", (target) =>
      lackingMembers(target, operation, "crypto"),
    ),
  ];
}
