/** Enumerations, patterns and alphabets of recipients (sections 2.1 to 2.3): too loose and too strict. */
import { alsoAccepting, alsoRefusing, fault, seenAs, withRule } from "./making.mjs";

const CRYPTO = "payment_details.crypto";
const BANK = "payment_details.bank";
const COUNTRY = "is one of CN";
const COIN_NETWORK = "is one of ETH, TRX";
const COIN = "is one of USDT, USDC";
const ALPHABET = "has letters and digits only";

const only = (text) => (value) => value === text;
const ofList = (members) => (value) => members.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value;
const anything = (operation, path) => withRule(operation, path, { oneOf: undefined, pattern: undefined });
const byPattern = (pattern) => (operation, path) => withRule(operation, path, { pattern });
const refusing = (test) => (operation, path) => alsoRefusing(operation, path, test);
const accepting = (test) => (operation, path) => alsoAccepting(operation, path, test);
const seen = (change) => (operation, path) => seenAs(operation, path, change);

/** Counts bytes where characters are meant. */
const inBytes = (min, max) => (operation, path) =>
  withRule(operation, path, {
    inspect: (value, standard, say) => {
      if (typeof value !== "string") standard(value);
      else if (Buffer.byteLength(value) < min || Buffer.byteLength(value) > max) say("has a wrong length");
    },
  });

/** Operation, field, name, the field's rule, what is done instead, and how. */
const SPELLINGS = [
  [
    "createRecipient",
    `${BANK}.network`,
    "ACH-refused",
    "is one of SWIFT, ACH, SEPA, RTGS, FPS",
    "refuses ACH",
    refusing(only("ACH")),
  ],
  [
    "createRecipient",
    `${BANK}.country_code`,
    "padding-ignored",
    COUNTRY,
    "takes a member with blanks around it",
    seen((value) => value.trim()),
  ],
  ["createRecipient", `${CRYPTO}.network`, "any-accepted", COIN_NETWORK, "takes any value", anything],
  [
    "createRecipient",
    `${CRYPTO}.network`,
    "case-ignored",
    COIN_NETWORK,
    "takes a member in another letter case",
    seen(ofList(["ETH", "TRX"])),
  ],
  ["createRecipient", `${CRYPTO}.currency`, "USDC-refused", COIN, "refuses USDC", refusing(only("USDC"))],
  [
    "createRecipient",
    `${CRYPTO}.wallet_address`,
    "newline-accepted",
    ALPHABET,
    "takes a line break at the end",
    byPattern(/^[A-Za-z0-9]+\n?$/),
  ],
  [
    "createRecipient",
    `${CRYPTO}.wallet_address`,
    "end-unanchored",
    ALPHABET,
    "looks at the beginning only",
    byPattern(/^[A-Za-z0-9]+/),
  ],
  [
    "createRecipient",
    "address_info.state",
    "bytes-counted",
    "has at most 64 characters",
    "counts bytes",
    inBytes(0, 64),
  ],
  ["updateRecipient", "country_code", "any-accepted", COUNTRY, "takes any value", anything],
  [
    "updateRecipient",
    `${CRYPTO}.currency`,
    "case-ignored",
    COIN,
    "takes a member in another letter case",
    seen(ofList(["USDT", "USDC"])),
  ],
  [
    "updateRecipient",
    "business_type",
    "Company-accepted",
    "is one of Business, Individual",
    "takes Company too",
    accepting(only("Company")),
  ],
  [
    "updateRecipient",
    `${CRYPTO}.wallet_address`,
    "underscore-accepted",
    ALPHABET,
    "takes underscores",
    byPattern(/^\w+$/),
  ],
  [
    "updateRecipient",
    `${CRYPTO}.wallet_address`,
    "hyphen-accepted",
    ALPHABET,
    "takes hyphens",
    byPattern(/^[A-Za-z0-9-]+$/),
  ],
  [
    "updateRecipient",
    "business_name",
    "punctuation-refused",
    "is limited in length only",
    "refuses apostrophes and ampersands",
    refusing((value) => /['&]/.test(value)),
  ],
];

export const SPELLING_FAULTS = SPELLINGS.map(([operation, path, name, rule, describe, hooksOf]) =>
  fault(operation, `${path}.${name}`, `${path} ${rule}`, describe, hooksOf(operation, path)),
);
