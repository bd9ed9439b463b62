/** Which limits a run measures: those that were found broken, and in the deep profile all of them. Sends nothing. */

import { type FieldPlace, placesOf } from "../../generators/fieldPlaces.js";
import { ACCOUNT_TYPES, type AccountType, accountTypeOf } from "../../generators/templates/accountTypes.js";
import type { Filler } from "../../generators/texts/fit.js";
import { partnerId, runToken } from "../../generators/texts/partnerId.js";
import type { Area } from "../../schemas/areas.js";
import type { ValueKind } from "../../schemas/facts.js";
import { type Field, fieldTree, isOpen, walk } from "../../schemas/fieldTree.js";
import { impliedRules } from "../../schemas/impliedRules.js";
import { isObject, parsedJson, valueAt } from "../../schemas/json.js";
import { OPERATION_IDS, OPERATIONS, type OperationId } from "../../schemas/operations.js";
import type { CheckDefinition, Target } from "../model.js";
import type { SeenFailure } from "../results.js";

const BOUNDS = ["minLength", "maxLength", "minItems", "maxItems"] as const;
/** A limit that is a number. */
export type BoundKeyword = (typeof BOUNDS)[number];

interface BaseTarget {
  /** Unique and stable: operation, field and keyword. */
  readonly key: string;
  /** The check that failed, else the one that stands for the limit when a run judges a part of the checks. */
  readonly check: string;
  readonly operation: OperationId;
  readonly field: Field;
  /** Controls, and where in each the field stands; the one that suits the search best comes first. */
  readonly places: readonly FieldPlace[];
}

/** A length or count to measure. */
export interface SoughtBound extends BaseTarget {
  readonly keyword: BoundKeyword;
  /** Null where the document gives none. */
  readonly documented: number | null;
  /** Characters to measure a length with, when others than the field's own showed the failure. */
  readonly filler: Filler | null;
}

/** Characters and shapes to measure. */
export interface SoughtPattern extends BaseTarget {
  readonly keyword: "pattern";
  readonly documented: string;
}

export type SoughtLimit = SoughtBound | SoughtPattern;

/** What the limits are chosen from. */
export interface TargetChoice {
  readonly target: Target;
  /** The checks that the run judges. */
  readonly definitions: readonly CheckDefinition[];
  readonly confirmed: ReadonlyMap<string, readonly SeenFailure[]>;
}

/** Kinds whose form is fixed, though it is not shown: codes of countries and currencies, ids of files. */
const FIXED_FORMS: ReadonlySet<ValueKind> = new Set<ValueKind>(["countryCode", "currencyCode", "fileId"]);

/** Whether the document bounds neither length nor characters of a text (section 2.4). */
function isOpenText(field: Field): boolean {
  return (
    isOpen(field, "limits") && field.kind !== null && !FIXED_FORMS.has(field.kind) && field.rules.format === undefined
  );
}

function boundsOf(field: Field): { keyword: BoundKeyword; documented: number | null }[] {
  if (isOpenText(field))
    return [
      { keyword: "minLength", documented: null },
      { keyword: "maxLength", documented: null },
    ];
  if (isOpen(field, "limits") && field.type === "array")
    return [
      { keyword: "minItems", documented: null },
      { keyword: "maxItems", documented: null },
    ];
  const implied = new Set<string>(impliedRules(field).map(({ keyword }) => keyword));
  return BOUNDS.flatMap((keyword) => {
    const documented = field.rules[keyword];
    return documented === undefined || implied.has(keyword) ? [] : [{ keyword, documented }];
  });
}

/** Characters of another script, where a failure showed with those. */
function fillerIn(failure: SeenFailure | undefined): Filler | null {
  const sent = failure?.failure.edit?.to;
  if (typeof sent !== "string") return null;
  if (/^\p{Script=Han}+$/u.test(sent)) return "han";
  return /^[\p{Script=Latin}]+$/u.test(sent) && !/[ -~]/.test(sent) ? "accents" : null;
}

/** The kind of recipient with which a failure showed. */
function accountTypeIn(failure: SeenFailure | undefined): AccountType | null {
  const body = failure?.failure.exchange.wire.body;
  const sent = typeof body === "string" ? parsedJson(body) : undefined;
  const found = isObject(sent) ? valueAt(sent, ["payment_details", "account_type"]) : undefined;
  return ACCOUNT_TYPES.find((accountType) => accountType === found) ?? null;
}

/** How many characters or items the control has at a place; null where it has neither. */
export function sizeAt({ template, at, current }: FieldPlace): number | null {
  if (template.freshField !== null && at.length === 1 && at[0] === template.freshField)
    return partnerId(runToken(0, 0), "", 0).length;
  if (typeof current === "string") return [...current].length;
  return Array.isArray(current) ? current.length : null;
}

/** Controls that are tried, where one is refused. */
const MOST_PLACES = 3;

/** Places from which a search has the longest way to the limit come first, so that what is too strict is found as well. */
function placesFor(keyword: BoundKeyword | "pattern", places: readonly FieldPlace[]): FieldPlace[] {
  const outward = keyword.startsWith("max") ? 1 : keyword.startsWith("min") ? -1 : 0;
  const sized = places.flatMap((place) => {
    const size = sizeAt(place);
    return size === null ? [] : [{ place, size: outward * size }];
  });
  const ordered = sized.sort((left, right) => left.size - right.size);
  return ordered.slice(0, MOST_PLACES).map(({ place }) => place);
}

/** The check of a field's rule in one area, if the run judges it. */
function checkOf(
  definitions: readonly CheckDefinition[],
  { area, keyword, path }: { area: Area; keyword: string; path: string },
): string | undefined {
  return definitions.find((one) => one.area === area && one.keyword === keyword && one.field?.path === path)?.id;
}

function targetsOfField(
  { target, definitions, confirmed }: TargetChoice,
  operation: OperationId,
  field: Field,
): SoughtLimit[] {
  const places = placesOf(field, target.templates[operation]);
  const {
    path,
    rules: { pattern },
  } = field;
  const judged = definitions.filter((one) => one.operation === operation);
  const wanted = (keyword: BoundKeyword | "pattern", isDocumented: boolean) => {
    const own = [
      checkOf(judged, { area: "refuses", keyword, path }),
      checkOf(judged, { area: "accepts", keyword, path }),
    ];
    const failures = own.flatMap((check) =>
      check === undefined ? [] : [{ check, failure: confirmed.get(check)?.[0] }],
    );
    const found = failures.find(({ failure }) => failure !== undefined);
    // A limit that is not documented has no check of its own: that of the field's type stands for it.
    const standing = checkOf(judged, { area: "refuses", keyword: isDocumented ? keyword : "type", path });
    const check = found?.check ?? (target.profile === "deep" ? standing : undefined);
    const accountType = accountTypeIn(found?.failure);
    const suitable = placesFor(
      keyword,
      accountType === null ? places : places.filter(({ template }) => accountTypeOf(template) === accountType),
    );
    if (check === undefined || suitable.length === 0) return [];
    const key = `${operation} ${field.path} ${keyword}`;
    return [{ base: { key, check, operation, field, places: suitable }, failure: found?.failure }];
  };
  const bounds = boundsOf(field).flatMap(({ keyword, documented }) =>
    wanted(keyword, documented !== null).map(
      ({ base, failure }): SoughtLimit => ({ ...base, keyword, documented, filler: fillerIn(failure) }),
    ),
  );
  if (pattern === undefined || field.rules.enum !== undefined) return bounds;
  return [
    ...bounds,
    ...wanted("pattern", true).map(({ base }): SoughtLimit => ({ ...base, keyword: "pattern", documented: pattern })),
  ];
}

/** The limits to measure, in the order of the document. */
export function limitsToMeasure(choice: TargetChoice): SoughtLimit[] {
  const { target } = choice;
  return OPERATION_IDS.flatMap((operation) => {
    const { requestSchema } = OPERATIONS[operation];
    if (requestSchema === null || target.unready[operation] !== undefined) return [];
    return [...walk(fieldTree(requestSchema))]
      .filter(({ path }) => path !== "")
      .flatMap((field) => targetsOfField(choice, operation, field));
  });
}
