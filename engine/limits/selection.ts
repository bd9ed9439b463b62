/** Which limits a run measures: those that were found broken, and in the deep profile all of them. Sends nothing. */

import type { Template } from "../../generators/edits/edit.js";
import { type FieldPlace, placesOf } from "../../generators/fieldPlaces.js";
import type { Filler } from "../../generators/texts/fit.js";
import { partnerId, runToken } from "../../generators/texts/partnerId.js";
import type { Area } from "../../schemas/areas.js";
import type { ValueKind } from "../../schemas/facts.js";
import { type Field, fieldTree, impliedRules, isOpen, selectingPlaces, walk } from "../../schemas/fieldTree.js";
import { isObject, type JsonObject, parsedJson, valueAt } from "../../schemas/json.js";
import { allOperations, type OperationId, operationOf } from "../../schemas/operation.js";
import type { SeenFailure } from "../judge/results.js";
import { type CheckDefinition, type Target, templatesOf } from "../model.js";

const BOUNDS = ["minLength", "maxLength", "minItems", "maxItems"] as const;
/** A limit that is a number. */
export type BoundKeyword = (typeof BOUNDS)[number];

/** A length or count to measure. */
export interface SoughtBound {
  /** Unique and stable: operation, field and keyword. */
  readonly key: string;
  /** The check that failed, else the one that stands for the limit when a run judges only part of the checks. */
  readonly check: string;
  /** Its area: whether valid values are refused, or others accepted. */
  readonly area: Area;
  readonly operation: OperationId;
  readonly field: Field;
  /** Controls, and where in each the field stands; the one that suits the search best comes first. */
  readonly places: readonly FieldPlace[];
  /** Other places where the same limit may differ: one for each kind of request. */
  readonly elsewhere: readonly FieldPlace[];
  readonly keyword: BoundKeyword;
  /** Null where the document gives none. */
  readonly documented: number | null;
  /** Characters to measure a length with, when characters other than the field's own showed the failure. */
  readonly filler: Filler | null;
}

/** What the limits are chosen from. */
export interface TargetChoice {
  readonly target: Target;
  /** The checks that the run judges. */
  readonly definitions: readonly CheckDefinition[];
  readonly confirmed: ReadonlyMap<string, readonly SeenFailure[]>;
}

/** Kinds whose form is fixed, though not documented here: codes of countries and currencies, ids of files. */
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

/** Characters of another script, where a failure showed with them. */
function fillerIn(failure: SeenFailure | undefined): Filler | null {
  const sent = failure?.failure.edit?.to;
  if (typeof sent !== "string") return null;
  if (/^\p{Script=Han}+$/u.test(sent)) return "han";
  return /^[\p{Script=Latin}]+$/u.test(sent) && !/[ -~]/.test(sent) ? "accents" : null;
}

function bodyIn(failure: SeenFailure | undefined): JsonObject | null {
  const body = failure?.failure.exchange.wire.body;
  const sent = typeof body === "string" ? parsedJson(body) : undefined;
  return isObject(sent) ? sent : null;
}

/** What says of what kind a request is: a field's limit may depend on it. */
function kindOf({ operation, body }: Pick<Template, "operation" | "body">): string {
  const { requestSchema } = operationOf(operation);
  if (body === null || requestSchema === null) return "";
  return selectingPlaces(requestSchema)
    .map((at) => JSON.stringify(valueAt(body, at)))
    .join();
}

/** The values that select variants in a body; empty where it has none. */
function variantOf(operation: OperationId, body: JsonObject | null): string {
  const { requestSchema } = operationOf(operation);
  if (body === null || requestSchema === null) return "";
  const selecting = [...walk(fieldTree(requestSchema))].filter(({ isDiscriminator }) => isDiscriminator);
  return selecting.map(({ location }) => String(valueAt(body, location) ?? "")).join(" ");
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
/** Kinds of requests in which a limit is compared. */
const MOST_ELSEWHERE = 4;

/**
 * Requests like the one in which a failure showed come first; then those furthest from the limit, so that a limit that is
 * too strict is found as well.
 */
function placesFor(keyword: BoundKeyword, places: readonly FieldPlace[], kind: string): FieldPlace[] {
  const outward = keyword.startsWith("max") ? 1 : -1;
  const sized = places.flatMap((place) => {
    const size = sizeAt(place);
    const isOther = kindOf(place.template) === kind ? 0 : 1;
    return size === null ? [] : [{ place, size: outward * size, isOther }];
  });
  return sized.sort((left, right) => left.isOther - right.isOther || left.size - right.size).map(({ place }) => place);
}

function otherKinds([first, ...rest]: readonly FieldPlace[]): FieldPlace[] {
  const seen = new Set(first === undefined ? [] : [kindOf(first.template)]);
  return rest.filter(({ template }) => {
    const isNew = !seen.has(kindOf(template));
    seen.add(kindOf(template));
    return isNew;
  });
}

function checkOf(
  definitions: readonly CheckDefinition[],
  { area, keyword, path }: { area: Area; keyword: string; path: string },
): CheckDefinition | undefined {
  return definitions.find((one) => one.area === area && one.keyword === keyword && one.field?.path === path);
}

function targetsOfField(choice: TargetChoice, operation: OperationId, field: Field): SoughtBound[] {
  const { target, definitions, confirmed } = choice;
  const places = placesOf(field, templatesOf(target, operation));
  const { path } = field;
  const judged = definitions.filter((one) => one.operation === operation);
  const wanted = (keyword: BoundKeyword, isDocumented: boolean) => {
    const own = [
      checkOf(judged, { area: "refuses", keyword, path }),
      checkOf(judged, { area: "accepts", keyword, path }),
    ];
    const failures = own.flatMap((check) =>
      check === undefined ? [] : [{ check, failure: confirmed.get(check.id)?.[0] }],
    );
    const found = failures.find(({ failure }) => failure !== undefined);
    // A limit that is not documented has no check of its own: the check of the field's type stands for it.
    const standing = checkOf(judged, { area: "refuses", keyword: isDocumented ? keyword : "type", path });
    const check = found?.check ?? (target.profile === "deep" ? standing : undefined);
    const body = bodyIn(found?.failure);
    const ordered = placesFor(keyword, places, kindOf({ operation, body }));
    // Of the variant with which the failure showed.
    const variant = variantOf(operation, body);
    const suitable =
      variant === "" ? ordered : ordered.filter(({ template }) => variantOf(operation, template.body) === variant);
    if (check === undefined || suitable.length === 0) return [];
    const key = `${operation} ${field.path} ${keyword}`;
    const elsewhere = otherKinds([...suitable, ...ordered]).slice(0, MOST_ELSEWHERE);
    const { id, area } = check;
    const base = { key, check: id, area, operation, field, places: suitable.slice(0, MOST_PLACES), elsewhere };
    return [{ base, failure: found?.failure }];
  };
  return boundsOf(field).flatMap(({ keyword, documented }) =>
    wanted(keyword, documented !== null).map(({ base, failure }) => ({
      ...base,
      keyword,
      documented,
      filler: fillerIn(failure),
    })),
  );
}

/** The limits to measure, in the order of the document. */
export function limitsToMeasure(choice: TargetChoice): SoughtBound[] {
  const { target } = choice;
  return allOperations().flatMap(({ id: operation, requestSchema }) => {
    if (requestSchema === null || target.unready[operation] !== undefined) return [];
    return [...walk(fieldTree(requestSchema))]
      .filter(({ path }) => path !== "")
      .flatMap((field) => targetsOfField(choice, operation, field));
  });
}
