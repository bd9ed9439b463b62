/** Normal forms in which values come back (sections 2.1, 2.2 and 2.4): the content is kept, its spelling is not. */
import { type Check, check } from "../../../engine/check.js";
import { sending } from "../../../engine/editCase.js";
import type { NormalForm } from "../../../oracles/normalForm.js";
import type { Pointer } from "../../../schemas/json.js";
import type { OperationId } from "../../../schemas/operations.js";

/** What is said of values that come back in a form. */
export const FORM_MESSAGES: Readonly<Record<NormalForm, string>> = {
  trimmed: "Texts come back trimmed, without the spaces around them",
  collapsed: "Texts come back with one space where several stood",
  NFC: "Texts come back composed (Unicode NFC), and not as they were sent",
  "upper-case": "Codes come back in upper case, and not as they were sent",
  empty: "Empty values come back as absent",
};

const SENDS: Readonly<Record<NormalForm, string>> = {
  trimmed: "accepted requests with spaces around a text",
  collapsed: "accepted requests with several spaces in a text",
  NFC: "accepted requests with a text that can be composed",
  "upper-case": "accepted requests with small letters in a code",
  empty: "accepted requests with an empty text or list",
};

type Echoing = Exclude<OperationId, "uploadFile">;

/** A field of words, one of a code, and one that may be empty. */
const PLACES: Readonly<Partial<Record<Echoing, Readonly<Record<"words" | "code" | "empty", Pointer>>>>> = {
  createRecipient: { words: ["business_name"], code: ["address_info", "post_code"], empty: ["website"] },
  updateRecipient: { words: ["business_name"], code: ["address_info", "post_code"], empty: ["website"] },
  createCustomer: {
    words: ["business_details", "business_name"],
    code: ["registration_address", "registration_address_postcode"],
    empty: ["business_details", "website"],
  },
};

/** A value that is not in the form already. */
const VALUES: Readonly<Record<NormalForm, { readonly at: "words" | "code" | "empty"; readonly value: string }>> = {
  trimmed: { at: "words", value: " Salt and Sons " },
  collapsed: { at: "words", value: "Salt  and  Sons" },
  NFC: { at: "words", value: "Cafe\u0301 and Sons" },
  "upper-case": { at: "code", value: "sw1a 1aa" },
  empty: { at: "empty", value: "" },
};

/** The check that values do not come back in a form. Whether they are taken is what other checks are about. */
export function normalForm(operation: Echoing, form: NormalForm): Check {
  const { at, value } = VALUES[form];
  const place = PLACES[operation]?.[at];
  return check(`${operation}/echo/normal-form.${form}`, {
    sends: SENDS[form],
    expects: "the value as it was sent",
    cases: ({ templates }) =>
      templates[operation].slice(0, 1).flatMap((template) =>
        place === undefined
          ? []
          : sending({
              tier: 0,
              template,
              edit: { kind: "set", at: place, value },
              expect: { kind: "observe" },
              message: FORM_MESSAGES[form],
              response: true,
              echo: true,
            }),
      ),
  });
}
