/** The JSON type of a field: all others are refused, the coercible ones first. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { ValueKind } from "../../schemas/facts.js";
import { type Field, ITEM } from "../../schemas/fieldTree.js";
import { type Json, valueAt } from "../../schemas/json.js";
import type { Edit } from "./edit.js";
import { type EditedField, type FieldEdits, inTurn, listed, set, setting } from "./fieldEdits.js";

/** A number whose notation has a length that the text may have. */
function numberOfLength({ rules: { minLength = 0, maxLength = 64 } }: Field): number {
  return Number("12345678901234567890".slice(0, Math.min(Math.max(8, minLength), maxLength)));
}

function numberLike(field: Field, current: Json): number {
  const text = typeof current === "string" ? current : "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : numberOfLength(field);
}

/** Kinds with a form that no number has. */
const NEVER_DIGITS: ReadonlySet<ValueKind> = new Set(["fileId", "countryCode", "currencyCode", "email", "website"]);

/** Whether a number, as a text, may be a value of the field: otherwise the conversion hardly shows. */
function takesDigits({ rules, kind }: Field, digits: number): boolean {
  const { enum: members, format, pattern, minLength = 0 } = rules;
  const isShaped = pattern === undefined || new RegExp(pattern, "u").test(String(digits));
  const isNamed = members !== undefined || format !== undefined || (kind !== null && NEVER_DIGITS.has(kind));
  return !isNamed && isShaped && String(digits).length >= minLength;
}

/** Kinds without words: nobody sees at a glance that `true` as a text is not such a number. */
const NUMBERS_OF_THINGS: ReadonlySet<ValueKind> = new Set(["identifier", "categoryCode", "phone", "partnerId"]);

/** One of so many fields of a kind has a boolean among its first values, and one an object, null, or an empty list. */
const OTHERS_OF = 7;

/**
 * Values that are no texts. A number and a list of one value come first, since programs convert the one and unwrap the
 * other; where a kind has many fields, some of them begin with other mistakes, so that each meets each kind.
 */
function wrongForText({ field, current, rank = 0 }: EditedField, none: readonly Json[]): Json[] {
  const text = typeof current === "string" ? current : "";
  const digits = numberLike(field, current);
  const { minLength, maxLength } = field.rules;
  // A list of as many entries as the text has characters passes a check of its length.
  const characters = minLength === undefined && maxLength === undefined ? [] : [[...text].slice(0, 64)];
  const bytes = field.kind === "file" ? [[...Buffer.from("%PDF-")]] : [];
  const isNumbered = field.kind !== null && NUMBERS_OF_THINGS.has(field.kind);
  const takes = takesDigits(field, digits);
  const usual: Json[] = takes ? [digits, isNumbered ? true : [current]] : [[current], digits];
  const wrapped: Json[] = [{}, ...none, [], { value: current }];
  const first = [...usual];
  if (rank % OTHERS_OF === OTHERS_OF - 1)
    first.splice(takes ? 1 : 0, 1, ...inTurn(wrapped, Math.floor(rank / OTHERS_OF)).slice(0, 1));
  if (rank % OTHERS_OF === 2 && !isNumbered) first[0] = true;
  const unusual = rank % 2 === 0 ? digits + 0.5 : -digits;
  const all = [...first, ...usual, true, [current], ...wrapped, 0, false, unusual, ...characters, ...bytes];
  return all.filter((value, index) => all.findIndex((one) => isDeepStrictEqual(one, value)) === index);
}

function wrongTypes(edited: EditedField): Json[] {
  const { field, current } = edited;
  // Null is a value of another type where a value is required. Elsewhere it may just as well mean "none": that is
  // observed.
  const none: Json[] = field.required || field.name === ITEM ? [null] : [];
  switch (field.type) {
    case "string":
      return wrongForText(edited, none);
    case "number":
    case "integer":
      return [String(current), true, [current], {}, ...none, "many", "", false, "1,234.50", "1.234,50"];
    case "array": {
      const first = Array.isArray(current) && current.length > 0 ? (current[0] ?? "x") : "x";
      return [{}, first, JSON.stringify(current), ...none, 1, true, { "0": "x" }, "", 0, false];
    }
    case "object":
      return ["x", [current], JSON.stringify(current), ...none, 1, true, "", 0, false, []];
    case "boolean":
      return ["true", 1, ...none, {}];
  }
}

/** The longest list that is certainly allowed, its last item of another type: a careless loop ends sooner. */
function behindOthers({ field, at, files, body }: EditedField): Edit[] {
  const list = valueAt(body, at.slice(0, -1));
  if (field.name !== ITEM || field.type !== "string" || !Array.isArray(list)) return [];
  const others = field.atMost === null ? list : [...new Set([...list, ...files])].slice(0, field.atMost - 1);
  return [set(at.slice(0, -1), [...others, 7])];
}

const otherThanText = fc.oneof(
  fc.integer(),
  fc.integer({ min: -9_999, max: 9_999 }).map((cents) => cents / 100),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.string()),
);
const otherThanTheRest = fc.oneof(fc.string(), fc.boolean());

export const type: FieldEdits = {
  name: "type",
  applies: () => true,
  outside: {
    words: ({ type: own }) => `values that are not ${own}s`,
    edits: (edited) => {
      const { field, at, current, turn = 0 } = edited;
      const arbitrary: fc.Arbitrary<Json> = field.type === "string" ? otherThanText : otherThanTheRest;
      // A service may turn a number into a text, and may take any value out of a list. A website is hardly ever a
      // number; that a number is turned into one is tested on every second operation.
      const isAlone =
        field.type === "string" &&
        !(field.kind === "website" && turn % 2 === 1) &&
        !takesDigits(field, numberLike(field, current));
      const telling = isAlone || field.type === "number" || field.type === "array" ? 1 : 2;
      const { examples: all } = listed(at, wrongTypes(edited));
      const examples = [...all.slice(0, telling), ...behindOthers(edited), ...all.slice(telling)];
      // What is no text may be read as the usual variant: only with the values of that one is nothing else wrong.
      const none =
        field.selects && field.variant === null
          ? examples.findIndex((edit) => edit.kind === "set" && edit.value === null)
          : -1;
      const atEachKind = none < 0 ? {} : { atEachKind: none };
      return { examples, telling, ...atEachKind, arbitrary: setting(at, arbitrary) };
    },
  },
};
