/** Normal forms in which values come back (sections 2.1, 2.2 and 2.4): the content is kept, its spelling is not. */
import { type Check, check } from "../../../discovery/check.js";
import { sending } from "../../../engine/editCase.js";
import type { NormalForm } from "../../../oracles/normalForm.js";
import type { Pointer } from "../../../schemas/json.js";
import type { OperationId } from "../../../schemas/operations.js";

/** What is said of values that come back in a form. */
export const FORM_MESSAGES: Readonly<Record<NormalForm, string>> = {
  trimmed: "Texts come back without the spaces around them",
  collapsed: "Texts come back with one space where several were sent",
  NFC: "Texts come back in Unicode NFC, not as they were sent",
  "upper-case": "Codes come back in upper case, and not as they were sent",
  "lower-case": "Websites and e-mail addresses come back in lower case, and not as they were sent",
  empty: "Empty values do not come back",
};

const SENDS: Readonly<Record<NormalForm, string>> = {
  trimmed: "accepted requests with spaces around a text",
  collapsed: "accepted requests with several spaces in a text",
  NFC: "accepted requests with a text that can be composed",
  "upper-case": "accepted requests with small letters in a code",
  "lower-case": "accepted requests with capitals in a website or an e-mail address",
  empty: "accepted requests with an empty text or list",
};

type Echoing = Exclude<OperationId, "uploadFile">;

/** Values that are not in a form already. */
const VALUES: Readonly<Record<NormalForm, string>> = {
  trimmed: " Salt and Sons ",
  collapsed: "Salt  and  Sons",
  NFC: "Cafe\u0301 and Sons",
  "upper-case": "sw1a 1aa",
  "lower-case": "https://Salt-And-Sons.Example.com/About",
  empty: "",
};

const OF_RECIPIENTS: Readonly<Record<NormalForm, Pointer>> = {
  trimmed: ["business_name"],
  collapsed: ["address_info", "address_line_1"],
  NFC: ["address_info", "city"],
  "upper-case": ["address_info", "post_code"],
  "lower-case": ["website"],
  empty: ["address_info", "state"],
};

/** Where the values stand: each at a place of its own, so that they share a request. */
const PLACES: Readonly<Partial<Record<Echoing, Readonly<Record<NormalForm, Pointer>>>>> = {
  createRecipient: OF_RECIPIENTS,
  updateRecipient: OF_RECIPIENTS,
  createCustomer: {
    trimmed: ["business_details", "business_name"],
    collapsed: ["account_usage", "goods_service_description"],
    NFC: ["registration_address", "registration_address_city"],
    "upper-case": ["registration_address", "registration_address_postcode"],
    "lower-case": ["business_details", "website"],
    empty: ["registration_address", "registration_address_state"],
  },
};

/** The check that values do not come back in a form. Whether they are taken is what other checks are about. */
export function normalForm(operation: Echoing, form: NormalForm): Check {
  const place = PLACES[operation]?.[form];
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
              edit: { kind: "set", at: place, value: VALUES[form] },
              expect: { kind: "observe" },
              message: FORM_MESSAGES[form],
              echo: true,
              shareable: { influence: null },
            }),
      ),
  });
}
