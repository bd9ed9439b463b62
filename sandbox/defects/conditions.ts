/**
 * Rules that hold everywhere but in one case, which no list of values foresees: where another field has some value or is
 * missing, for some letters, or after some turns (sections 2.1 to 2.4 and 4.2).
 */
import { isObject, type JsonObject } from "../json.js";
import { refusal } from "../request.js";
import {
  bodyOf,
  type Change,
  changeAt,
  insteadOfSuccess,
  letThrough,
  objectChanged,
  removed,
  replaced,
  ruleChanged,
  storedChanged,
  textChange,
  textRefused,
  valueIn,
  withMember,
} from "./changes.js";
import { type Defect, defects, defectsBy, RECIPIENT_OPERATIONS } from "./defect.js";
import type { DefectHooks } from "./hooks.js";

type Condition = (body: JsonObject) => boolean;

const BANK = "payment_details(bank)";
const CRYPTO = "payment_details(crypto)";

const is =
  (path: string, ...values: readonly unknown[]): Condition =>
  (body) =>
    values.includes(valueIn(body, path));
const lacks = (path: string): Condition => is(path, undefined);
const has =
  (path: string): Condition =>
  (body) =>
    valueIn(body, path) !== undefined;
const both =
  (...conditions: readonly Condition[]): Condition =>
  (body) =>
    conditions.every((holds) => holds(body));
const like =
  (path: string, other: string): Condition =>
  (body) =>
    has(path)(body) && valueIn(body, path) === valueIn(body, other);
const lengthOf = (body: JsonObject, path: string): number => [...String(valueIn(body, path) ?? "")].length;
const together =
  (most: number, ...paths: readonly string[]): Condition =>
  (body) =>
    paths.reduce((sum, path) => sum + lengthOf(body, path), 0) > most;

const isPerson = is("business_type", "Individual");
const isWallet = is("payment_details.account_type", "crypto");
const hasBranch: Condition = (body) => lengthOf(body, `${BANK}.swift_code`) === 11;
const isLocal = is(`${BANK}.payment_method`, "LOCAL");

/** One of the people of a body meets a condition. */
const somebody =
  (isMeant: (person: unknown) => boolean): Condition =>
  ({ business_person_list: list }) =>
    Array.isArray(list) && list.some(isMeant);

/** A text at a path has more than some number of characters. */
const isLong =
  (path: string, length = 32): Condition =>
  (body) =>
    String(valueIn(body, path) ?? "").length > length;

/** How a fault of each keyword is worded, after the name of its field. */
const FAULTS: Readonly<Record<string, string>> = {
  required: "is required",
  type: "must be a",
  enum: "must be one of",
  minLength: "must have",
  maxLength: "must have",
  maxItems: "must have at most",
  pattern: "has characters",
  format: "must be a date-time",
};

/** Accepts a fault of one keyword where a condition holds. @param rule the field and the keyword, in the form of rule names */
function unchecked(condition: Condition, _path: string, rule: string): DefectHooks {
  const dot = rule.lastIndexOf(".");
  const field = rule.slice(0, dot).replace(/^payment_details\.(?:bank|crypto)\./, "payment_details.");
  const named = field.replace(/[.[\]]/g, "\\$&").replaceAll("\\[\\]", "\\[\\d+\\]");
  const fault = new RegExp(`^${named} ${FAULTS[rule.slice(dot + 1)]}`);
  return letThrough("body", (request, { details }) => {
    const body = bodyOf(request);
    return details.every((detail) => fault.test(detail)) && isObject(body) && condition(body);
  });
}

/** Rules that are not checked where a condition holds. */
const UNCHECKED = defectsBy("too-loose", null, ["refuses", "response"], unchecked)`
  updateRecipient/website.maxLength/of-persons | a person's website may have any length | ${isPerson}
  updateRecipient/business_name.minLength/of-persons | a person's name may have one character | ${isPerson}
  updateRecipient/address_info.city.maxLength/without-post-code
    | city may have any length in an address without a post_code
    | ${both(has("address_info"), lacks("address_info.post_code"))}
  updateRecipient/address_info.city.maxLength/without-website
    | city may have any length in a request without a website | ${lacks("website")}
  updateRecipient/address_info.address_line_2.maxLength/beside-an-empty-line
    | address_line_2 may have any length where the first line is empty | ${is("address_info.address_line_1", "")}
  updateRecipient/address_info.state.maxLength/without-city | state may have any length in an address without a city
    | ${lacks("address_info.city")}
  updateRecipient/address_info.address_line_2.maxLength/alone
    | address_line_2 may have any length where it is the only line | ${lacks("address_info.address_line_1")}
  updateRecipient/file_id_list.maxItems/of-wallets | a wallet's recipient may have more than ten files | ${isWallet}
  updateRecipient/country_code.enum/of-wallets | the country of a wallet's recipient is not checked | ${isWallet}
  updateRecipient/business_type.enum/of-wallets | the type of a wallet's recipient is not checked | ${isWallet}
  updateRecipient/bank.swift_code.pattern/beside-ACH | swift_code is not checked with ACH
    | ${is(`${BANK}.network`, "ACH")}
  updateRecipient/bank.account_number.pattern/beside-SEPA
    | account_number may be written as an IBAN is printed, beside SEPA | ${is(`${BANK}.network`, "SEPA")}
  updateRecipient/bank.payment_method.enum/beside-others | payment_method is checked only with SWIFT
    | ${is(`${BANK}.network`, "ACH", "SEPA", "RTGS", "FPS")}
  updateRecipient/bank.country_code.enum/US-beside-ACH | the country of an account may be US with ACH
    | ${both(is(`${BANK}.network`, "ACH"), is(`${BANK}.country_code`, "US"))}
  updateRecipient/bank.country_code.enum/HK | the country of an account may be HK | ${is(`${BANK}.country_code`, "HK")}
  updateRecipient/bank.account_name.required/of-persons | a person's account needs no account_name | ${isPerson}
  updateRecipient/bank.swift_code.required/with-local-code | an account with a local_bank_code needs no swift_code
    | ${has(`${BANK}.local_bank_code`)}
  updateRecipient/bank.local_bank_code.maxLength/without-method
    | local_bank_code may have any length without a payment_method
    | ${both(has(`${BANK}.bank_name`), lacks(`${BANK}.payment_method`))}
  updateRecipient/crypto.wallet_address.minLength/on-TRX | the length of an address is checked on ETH only
    | ${is(`${CRYPTO}.network`, "TRX")}
  createRecipient/business_name.maxLength/without-type | business_name may have any length without a business_type
    | ${lacks("business_type")}
  createRecipient/partner_recipient_id.maxLength/of-wallets | the partner id of a wallet's recipient may have any length
    | ${isWallet}
  createRecipient/country_code.enum/small-of-wallets | the country of a wallet's recipient may be written cn
    | ${both(isWallet, is("country_code", "cn"))}
  createRecipient/country_code.enum/US-beside-SWIFT | the country may be US with SWIFT
    | ${both(is(`${BANK}.network`, "SWIFT"), is("country_code", "US"))}
  createRecipient/address_info.post_code.maxLength/without-files
    | post_code may have any length in a request without files | ${lacks("file_id_list")}
  createRecipient/address_info.address_line_2.maxLength/without-city
    | address_line_2 may have any length in an address without a city | ${lacks("address_info.city")}
  createRecipient/file_id_list.maxItems/of-persons | a person may have more than ten files | ${isPerson}
  createRecipient/address_info.post_code.maxLength/without-state
    | post_code may have any length in an address without a state | ${lacks("address_info.state")}
  createRecipient/address_info.post_code.minLength/without-line-1
    | post_code may have one character in an address without its first line | ${lacks("address_info.address_line_1")}
  createRecipient/bank.swift_code.pattern/beside-FPS | swift_code is not checked with FPS
    | ${is(`${BANK}.network`, "FPS")}
  createRecipient/bank.account_number.minLength/of-LOCAL
    | the length of account_number is not checked for local payments | ${isLocal}
  createRecipient/bank.swift_code.required/of-LOCAL | local payments need no swift_code | ${isLocal}
  createRecipient/bank.bank_name.required/with-branch | a bank needs no name where its swift_code names a branch
    | ${hasBranch}
  createRecipient/bank.country_code.enum/of-wires | the country of an account is not checked for international wires
    | ${is(`${BANK}.payment_method`, "INTERNATIONAL_WIRE")}
  createRecipient/bank.country_code.enum/DE-beside-SEPA | the country of an account may be DE with SEPA
    | ${both(is(`${BANK}.network`, "SEPA"), is(`${BANK}.country_code`, "DE"))}
  createRecipient/bank.network.enum/of-LOCAL | the network is not checked for local payments | ${isLocal}
  createRecipient/bank.payment_method.enum/beside-SEPA | payment_method is not checked with SEPA
    | ${is(`${BANK}.network`, "SEPA")}
  createRecipient/crypto.wallet_address.pattern/of-USDC | the characters of an address are not checked for USDC
    | ${is(`${CRYPTO}.currency`, "USDC")}
  createRecipient/crypto.currency.enum/on-ETH | any currency is taken on ETH | ${is(`${CRYPTO}.network`, "ETH")}
  createCustomer/person.identification.id_expiration_date.format/passports
    | the expiry of a document without a back is not checked
    | ${somebody((one) => valueIn(one, "identification.id_document_back_file_id") === undefined)}
  createCustomer/person.basic_info.birth_date.format/of-foreigners
    | the birth of somebody who is not from China is not checked
    | ${somebody((one) => valueIn(one, "basic_info.nationality") !== "CN")}
  createCustomer/business_details.business_identifier_expiry_date.format/without-start
    | an expiry is not checked where there is no start | ${lacks("business_details.business_identifier_start_date")}
  createRecipient/bank.account_number.pattern/when-long
    | the characters of account_number are not checked where it has more than 32 | ${isLong(`${BANK}.account_number`)}
  createRecipient/crypto.wallet_address.pattern/when-short
    | the characters of wallet_address are not checked where it has less than 34
    | ${both(isWallet, (body) => !isLong(`${CRYPTO}.wallet_address`, 33)(body))}
  createRecipient/website.maxLength/without-address | website may have any length where there is no address
    | ${lacks("address_info")}
  updateRecipient/crypto.wallet_address.pattern/when-long
    | the characters of wallet_address are not checked where it has more than 48 | ${isLong(`${CRYPTO}.wallet_address`, 48)}
  createCustomer/person.basic_info.birth_date.format/of-short-months
    | a birth on the 31st of a month with 30 days is accepted
    | ${somebody((one) => /-(?:0[469]|11)-31T/.test(String(valueIn(one, "basic_info.birth_date"))))}
  createCustomer/business_details.business_identifier_start_date.format/with-slashes
    | a date and an hour may be written with slashes and without a zone
    | ${(body) => /^\d{4}\/\d\d\/\d\d \d\d:/.test(String(valueIn(body, "business_details.business_identifier_start_date")))}
  createCustomer/account_usage.estimated_monthly_revenue_amount.type/without-currency
    | a revenue without a currency need not be a number | ${lacks("account_usage.estimated_monthly_revenue_currency")}
`;

/** Characters that a pattern allows besides the documented ones. */
const LETTERS = defectsBy("too-loose", null, ["refuses", "response"], (pattern: RegExp, path) =>
  ruleChanged(path, (rule) => ({ ...rule, pattern })),
)`
  createRecipient/bank.swift_code.pattern/small-eighth
    | the eighth character of swift_code may be a lower-case letter | ${/^[A-Z]{6}[A-Z0-9][A-Za-z0-9](?:[A-Z0-9]{3})?$/}
  updateRecipient/bank.swift_code.pattern/small-third
    | the third character of swift_code may be a lower-case letter | ${/^[A-Z]{2}[A-Za-z][A-Z]{3}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/}
  createRecipient/bank.swift_code.pattern/small-branch
    | a branch in swift_code may begin with a lower-case letter | ${/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Za-z0-9][A-Z0-9]{2})?$/}
  updateRecipient/bank.account_number.pattern/masked | account_number may be masked with asterisks | ${/^[A-Z0-9*]+$/}
  createRecipient/bank.account_number.pattern/accented
    | account_number may hold capitals with accents | ${/^[A-Z0-9À-ÖØ-Þ]+$/}
  updateRecipient/bank.account_number.pattern/with-a-plus
    | account_number may begin with a plus, as the number of a telephone | ${/^\+?[A-Z0-9]+$/}
  createRecipient/crypto.wallet_address.pattern/base64
    | wallet_address may end with equals signs | ${/^[A-Za-z0-9]+={0,2}$/}
  updateRecipient/bank.swift_code.pattern/small-branch
    | the branch of a swift_code may be in small letters where it has no digit
    | ${/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3}|[a-z]{3})?$/}
  createRecipient/bank.swift_code.pattern/digit-in-bank
    | the bank in a swift_code may have digits in its second and third place
    | ${/^[A-Z][A-Z0-9]{2}[A-Z]{3}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/}
`;

/** Stores another value at a path where a condition holds. */
const storedWhere = (path: string, change: Change, condition: Condition): DefectHooks =>
  storedChanged((fields) => (condition(fields) ? changeAt(fields, path, change) : fields));

/** What does not come back where a condition holds. */
const LOST = defectsBy("response", null, ["response"], (condition: Condition, path) =>
  storedWhere(path, () => removed, condition),
)`
  updateRecipient/address_info.post_code.present/without-state
    | post_code is lost in an address whose state is empty | ${is("address_info.state", "")}
  updateRecipient/address_info.address_line_2.present/like-the-first
    | address_line_2 is lost where it is as the first line
    | ${like("address_info.address_line_1", "address_info.address_line_2")}
  createRecipient/address_info.city.present/like-the-state
    | city is lost where it is called as the state | ${like("address_info.city", "address_info.state")}
  createRecipient/crypto.wallet_name.present/like-the-business
    | wallet_name is lost where it is the business_name | ${like("business_name", `${CRYPTO}.wallet_name`)}
`;

const always: Condition = () => true;

/** The first of several people with the same last name. */
const withoutNamesakes: Change = (list) => {
  const names = new Set<unknown>();
  const isFirst = (one: unknown): boolean => {
    const name = valueIn(one, "basic_info.last_name");
    const isNew = name === undefined || !names.has(name);
    names.add(name);
    return isNew;
  };
  return Array.isArray(list) ? list.filter(isFirst) : list;
};

/** What comes back differently where a condition holds: the change of the value, and the condition. */
const ECHOED = defectsBy("echo", null, ["echo"], ([change, condition]: readonly [Change, Condition], path) =>
  storedWhere(path, change, condition),
)`
  updateRecipient/website/of-persons | a person's website loses its www | ${[replaced(/\/\/www\./, "//"), isPerson]}
  updateRecipient/file_id_list/of-persons-with-wallets
    | the files of persons with wallets are not kept | ${[() => [], both(isPerson, isWallet)]}
  createRecipient/bank.bank_name/with-branch
    | bank_name comes back in capitals where a person's swift_code names a branch
    | ${[textChange((text) => text.toUpperCase()), both(isPerson, hasBranch)]}
  createRecipient/bank.account_number/card | account_number is masked where it has sixteen digits, as a card has
    | ${[replaced(/^\d{12}(?=\d{4}$)/, "XXXXXXXXXXXX"), always]}
  createCustomer/account_usage.estimated_monthly_revenue_amount/of-JPY | a revenue in yen is rounded
    | ${[
      (value) => (typeof value === "number" ? Math.round(value) : value),
      is("account_usage.estimated_monthly_revenue_currency", "JPY"),
    ]}
  createCustomer/primary_contact.contact_phone/abroad | contact_phone loses its plus where the business operates abroad
    | ${[replaced(/^\+/, ""), (body) => !is("account_usage.operating_country", "CN")(body)]}
  createCustomer/business_person_list/of-one-name
    | of two people with the same last name one is kept | ${[withoutNamesakes, always]}
  updateRecipient/business_name/dashes
    | two hyphens in business_name come back as a dash | ${[replaced(/--/g, "—"), always]}
  createRecipient/bank.account_name/dots
    | three dots in account_name come back as one character | ${[replaced(/\.\.\./g, "…"), always]}
  updateRecipient/address_info.address_line_1/escapes
    | a backslash and an n in address_line_1 come back as a line break | ${[replaced(/\\n/g, "\n"), always]}
  createCustomer/account_usage.goods_service_description/dollars
    | two dollar signs in goods_service_description come back as one | ${[replaced(/\$\$/g, "$"), always]}
  updateRecipient/address_info.address_line_2/lone-hyphen | a lone hyphen in address_line_2 comes back as an empty text
    | ${[(value) => (value === "-" ? "" : value), always]}
`;

const TOO_LONG = refusal(400, "INVALID_PARAMETER", "the request is too long for the record that it is kept in");

function refusedWhere(condition: Condition, due = TOO_LONG): DefectHooks {
  return insteadOfSuccess(due, (request) => {
    const body = bodyOf(request);
    return isObject(body) && condition(body);
  });
}

const ADDRESS = ["address_line_1", "address_line_2", "city", "state"].map((name) => `address_info.${name}`);
const ACCOUNT = ["bank_name", "account_name", "account_number"].map((name) => `${BANK}.${name}`);

/** Valid values that are refused together, or for something that few texts have. */
const REFUSED = defects("too-strict", null)`
  createRecipient/accepts/combinations/address-of-500
    | the parts of an address may have 500 characters together | ${refusedWhere(together(500, ...ADDRESS))}
  updateRecipient/accepts/combinations/account-of-300
    | names and number of an account may have 300 characters together | ${refusedWhere(together(300, ...ACCOUNT))}
  createRecipient/accepts/payment_details.bank.local_bank_code.maxLength/twelve-beside-SEPA
    | local_bank_code may have twelve characters with SEPA
    | ${refusedWhere(both(is(`${BANK}.network`, "SEPA"), isLong(`${BANK}.local_bank_code`, 12)))}
  updateRecipient/accepts/payment_details.bank.account_name.maxLength/below-the-limit-beside-SEPA, accepts/combinations
    | account_name may have 127 characters with SEPA
    | ${refusedWhere(both(is(`${BANK}.network`, "SEPA"), isLong(`${BANK}.account_name`, 127)))}
  createRecipient/accepts/combinations/empty-code-beside-SEPA | an empty post_code is refused with SEPA
    | ${refusedWhere(both(is(`${BANK}.network`, "SEPA"), is("address_info.post_code", "")))}
  updateRecipient/accepts/combinations/empty-code-beside-ACH | an empty post_code is refused with ACH
    | ${refusedWhere(both(is(`${BANK}.network`, "ACH"), is("address_info.post_code", "")))}
  createRecipient/accepts/address_info.address_line_1.text/comment, accepts/content
    | address_line_1 may hold no two hyphens, as a comment in SQL
    | ${textRefused("address_info.address_line_1", (text) => text.includes("--"))}
`;

const optionalOf = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => ["website", "address_info", "file_id_list"].includes(name)),
  );
const isSparse = (fields: JsonObject): boolean => Object.keys(optionalOf(fields)).length === 0;

/** What only several requests show, in a certain order. */
const TURNS: readonly Defect[] = defects("state", "updateRecipient")`
  state/sequence/back-to-creation, state/isolation
    | a second update in a row that leaves fields out brings those back that were there first
    | ${() => {
      const first = new Map<string, JsonObject>();
      const last = new Map<string, boolean>();
      return storedChanged((fields, { recipientId: id }, { state }) => {
        if (!first.has(id)) first.set(id, optionalOf(state.recipients.get(id)?.fields ?? {}));
        const isSecond = isSparse(fields) && last.get(id) === true;
        last.set(id, isSparse(fields));
        return isSecond ? { ...first.get(id), ...fields } : fields;
      });
    }}
  state/sequence/third-in-memory, state/isolation
    | what an update leaves out is taken from the recipient that was updated two updates before
    | ${() => {
      const updates: { readonly id: string; readonly website: unknown }[] = [];
      return storedChanged((fields, { recipientId: id }) => {
        const before = updates.at(-2);
        updates.push({ id, website: fields.website });
        const isMixed = before !== undefined && before.id !== id && !Object.hasOwn(fields, "website");
        return isMixed && before.website !== undefined ? withMember(fields, "website", before.website) : fields;
      });
    }}
  state/sequence/files-move, state/isolation | a file that another recipient is given is lost to the one that had it
    | ${() => {
      const owners = new Map<unknown, unknown>();
      return {
        ...storedChanged((fields, { recipientId: id }, { state }) => {
          const own = state.recipients.get(id)?.fields.file_id_list;
          if (Object.hasOwn(fields, "file_id_list") || !Array.isArray(own)) return fields;
          const lost = own.findIndex((file: unknown) => (owners.get(file) ?? id) !== id);
          return { ...fields, file_id_list: own.filter((_, index) => index !== lost) };
        }),
        ...objectChanged((body) => {
          if (Array.isArray(body.file_id_list))
            for (const file of body.file_id_list) owners.set(file, body.recipient_id);
          return body;
        }),
      };
    }}
`.map((defect) => ({ ...defect, on: RECIPIENT_OPERATIONS }));

/** What departs from a rule in one case only. */
export const CONDITIONAL: readonly Defect[] = [...UNCHECKED, ...LETTERS, ...LOST, ...ECHOED, ...REFUSED, ...TURNS];
