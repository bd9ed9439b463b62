/** Objects that lack everything that they must have, or have what another kind of them has (sections 2.1 and 2.2). */

import { group } from "../../../engine/checkGroup.js";
import { editCase } from "../../../engine/editCase.js";
import type { CheckGroup, Target } from "../../../engine/model.js";
import type { Edit, Template } from "../../../generators/edits/edit.js";
import { isObject, type JsonObject } from "../../../generators/json.js";
import { accountTypeOf } from "../../../generators/templates/accountTypes.js";
import type { AccountType } from "../../../generators/templates/templates.js";

type Operation = "createRecipient" | "updateRecipient";

interface Lacking {
  /** The required member that is named: others are missing as well. */
  readonly rule: string;
  readonly message: string;
  readonly edit: Edit;
}

const DETAILS = ["payment_details"];
/** A member that each kind of account must have. */
const NEEDED = { bank: "account_number", crypto: "wallet_address" } as const;

function detailsOf({ body }: Template): JsonObject {
  const details = body?.payment_details;
  return isObject(details) ? details : {};
}

/** Payment details without any member, with the account type alone, and with the members of the other kind. */
function lackingDetails(template: Template, target: Target): Lacking[] {
  const own = accountTypeOf(template);
  const other: AccountType = own === "bank" ? "crypto" : "bank";
  const stranger = target.templates[template.operation].find((candidate) => accountTypeOf(candidate) === other);
  const required = (accountType: AccountType) => `payment_details.${accountType}.${NEEDED[accountType]}.required`;
  const edit = (value: JsonObject): Edit => ({ kind: "set", at: DETAILS, value });
  return [
    {
      rule: "payment_details.account_type.required",
      message: "Payment details without any member are not refused as documented",
      edit: edit({}),
    },
    {
      rule: required(own),
      message: `Payment details with nothing but account_type ${own} are not refused as documented`,
      edit: edit({ account_type: own }),
    },
    ...(stranger === undefined
      ? []
      : [
          {
            rule: required(own),
            message: `Payment details of account_type ${own} with the members of ${other} are not refused as documented`,
            edit: edit({ ...detailsOf(stranger), account_type: own }),
          },
        ]),
  ];
}

/** An update without any member. Whether a creation needs one is open. */
const WHOLE: Lacking = {
  rule: "business_name.required",
  message: "An update without any member is not refused as documented",
  edit: { kind: "raw", render: () => "{}", contentType: "application/json", label: "an empty object" },
};
/** Far from the numbers of the cases that the request's schema gives. */
const FIRST_CASE = 800_000;

/** Sends objects that lack what they must have. */
export function emptyObjects(operation: Operation): CheckGroup {
  return group(operation, [], (target) =>
    target.templates[operation].flatMap((template, index) => {
      const whole = operation === "updateRecipient" ? [WHOLE] : [];
      return [...whole, ...lackingDetails(template, target)].map(({ rule, message, edit }, turn) =>
        editCase({
          check: `${operation}/refuses/${rule}`,
          index: FIRST_CASE + turn * 100 + index,
          tier: Math.floor(index / 2),
          template,
          edit,
          expect: { kind: "refuse" },
          message,
        }),
      );
    }),
  );
}
