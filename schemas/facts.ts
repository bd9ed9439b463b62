/**
 * What the document says about a field besides the rules that JSON Schema knows, and what it leaves open. In the
 * schemas these facts are next to the field, as `x-` annotations.
 */
import type { SchemaDocument } from "./documents.js";

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

/** The annotations that hold these facts. */
export const FACTS = ["x-kind", "x-open", "x-unique", "x-goes-with", "x-others"] as const;

/** The facts of one field. */
export interface FieldFacts {
  /** Null where rules alone say what a value is. */
  readonly kind: ValueKind | null;
  readonly open: readonly OpenMatter[];
  /** Whether a service may refuse a value the second time: each request has its own. */
  readonly unique: boolean;
  /** The field whose value this one may have to suit: a sibling, or one of the objects around it. */
  readonly goesWith: string | null;
}

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
  return {
    ...(kind === undefined ? {} : { kind: oneOf(VALUE_KINDS, kind, "x-kind") }),
    ...(open === undefined ? {} : { open: open.map((point) => oneOf(OPEN_MATTERS, point, "x-open")) }),
    ...(unique === undefined ? {} : { unique }),
    ...(goesWith === undefined ? {} : { goesWith }),
    ...(others === undefined ? {} : { others: oneOf(ABSENCES, others, "x-others") }),
  };
}

/** A schema for others: the same rules, without these facts. */
export function withoutFacts(schema: SchemaDocument): SchemaDocument {
  const known: readonly string[] = FACTS;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !known.includes(keyword)));
}
