/** Free text that must come through untouched, whatever script, quotes or spaces it has. */
import fc from "fast-check";
import type { ValueKind } from "../../schemas/facts.js";
import { type Field, isOpen } from "../../schemas/fieldTree.js";
import { type EditedField, type EditSet, type FieldEdits, listed, setting, textOf } from "./fieldEdits.js";

/** How many texts are the most telling: they share requests with those of other fields. */
const TELLING = 5;
/** The same where the document states no limits, and any of them may be refused. */
const TELLING_WITHOUT_LIMITS = 4;
/** What numbers lose. */
const WITH_ZEROS = "0012345";

/**
 * None of them begins or ends with a space: services may trim. The first two hold a character of each kind that is often
 * lost, escaped or refused, and signs with a combined meaning; the next ones are digits, a long text with a word that is
 * taken for a query, and a word that is read as no value.
 */
const TELLING_TEXTS = [
  `O'Neill & Café -- "深圳" <b>100%</b> 🚢 شركة \\new / &amp; %20 #7`,
  "Sell’s “Best” — … «Рома» 商事 한국 ßÇğİı €¥$$~^|={[(_;:,...!?*@+`)]}",
  WITH_ZEROS,
  "A long union  line that goes on and on: what is cut off after fifty, sixty or a hundred characters shows at once",
  "null",
  "Z",
  "深圳市远景国际贸易有限公司",
  "Zhongyuan  Double  Space Trading",
  'O\'Neill & Søns "Quality" Ltd',
  "Müller-Lüdenscheidt Straße Ñandú Çağlar",
  "Back\\slash / Slash <Angle> Brackets",
  "شركة التجارة الدولية",
  "Tab-free; semi:colon, comma. 100% #1 @home",
  "Donaudampfschifffahrtsgesellschaftskapitaen",
  "𠮷野家 Trading 🚢 Co",
  "&amp; &lt;b&gt; %20 +plus",
  `${"Import and export of tools, parts and fittings. ".repeat(5)}End`,
  "naïve café — “quoted” …",
  "ООО «Ромашка» Трейдинг",
  "カタカナ商事 ひらがな 株式会社",
  "한국무역 주식회사",
  "under_score (brackets) [square] {curly} ~ ^ | = $ € ¥ ©",
  "'ALL CAPITALS' LIMITED",
  "all small letters limited",
  "Ελληνική Εταιρεία Εμπορίου Στις",
  "Seller’s Choice Trading Co., Ltd.",
  "Select Union Drop & Insert Imports",
  "İstanbul Işık Ticaret",
  '"Golden" {{Gate}} for 1.000,50 "Union"',
  "Yahoo! Why? Five * Stars `Best` Trading",
  // What programs read as something else: escapes, comments, placeholders, and what editors turn into one sign.
  'C:\\new\\table -- "A" ... (c) $$ $& $1 %s {0} \\u0041 /* <!-- ; -->',
  "ไทย हिन्दी עברית Việt Nam ქართული Հայ 國際貿易 㐂",
];

/** Texts that a service may refuse, or treat as something other than text; what it accepts comes back as it was sent. */
const DELICATE_TEXTS = [
  // What people write where they have nothing to say.
  "-",
  "N/A",
  "none",
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

/** Texts of kinds with a form that the document does not show. */
const SAMPLES: Readonly<Partial<Record<ValueKind, readonly string[]>>> = {
  postCode: ["001000", "SW1A 1AA", "H3Z-2Y7", "d02 af30", "518000", "D02 AF30"],
  bankCode: [
    "001021000999",
    "HSBCHKHH004",
    "001",
    "hsbc-hk-004",
    "102100099",
    "00012345678901234567890",
    "HSBC-HK-004",
    "102100099996",
  ],
  // Letters of both cases on either side of the sign.
  email: ["Finance.Team@Trade.Example.COM"],
  website: [
    "https://www.zhongyuan-trade.example.com/en/about?ref=a&lang=zh",
    "https://example.com/%E5%85%AC%E5%8F%B8",
    "http://trade.example.com:8080/a+b",
    "https://Trade.Example.com/Home%20Page#Top",
    "https://trade.example.com",
    "www.trade.example.com",
    `https://公司.example.com/${"关于我们".repeat(40)}`,
  ],
};

const PART_OF_ADDRESS = textOf("abcdefghijklmnopqrstuvwxyz0123456789", 1, 20);
const WEBSITES = fc
  .tuple(fc.constantFrom("https", "http"), PART_OF_ADDRESS, PART_OF_ADDRESS, fc.constantFrom("", "/", ".html", "?id=7"))
  .map(([scheme, name, page, end]) => `${scheme}://${name}.example.com/${page}${end}`);

/** Kinds that name something that a service knows: a free text would name nothing. */
const NAMES: ReadonlySet<ValueKind> = new Set<ValueKind>(["partnerId", "fileId", "file", "currencyCode"]);

function isText({ type, rules, kind }: Field): boolean {
  const isBound = (rules.enum ?? rules.pattern ?? rules.format) !== undefined;
  return type === "string" && !isBound && kind !== null && !NAMES.has(kind);
}

/** Whether any text is tried: for words, and wherever there are no documented limits. */
function isFree(field: Field): boolean {
  return field.kind === "words" || (isOpen(field, "limits") && field.kind !== "website");
}

const CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 '&\"<>\\éüßñ中文字公司عربأ.,-/()";

/** Characters of the longest text that is drawn. */
const LONGEST_DRAWN = 80;

/** Text of a length within the bounds, without spaces at its ends. */
function freeText(minimum: number, maximum: number): fc.Arbitrary<string> {
  return textOf(CHARACTERS, Math.max(1, minimum), maximum, TELLING_TEXTS.join("")).map(
    (drawn) => drawn.replace(/^ | $/g, "x"),
    (text) => String(text),
  );
}

const MEASURED_TEXTS = TELLING_TEXTS.map((text) => ({ text, length: [...text].length }));

function texts({ field, at }: EditedField): EditSet {
  const { minLength = 1, maxLength = 1000 } = field.rules;
  const samples = SAMPLES[field.kind ?? "words"] ?? [];
  const most = isOpen(field, "limits") ? TELLING_WITHOUT_LIMITS : TELLING;
  if (!isFree(field)) {
    const arbitrary = field.kind === "website" ? setting(at, WEBSITES) : null;
    return { ...listed(at, samples, most), arbitrary };
  }
  const fitting = MEASURED_TEXTS.flatMap(({ text, length }) =>
    length >= minLength && length <= maxLength ? text : [],
  );
  const arbitrary = setting(at, freeText(minLength, Math.min(maxLength, LONGEST_DRAWN)));
  // Where a text names something, a service is likely to refuse those that do not.
  const telling = TELLING_TEXTS.slice(0, most).filter((text) => fitting.includes(text)).length;
  if (field.kind === "words") return { ...listed(at, fitting, telling), arbitrary };
  if (field.kind !== "identifier" && field.kind !== "categoryCode")
    return { ...listed(at, [...samples, ...fitting], Math.min(samples.length, most)), arbitrary };
  return { ...listed(at, [WITH_ZEROS, ...fitting.filter((text) => text !== WITH_ZEROS)]), arbitrary };
}

/** A partner's own ids: in letters of both cases, and with a space at either end. */
const OWN_IDS = ["Own-Id.4711/AbCdEfGhIjKlMnOpQr", " Own-Id.4711/AbCdEfGhIjKlMnOpQr "];

function padded({ field, at, current }: EditedField): EditSet | null {
  if (field.kind === "partnerId") {
    const examples = OWN_IDS.map((value) => ({ kind: "set", at, value, fresh: "sample" }) as const);
    return { examples, telling: 3, arbitrary: null };
  }
  const hasSpaces = isFree(field) || field.kind === "website";
  if (!hasSpaces || typeof current !== "string") return null;
  const { minLength = 0, maxLength = 1000 } = field.rules;
  const candidates = [`${current} `, ` ${current}`, ...(isFree(field) ? DELICATE_TEXTS : [])];
  const fitting = candidates.filter(({ length }) => length >= minLength && length <= maxLength);
  return listed(at, fitting, 0);
}

export const text: FieldEdits = {
  name: "text",
  applies: isText,
  inside: { words: () => "characters that no rule forbids", mayBeRefused: ["characters", "limits"], edits: texts },
};

/** Text with a space at an end, and the like: whether it is accepted is open, but what is accepted comes back as sent. */
export const padding: FieldEdits = {
  name: "padded",
  applies: (field) => isText(field) || field.kind === "partnerId",
  inside: { words: () => "a space at its beginning or end", mayBeRefused: "always", edits: padded },
};
