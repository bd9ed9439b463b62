/**
 * What the document says about a field besides the rules that JSON Schema knows, and what it leaves open. In the
 * schemas these facts are next to the field, as `x-` annotations.
 */
import type { SchemaDocument } from "./documents.js";
import type { Pointer } from "./json.js";

/** What a text is. Without an annotation, a text without a list, pattern or format holds words. */
export const VALUE_KINDS = [
  "words",
  "website",
  "postCode",
  "bankCode",
  "swiftCode",
  "phone",
  "email",
  "countryCode",
  "currencyCode",
  "categoryCode",
  "network",
  "accountNumber",
  "walletAddress",
  "identifier",
  "partnerId",
  "fileId",
  "file",
  "birthDate",
  "expiryDate",
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/**
 * What the document says about a property that it does not call required: that it may be left out (`optional`), or
 * nothing (`open`). An annotation of an object, `x-others`, which objects written inside it share.
 */
const ABSENCES = ["optional", "open"] as const;
export type Absence = (typeof ABSENCES)[number];

/**
 * What the document does not show of a value, so that a service may have rules of its own: which `characters` it
 * accepts, which of the `values` that keep the rules, whether it accepts an `empty` one, or any `limits` at all. Also
 * for all values in an object.
 */
export const OPEN_MATTERS = ["characters", "values", "empty", "limits"] as const;
export type OpenMatter = (typeof OPEN_MATTERS)[number];

export const FACTS = [
  "x-kind",
  "x-open",
  "x-unique",
  "x-selects",
  "x-outsiders",
  "x-outsiders-of",
  "x-unjudged-where",
  "x-goes-with",
  "x-others",
] as const;

export interface FieldFacts {
  /** Null where rules alone say what a value is. */
  readonly kind: ValueKind | null;
  readonly open: readonly OpenMatter[];
  /** Whether a service may refuse a value the second time: each request has its own. */
  readonly unique: boolean;
  /** Whether its value says what kind of request it is: a service may treat each kind separately. */
  readonly selects: boolean;
  /** Values that a list does not have, and that a person would think of, or that a like list elsewhere has. */
  readonly outsiders: readonly string[] | undefined;
  /** The same by the value of another field of the body; null where none matters. */
  readonly outsidersOf: { readonly at: Pointer; readonly values: Readonly<Record<string, readonly string[]>> } | null;
  /** Values of its siblings with which the document contradicts itself about this field: only its type is judged then. */
  readonly unjudgedWhere: readonly Readonly<Record<string, string>>[];
  /** The field whose value this one may have to suit: a sibling, or one of the objects around it. */
  readonly goesWith: string | null;
}

/** Of a field about which nothing is said. */
export const NO_FACTS: FieldFacts = {
  kind: null,
  open: [],
  unique: false,
  selects: false,
  outsiders: undefined,
  outsidersOf: null,
  unjudgedWhere: [],
  goesWith: null,
};

function oneOf<T extends string>(known: readonly T[], text: string, annotation: string): T {
  const found = known.find((value) => value === text);
  if (found === undefined) throw new Error(`${annotation} "${text}" is none of ${known.join(", ")}`);
  return found;
}

/**
 * The facts that one schema states.
 * @throws Error for a value that an annotation does not have: a mistake in our own data
 */
export function factsIn(schema: SchemaDocument): Partial<FieldFacts> & { readonly others?: Absence } {
  const { "x-kind": kind, "x-open": open, "x-unique": unique, "x-goes-with": goesWith, "x-others": others } = schema;
  const { "x-selects": selects, "x-outsiders": outsiders, "x-outsiders-of": outsidersOf } = schema;
  const { "x-unjudged-where": unjudgedWhere } = schema;
  const [of] = Object.entries(outsidersOf ?? {});
  return {
    ...(kind === undefined ? {} : { kind: oneOf(VALUE_KINDS, kind, "x-kind") }),
    ...(open === undefined ? {} : { open: open.map((point) => oneOf(OPEN_MATTERS, point, "x-open")) }),
    ...(unique === undefined ? {} : { unique }),
    ...(selects === undefined ? {} : { selects }),
    ...(outsiders === undefined ? {} : { outsiders }),
    ...(unjudgedWhere === undefined ? {} : { unjudgedWhere }),
    ...(of === undefined ? {} : { outsidersOf: { at: of[0].split("."), values: of[1] } }),
    ...(goesWith === undefined ? {} : { goesWith }),
    ...(others === undefined ? {} : { others: oneOf(ABSENCES, others, "x-others") }),
  };
}

/** A schema for others: the same rules, without these facts. */
export function withoutFacts(schema: SchemaDocument): SchemaDocument {
  const known: readonly string[] = FACTS;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !known.includes(keyword)));
}
