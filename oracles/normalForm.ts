/**
 * Normal forms in which frameworks keep what they are sent: the content is the same, its spelling is not. This only
 * finds whether one of them explains the difference between two values.
 */
import type { Field } from "../schemas/fieldTree.js";
import { isEmpty, isObject } from "../schemas/json.js";
import { sameValue } from "./sameValue.js";

export const NORMAL_FORMS = ["trimmed", "collapsed", "NFC", "upper-case", "lower-case", "empty"] as const;
export type NormalForm = (typeof NORMAL_FORMS)[number];

/** What is known of the field that holds a value. */
type FormField = Pick<Field, "kind" | "required">;

/** Kinds of texts in which the letter case means nothing. */
const CODES: ReadonlySet<Field["kind"]> = new Set([
  "swiftCode",
  "bankCode",
  "postCode",
  "countryCode",
  "currencyCode",
  "categoryCode",
  "network",
]);

/**
 * Kinds of texts that name a host, in which the letter case means nothing; many services keep all of such a text in
 * lower case.
 */
const ADDRESSES: ReadonlySet<Field["kind"]> = new Set(["website", "email"]);

type Spelling = (text: string) => string;

/** The ways in which a text is brought into a form, in the order in which they are applied; the first does all it may. */
const SPELLINGS = {
  NFC: [(text) => text.normalize("NFC")],
  collapsed: [(text) => text.replace(/\s+/g, " "), (text) => text.replace(/ {2,}/g, " ")],
  trimmed: [(text) => text.trim(), (text) => text.trimEnd(), (text) => text.trimStart()],
  "upper-case": [(text) => text.toUpperCase()],
  "lower-case": [
    (text) => text.toLowerCase(),
    (text) => text.replace(/^[^/?#]*(?:\/\/[^/?#]*)?/, (host) => host.toLowerCase()),
    (text) => text.replace(/@[^@]*$/, (host) => host.toLowerCase()),
    canonicalAddress,
  ],
} satisfies Partial<Record<NormalForm, readonly [Spelling, ...Spelling[]]>>;

/**
 * A web address as programs write one: its host in lower case, and a path even where none was given. Any other text as it is, and
 * so is one with spaces around it, which are taken away by another form.
 */
function canonicalAddress(text: string): string {
  return /^(?:https?|ftp):.*\S$/i.test(text) && URL.canParse(text) ? new URL(text).href : text;
}

type TextForm = keyof typeof SPELLINGS;

const TEXT_FORMS: readonly TextForm[] = ["NFC", "collapsed", "trimmed"];

function formsIn({ kind }: FormField): readonly TextForm[] {
  if (CODES.has(kind)) return [...TEXT_FORMS, "upper-case"];
  return ADDRESSES.has(kind) ? [...TEXT_FORMS, "lower-case"] : TEXT_FORMS;
}

/** The fewest forms that lead from one text to another; null when none do. */
function formsBetween(forms: readonly TextForm[], from: string, to: string): readonly TextForm[] | null {
  let reached: readonly { readonly text: string; readonly taken: readonly TextForm[] }[] = [{ text: from, taken: [] }];
  for (const form of forms) {
    reached = reached.flatMap(({ text, taken }) => [
      { text, taken },
      ...SPELLINGS[form]
        .map((spell) => spell(text))
        .filter((spelt) => spelt !== text)
        .map((spelt) => ({ text: spelt, taken: [...taken, form] })),
    ]);
  }
  const [fewest] = reached
    .filter(({ text }) => text === to)
    .sort((left, right) => left.taken.length - right.taken.length);
  return fewest?.taken ?? null;
}

/** Whether a value has no content. */
export function isNothing(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

/**
 * The normal forms that turn the sent value into the received one: none where they are the same, and null where the
 * content differs.
 */
export function normalForms(field: FormField, sent: unknown, received: unknown): readonly NormalForm[] | null {
  if (sent === received) return [];
  const isGone = received === undefined || received === null;
  if (isGone && !field.required) {
    if (isNothing(sent)) return ["empty"];
    return typeof sent === "string" && sent.trim() === "" ? ["trimmed", "empty"] : null;
  }
  return typeof sent === "string" && typeof received === "string" ? formsBetween(formsIn(field), sent, received) : null;
}

/** The normal forms that would change a value: if it came back unchanged, they are not applied. */
export function formsWithstood(field: FormField, value: unknown): readonly NormalForm[] {
  if (isNothing(value)) return field.required ? [] : ["empty"];
  if (typeof value !== "string") return [];
  return formsIn(field).filter((form) => SPELLINGS[form][0](value) !== value);
}

const ANYWHERE: FormField = { kind: null, required: false };

/** Whether what is shown is what was given, or a normal form of it; what is empty may be absent. */
export function sameUpToNormalForm(given: unknown, shown: unknown): boolean {
  if (isEmpty(given) && isEmpty(shown)) return true;
  if (Array.isArray(given) && Array.isArray(shown))
    return given.length === shown.length && given.every((item, index) => sameUpToNormalForm(item, shown[index]));
  if (isObject(given) && isObject(shown)) {
    const names = new Set([...Object.keys(given), ...Object.keys(shown)]);
    return [...names].every((name) => sameUpToNormalForm(given[name], shown[name]));
  }
  return sameValue(given, shown) || normalForms(ANYWHERE, given, shown) !== null;
}
