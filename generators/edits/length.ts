/** The numbers of characters of a text: the shortest and the longest are accepted, one fewer and one more are refused. */
import fc from "fast-check";
import type { Field } from "../../schemas/fieldTree.js";
import { isObject } from "../../schemas/json.js";
import { type Filler, fitText } from "../texts/fit.js";
import { fillerOf } from "../texts/lengths.js";
import type { Edit } from "./edit.js";
import {
  bounded,
  type EditedField,
  type EditSet,
  type FieldEdits,
  listed,
  set,
  setting,
  textOf,
  turnOf,
} from "./fieldEdits.js";
import { SWIFT_LENGTHS } from "./swiftCode.js";

const FAR_BEYOND = 5000;

/** The text that a template has, cut or lengthened with the field's own characters; a partner's id stays unique. */
function lengthEdit({ field, at }: EditedField, current: string, length: number): Edit {
  if (field.kind === "partnerId" && length > 0) return { kind: "fit", at, length };
  return set(at, fitText(current, length, fillerOf(field)));
}

/** The number of characters that an edit gives a text. */
function lengthOf(edit: unknown): number {
  if (!isObject(edit)) return Number.NaN;
  return typeof edit.value === "string" ? [...edit.value].length : Number(edit.length);
}

/** The template's text in drawn lengths; an example of such a length shrinks to them, whatever characters it has. */
function ofLengths(edited: EditedField, current: string, lengths: fc.Arbitrary<number>): fc.Arbitrary<Edit> {
  return lengths.map((length) => lengthEdit(edited, current, length), lengthOf);
}

/** Bytes of a Chinese character. */
const HAN_BYTES = 3;

/** How many Chinese characters are too few, and enough bytes; where only one length is allowed, exactly as many bytes. */
function enoughInBytes({ rules }: Field, minimum: number): number {
  return rules.maxLength === minimum ? Math.max(1, Math.floor(minimum / HAN_BYTES)) : minimum - 1;
}

const OF_WORDS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'&-é深圳";
const OF_DIGITS = "0123456789";
const OF_CAPITALS = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${OF_DIGITS}`;

/** Texts that are too short, made of characters that the field may have. */
function shorter(edited: EditedField, current: string, smallest: number, longest: number): fc.Arbitrary<Edit> | null {
  const { field, at } = edited;
  if (longest < smallest) return null;
  const ofLength = ofLengths(edited, current, fc.integer({ min: smallest, max: longest }));
  switch (fillerOf(field)) {
    case "words":
      return setting(at, textOf(OF_WORDS, smallest, longest));
    case "digits":
      return setting(at, textOf(OF_DIGITS, smallest, longest));
    case "upper":
      // For a code with fixed positions, each shorter text is a beginning of the code.
      return field.kind === "swiftCode" ? ofLength : setting(at, textOf(OF_CAPITALS, smallest, longest));
    default:
      return ofLength;
  }
}

/** What a field may consist of, for code that counts only texts of one kind, such as an account number of digits. */
const CONTENT: Readonly<Partial<Record<Filler, readonly Filler[]>>> = {
  digits: ["digits", "capitals", "upper"],
  upper: ["upper", "digits", "capitals"],
  alphanumeric: ["alphanumeric", "digits", "capitals"],
  words: ["words", "digits", "capitals", "upper"],
};

function kindOfText(text: string): string {
  if (/^[0-9]+$/.test(text)) return "digits";
  if (/^[A-Za-z]+$/.test(text)) return "letters";
  return /^[A-Za-z0-9]+$/.test(text) ? "both" : text === "" ? "" : "words";
}

/** Texts of one length, each of another kind of characters that the field may have than the template's text has. */
function ofOtherContent({ field, at }: EditedField, current: string, length: number): Edit[] {
  // The places of a SWIFT code are fixed: other characters would break more than its length.
  if (field.kind === "swiftCode" || length < 1) return [];
  if (field.kind === "partnerId")
    return (["letters", "dashes"] as const).map((content) => ({ kind: "fit", at, length, content }));
  const filler = fillerOf(field);
  const kinds = new Set([kindOfText(fitText(current, length, filler))]);
  return (CONTENT[filler] ?? []).flatMap((content) => {
    const text = fitText("", length, content);
    if (kinds.has(kindOfText(text))) return [];
    kinds.add(kindOfText(text));
    return set(at, text);
  });
}

function tooShort(edited: EditedField, current: string, minimum: number): EditSet {
  const { field, at } = edited;
  const { mayBeEmpty = false, pattern } = field.rules;
  const smallest = mayBeEmpty ? 1 : 0;
  const lengths = [...new Set([minimum - 1, 1, Math.floor(minimum / 2), smallest])];
  const broken = lengths.filter((length) => length >= 0 && length < minimum);
  const [nearest, ...others] = broken.map((length) => lengthEdit(edited, current, length));
  // Careless code skips empty values: where there must be something, empty is tried first, at every third turn.
  const isSecond = field.required && pattern === undefined && turnOf(edited) % 3 === 0;
  const second = isSecond ? [lengthEdit(edited, current, 0)] : [];
  const examples = [
    ...(nearest === undefined ? [] : [nearest]),
    ...second,
    ...others,
    ...ofOtherContent(edited, current, minimum - 1),
    // Too short in characters, long enough in bytes.
    ...(pattern === undefined && minimum > 1 ? [set(at, fitText("", enoughInBytes(field, minimum), "han"))] : []),
    // Only spaces, which are not a value.
    ...(minimum < 2 ? [] : [set(at, " ".repeat(minimum - 1))]),
  ];
  const once = [...new Map(examples.map((edit) => [JSON.stringify(edit), edit])).values()];
  return { examples: once, telling: 1 + second.length, arbitrary: shorter(edited, current, smallest, minimum - 1) };
}

function tooLong(edited: EditedField, current: string, maximum: number): EditSet {
  const { field, at } = edited;
  const lengths = [maximum + 1, FAR_BEYOND];
  const examples = lengths.map((length) => lengthEdit(edited, current, length));
  // Coins that people take for currencies.
  if (field.kind === "currencyCode") examples.push(set(at, "USDT"), set(at, "USDC"));
  // Too long by its query, which some do not count; where rules are the same, it comes first every second time.
  const byQuery = set(at, fitText(`${current}?from=`, maximum + 1, fillerOf(field)));
  if (field.kind === "website") {
    examples.splice(1 - ((edited.turn ?? 0) % 2), 0, byQuery);
    examples.push(set(at, fitText(`${current}/`, maximum + 1, "han")));
  }
  // Too long only by the space at its end: a service that trims before it counts accepts it.
  examples.splice(1, 0, set(at, `${fitText(current, maximum, fillerOf(field))} `));
  if (field.rules.pattern === undefined && field.kind !== "partnerId") {
    examples.push(set(at, fitText("", maximum + 1, "han")));
    // Too long only by the second of two spaces: a service that counts them as one accepts it.
    const middle = Math.floor(maximum / 2);
    const text = fitText(current, maximum + 1, fillerOf(field));
    if (maximum > 3) examples.push(set(at, `${text.slice(0, middle)}  ${text.slice(middle + 2)}`));
    // Too long whether a character of four bytes counts as one, as two or not at all.
    examples.push(set(at, `${text}\u{1f338}`));
  }
  // Too long by one, but not for a service that trims or turns two spaces into one: every second operation begins with
  // it.
  const spaced = fitText(current, maximum, fillerOf(field));
  if (fillerOf(field) === "words" && maximum > 3 && (edited.turn ?? 0) % 2 === 1)
    examples.unshift(set(at, `${spaced.slice(0, 1)}  ${spaced.slice(3)} `));
  examples.push(...ofOtherContent(edited, current, maximum + 1));
  const arbitrary = ofLengths(edited, current, bounded(maximum + 1, maximum + 300));
  return { examples, arbitrary };
}

/** Characters by which a drawn text may be longer than the shortest. */
const FEW_MORE = 4;

const CURRENCIES = ["CNY", "USD", "EUR", "HKD", "GBP", "JPY", "SGD", "AUD"];

function shortest(edited: EditedField, current: string, minimum: number): EditSet {
  const { field, at } = edited;
  if (field.kind === "swiftCode") return oneOf(edited, current, SWIFT_LENGTHS.shortest);
  if (field.kind === "currencyCode") return listed(at, CURRENCIES);
  const examples = [minimum, minimum + 1].map((length) => lengthEdit(edited, current, length));
  // Two characters of another script: a service that counts bytes accepts one of them, or refuses neither.
  if (fillerOf(field) === "words") examples.push(set(at, fitText("", minimum, "han")));
  const most = Math.min(minimum + FEW_MORE, field.rules.maxLength ?? Number.POSITIVE_INFINITY);
  return { examples, arbitrary: ofLengths(edited, current, bounded(minimum, most)) };
}

const CODE_LENGTHS = [9, 6, 12, 5, 7, 8, 10, 14];

function longest(edited: EditedField, current: string, maximum: number): EditSet | null {
  const { field, at } = edited;
  const { minLength } = field.rules;
  if (field.kind === "swiftCode") return oneOf(edited, current, SWIFT_LENGTHS.longest);
  // With only one length, the longest are the shortest.
  if (minLength === maximum) return null;
  const filler = fillerOf(field);
  // Codes of few digits are often known only in some lengths, so each length is sent.
  const between = filler === "digits" ? CODE_LENGTHS.filter((length) => length < maximum - 1) : [];
  const examples = [maximum, maximum - 1, ...between].map((length) => lengthEdit(edited, current, length));
  if (filler === "words")
    examples.splice(1, 0, set(at, fitText("", maximum, "han")), set(at, fitText("", maximum, "accents")));
  // A length may be counted in characters or, wrongly, in bytes.
  const telling = filler === "words" ? 2 : 1;
  // Whether a website has to be a URL is open: a shortened one would not be a URL.
  const lowest = field.kind === "website" ? [...current].length : Math.max(1, minLength ?? 1);
  const arbitrary = ofLengths(edited, current, bounded(lowest, maximum));
  return { examples, telling, arbitrary };
}

function oneOf(edited: EditedField, current: string, length: number): EditSet {
  return { examples: [lengthEdit(edited, current, length)], arbitrary: null };
}

/** The edits about a bound of a text; none where the field has no such bound, or the template no text. */
function ofText(
  keyword: "minLength" | "maxLength",
  edits: (edited: EditedField, current: string, bound: number) => EditSet | null,
) {
  return (edited: EditedField): EditSet | null => {
    const bound = edited.field.rules[keyword];
    return bound === undefined || typeof edited.current !== "string" ? null : edits(edited, edited.current, bound);
  };
}

/** What is outside a list of values breaks that rule: a length next to a list is implied. */
function isBound({ rules }: Field, keyword: "minLength" | "maxLength"): boolean {
  return rules[keyword] !== undefined && rules.enum === undefined;
}

export const minLength: FieldEdits = {
  name: "minLength",
  applies: (field) => isBound(field, "minLength"),
  outside: {
    words: ({ rules: { minLength = 0, mayBeEmpty } }) =>
      mayBeEmpty === true ? `1 to ${minLength - 1} characters` : `fewer than ${minLength} characters`,
    edits: ofText("minLength", tooShort),
  },
  inside: {
    words: ({ rules }) => `values as short as ${rules.minLength} characters`,
    edits: ofText("minLength", shortest),
  },
};

export const maxLength: FieldEdits = {
  name: "maxLength",
  applies: (field) => isBound(field, "maxLength"),
  outside: { words: ({ rules }) => `more than ${rules.maxLength} characters`, edits: ofText("maxLength", tooLong) },
  inside: {
    words: ({ rules }) => `values as long as ${rules.maxLength} characters`,
    edits: ofText("maxLength", longest),
  },
};
