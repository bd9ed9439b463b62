/** All that is tested on a field, in order: the decision table of both sides; with the edits that take a few lines. */

import fc from "fast-check";
import { type Field, isOpen, VALUE_KEYWORDS } from "../../schemas/fieldTree.js";
import { onceEach } from "../../schemas/onceEach.js";
import type { Edit } from "./edit.js";
import { enumeration } from "./enum.js";
import {
  countryCodes,
  currencyCodes,
  drawable,
  type EditedField,
  type EditSet,
  type FieldEdits,
  listed,
  setting,
} from "./fieldEdits.js";
import { format, instant } from "./format.js";
import { emptied, empty, maxItems, repeated } from "./items.js";
import { maxLength, minLength } from "./length.js";
import { pattern } from "./pattern.js";
import { padding, text } from "./text.js";
import { type } from "./type.js";

const AMOUNTS = [50_000, 1234.5, 98_765.43, 250_000.01, 1_000_000, 12_345];

/** Numbers whose digits a service may lose, and small ones; whether it accepts them is open. */
const PRECISE_AMOUNTS = [1234.5678, 9_007_199_254_740_991, 0, 123_456_789_012.34, 0.001, 10, 0.5];
/** How many of them each show something that none of the others does: a fraction, a long number, and none at all. */
const TELLING_AMOUNTS = 3;

const amounts = fc.integer({ min: 100_000, max: 99_999_999 }).map(
  (cents) => cents / 100,
  (amount) => Math.round(Number(amount) * 100),
);
const preciseAmounts = fc.integer({ min: 1, max: 9_999_999_999 }).map((parts) => parts / 10_000);

const number: FieldEdits = {
  name: "number",
  applies: ({ type }) => type === "number",
  inside: {
    words: () => "large and small amounts",
    edits: ({ at }) => ({ ...listed(at, AMOUNTS), arbitrary: setting(at, amounts) }),
  },
};

const precise: FieldEdits = {
  name: "precise",
  applies: ({ type }) => type === "number",
  inside: {
    words: () => "amounts with many digits",
    mayBeRefused: "always",
    edits: ({ at }) => ({
      ...listed(at, PRECISE_AMOUNTS, TELLING_AMOUNTS),
      arbitrary: setting(at, preciseAmounts),
    }),
  },
};

const COUNTRIES = ["US", "HK", "DE", "GB"];
/** Among them those without decimals, and with three of them. */
const CURRENCIES = ["EUR", "CNY", "HKD", "JPY", "KWD"];

const code: FieldEdits = {
  name: "code",
  applies: (field) =>
    (field.kind === "countryCode" || field.kind === "currencyCode") &&
    field.rules.enum === undefined &&
    isOpen(field, "limits"),
  inside: {
    words: () => "codes of several countries or currencies",
    mayBeRefused: "always",
    edits: ({ field, at }) =>
      field.kind === "currencyCode"
        ? { ...listed(at, CURRENCIES), arbitrary: setting(at, currencyCodes) }
        : { ...listed(at, COUNTRIES), arbitrary: setting(at, countryCodes) },
  },
};

function leftOut({ at }: EditedField): EditSet {
  return { examples: [{ kind: "remove", at }], arbitrary: null };
}

const absent = ({ path }: Field): string => `a request without ${path}`;

const required: FieldEdits = {
  name: "required",
  applies: (field) => field.required,
  outside: { words: absent, edits: leftOut },
};

const optional: FieldEdits = {
  name: "optional",
  applies: ({ absence }) => absence === "optional",
  inside: { words: absent, edits: leftOut },
};

const FIELD_EDITS: readonly FieldEdits[] = [
  type,
  enumeration,
  minLength,
  maxLength,
  pattern,
  format,
  instant,
  text,
  padding,
  code,
  maxItems,
  empty,
  emptied,
  number,
  precise,
  repeated,
  required,
  optional,
];

/** A keyword with only one side. */
type Sided<Name extends "inside" | "outside"> = FieldEdits & Required<Pick<FieldEdits, Name>>;

function has<Name extends "inside" | "outside">(edits: FieldEdits, side: Name): edits is Sided<Name> {
  return edits[side] !== undefined;
}

/** The keywords of a field that a separate request can break. */
export const brokenBy = onceEach((field: Field): readonly Sided<"outside">[] =>
  FIELD_EDITS.filter((edits) => has(edits, "outside")).filter(({ applies }) => applies(field)),
);

/** The keywords of a field that can be tested with values that keep its rules. */
export const keptBy = onceEach((field: Field): readonly Sided<"inside">[] =>
  FIELD_EDITS.filter((edits) => has(edits, "inside")).filter(({ applies }) => applies(field)),
);

/** Whether a value inside must be accepted: nothing that the document leaves open could be a reason to refuse it. */
export function mustBeAccepted(field: Field, { inside: { mayBeRefused = [] } }: Sided<"inside">): boolean {
  if (mayBeRefused === "always" || isOpen(field, "values")) return false;
  return !mayBeRefused.some((point) => isOpen(field, point));
}

/** The keyword of the field's rule that values inside keep: its type, where no keyword states it. */
export function keywordKept({ name }: FieldEdits): string {
  return VALUE_KEYWORDS.find((keyword) => keyword === name) ?? "type";
}

/** Values outside a keyword at one place, most telling first; null where there are none. */
export function outsideOf({ outside }: Sided<"outside">, edited: EditedField): EditSet | null {
  return outside.edits(edited);
}

/** Values inside a keyword at one place, most telling first; null where there are none. */
export function insideOf({ inside }: Sided<"inside">, edited: EditedField): EditSet | null {
  const edits = inside.edits(edited);
  const { kind } = edited.field;
  // The account that is paid to: whether it may be stored twice is open, so no two requests carry the same.
  if (edits === null || (kind !== "accountNumber" && kind !== "walletAddress")) return edits;
  const anew = (edit: Edit): Edit => (edit.kind === "set" ? { fresh: "sample", ...edit } : edit);
  const { examples, arbitrary } = edits;
  const drawn = arbitrary?.map(anew, (edit) => drawable(arbitrary, edit)) ?? null;
  return { ...edits, examples: examples.map(anew), arbitrary: drawn };
}
