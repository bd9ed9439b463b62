import { isObject } from "../../json.js";
import { refusal } from "../../result.js";
import { publishedPath } from "../bodyPath.js";
import { bodyOf, textRefused } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";

const defect = familyOf("too-strict");

function refusing(path: string, aspect: string, way: string, title: string, isRefused: (text: string) => boolean) {
  return defect(`updateRecipient/accepts/${publishedPath(path)}.${aspect}/${way}`, title, textRefused(path, isRefused));
}

/** Valid values that careless rules of one's own refuse. */
export const STRICT_RARE_VALUES: readonly Defect[] = [
  refusing(
    "payment_details(bank).local_bank_code",
    "maxLength",
    "nine-characters",
    "local_bank_code may not have nine characters",
    (value) => value.length === 9,
  ),
  refusing(
    "address_info.address_line_1",
    "text",
    "one-letter",
    "address_line_1 may not be a single letter",
    (value) => value.length === 1,
  ),
  refusing(
    "payment_details(bank).bank_name",
    "text",
    "typographic-apostrophe",
    "bank_name may hold no typographic apostrophe",
    (value) => value.includes("’"),
  ),
  defect(
    "updateRecipient/accepts/body.notation/account-first",
    "an update whose first member is payment_details is refused",
    {
      result: (result, request) => {
        const body = bodyOf(request);
        return result.kind === "success" && isObject(body) && Object.keys(body)[0] === "payment_details"
          ? refusal(400, "MALFORMED_REQUEST", "The body could not be read")
          : result;
      },
    },
  ),
];
