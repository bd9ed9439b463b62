import { isObject } from "../../json.js";
import { publishedPath } from "../bodyPath.js";
import { storedValueChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { textChange } from "../text.js";

const defect = familyOf("echo");

/** A value with every text in it changed; undefined takes a member away. */
function everyText(value: unknown, change: (text: string) => string | undefined): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => everyText(item, change));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, everyText(member, change)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** What a framework makes of all texts before they are stored. */
const FRAMEWORK: Readonly<Record<string, { does: string; change: (text: string) => string | undefined }>> = {
  trimmed: { does: "without the spaces around them", change: (text) => text.trim() },
  collapsed: { does: "with one space where several stood", change: (text) => text.replace(/\s+/g, " ") },
  NFC: { does: "in the normal form NFC", change: (text) => text.normalize("NFC") },
  empty: { does: "only where there is something in them", change: (text) => (text === "" ? undefined : text) },
};

/** A code that is not refused in small letters. */
const CODES = {
  createRecipient: "payment_details(bank).local_bank_code",
  updateRecipient: "payment_details(bank).local_bank_code",
  createCustomer: "registration_address.registration_address_postcode",
} as const;

/** What was sent comes back in a normal form. */
export const ECHO_NORMAL_FORMS: readonly Defect[] = (
  ["createRecipient", "updateRecipient", "createCustomer"] as const
).flatMap((operation) => [
  ...Object.entries(FRAMEWORK).map(([form, { does, change }]) =>
    defect(`${operation}/echo/normal-form.${form}/stored`, `texts come back ${does}`, {
      stored: (fields) => {
        const stored = everyText(fields, change);
        return isObject(stored) ? stored : fields;
      },
    }),
  ),
  defect(
    `${operation}/echo/normal-form.upper-case/stored`,
    `${publishedPath(CODES[operation])} comes back in capitals`,
    storedValueChanged(
      CODES[operation],
      textChange((code) => code.toUpperCase()),
    ),
  ),
]);
