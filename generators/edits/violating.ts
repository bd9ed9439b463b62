/** Violating edits: for each rule of a field, the values just outside it and the near misses that careless code lets through. */
import fc from "fast-check";
import { type Field, ITEM, type ValueKeyword } from "../../schemas/fieldTree.js";
import type { Json, Pointer } from "../json.js";
import { fillerOf } from "../texts/fillers.js";
import { fitText } from "../texts/fit.js";
import type { Edit } from "./edit.js";

export { type ImpliedRule, impliedRules } from "../../schemas/impliedRules.js";

/** The edits about one rule of one field at one place of a template. */
export interface RuleEdits {
  readonly keyword: ValueKeyword | "required";
  /** Always tried, most telling first. */
  readonly enumerated: readonly Edit[];
  /** More of the same kind, drawn at random. Null where the enumerated ones are all there is. */
  readonly random: fc.Arbitrary<Edit> | null;
}

const FAR_BEYOND = 5000;

function set(at: Pointer, value: Json): Edit {
  return { kind: "set", at, value };
}

/** Lengths of texts that a pattern field is given when a length is broken keep to the field's own characters. */
function lengthEdit(field: Field, at: Pointer, current: string, length: number): Edit {
  if (field.path === "partner_recipient_id" && length > 0) return { kind: "fit", at, length };
  return set(at, fitText(current, length, fillerOf(field)));
}

function minLengthEdits(field: Field, at: Pointer, current: string, minimum: number): RuleEdits {
  const lengths = [...new Set([minimum - 1, 1, Math.floor(minimum / 2), field.rules.mayBeEmpty === true ? 1 : 0])];
  const broken = lengths.filter((length) => length >= 0 && length < minimum);
  const smallest = field.rules.mayBeEmpty === true ? 1 : 0;
  return {
    keyword: "minLength",
    enumerated: [
      ...broken.map((length) => lengthEdit(field, at, current, length)),
      ...(fillerOf(field) === "upper" && minimum > 3 ? [set(at, fitText("", minimum - 2, "digits"))] : []),
      // Too short in characters, long enough in bytes.
      ...(field.rules.pattern === undefined && minimum > 1 ? [set(at, fitText("", minimum - 1, "han"))] : []),
      // Of spaces alone, which are no value; where the field may be empty, a service that trims may take them for that.
      ...(field.rules.mayBeEmpty === true || minimum < 2 ? [] : [set(at, " ".repeat(minimum - 1))]),
    ],
    random:
      minimum - smallest < 3
        ? null
        : fc.integer({ min: smallest, max: minimum - 1 }).map((length) => lengthEdit(field, at, current, length)),
  };
}

function maxLengthEdits(field: Field, at: Pointer, current: string, maximum: number): RuleEdits {
  const lengths = [maximum + 1, maximum + 2, maximum * 2, FAR_BEYOND];
  const enumerated = lengths.map((length) => lengthEdit(field, at, current, length));
  // Coins that people take for currencies.
  if (field.path.endsWith("account_currency")) enumerated.push(set(at, "USDT"), set(at, "USDC"));
  // Too long only by the space at its end: a service that trims before it counts lets it through.
  enumerated.splice(1, 0, set(at, `${fitText(current, maximum, fillerOf(field))} `));
  if (field.rules.pattern === undefined && field.path !== "partner_recipient_id") {
    enumerated.push(set(at, fitText(current, maximum + 1, "han")));
    // Too long only by the second of two spaces: a service that counts them as one lets it through.
    const middle = Math.floor(maximum / 2);
    const text = fitText(current, maximum + 1, fillerOf(field));
    if (maximum > 3) enumerated.push(set(at, `${text.slice(0, middle)}  ${text.slice(middle + 2)}`));
    // Too long whether a character of four bytes counts as one, as two or not at all.
    enumerated.push(set(at, `${text}\u{1f338}`));
  }
  return {
    keyword: "maxLength",
    enumerated,
    random: fc
      .integer({ min: maximum + 1, max: maximum + 300 })
      .map((length) => lengthEdit(field, at, current, length)),
  };
}

/** Characters that look allowed, or that a loose pattern lets through. */
const FOREIGN_CHARACTERS = ["a", "-", "_", " ", "１", "А", ".", "/", "é", "\t", "中", "\u200b", ":"];

function replaceAt(text: string, position: number, character: string): string {
  return text.slice(0, position) + character + text.slice(position + 1);
}

function breaksPattern(pattern: RegExp, text: string): boolean {
  return !pattern.test(text);
}

function patternEdits(field: Field, at: Pointer, current: string, source: string): RuleEdits {
  const pattern = new RegExp(source, "u");
  const { minLength = 0, maxLength = 64 } = field.rules;
  const base = wholeBefore(field, current, maxLength);
  const positions = [Math.floor(current.length / 2), 0, current.length - 1];
  const texts: string[] = [];
  for (const character of FOREIGN_CHARACTERS) {
    for (const position of positions) texts.push(replaceAt(current, position, character));
  }
  // Whole-text faults: the classic trailing newline, padding, another letter case.
  const whole = [
    `${base}
`,
    current.toLowerCase(),
    ` ${base}`,
    `${base} `,
    `${base.slice(0, -1)}
`,
    `${current}
`,
  ];
  const shaped = [...shapeFaults(field, current), ...grouped(field, current)];
  const all = [whole[1], texts[0], whole[0], ...shaped, texts[3], ...whole.slice(2), ...texts, `${current}\n`].filter(
    (text): text is string => text !== undefined && breaksPattern(pattern, text),
  );
  // A whole text with a line break behind it may be too long as well: only the pattern's end tells whether it passes.
  const within = all.filter(
    (text) => text === `${current}\n` || (text.length >= minLength && text.length <= maxLength),
  );
  const random = fc
    .tuple(
      fc.nat({ max: Math.max(0, current.length - 1) }),
      fc.constantFrom(...FOREIGN_CHARACTERS, "#", "'", "\\", "ß"),
    )
    .map(([position, character]) => replaceAt(current, position, character))
    .filter((text) => breaksPattern(pattern, text))
    .map((text): Edit => set(at, text));
  return { keyword: "pattern", enumerated: [...new Set(within)].map((text) => set(at, text)), random };
}

/**
 * What whole-text faults are added to: right by itself, so that the fault is the only one, and with room for one more
 * character. A SWIFT code with a branch has none, and is right with eight characters or eleven only.
 */
function wholeBefore(field: Field, current: string, maxLength: number): string {
  if (field.path.endsWith("swift_code")) return current.slice(0, 8);
  return current.length >= maxLength ? current.slice(0, -1) : current;
}

/** How people write long numbers, and how wallets are passed on: in groups, or behind the name of their chain. */
function grouped(field: Field, current: string): string[] {
  if (field.path.endsWith("account_number")) return [current.replace(/(.{4})(?=.)/g, "$1 ")];
  return field.path.endsWith("wallet_address") ? [`ethereum:${current}`] : [];
}

/** Faults of texts with an inner structure: a SWIFT code's forbidden lengths, and digits where letters stand. */
function shapeFaults(field: Field, current: string): string[] {
  if (!field.path.endsWith("swift_code")) return [];
  const eight = current.slice(0, 8);
  return [
    `${eight}A`,
    `${eight}AB`,
    replaceAt(current, 0, "1"),
    replaceAt(current, 5, "7"),
    replaceAt(current, 4, "1"),
    `${eight}ab1`,
    `${eight.slice(0, 6)}c${eight.slice(7)}`,
    replaceAt(current, 3, "9"),
    `${eight}X-X`,
    `${eight.slice(0, 6)}-${eight.slice(6)}`,
    `${eight.slice(0, 4)}-${eight.slice(4, 6)}-${eight.slice(6)}`,
  ];
}

const BANK_NETWORKS =
  "CHIPS FEDWIRE WIRE CHAPS CNAPS CIPS BACS TARGET2 SEPA_INSTANT FEDNOW NPP PIX UPI EFT CHATS HVPS BEPS LOCAL SWIFT2";
const BLOCKCHAINS =
  "BTC BSC SOL POLYGON MATIC ARB ARBITRUM BASE AVAX TRON ERC20 TRC20 BEP20 ETHEREUM OP TON XRP LTC ALGO XLM";
const COUNTRIES = "US HK CHN GB TW MO SG JP KR IN DE FR AU CA VN TH MY 156 CHINA China 中国";

/** Values that a person would think of, or that stand in an enum elsewhere in the document. */
const OUTSIDERS: Readonly<Record<string, readonly string[]>> = {
  "payment_details.bank.network": ["ETH", "TRX", ...BANK_NETWORKS.split(" ")],
  "payment_details.crypto.network": ["SWIFT", "ACH", "SEPA", "RTGS", "FPS", ...BLOCKCHAINS.split(" ")],
  "payment_details.crypto.currency":
    "USD BTC DAI USDTT ETH TRX EURC EUR BUSD TUSD PYUSD FDUSD USDD USDE CNY CNH HKD SOL BNB XRP".split(" "),
  "payment_details.bank.payment_method":
    "DOMESTIC WIRE SWIFT INTERNATIONAL DOMESTIC_WIRE LOCAL_WIRE LOCAL_TRANSFER INTERNAL ACH RTGS SEPA FPS CROSS_BORDER".split(
      " ",
    ),
  "payment_details.account_type": "wallet card bank_account fiat cash blockchain crypto_wallet".split(" "),
  business_type: [
    ..."Company Corporate Corporation Partnership Enterprise Person Personal Organization Government Merchant Other".split(
      " ",
    ),
    "Sole Proprietor",
  ],
  country_code: COUNTRIES.split(" "),
  file_type: ["Passport", "Front page", "Cover page", "Main", "ID card", "Receipt", "Articles of Association", "Other"],
  "payment_details.bank.country_code": COUNTRIES.split(" "),
};

/** The same letters and digits in their full-width forms, which some normalisations make equal. */
function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}

/** How many near misses of the current value stand before those that are the same for every value. */
const OF_CURRENT = 18;

/** The text with each letter in the other case. */
function inverted(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** A member as people write it who know it by hearsay: each word with a capital, or several of them. */
function hearsay(member: string): string[] {
  return /[a-z]/.test(member) ? [member.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), `${member}s`] : [];
}

/**
 * Near misses of an enum's members: another letter case, padded, a prefix, an outsider, empty.
 * Those of the current value come first and are always as many, so that what follows has the same place for every
 * value: each edit is sent once, at the place whose turn it is, and one whose place differed could be left out.
 */
export function enumNearMisses(path: string, members: readonly string[], current: string): string[] {
  const capitalised = `${current.charAt(0).toUpperCase()}${current.slice(1).toLowerCase()}`;
  const outsiders = OUTSIDERS[path] ?? ["Unknown", "OTHER"];
  const isMiss = (text: string) => !members.includes(text);
  const same = new Set(
    [
      ...outsiders.slice(1),
      ...members.flatMap((member) => [member.toLowerCase(), member.toUpperCase(), `${member}_`, ...hearsay(member)]),
    ].filter(isMiss),
  );
  const ofCurrent = new Set(
    [
      ...outsiders.slice(0, 1),
      current.toLowerCase(),
      current.toUpperCase(),
      ` ${current}`,
      `${current} `,
      "",
      current.slice(0, -1),
      capitalised,
      `${current}\n`,
      `${current}X`,
      `X${current}`,
      fullWidth(current),
      `${current},${current}`,
      current.replaceAll("_", " "),
      current.replaceAll("_", "-"),
      current.replaceAll("_", ""),
      inverted(current),
    ].filter(isMiss),
  );
  for (let number = 1; ofCurrent.size < OF_CURRENT; number++) ofCurrent.add(`${current}${number}`);
  return [...ofCurrent, ...same];
}

function enumEdits(field: Field, at: Pointer, current: string, members: readonly string[]): RuleEdits {
  const random = fc
    .tuple(fc.constantFrom(...members), fc.constantFrom("-", "_", " ", "0", "x", "."), fc.boolean())
    .map(([member, extra, behind]) => set(at, behind ? member + extra : extra + member));
  return {
    keyword: "enum",
    enumerated: enumNearMisses(field.path, members, current).map((text) => set(at, text)),
    random,
  };
}

/** Every other JSON type, the coercible ones first. */
function typeEdits(field: Field, at: Pointer, current: Json): RuleEdits {
  const wrong: Json[] = wrongTypes(field, current);
  const random =
    field.type === "string"
      ? fc.oneof(
          fc.integer(),
          fc.boolean(),
          fc.array(fc.string(), { maxLength: 3 }),
          fc.dictionary(fc.string(), fc.string()),
        )
      : fc.oneof(fc.string(), fc.boolean());
  return {
    keyword: "type",
    enumerated: wrong.map((value) => set(at, value)),
    random: random.map((value): Edit => set(at, value as Json)),
  };
}

/** A number that has, written down, a length that the text may have. */
function numberOfLength(field: Field): number {
  const { minLength = 0, maxLength = 64 } = field.rules;
  return Number("12345678901234567890".slice(0, Math.min(Math.max(8, minLength), maxLength)));
}

function wrongTypes(field: Field, current: Json): Json[] {
  // Null is a value of another type where a value is required. Elsewhere it may as well mean "none": that is observed.
  const none: Json[] = field.required || field.path.endsWith(ITEM) ? [null] : [];
  switch (field.type) {
    case "string": {
      const text = typeof current === "string" ? current : "";
      const digits = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : numberOfLength(field);
      const { minLength, maxLength } = field.rules;
      // A list of as many entries as the text has characters passes a check of its length.
      const characters = minLength === undefined && maxLength === undefined ? [] : [[...text].slice(0, 64)];
      const bytes = field.path === "file" ? [[...Buffer.from("%PDF-")]] : [];
      const others = [digits + 0.5, ...characters, ...bytes];
      return [digits, true, [current], {}, ...none, 0, false, [], { value: current }, ...others];
    }
    case "number":
    case "integer":
      return [String(current), true, [current], {}, ...none, "many", "", false, "1,234.50", "1.234,50"];
    case "array":
      return [
        {},
        Array.isArray(current) && current.length > 0 ? (current[0] ?? "x") : "x",
        JSON.stringify(current),
        ...none,
        1,
        true,
        { "0": "x" },
        "",
        0,
        false,
      ];
    case "object":
      return ["x", JSON.stringify(current), [current], ...none, 1, true, "", 0, false, []];
    case "boolean":
      return ["true", 1, ...none, {}];
  }
}

/** Date-times that name no instant, or are no date-times. Notations that ISO 8601 allows are left to observations. */
const BAD_DATE_TIMES = [
  "not-a-date",
  "2024-13-01T00:00:00Z",
  "2024-02-30T00:00:00Z",
  "2024-01-01T25:00:00Z",
  "01/02/2024",
  "2024-01-32T00:00:00Z",
  "2024-01-01T00:61:00Z",
  "2023-02-29T12:00:00Z",
  "yesterday",
  "2024-1-1T0:0:0Z",
  "2024-00-10T00:00:00Z",
  "T00:00:00Z",
  "2024-01-01T00:00:61Z",
  "2024-01-01T00:00:00+25:00",
  "Mon, 01 Jan 2024 00:00:00 GMT",
  "2024-01-01T00:00:00Z\n",
  "1704067200",
];

function formatEdits(at: Pointer): RuleEdits {
  const random = fc
    .tuple(fc.integer({ min: 1950, max: 2040 }), fc.integer({ min: 13, max: 99 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, day]): Edit => set(at, `${year}-${month}-${String(day).padStart(2, "0")}T00:00:00Z`));
  return { keyword: "format", enumerated: BAD_DATE_TIMES.map((text) => set(at, text)), random };
}

function maxItemsEdits(at: Pointer, spare: readonly string[], maximum: number): RuleEdits {
  const enumerated: Edit[] = [];
  for (const count of [maximum + 1, maximum + 2]) {
    if (spare.length >= count) enumerated.push(set(at, spare.slice(0, count)));
  }
  // Entries that repeat count, too; and a list may be checked for a larger number only.
  for (const count of spare.length >= maximum ? [maximum + 1, maximum * 2, maximum * 5] : []) {
    enumerated.push(
      set(
        at,
        Array.from({ length: count }, (_, index) => spare[index % maximum] ?? ""),
      ),
    );
  }
  return { keyword: "maxItems", enumerated, random: null };
}

/**
 * Violating edits of a field at one place of a template, one set a rule.
 * @param current the template's value there
 * @param spareFiles ids of files that were really uploaded, for lists that are too long
 */
export function violatingEdits(field: Field, at: Pointer, current: Json, spareFiles: readonly string[]): RuleEdits[] {
  const { rules } = field;
  const sets: RuleEdits[] = [typeEdits(field, at, current)];
  if (rules.enum !== undefined && typeof current === "string") {
    sets.push(enumEdits(field, at, current, rules.enum));
  } else if (typeof current === "string") {
    if (rules.minLength !== undefined) sets.push(minLengthEdits(field, at, current, rules.minLength));
    if (rules.maxLength !== undefined) sets.push(maxLengthEdits(field, at, current, rules.maxLength));
    if (rules.pattern !== undefined) sets.push(patternEdits(field, at, current, rules.pattern));
    if (rules.format === "date-time") sets.push(formatEdits(at));
  }
  if (rules.maxItems !== undefined) sets.push(maxItemsEdits(at, spareFiles, rules.maxItems));
  if (field.required) sets.push({ keyword: "required", enumerated: [{ kind: "remove", at }], random: null });
  return sets;
}
