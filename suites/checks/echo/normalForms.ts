/** Normal forms in which values come back (sections 2.1, 2.2 and 2.4): the content is kept, its spelling is not. */
import { type Check, check } from "../../../engine/check.js";
import type { NormalForm } from "../../../oracles/normalForm.js";
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

/** The check that values do not come back in a form. */
export function normalForm(operation: Exclude<OperationId, "uploadFile">, form: NormalForm): Check {
  return check(`${operation}/echo/normal-form.${form}`, { sends: SENDS[form], expects: "the value as it was sent" });
}
