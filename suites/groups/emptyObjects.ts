/** Objects without any member, where members are required (sections 2.1 and 2.2). */
import type { Edit } from "../../generators/edit.js";
import { caseUnit } from "../caseUnit.js";
import { group } from "../define.js";
import type { CheckGroup } from "../model.js";

interface EmptyObject {
  /** The required member that is named: all others are missing as well. */
  readonly rule: string;
  readonly message: string;
  readonly edit: Edit;
}

const WHOLE: EmptyObject = {
  rule: "business_name.required",
  message: "An update without any field is not refused as documented",
  edit: { kind: "raw", render: () => "{}", contentType: "application/json", label: "an empty object" },
};
const DETAILS: EmptyObject = {
  rule: "payment_details.account_type.required",
  message: "Payment details without any field are not refused as documented",
  edit: { kind: "set", at: ["payment_details"], value: {} },
};
/** Whether a creation needs any field is open. */
const EMPTY = { createRecipient: [DETAILS], updateRecipient: [WHOLE, DETAILS] } as const;
/** Far from the numbers of the cases that the request's schema gives. */
const FIRST_CASE = 800_000;

/** Sends empty objects in the place of those that must have members. */
export function emptyObjects(operation: keyof typeof EMPTY): CheckGroup {
  return group(operation, [], ({ templates }) =>
    EMPTY[operation].flatMap(({ rule, message, edit }, turn) =>
      templates[operation].map((template, index) =>
        caseUnit({
          check: `${operation}/refuses/${rule}`,
          index: FIRST_CASE + turn * 100 + index,
          tier: index,
          template,
          edit,
          expect: { kind: "refuse" },
          message,
        }),
      ),
    ),
  );
}
