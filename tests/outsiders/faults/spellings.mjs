/** Enumerations, patterns and alphabets of recipients (sections 2.1 to 2.3): too loose and too strict. */
import { alsoAccepting, alsoRefusing, fault, RECIPIENT_WRITES, seenAs, withRule } from "./making.mjs";

const ENUMS = [
  ["business_type", ["Business", "Individual"]],
  ["country_code", ["CN"]],
  ["payment_details.bank.network", ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"]],
  ["payment_details.bank.payment_method", ["INTERNATIONAL_WIRE", "LOCAL"]],
  ["payment_details.bank.country_code", ["CN"]],
  ["payment_details.crypto.network", ["ETH", "TRX"]],
  ["payment_details.crypto.currency", ["USDT", "USDC"]],
];

/** Values of another field, or next to the list, that a careless list would hold. */
const STRANGERS = [
  ["business_type", "Company"],
  ["country_code", "HK"],
  ["payment_details.bank.network", "ETH"],
  ["payment_details.bank.payment_method", "SWIFT"],
  ["payment_details.crypto.network", "SWIFT"],
  ["payment_details.crypto.currency", "USD"],
];

function enumFaults(operation) {
  const faults = ENUMS.flatMap(([path, members]) => {
    const rule = `${path} is one of ${members.join(", ")}`;
    const make = (name, describe, hooks) => fault(operation, `${path}.${name}`, rule, describe, hooks);
    const folded = (value) => members.find((member) => member.toLowerCase() === value.toLowerCase()) ?? value;
    const refused = members.length === 1 ? [] : members;
    return [
      make("any-accepted", "takes any value", withRule(operation, path, { oneOf: undefined, pattern: undefined })),
      make("case-ignored", "takes a member in another letter case", seenAs(operation, path, folded)),
      make(
        "padding-ignored",
        "takes a member with blanks around it",
        seenAs(operation, path, (value) => value.trim()),
      ),
      ...refused.map((member) =>
        make(
          `${member}-refused`,
          `refuses ${member}`,
          alsoRefusing(operation, path, (value) => value === member),
        ),
      ),
    ];
  });
  for (const [path, stranger] of STRANGERS) {
    const members = ENUMS.find(([name]) => name === path)?.[1] ?? [];
    const hooks = alsoAccepting(operation, path, (value) => value === stranger);
    const rule = `${path} is one of ${members.join(", ")}`;
    faults.push(fault(operation, `${path}.${stranger}-accepted`, rule, `takes ${stranger} too`, hooks));
  }
  return faults;
}

const ACCOUNT = ["payment_details.bank.account_number", "account_number has uppercase letters and digits only"];
const SWIFT = [
  "payment_details.bank.swift_code",
  "swift_code is 6 uppercase letters, 2 uppercase letters or digits, then optionally 3 more",
];
const WALLET = ["payment_details.crypto.wallet_address", "wallet_address has letters and digits only"];

/** Field, what is wrong, and the pattern that is used instead. */
const PATTERNS = [
  [ACCOUNT, "end-unanchored", "looks at the beginning only", /^[A-Z0-9]+/],
  [ACCOUNT, "start-unanchored", "looks at the end only", /[A-Z0-9]+$/],
  [ACCOUNT, "newline-accepted", "takes a line break at the end", /^[A-Z0-9]+\n?$/],
  [ACCOUNT, "lowercase-accepted", "takes lowercase letters", /^[A-Z0-9]+$/i],
  [ACCOUNT, "blank-accepted", "takes blanks", /^[A-Z0-9 ]+$/],
  [ACCOUNT, "hyphen-accepted", "takes hyphens", /^[A-Z0-9-]+$/],
  [ACCOUNT, "fullwidth-accepted", "takes digits and letters of other scripts", /^[\p{Lu}\p{Nd}]+$/u],
  [ACCOUNT, "letters-refused", "takes digits only", /^[0-9]+$/],
  [ACCOUNT, "leading-zero-refused", "refuses a zero in front", /^[A-Z1-9][A-Z0-9]*$/],
  [SWIFT, "end-unanchored", "looks at the beginning only", /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?/],
  [SWIFT, "start-unanchored", "looks at the end only", /[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/],
  [SWIFT, "lowercase-accepted", "takes lowercase letters", /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i],
  [SWIFT, "nine-accepted", "takes 9 and 10 characters", /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{1,3})?$/],
  [SWIFT, "digit-in-front-accepted", "takes digits among the first six", /^[A-Z0-9]{8}([A-Z0-9]{3})?$/],
  [SWIFT, "anything-accepted", "checks the length only", undefined],
  [SWIFT, "eight-refused", "demands all 11 characters", /^[A-Z]{6}[A-Z0-9]{5}$/],
  [SWIFT, "eleven-refused", "takes 8 characters only", /^[A-Z]{6}[A-Z0-9]{2}$/],
  [SWIFT, "digit-refused", "takes letters only", /^[A-Z]{8}([A-Z]{3})?$/],
  [SWIFT, "branch-digit-refused", "takes letters only in the last three", /^[A-Z]{6}[A-Z0-9]{2}([A-Z]{3})?$/],
  [WALLET, "end-unanchored", "looks at the beginning only", /^[A-Za-z0-9]+/],
  [WALLET, "start-unanchored", "looks at the end only", /[A-Za-z0-9]+$/],
  [WALLET, "newline-accepted", "takes a line break at the end", /^[A-Za-z0-9]+\n?$/],
  [WALLET, "underscore-accepted", "takes underscores", /^\w+$/],
  [WALLET, "hyphen-accepted", "takes hyphens", /^[A-Za-z0-9-]+$/],
  [WALLET, "non-ascii-accepted", "takes letters of other scripts", /^[\p{L}\p{Nd}]+$/u],
  [WALLET, "lowercase-refused", "takes uppercase letters only", /^[A-Z0-9]+$/],
  [WALLET, "uppercase-refused", "takes lowercase letters only", /^[a-z0-9]+$/],
  [WALLET, "letters-refused", "takes digits only", /^[0-9]+$/],
];

const TEXTS = [
  "business_name",
  "address_info.city",
  "payment_details.bank.account_name",
  "payment_details.crypto.wallet_name",
];

/** Counts bytes where characters are meant. */
const inBytes = (min, max) => ({
  inspect: (value, standard, say) => {
    if (typeof value !== "string") standard(value);
    else if (Buffer.byteLength(value) < min || Buffer.byteLength(value) > max) say("has a wrong length");
  },
});

function textFaults(operation) {
  const make = (path, name, rule, describe, hooks) =>
    fault(operation, `${path}.${name}`, `${path} ${rule}`, describe, hooks);
  const free = "is limited in length only";
  const faults = TEXTS.map((path) =>
    make(
      path,
      "non-ascii-refused",
      free,
      "refuses characters outside ASCII",
      alsoRefusing(operation, path, (value) => /[^ -~]/.test(value)),
    ),
  );
  faults.push(
    make(
      "business_name",
      "bytes-counted",
      "has 2 to 128 characters",
      "counts bytes",
      withRule(operation, "business_name", inBytes(2, 128)),
    ),
    make(
      "address_info.state",
      "bytes-counted",
      "has at most 64 characters",
      "counts bytes",
      withRule(operation, "address_info.state", inBytes(0, 64)),
    ),
    make(
      "business_name",
      "trimmed-first",
      "has 2 to 128 characters",
      "takes the blanks off before it counts",
      seenAs(operation, "business_name", (value) => value.trim()),
    ),
    make(
      "payment_details.bank.local_bank_code",
      "trimmed-first",
      "has 3 to 23 characters",
      "takes the blanks off before it counts",
      seenAs(operation, "payment_details.bank.local_bank_code", (value) => value.trim()),
    ),
    make(
      "payment_details.bank.swift_code",
      "trimmed-first",
      "has 8 to 11 characters of the documented form",
      "takes the blanks off before it looks",
      seenAs(operation, "payment_details.bank.swift_code", (value) => value.trim()),
    ),
    make(
      "payment_details.bank.account_number",
      "uppercased-first",
      "has uppercase letters and digits only",
      "puts it in capitals before it looks",
      seenAs(operation, "payment_details.bank.account_number", (value) => value.toUpperCase()),
    ),
    make(
      "business_name",
      "punctuation-refused",
      free,
      "refuses apostrophes and ampersands",
      alsoRefusing(operation, "business_name", (value) => /['&]/.test(value)),
    ),
    make(
      "address_info.address_line_1",
      "punctuation-refused",
      free,
      "refuses commas and slashes",
      alsoRefusing(operation, "address_info.address_line_1", (value) => /[,/]/.test(value)),
    ),
  );
  return faults;
}

function patternFaults(operation) {
  return PATTERNS.map(([[path, rule], name, describe, pattern]) =>
    fault(operation, `${path}.${name}`, rule, describe, withRule(operation, path, { pattern })),
  );
}

export const SPELLING_FAULTS = RECIPIENT_WRITES.flatMap((operation) => [
  ...enumFaults(operation),
  ...patternFaults(operation),
  ...textFaults(operation),
]);
