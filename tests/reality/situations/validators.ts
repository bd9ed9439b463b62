/** Validators that are stricter than the document, as real services have them. */
import {
  CONFORMS,
  fronted,
  isFor,
  type Situation,
  validating,
  violated,
  warned,
  writesRecipient,
} from "../situation.js";

/** Codes of banks in China that exist, without the branch. */
const BANKS = new Set(
  (
    "ABOCCNBJ BKCHCNBJ BJCNCNBJ BKSHCNBJ BOSHCNSH CIBKCNBJ CMBCCNBS COMMCNSH EVERCNBJ FJIBCNBA " +
    "GDBKCN22 HXBKCNBJ ICBKCNBJ MSBCCNBJ PCBCCNBJ PSBCCNBJ SPDBCNSH SZDBCNBS ADBNCNBJ HSBCCNSH"
  ).split(" "),
);

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The sum of all digits of a text, and of the places of its letters in the alphabet. */
function digitSum(text: string): number {
  return [...text].reduce((total, character) => total + (Number.parseInt(character, 36) || 0), 0);
}

function ibanHolds(text: string): boolean {
  const moved = text.slice(4) + text.slice(0, 4);
  let rest = 0;
  for (const digit of [...moved].map((letter) => Number.parseInt(letter, 36)).join(""))
    rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** A validator of one field. */
function of(field: string, good: RegExp | ((text: string) => boolean), why: string) {
  const holds = typeof good === "function" ? good : (text: string) => good.test(text);
  return (name: string, text: string): string | null => (name === field && !holds(text) ? why : null);
}

const writes = (arrival: Parameters<typeof writesRecipient>[0]): boolean =>
  writesRecipient(arrival) || isFor("createCustomer", arrival);

export const VALIDATORS: readonly Situation[] = [
  fronted(
    "account_number: digits only",
    "smoke",
    validating(of("account_number", /^[0-9]*$/, "must have digits only")),
    violated(/account_number/),
  ),
  fronted("no website is taken", "smoke", validating(of("website", /^$/, "cannot be reached")), {
    ...violated(/website.*cannot be reached/),
    observed: /cannot be reached.*taken without website/,
  }),
  fronted(
    "an e-mail address of a customer that is looked up",
    "smoke",
    validating(of("contact_email", /^info/, "is not known"), (arrival) => isFor("createCustomer", arrival)),
    { ...CONFORMS, observed: /is not known.*taken with primary_contact.contact_email/ },
  ),
  fronted(
    "banks that exist",
    "smoke",
    validating(of("swift_code", (text) => BANKS.has(text.slice(0, 8)), "is not the code of a bank")),
    CONFORMS,
  ),
  fronted(
    "account numbers with a check digit (Luhn)",
    "smoke",
    validating(of("account_number", (text) => !/^[0-9]+$/.test(text) || luhn(text), "has a wrong check digit")),
    CONFORMS,
  ),
  fronted(
    "account numbers of digits with a check digit (Luhn)",
    "smoke",
    validating(
      of("account_number", (text) => (/^[0-9]+$/.test(text) ? luhn(text) : ibanHolds(text)), "has a wrong check digit"),
    ),
    // Letters alone are no IBAN: that they are refused has nothing to do with a check digit.
    { ...violated(/account_number/), observed: /check digit.*taken with payment_details.account_number/ },
  ),
  fronted(
    "no emoji",
    "smoke",
    validating(
      (_name, text) => (/\p{Extended_Pictographic}/u.test(text) ? "has a character that is not allowed" : null),
      writes,
    ),
    warned(1, /emoji|character|content/i),
  ),
  fronted(
    "a name that a screening dislikes",
    "standard",
    validating(of("business_name", (text) => !/union/i.test(text), "the name was not accepted")),
    warned(1, /business_name.*Union/),
  ),
  fronted(
    "account numbers that begin with many zeros",
    "standard",
    validating(of("account_number", /^(?!0{12})/, "is no account")),
    warned(1, /account_number.*0{12}/),
  ),
  fronted(
    "one in ten account numbers is on a list",
    "standard",
    validating(of("account_number", (text) => digitSum(text) % 10 !== 3, "is on a list")),
    warned(1, /account_number \(\d+ of \d+: "/),
  ),
  fronted(
    "one in ten account numbers is on a list, which is looked up before the credentials",
    "standard",
    validating(
      of("account_number", (text) => digitSum(text) % 10 !== 3, "is on a list"),
      writesRecipient,
      (_pass, answer) => answer,
    ),
    warned(1, /account_number \(\d+ of \d+: "/),
  ),
  fronted(
    "dates of customers without a fraction of a second",
    "smoke",
    validating(
      (name, text) => (/_date$/.test(name) && /\.\d/.test(text) ? "is not a date-time" : null),
      (arrival) => isFor("createCustomer", arrival),
    ),
    // Five dates of one customer, and one cause.
    warned(1, /fraction of a second/),
  ),
];
