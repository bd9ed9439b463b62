import { isObject } from "../../json.js";
import { refusal } from "../../result.js";
import { bodyOf, storedValueChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";

/** Values that each keep every rule, and that are refused or changed beside one value of another field. */
export const PAIRS: readonly Defect[] = [
  familyOf("too-strict")(
    "createRecipient/accepts/combinations/code-without-state",
    "an empty post_code is refused in an address without a state",
    {
      result: (result, request) => {
        const body = bodyOf(request);
        const address = isObject(body) ? body.address_info : undefined;
        return result.kind === "success" && isObject(address) && address.post_code === "" && address.state === undefined
          ? refusal(400, "INVALID_PARAMETER", "address_info is incomplete")
          : result;
      },
    },
  ),
  familyOf("echo")(
    "updateRecipient/echo/payment_details.bank.account_name/cut-beside-short-bank",
    "account_name is cut to 100 characters where bank_name has two",
    storedValueChanged("payment_details", (details) =>
      isObject(details) && [...String(details.bank_name ?? "")].length === 2 && typeof details.account_name === "string"
        ? { ...details, account_name: [...details.account_name].slice(0, 100).join("") }
        : details,
    ),
  ),
];
