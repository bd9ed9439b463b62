import { ExactNumber, isObject, type JsonObject } from "../json.js";
import { type Refusal, refusal } from "../request.js";
import type { BodyOperation, FieldRule } from "../rules.js";
import {
  bodyOf,
  cut,
  insteadOfSuccess,
  publishedPath,
  queryChanged,
  ruleChanged,
  storedValueChanged,
  textRefused,
  valueRefused,
  withMembers,
} from "./changes.js";
import {
  BODY_OPERATIONS,
  type Defect,
  defectOf,
  defects,
  FILE_TYPE_NAMES,
  inTurn,
  RECIPIENT_OPERATIONS,
  REQUEST_TABLES,
  readRow,
} from "./defect.js";
import type { DefectHooks } from "./hooks.js";

const FAMILY = "too-strict";

/** A way to refuse what no rule forbids: the end of the defect's id, what it does, and what the rule says instead. */
interface Tightening {
  readonly way: string;
  readonly does: string;
  readonly part: Partial<FieldRule>;
  /** Other rules that it can be called by. */
  readonly also?: readonly string[];
}

function tightened(operation: BodyOperation, rule: FieldRule, turn: number): Defect[] {
  const field = publishedPath(rule.path);
  return Object.entries(waysFor(operation, rule)).flatMap(([keyword, ways]) => {
    const chosen = inTurn(ways, turn);
    if (chosen === undefined) return [];
    const { way, does, also = [], part } = chosen;
    const hooks = ruleChanged(rule.path, (documented) => ({ ...documented, ...part }));
    return defectOf(FAMILY, operation, [`accepts/${field}.${keyword}`, ...also], way, `${field} ${does}`, hooks);
  });
}

const isOfRecipient = (operation: BodyOperation): boolean => RECIPIENT_OPERATIONS.some((each) => each === operation);

function waysFor(operation: BodyOperation, rule: FieldRule): Readonly<Record<string, readonly Tightening[]>> {
  const isSwiftCode = rule.path.endsWith("swift_code");
  return {
    ...(rule.values === undefined && !isSwiftCode ? lengthWays(rule) : {}),
    enum: enumWays(rule),
    text: isOfRecipient(operation) && FREE_TEXTS.test(rule.path) ? TEXT_WAYS : [],
    empty: emptyWays(operation, rule),
    optional: isOptional(operation, rule) ? [byRule("demanded", "may not be left out", { required: true })] : [],
    maxItems:
      rule.maxItems === undefined
        ? []
        : [byRule("one-less", "may not have as many items as documented", { maxItems: rule.maxItems - 1 })],
    format: rule.dateTime === true ? DATE_TIME_WAYS : [],
  };
}

function byRule(way: string, does: string, part: Partial<FieldRule>): Tightening {
  return { way, does, part };
}

function refusing(way: string, does: string, isRefused: (text: string) => boolean): Tightening {
  return byRule(way, does, {
    accepts: (value) => (typeof value === "string" && isRefused(value) ? false : undefined),
  });
}

function lengthWays({ path, minLength, maxLength }: FieldRule): Readonly<Record<string, readonly Tightening[]>> {
  // Where only one length is allowed there is no smaller range to narrow it to.
  if (minLength !== undefined && minLength === maxLength) return {};
  const [least, most] = [(minLength ?? 0) + 1, maxLength ?? 0];
  const half = Math.floor(most / 2);
  const atMost = (way: string, length: number): Tightening =>
    byRule(way, `may have ${length} characters only`, { maxLength: length });
  const bytes = refusing(
    "bytes",
    `may have ${most} bytes only`,
    (text) => Buffer.byteLength(text) > most && [...text].length <= most,
  );
  // Of a wallet address half leaves less than any plain one has.
  const also = path.endsWith("wallet_address") ? { also: ["accepts/control.crypto"] } : {};
  return {
    minLength:
      minLength === undefined ? [] : [byRule("one-more", `must have ${least} characters`, { minLength: least })],
    maxLength:
      maxLength === undefined
        ? []
        : [
            atMost("one-less", most - 1),
            ...(FREE_TEXTS.test(path) ? [bytes] : []),
            ...(most >= 60 ? [{ ...atMost("half", half), ...also }] : []),
          ],
  };
}

function enumWays({ path, values }: FieldRule): readonly Tightening[] {
  // Without its only value nothing at all could be sent, which would show everywhere rather than here.
  return values === undefined || values.length < 2
    ? []
    : [...values].reverse().map((value) => ({
        // A plain recipient may well have this value, and is then refused as a whole.
        also: kindsWith(path, value).map((kind) => `accepts/control.${kind}`),
        ...byRule(`without-${value}`, `may not be ${value}`, { values: values.filter((each) => each !== value) }),
      }));
}

/** The kinds of account of the recipients that may have a value at a path. */
function kindsWith(path: string, value: string): readonly string[] {
  if (path.endsWith("account_type")) return [value];
  const kind = /\((\w+)\)/.exec(path)?.[1];
  return kind === undefined ? ["bank", "crypto"] : [kind];
}

/** Names and address lines. Of other texts the document leaves open which characters they hold. */
const FREE_TEXTS = /(?:^|[._])(?:business_name|bank_name|account_name|wallet_name|address_line_[12]|city|state)$/;

const TEXT_WAYS: readonly Tightening[] = [
  refusing("ascii-only", "may hold ASCII characters only", (text) => /[^ -~]/.test(text)),
  refusing("no-quotes", "may not hold quotation marks", (text) => /['"]/.test(text)),
  refusing("no-double-spaces", "may not hold two spaces in a row", (text) => text.includes("  ")),
  refusing("no-markup", "may not hold angle brackets", (text) => /[<>]/.test(text)),
  refusing("basic-plane-only", "may not hold characters of four bytes", (text) => /[\u{10000}-\u{10ffff}]/u.test(text)),
  refusing("no-digits-only", "may not be made of digits alone", (text) => /^\d+$/.test(text)),
  refusing("latin-only", "may not be written from right to left", (text) => /[\u0590-\u06ff]/.test(text)),
  refusing("no-null-word", "may not be the word null", (text) => text === "null"),
];

function emptyWays(
  operation: BodyOperation,
  { path, kind, maxLength, minLength, emptyAllowed }: FieldRule,
): readonly Tightening[] {
  if (!isOfRecipient(operation)) return [];
  const refused = (accepts: (value: unknown) => boolean | undefined) => [
    byRule("refused", "may not be empty", { accepts }),
  ];
  if (emptyAllowed === true) return [byRule("refused", "may not be empty", { emptyAllowed: false })];
  if (kind === "text" && path.startsWith("address_info.") && minLength === undefined && maxLength !== undefined)
    return [byRule("refused", "may not be empty", { minLength: 1 })];
  if (path === "file_id_list")
    return refused((value) => (Array.isArray(value) && value.length === 0 ? false : undefined));
  if (path === "address_info") return refused((value) => (JSON.stringify(value) === "{}" ? false : undefined));
  return [];
}

/** What the document calls optional: inside accounts and addresses, and of the fields of an update (sections 2.1 to 2.3). */
function isOptional(operation: BodyOperation, { path }: FieldRule): boolean {
  const isInside = /^address_info\.|\.(?:payment_method|local_bank_code)$/.test(path);
  return (
    (isInside && isOfRecipient(operation)) ||
    (operation === "updateRecipient" && ["website", "address_info", "file_id_list"].includes(path))
  );
}

const DATE_TIME_WAYS: readonly Tightening[] = [
  refusing("no-offset", "must be in UTC, with a Z", (text) => /[+-]\d\d:\d\d$/.test(text)),
  refusing("no-fraction", "may not have decimals of a second", (text) => /\.\d/.test(text)),
  refusing("no-western-offset", "may not be behind UTC", (text) => /-\d\d:\d\d$/.test(text)),
];

type IsRefused = (text: string) => boolean;

const BANK = "payment_details(bank)";
const WALLET = "payment_details(crypto).wallet_address";

/** Valid values refused for reasons that no table of rules suggests: place, rule, way, and what is asked instead. */
const REFUSED_TEXTS: Readonly<Record<string, IsRefused>> = {
  [`${BANK}.swift_code minLength pattern eleven-only | must have eleven characters`]: (text) => text.length === 8,
  [`${BANK}.swift_code maxLength pattern eight-only | must have eight characters`]: (text) => text.length === 11,
  [`${BANK}.swift_code pattern letters-in-location | may not have digits in its seventh and eighth place`]: (text) =>
    /^.{6}(?:\d|.\d)/.test(text),
  [`${BANK}.swift_code pattern branch-of-letters | may not have digits in its branch`]: (text) =>
    /\d/.test(text.slice(8)),
  [`${BANK}.account_number pattern not-digits-only | may not be made of digits alone`]: (text) => /^\d+$/.test(text),
  [`${BANK}.account_number pattern digit-demanded | must hold a digit`]: (text) => !/\d/.test(text),
  [`${BANK}.account_number pattern no-leading-zero | may not begin with a zero`]: (text) => text.startsWith("0"),
  [`${BANK}.account_number maxLength thirty-four | may have 34 characters only`]: (text) => text.length > 34,
  [`${WALLET} pattern known-beginning | must begin with 0x or T`]: (text) => !/^(?:0x|T)/.test(text),
  [`${WALLET} pattern letter-demanded | must hold a letter`]: (text) => !/[A-Za-z]/.test(text),
  [`${WALLET} pattern no-small-only | may not be without capitals and digits`]: (text) => /^[a-z]+$/.test(text),
  [`${WALLET} minLength from-34 | must have 34 characters`]: (text) => text.length < 34,
  [`${WALLET} maxLength up-to-42 | may have 42 characters only`]: (text) => text.length > 42,
  "address_info.post_code minLength from-four | must have four characters": (text) => text.length === 3,
  [`${BANK}.bank_name maxLength bytes-counted | may have 128 bytes only`]: (text) =>
    Buffer.byteLength(text) > 128 && [...text].length <= 128,
  "business_name minLength text two-letters | must hold two Latin letters": (text) => !/[A-Za-z].*[A-Za-z]/.test(text),
};

function refusedText(operation: BodyOperation, row: string, hooks: (path: string) => DefectHooks): Defect {
  const { name, also, title } = readRow(row);
  const [path = "", ...words] = name.split(" ");
  const field = publishedPath(path);
  const rules = words.slice(0, -1).map((aspect) => `accepts/${field}.${aspect}`);
  return defectOf(FAMILY, operation, [...rules, ...also], words.at(-1) ?? "", `${field} ${title}`, hooks(path));
}

function fileTypes(): Defect[] {
  const refusing = (way: string, title: string, isRefused: IsRefused): Defect[] =>
    defects(FAMILY, "uploadFile", {
      [`accepts/file_type.enum/${way} | ${title}`]: queryChanged(({ file_type: given }) => {
        const type = String(given ?? "");
        return isRefused(type) ? { file_type: `${type} (not taken)` } : {};
      }),
    });
  return [
    ...FILE_TYPE_NAMES.flatMap((type) =>
      refusing(`without-${type.replaceAll(" ", "-")}`, `file_type may not be ${type}`, (given) => given === type),
    ),
    ...refusing("none-taken", "file_type may have none of its values, and may be left out", (given) => given !== ""),
  ];
}

const amount = (isRefused: (amount: number) => boolean) => (value: unknown) =>
  (typeof value === "number" || value instanceof ExactNumber) &&
  isRefused(Number(value instanceof ExactNumber ? value.text : value));
const isLeapDay = (value: unknown): boolean => typeof value === "string" && value.includes("-02-29");
const REVENUE = "account_usage.estimated_monthly_revenue_amount";
const START = "business_details.business_identifier_start_date";
const BIRTH = "business_person_list[].basic_info.birth_date";

/** The same of customers. A plain one may well have cents in its revenue and none of a second in its dates, and is then refused as a whole. */
const REFUSED_OF_CUSTOMERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  [`${REVENUE} number integer, accepts/control.business | must be a whole number`]: amount(
    (value) => !Number.isInteger(value),
  ),
  [`${REVENUE} number below-a-million | must be below a million`]: amount((value) => value >= 1_000_000),
  [`${REVENUE} number no-number | may not be a number`]: amount(() => true),
  [`${START} format no-leap-day | may not be the 29th of February`]: isLeapDay,
  [`${BIRTH} format no-leap-day | may not be the 29th of February`]: isLeapDay,
  [`${BIRTH} format none-taken | is refused whatever it is`]: (value) => typeof value === "string",
  [`${START} format fraction-demanded, accepts/control.business | must have decimals of a second`]: (value) =>
    typeof value === "string" && !/\.\d/.test(value),
};

const UNREADABLE: Refusal = refusal(400, "MALFORMED_REQUEST", "The body could not be read");

function bodyRefused(isRefused: (body: JsonObject, text: string) => boolean, due = UNREADABLE): DefectHooks {
  return insteadOfSuccess(due, (request) => {
    const body = bodyOf(request);
    return isObject(body) && isRefused(body, request.rawBody?.toString() ?? "");
  });
}

/** The first member of the object of a body whose members must come in a certain order. */
function firstMember(body: JsonObject): string | undefined {
  return Object.keys(isObject(body.payment_details) ? body.payment_details : body)[0];
}

/** Bodies that are refused for how their JSON is written down (section 1). */
function notations(operation: BodyOperation): Defect[] {
  const expected = ["account_type", "partner_customer_id", "file"];
  return [
    ...defects(FAMILY, operation, {
      "accepts/body.notation/escapes | a body with \\u escapes is refused": bodyRefused((_body, text) =>
        /\\u[0-9a-f]{4}/i.test(text),
      ),
      "accepts/body.notation/line-breaks | a body with line breaks between its members is refused": bodyRefused(
        (_body, text) => text.includes("\n"),
      ),
      "accepts/body.notation/first-segment | a body that is longer than 64 KiB is refused, as if its first part were all":
        bodyRefused((_body, text) => text.length > 65_536),
    }),
    ...defects(FAMILY, operation, {
      "accepts/body.notation/order | a body is refused whose members come in another order": bodyRefused(
        (body) => !expected.includes(firstMember(body) ?? ""),
      ),
    }).filter(() => operation !== "uploadFile"),
  ];
}

/** Days and hours that are as others are, and that a careless calendar refuses (section 2.4). */
const CALENDARS: Readonly<Record<string, IsRefused>> = {
  "no-31st | may not be the 31st of a month": (text) => /-31T/.test(text),
  "no-last-day | may not be the last day of a month": (text) => {
    const date = new Date(text);
    return new Date(date.getTime() + 24 * 3_600_000).getUTCMonth() !== date.getUTCMonth();
  },
  "no-leap-day | may not be the 29th of February": isLeapDay,
  "no-last-hour | may not be in the last hour of a day": (text) => /T23:/.test(text),
  "no-first-hour | may not be in the first hour of a day unless it is midnight": (text) => /T00:(?!00:00)/.test(text),
};

const DATES = [
  START,
  "business_details.business_identifier_expiry_date",
  BIRTH,
  "business_person_list[].identification.id_issue_date",
  "business_person_list[].identification.id_expiration_date",
];

function calendars(): Defect[] {
  // A plain customer may well have such a date, and is then refused as a whole.
  const plain = "accepts/control.business";
  const isAbove = (id: string): boolean => [START, BIRTH].some((path) => id.endsWith(`/${path}.format/no-leap-day`));
  const isOn31st = (value: unknown): boolean => typeof value === "string" && value.includes("-31T");
  return [
    ...DATES.flatMap((path) =>
      Object.entries(CALENDARS).map(([row, isRefused]) => {
        const { name, title } = readRow(row);
        const rules = [`accepts/${path}.format`, plain];
        return defectOf(FAMILY, "createCustomer", rules, name, `${path} ${title}`, textRefused(path, isRefused));
      }),
    ).filter(({ id }) => !isAbove(id)),
    defectOf(
      FAMILY,
      "createCustomer",
      [...DATES.map((path) => `accepts/${path}.format`), plain],
      "none-on-31st",
      "no date may be the 31st of a month",
      {
        rules: (rules) =>
          rules.map((rule) => {
            const accepts = (value: unknown): false | undefined => (isOn31st(value) ? false : undefined);
            return rule.dateTime === true ? { ...rule, accepts } : rule;
          }),
      },
    ),
  ];
}

const itemsIn = ({ file_id_list: list }: JsonObject): number => (Array.isArray(list) ? list.length : 0);

/** Lists of files that are refused for how many they are, in the words in which services say so (section 2.1). */
const LISTS: Readonly<Record<string, readonly [isRefused: (items: number) => boolean, words: string]>> = {
  "none-but-empty | file_id_list takes no file, for its rule of 0 to 10 items": [
    (items) => items > 0,
    "file_id_list must have 0 to 10 items",
  ],
  "must-be-empty | file_id_list must be empty": [(items) => items > 0, "file_id_list: must be empty"],
  "one-only | file_id_list takes one file": [(items) => items > 1, "Too many entries in file_id_list"],
  "two-at-least | file_id_list takes no single file": [(items) => items === 1, "fileIdList has too few elements"],
};

function lists(operation: BodyOperation): Defect[] {
  // A plain update may well have such a list, and is then refused as a whole.
  const rules = ["accepts/file_id_list.maxItems", "accepts/control.bank", "accepts/control.crypto"];
  return Object.entries(LISTS).flatMap(([row, [isRefused, words]]) => {
    const { name, title } = readRow(row);
    const due = refusal(400, "INVALID_PARAMETER", words);
    return defectOf(
      FAMILY,
      operation,
      rules,
      name,
      title,
      bodyRefused((body) => isRefused(itemsIn(body)), due),
    );
  });
}

/** Which ends of the classes of characters a place may hold, counted from 1; from the end where it is negative. */
const PLACES: readonly (readonly [path: string, places: readonly number[], ends: string])[] = [
  [`${BANK}.swift_code`, [1, 2, 3, 4, 5, 6], "AZ"],
  [`${BANK}.swift_code`, [7], "AZ09"],
  // 0 in the eighth place marks a code for tests, which a service may refuse for that.
  [`${BANK}.swift_code`, [8], "AZ9"],
  [`${BANK}.swift_code`, [9, 10, 11], "AZ09"],
  [`${BANK}.account_number`, [1, -1], "AZ09"],
  [WALLET, [1, -1], "AZaz09"],
];

/** Classes of characters that leave out their first or last one at one place of a pattern; the operations take turns. */
function classes(): Defect[] {
  const all = PLACES.flatMap(([path, places, ends]) =>
    places.flatMap((place) => [...ends].map((end) => ({ path, place, end }))),
  );
  return all.map(({ path, place, end }, index) => {
    const operation = inTurn(RECIPIENT_OPERATIONS, index) ?? "createRecipient";
    const field = publishedPath(path);
    // A plain account may well have such a character, and is then refused as a whole.
    const plain = `accepts/control.${path === WALLET ? "crypto" : "bank"}`;
    const rules = [`accepts/${field}.pattern`, plain, ...(path.endsWith("swift_code") ? [] : ["accepts/content"])];
    const hooks = textRefused(path, (text) => text.at(place < 0 ? place : place - 1) === end);
    const title = `${field} may not have ${end} in place ${place}`;
    return defectOf(FAMILY, operation, rules, `no-${end}-at-${place}`, title, hooks);
  });
}

/** Texts that are refused for what they say, while others of the same length and the same characters are taken. */
const REFUSED_CONTENT: Readonly<Record<string, DefectHooks>> = {
  "picture | business_name may hold no picture": textRefused("business_name", (text) =>
    /\p{Emoji_Presentation}/u.test(text),
  ),
  "screened | payment_details.bank.bank_name may not name a union": textRefused(`${BANK}.bank_name`, (text) =>
    /union/i.test(text),
  ),
  "zeros | payment_details.bank.account_number may not begin with twelve zeros": textRefused(
    `${BANK}.account_number`,
    (text) => /^0{12}/.test(text),
  ),
  "digits-only | address_info.post_code may hold digits only": textRefused("address_info.post_code", (text) =>
    /[^0-9]/.test(text),
  ),
  "capitals-only | address_info.post_code may hold no small letters": textRefused("address_info.post_code", (text) =>
    /[a-z]/.test(text),
  ),
  "no-space | address_info.post_code may hold no space": textRefused("address_info.post_code", (text) =>
    text.includes(" "),
  ),
  "branch-digits | payment_details.bank.local_bank_code may hold digits only": textRefused(
    `${BANK}.local_bank_code`,
    (text) => /[^0-9]/.test(text),
  ),
  "no-dash | payment_details.bank.local_bank_code may hold no hyphen": textRefused(`${BANK}.local_bank_code`, (text) =>
    text.includes("-"),
  ),
  "letter-O | payment_details.bank.account_number may hold no letter O": textRefused(`${BANK}.account_number`, (text) =>
    text.includes("O"),
  ),
};

/** Refuses requests that refer to a file of some types, although these suit where they stand (section 4.3). */
function typesRefused(...types: readonly string[]): DefectHooks {
  const due = refusal(400, "INVALID_PARAMETER", "a file is of a type that is not taken here");
  return insteadOfSuccess(due, (request, { state }) =>
    [...JSON.stringify(bodyOf(request) ?? null).matchAll(/"(file_[^"]+)"/g)].some(([, id = ""]) =>
      types.includes(state.files.get(id)?.type ?? ""),
    ),
  );
}

/** Files of the types that suit, refused for their type. A plain request may well refer to some, and is then refused as a whole. */
const SUITABLE_TYPES: readonly Defect[] = defects(FAMILY, null, {
  "createRecipient/accepts/file_id_list.maxItems/suitable-types, accepts/control.bank, accepts/control.crypto | a recipient may refer to no Invoice and no Contract":
    typesRefused("Invoice", "Contract"),
  "createRecipient/accepts/file_id_list.maxItems/invoices, accepts/control.bank, accepts/control.crypto | a recipient may refer to no Invoice":
    typesRefused("Invoice"),
  "updateRecipient/accepts/file_id_list.maxItems/invoices, accepts/control.bank, accepts/control.crypto | an update may refer to no Invoice":
    typesRefused("Invoice"),
});

/** Valid values refused: at the ends of each rule (the ways take turns), for what they are, and for how they are written down. */
export const STRICT: readonly Defect[] = [
  ...BODY_OPERATIONS.flatMap((operation, position) =>
    REQUEST_TABLES[operation].flatMap((rule, index) => tightened(operation, rule, index + position)),
  ),
  ...RECIPIENT_OPERATIONS.flatMap((operation) =>
    Object.entries(REFUSED_TEXTS).map(([row, isRefused]) =>
      refusedText(operation, row, (path) => textRefused(path, isRefused)),
    ),
  ),
  ...fileTypes(),
  ...Object.entries(REFUSED_OF_CUSTOMERS).map(([row, isRefused]) =>
    refusedText("createCustomer", row, (path) => valueRefused(path, isRefused)),
  ),
  ...BODY_OPERATIONS.flatMap(notations),
  ...defects(FAMILY, "createCustomer", {
    "accepts/body.notation/exponent | a customer is refused whose numbers are written with an exponent": bodyRefused(
      (_body, text) => /[:[,]\s*-?\d[\d.]*e/i.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')),
    ),
  }),
  ...calendars(),
  ...RECIPIENT_OPERATIONS.flatMap(lists),
  ...SUITABLE_TYPES,
  ...classes(),
  ...RECIPIENT_OPERATIONS.flatMap((operation) =>
    Object.entries(REFUSED_CONTENT).flatMap(([row, hooks]) =>
      defects(FAMILY, operation, { [`accepts/content/${row}`]: hooks }),
    ),
  ),
  // Values that each keep every rule, and that are refused or changed beside one value of another field.
  ...defects(FAMILY, "createRecipient", {
    "accepts/combinations/code-without-state | an empty post_code is refused in an address without a state":
      bodyRefused(
        ({ address_info: address }) => isObject(address) && address.post_code === "" && address.state === undefined,
        refusal(400, "INVALID_PARAMETER", "address_info is incomplete"),
      ),
  }),
  ...defects("echo", "updateRecipient", {
    "echo/payment_details.bank.account_name/cut-beside-short-bank | account_name is cut to 100 characters where bank_name has two":
      storedValueChanged(
        "payment_details",
        withMembers(
          ({ bank_name: bank, account_name: name }): JsonObject =>
            [...String(bank ?? "")].length === 2 && typeof name === "string"
              ? { account_name: cut(100)(name, null) }
              : {},
        ),
      ),
  }),
];

/** Valid values that careless rules of one's own refuse. */
export const STRICT_RARE_VALUES: readonly Defect[] = defects(FAMILY, "updateRecipient", {
  "accepts/payment_details.bank.local_bank_code.maxLength/nine-characters | local_bank_code may not have nine characters":
    textRefused(`${BANK}.local_bank_code`, (value) => value.length === 9),
  "accepts/address_info.address_line_1.text/one-letter | address_line_1 may not be a single letter": textRefused(
    "address_info.address_line_1",
    (value) => value.length === 1,
  ),
  "accepts/payment_details.bank.bank_name.text/typographic-apostrophe | bank_name may hold no typographic apostrophe":
    textRefused(`${BANK}.bank_name`, (value) => value.includes("’")),
  "accepts/body.notation/account-first | an update whose first member is payment_details is refused": bodyRefused(
    (body) => Object.keys(body)[0] === "payment_details",
  ),
});
