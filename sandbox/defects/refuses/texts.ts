/** Texts of one kind that are not held to a length: an account number of digits, a name of capitals (sections 2.1 to 2.3). */
import type { OperationName } from "../../request.js";
import { valueAccepted } from "../changes.js";
import { type Defect, defectsBy } from "../defect.js";

const FAMILY = "too-loose";

export const isText = (isMeant: (text: string) => boolean) => (value: unknown) =>
  typeof value === "string" && isMeant(value);

/** Accepts values at the path of a rule, in both areas unless the names say otherwise. */
export const taken = (operation: OperationName, areas: readonly string[] = []) =>
  defectsBy(FAMILY, operation, areas, (isTaken: (value: unknown) => boolean, path) => valueAccepted(path, isTaken));

const isHan = /^\p{Script=Han}/u;

/** The defects of a creation or an update. */
export function ofOneKind(operation: "createRecipient" | "updateRecipient"): Defect[] {
  return taken(operation)`
    refuses/bank.account_name.maxLength/chinese-unlimited
      | an account_name that begins with a Chinese character may be of any length
      | ${isText((value) => value.length > 128 && isHan.test(value))}
    refuses/address_info.post_code.minLength/blank | a post_code of one or two spaces is taken, as if it were empty
      | ${isText((value) => value !== "" && value.length < 3 && value.trim() === "")}
    refuses/address_info.post_code.minLength/two-letters | a post_code of two letters is taken
      | ${isText((value) => /^[A-Z]{2}$/.test(value))}
    refuses/address_info.post_code.maxLength/letters | a post_code with letters may be of any length
      | ${isText((value) => value.length > 16 && /[A-Za-z]/.test(value))}
    refuses/address_info.post_code.minLength/letter-and-digit | a post_code of a letter and a digit is taken
      | ${isText((value) => /^(?:[A-Z]\d|\d[A-Z])$/.test(value))}
    refuses/bank.account_number.minLength/seven-digits | an account_number of seven digits is taken
      | ${isText((value) => /^\d{7}$/.test(value))}
    refuses/bank.account_number.minLength/seven-letters | an account_number of seven letters is taken
      | ${isText((value) => /^[A-Z]{7}$/.test(value))}
    refuses/crypto.wallet_address.minLength/25-digits | a wallet_address of 25 digits is taken
      | ${isText((value) => /^\d{25}$/.test(value))}
    refuses/crypto.wallet_address.minLength/25-letters | a wallet_address of 25 letters is taken
      | ${isText((value) => /^[A-Za-z]{25}$/.test(value))}
    refuses/bank.local_bank_code.minLength/letter-and-digit | a local_bank_code of a letter and a digit is taken
      | ${isText((value) => /^(?:[A-Z]\d|\d[A-Z])$/.test(value))}
    refuses/bank.account_currency.minLength/two-digits | an account_currency of two digits is taken
      | ${isText((value) => /^\d{2}$/.test(value))}
    refuses/bank.account_currency.maxLength/with-a-digit | an account_currency of four characters is taken where one is a digit
      | ${isText((value) => /^(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{4}$/.test(value))}
    refuses/crypto.wallet_name.minLength/a-digit | a wallet_name of one digit is taken | ${isText((value) => /^\d$/.test(value))}
    refuses/website.maxLength/chinese-unlimited | a website with Chinese characters may be of any length
      | ${isText((value) => value.length > 225 && /\p{Script=Han}/u.test(value))}
    refuses/bank.account_number.maxLength/digits | an account_number of digits may be of any length
      | ${isText((value) => /^\d{65,}$/.test(value))}
    refuses/bank.bank_name.maxLength/capitals | a bank_name of capitals may be of any length
      | ${isText((value) => /^[A-Z]{129,}$/.test(value))}
  `;
}

/** One that shows only in requests whose names are all there. */
export const DIGITS_WITH_ALL: readonly Defect[] = taken("createRecipient")`
  refuses/business_name.maxLength/digits | a business_name of digits may be of any length
    | ${isText((value) => /^\d{129,}$/.test(value))}
`.map((defect) => ({ ...defect, needs: { createRequired: "asOnUpdate" } }));
