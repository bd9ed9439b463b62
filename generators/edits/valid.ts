/** Valid edits: values just inside each rule of a field, and texts that careless code damages or refuses. */
import fc from "fast-check";
import type { Field } from "../../schemas/fieldTree.js";
import { isObject, type Json, type Pointer } from "../json.js";
import { fillerOf } from "../texts/fillers.js";
import { type Filler, fitText } from "../texts/fit.js";
import type { Edit } from "./edit.js";

/** What a group of valid edits is about. `text`: characters that no rule forbids; `optional`: the field left out. */
export type ValidAspect =
  | "minLength"
  | "maxLength"
  | "enum"
  | "pattern"
  | "format"
  | "text"
  | "optional"
  | "empty"
  | "maxItems"
  | "number"
  | "padded"
  | "precise"
  | "repeated"
  | "instant"
  | "code";

/** The valid edits about one aspect of one field at one place of a template. */
export interface ValidEdits {
  readonly aspect: ValidAspect;
  readonly enumerated: readonly Edit[];
  readonly random: fc.Arbitrary<Edit> | null;
}

function set(at: Pointer, value: Json): Edit {
  return { kind: "set", at, value };
}

/** Free text that must come through untouched. None begins or ends with a space: services may trim. */
export const TELLING_TEXTS = [
  "Zhongyuan  Double  Space Trading",
  'O\'Neill & Søns "Quality" Ltd',
  "深圳市远景国际贸易有限公司",
  "Müller-Lüdenscheidt Straße Ñandú Çağlar",
  "Back\\slash / Slash <Angle> Brackets",
  "0012345",
  "شركة التجارة الدولية",
  "Tab-free; semi:colon, comma. 100% #1 @home",
  "Donaudampfschifffahrtsgesellschaftskapitaen",
  "𠮷野家 Trading 🚢 Co",
  "&amp; &lt;b&gt; %20 +plus",
  "null",
  "A long line that goes on and on so that what is cut off after fifty, sixty or a hundred characters shows at once",
  `${"Import and export of tools, parts and fittings. ".repeat(5)}End`,
  "naïve café — “quoted” …",
  "ООО «Ромашка» Трейдинг",
  "カタカナ商事 ひらがな 株式会社",
  "한국무역 주식회사",
  "under_score (brackets) [square] {curly} ~ ^ | = $ € ¥ ©",
  "ALL CAPITALS LIMITED",
  "all small letters limited",
  "Ελληνική Εταιρεία Εμπορίου Στις",
  "Seller’s Choice Trading Co., Ltd.",
  "Select Union Drop & Insert Imports",
  "İstanbul Işık Ticaret",
  '"Golden" {{Gate}} for 1.000,50 "Union"',
  "Z",
];

/** Texts that a service may refuse, or treat as something else than text; what it takes comes back as it was sent. */
const DELICATE_TEXTS = [
  "e\u0301clair Cafe\u0301 Trading",
  "No\u00a0break spaces\u00a0Ltd",
  "Ｆｕｌｌ ｗｉｄｔｈ Ｌｔｄ",
  "Zero\u200dwidth\u200cjoiners Ltd",
  "true",
  "-0012.50",
  "2024-12-01",
  "Tab\tinside Ltd",
  "Line one\nline two",
  "Line one\r\nline two",
];

const textCharacters = fc.constantFrom(
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 '&\"<>\\éüßñ中文字公司عربأ.,-/()",
);

/** Random text of a length within the bounds, without spaces at its ends. */
export function freeText(minimum: number, maximum: number): fc.Arbitrary<string> {
  return fc
    .array(textCharacters, { minLength: Math.max(1, minimum), maxLength: maximum })
    .map((characters) => characters.join("").replace(/^ | $/g, "x"));
}

function lengthEdit(field: Field, at: Pointer, current: string, length: number, filler?: Filler): Edit {
  if (field.path === "partner_recipient_id") return { kind: "fit", at, length };
  return set(at, fitText(current, length, filler ?? fillerOf(field)));
}

/** A SWIFT code has 8 or 11 characters and nothing between: its pattern leaves no other length. */
function swiftLengthSets(field: Field, at: Pointer, current: string): ValidEdits[] {
  return [
    { aspect: "minLength", enumerated: [lengthEdit(field, at, current, 8)], random: null },
    { aspect: "maxLength", enumerated: [lengthEdit(field, at, current, 11)], random: null },
  ];
}

const CURRENCIES = ["CNY", "USD", "EUR", "HKD", "GBP", "JPY", "SGD", "AUD"];

const CODE_LENGTHS = [5, 6, 7, 8, 9, 10, 12, 14];

function lengthSets(field: Field, at: Pointer, current: string): ValidEdits[] {
  const { minLength, maxLength } = field.rules;
  const sets: ValidEdits[] = [];
  const filler = fillerOf(field);
  if (field.location.at(-1) === "swift_code") return swiftLengthSets(field, at, current);
  if (field.location.at(-1) === "account_currency") {
    return [{ aspect: "minLength", enumerated: CURRENCIES.map((code) => set(at, code)), random: null }];
  }
  if (minLength !== undefined) {
    const enumerated = [minLength, minLength + 1].map((length) => lengthEdit(field, at, current, length));
    // Two characters of another script: a service that counts bytes lets one through, or refuses none.
    if (filler === "words") enumerated.push(set(at, fitText("", minLength, "han")));
    sets.push({ aspect: "minLength", enumerated, random: null });
  }
  if (maxLength !== undefined) {
    // Codes of few digits are often known in some lengths only, so that each length is sent.
    const between = filler === "digits" ? CODE_LENGTHS.filter((length) => length < maxLength - 1) : [];
    const enumerated = [maxLength, maxLength - 1, ...between].map((length) => lengthEdit(field, at, current, length));
    if (filler === "words") {
      enumerated.splice(1, 0, set(at, fitText("", maxLength, "han")), set(at, fitText("", maxLength, "accents")));
    }
    // Whether a website has to be a URL is open: one that is cut short would be none.
    const lowest = field.location.at(-1) === "website" ? [...current].length : Math.max(1, minLength ?? 1);
    const random = fc.integer({ min: lowest, max: maxLength }).map((length) => lengthEdit(field, at, current, length));
    sets.push({ aspect: "maxLength", enumerated, random });
  }
  return sets;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";

function patternSet(field: Field, at: Pointer, current: string): ValidEdits {
  const name = field.location.at(-1);
  if (name === "swift_code") {
    const letter = fc.constantFrom(...UPPER);
    const either = fc.constantFrom(...UPPER, ...DIGITS);
    // A code with 0 in its eighth place is one for tests, and one with 1 takes part passively (ISO 9362).
    const live = fc.constantFrom(...UPPER, ...DIGITS.slice(2));
    const random = fc
      .tuple(
        fc.array(letter, { minLength: 4, maxLength: 4 }),
        fc.tuple(either, live),
        fc.option(fc.array(either, { minLength: 3, maxLength: 3 }), { nil: [] }),
      )
      .map(([bank, location, branch]) => set(at, `${bank.join("")}CN${location.join("")}${branch.join("")}`));
    const codes = [
      "BKCHCNBJ",
      "ICBKCNBJSZN",
      "PCBCCN22",
      "ABOCCNBJ110",
      "COMMCN2X",
      "CIBKCN4AXXX",
      "SZDBCNBS0A1",
      "BKCHCN52",
      "ICBKCN2O",
      "ABOCCNB7XXX",
      "CMBCCN32001",
      "BKCHCNBJX12",
    ];
    return { aspect: "pattern", enumerated: codes.map((code) => set(at, code)), random };
  }
  const { minLength = 1, maxLength = 64, pattern = "" } = field.rules;
  const lower = pattern.includes("a-z");
  const alphabet = UPPER + DIGITS + (lower ? UPPER.toLowerCase() : "");
  // Longer than the digits that a number holds: a text that passes through one shows it.
  const middle = Math.min(maxLength, minLength + 14);
  const samples = [
    "6222021234567890123456789012345678",
    // Digits that a number would lose: zeros in front, and an exponent.
    "00012345678901",
    "12345678E5",
    "0000123456789012",
    "ABCDEFGHJKLMNPQRSTUVWXYZABCDEFGHJK",
    "00A1B2C3D4E5F6G7H8J9K0L1M2N3P4Q5",
    // What looks like a slip, and is none here.
    "0000000000000000000012345678",
    "O0O0O0O0O0IIII1111OOOO0000IIII",
  ];
  if (lower)
    samples.push(
      "0xAbCdEf0123456789aBcDeF0123456789AbCdEf01",
      "AbCdEf0123456789aBcDeF0123456789AbCdEf01",
      "tabcdefghjkmnpqrstuvwxyzabcdefghijk",
      "TXk9mQ2rV7bN4cZ8sD3fG6hJ1wL5pY0aE",
    );
  const random = fc
    .array(fc.constantFrom(...alphabet), { minLength, maxLength })
    .map((characters) => set(at, characters.join("")));
  const texts = samples
    .map((text) => text.slice(0, text.startsWith("0x") ? maxLength : middle))
    .filter((text) => text.length >= minLength);
  const enumerated = texts.map((text) => set(at, text));
  // An address that is real on the template's own network is taken whatever a service checks.
  if (name === "wallet_address") enumerated.push({ kind: "set", at, value: current, fresh: "wallet" });
  return { aspect: "pattern", enumerated, random };
}

function textSet(field: Field, at: Pointer): ValidEdits {
  const { minLength = 1, maxLength = 1000 } = field.rules;
  const name = field.location.at(-1) ?? "";
  const texts =
    name === "post_code"
      ? ["518000", "001000", "SW1A 1AA", "H3Z-2Y7", "D02 AF30", "d02 af30"]
      : name === "local_bank_code"
        ? ["001", "102100099996", "00012345678901234567890", "HSBC-HK-004", "hsbc-hk-004"]
        : name === "website"
          ? [
              "https://www.zhongyuan-trade.example/en/about?ref=a&lang=zh",
              "https://example.com/%E5%85%AC%E5%8F%B8",
              "http://trade.example:8080/a+b",
              "https://Trade.Example/Home%20Page#Top",
              "https://trade.example",
              "www.trade.example",
              `https://公司.example/${"关于我们".repeat(40)}`,
            ]
          : TELLING_TEXTS.filter((text) => [...text].length >= minLength && [...text].length <= maxLength);
  const free = fillerOf(field) === "words";
  return {
    aspect: "text",
    enumerated: texts.map((text) => set(at, text)),
    random: free ? freeText(minLength, Math.min(maxLength, 80)).map((text) => set(at, text)) : null,
  };
}

/** Text with a space at an end, and the like: whether it is taken is open, but what is taken comes back as sent. */
function paddedSet(field: Field, at: Pointer, current: string): ValidEdits {
  const { minLength = 0, maxLength = 1000 } = field.rules;
  const delicate = fillerOf(field) === "words" ? DELICATE_TEXTS : [];
  const texts = [`${current} `, ` ${current}`, ...delicate].filter(
    (text) => text.length >= minLength && text.length <= maxLength,
  );
  return { aspect: "padded", enumerated: texts.map((text) => set(at, text)), random: null };
}

/** The same instant in other notations. */
function otherNotations(current: string): string[] {
  const instant = new Date(current);
  if (Number.isNaN(instant.getTime())) return [];
  const base = instant.toISOString();
  const east = new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(0, 19);
  const west = new Date(instant.getTime() - 5 * 3_600_000).toISOString().slice(0, 19);
  const half = new Date(instant.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19);
  return [`${base.slice(0, 19)}Z`, `${east}+08:00`, `${base.slice(0, 19)}.000Z`, `${west}-05:00`, `${half}+05:30`];
}

/**
 * Dates that calendars and counters of seconds are wrong about. Which dates suit a customer is open, so that only what
 * comes back is judged.
 */
function instantSet(field: Field, at: Pointer, current: string): ValidEdits {
  const name = field.location.at(-1) ?? "";
  const days = /birth/.test(name)
    ? ["1976-02-29", "1948-07-15", "1969-12-31", "2000-02-29"]
    : /expir/.test(name)
      ? ["2040-02-29", "2038-01-20", "2101-03-01", "9999-12-31"]
      : ["2020-02-29", "2016-02-29", "1969-12-31", "2021-12-31"];
  const lowerCase = `${current.slice(0, 10)}t13:45:30z`;
  const texts = [...days.map((date) => `${date}T00:00:00Z`), lowerCase];
  return { aspect: "instant", enumerated: texts.map((text) => set(at, text)), random: null };
}

/** An address for templates that have none in some place. */
const ADDRESS = {
  address_line_1: "88 Century Avenue",
  address_line_2: "Floor 5",
  city: "Shanghai",
  state: "Shanghai",
  post_code: "200120",
};

/** Countries that a customer may be of, and currencies of its revenue; which ones a service takes is open. */
const COUNTRIES = ["US", "HK", "DE", "GB"];
const REVENUE_CURRENCIES = ["EUR", "CNY", "HKD"];

/** Whether a field holds the code of a country or of a currency, of which the document lists none. */
export function isCode({ path, rules }: Field): boolean {
  return rules.enum === undefined && /country_code$|operating_country$|nationality$|revenue_currency$/.test(path);
}

const AMOUNTS = [50_000, 1234.5, 98_765.43, 250_000.01, 1_000_000, 12_345];

/** Small numbers, and such whose digits a service may lose; whether it takes them is open. */
const PRECISE_AMOUNTS = [10, 0.5, 1234.5678, 0.001, 9_007_199_254_740_991, 123_456_789_012.34];

/** What is paid to: whether it may be stored twice is open, so that no two requests carry the same. */
const ACCOUNTS = /\.(?:account_number|wallet_address)$/;

/** The same edits, each with a text that is another one in each request. */
function written({ aspect, enumerated, random }: ValidEdits): ValidEdits {
  const anew = (edit: Edit): Edit => (edit.kind === "set" ? { fresh: "sample", ...edit } : edit);
  return { aspect, enumerated: enumerated.map(anew), random: random?.map(anew) ?? null };
}

/**
 * Valid edits of a field at one place of a template, grouped by aspect.
 * @param current the template's value there
 * @param files ids of files that were really uploaded in the right context
 * @param optional whether the document says that the field may be left out
 */
export function validEdits(
  field: Field,
  at: Pointer,
  current: Json,
  files: readonly string[],
  optional: boolean,
): ValidEdits[] {
  const sets: ValidEdits[] = [];
  const { rules } = field;
  if (rules.enum !== undefined) {
    // A discriminator's other values belong to templates of the other kinds: each template keeps its own.
    const member = (value: string) => set(at, field.location.at(-1) === "account_type" ? current : value);
    sets.push({ aspect: "enum", enumerated: rules.enum.map(member), random: null });
  } else if (field.type === "string" && typeof current === "string") {
    sets.push(...lengthSets(field, at, current));
    if (rules.pattern !== undefined) sets.push(patternSet(field, at, current));
    else if (rules.format === "date-time") {
      const texts = otherNotations(current);
      sets.push({ aspect: "format", enumerated: texts.map((text) => set(at, text)), random: null });
      sets.push(instantSet(field, at, current));
    } else if (!/_id$|currency$/.test(field.path) && !field.path.endsWith("[]")) {
      sets.push(textSet(field, at));
      if (/words|url/.test(fillerOf(field))) sets.push(paddedSet(field, at, current));
    }
    if (isCode(field)) {
      const codes = /currency$/.test(field.path) ? REVENUE_CURRENCIES : COUNTRIES;
      sets.push({ aspect: "code", enumerated: codes.map((code) => set(at, code)), random: null });
    }
    if (rules.mayBeEmpty === true || (rules.minLength === undefined && rules.maxLength !== undefined)) {
      sets.push({ aspect: "empty", enumerated: [set(at, "")], random: null });
    }
  } else if (field.type === "number") {
    const random = fc.integer({ min: 100_000, max: 99_999_999 }).map((cents) => set(at, cents / 100));
    sets.push({ aspect: "number", enumerated: AMOUNTS.map((amount) => set(at, amount)), random });
    sets.push({ aspect: "precise", enumerated: PRECISE_AMOUNTS.map((amount) => set(at, amount)), random: null });
  } else if (field.type === "array" && field.path === "file_id_list") {
    const lists = [
      files.slice(0, 10),
      files.slice(0, 1),
      files.slice(2, 5),
      files.slice(0, 10).reverse(),
      files.slice(0, 9),
      files.slice(0, 6),
    ];
    sets.push({ aspect: "maxItems", enumerated: lists.map((list) => set(at, list)), random: null });
    sets.push({ aspect: "empty", enumerated: [set(at, [])], random: null });
  } else if (field.type === "object" && field.path === "address_info") {
    // The same places in every template, also in one whose address lacks some of them.
    const members = Object.entries({ ...ADDRESS, ...(isObject(current) ? current : {}) });
    const alone = members.map(([name, value]) => set(at, { [name]: value }));
    const allEmpty = Object.fromEntries(members.map(([name]) => [name, ""]));
    sets.push({ aspect: "empty", enumerated: [set(at, {}), set(at, allEmpty), ...alone], random: null });
  }
  if (field.type === "array" && Array.isArray(current) && typeof current[0] === "string") {
    sets.push({ aspect: "repeated", enumerated: [set(at, [...current, current[0]])], random: null });
  }
  if (optional) sets.push({ aspect: "optional", enumerated: [{ kind: "remove", at }], random: null });
  return ACCOUNTS.test(field.path) ? sets.map(written) : sets;
}
