/** How a length or a count is set in the control: the edit for each value of a search, and the search itself. */
import { type Edit, materialise } from "../../generators/edits/edit.js";
import type { FieldPlace } from "../../generators/fieldPlaces.js";
import { breaksExactly, ruleOn } from "../../generators/referee.js";
import { textShape } from "../../generators/texts/lengths.js";
import { hash32, partnerId } from "../../generators/texts/partnerId.js";
import { isObject, type Json, type JsonObject, withValueAt } from "../../schemas/json.js";
import { operationOf } from "../../schemas/operation.js";
import type { Question } from "./boundary.js";
import { type SoughtBound, sizeAt } from "./selection.js";

/** Characters and items beyond which no limit is sought. */
const MOST_CHARACTERS = 4096;
const MOST_ITEMS = 100;

/** The first step beyond what the control holds, where no limit is documented. */
const OPEN_STEP = 32;
/** A partner's own id that is shorter could have been used before. */
const SHORTEST_UNIQUE = 8;

export interface Values {
  readonly question: Question;
  /** The edit that makes a value. @param fresh a partner id that was not used before */
  edit(value: number, fresh: string): Edit;
}

/** A partner's own id of any length. Cut below the length at which its beginning is unique, only that part is kept. */
function ownIdEdit({ at }: FieldPlace, length: number, fresh: string): Edit {
  if (length >= 20) return { kind: "fit", at, length };
  return { kind: "set", at, value: [...fresh].slice(8, 8 + length).join("") };
}

/** A person like the given one, with an identity document of its own. */
function anotherPerson(person: JsonObject, index: number): Json {
  const number = `E${String(hash32(`person ${index}`) % 100_000_000).padStart(8, "0")}`;
  return isObject(person.identification) ? withValueAt(person, ["identification", "id_number"], number) : person;
}

/** A list of this many items: different ones as long as there are any, then again from the first. */
function listOf(items: readonly Json[], count: number): Json[] {
  return Array.from({ length: items.length === 0 ? 0 : count }, (_, index) => {
    const item = items[index % items.length] ?? null;
    return isObject(item) && index >= items.length ? anotherPerson(item, index) : item;
  });
}

/** Items to make lists from: ids of uploaded files, or the control's own. */
function itemsOf(sought: SoughtBound, { current }: FieldPlace, recipientFiles: readonly string[]): readonly Json[] {
  const holdsFiles = sought.field.children.some(({ kind }) => kind === "fileId");
  if (holdsFiles && sought.operation !== "createCustomer") return recipientFiles;
  return Array.isArray(current) ? current : [];
}

/**
 * A list that is unusual only in having an item twice; null where items can be made as needed. Only where it is
 * accepted can more items be sent than exist.
 */
export function repetitionEdit(sought: SoughtBound, place: FieldPlace, recipientFiles: readonly string[]): Edit | null {
  const [item] = itemsOf(sought, place, recipientFiles);
  if (sought.keyword !== "maxItems" || typeof item !== "string") return null;
  return { kind: "set", at: place.at, value: [item, item] };
}

/** Whether a value breaks the limit that is sought, or nothing at all. */
function isClean(sought: SoughtBound, { template }: FieldPlace, edit: Edit, fresh: string): boolean {
  const { requestSchema } = operationOf(sought.operation);
  const { sent } = materialise(template, edit, fresh);
  if (requestSchema === null || sent === undefined) return false;
  return ruleOn(requestSchema, sent).valid || breaksExactly(requestSchema, sent, sought.field.path, sought.keyword);
}

interface Range {
  readonly fewest: number;
  readonly most: number;
  /** A value inside both documented bounds. */
  readonly inmost: number;
}

function valuesIn(sought: SoughtBound, place: FieldPlace, range: Range, edit: Values["edit"]): Values {
  const { documented, keyword } = sought;
  const outward = keyword.startsWith("max") ? 1 : -1;
  const outmost = outward === 1 ? range.most : range.fewest;
  const start = documented ?? range.inmost;
  // Without a documented limit, a minimum is sought from the far end: nearly every service accepts very short texts.
  const firstStep = documented !== null ? 1 : outward === 1 ? OPEN_STEP : Math.max(1, start - outmost);
  const fresh = partnerId("refer", sought.key, 0);
  const isAskable = (value: number) => isClean(sought, place, edit(value, fresh), fresh);
  return { question: { outward, start, inmost: range.inmost, outmost, firstStep, isAskable }, edit };
}

function lengthValues(sought: SoughtBound, place: FieldPlace): Values {
  const { field, filler, keyword } = sought;
  const size = sizeAt(place) ?? 0;
  if (field.path === place.template.freshField) {
    const range = { fewest: SHORTEST_UNIQUE, most: MOST_CHARACTERS, inmost: size };
    return valuesIn(sought, place, range, (length, fresh) => ownIdEdit(place, length, fresh));
  }
  const current = typeof place.current === "string" ? place.current : "";
  const shape = textShape(field, current, filler);
  // With characters other than the control's own, only the innermost value is known to be accepted.
  const { minLength = 1, maxLength = size } = field.rules;
  const inmost = filler === null ? size : keyword === "maxLength" ? minLength : maxLength;
  const range = { fewest: Math.max(1, shape.shortest), most: MOST_CHARACTERS, inmost };
  const edit = (length: number): Edit => ({ kind: "set", at: place.at, value: shape.write(current, length) });
  return valuesIn(sought, place, range, edit);
}

/**
 * The values of a sought at one of its places.
 * @param recipientFiles ids of files that were uploaded for recipients
 * @param mayRepeat whether a list may hold an item twice
 */
export function valuesOf(
  sought: SoughtBound,
  place: FieldPlace,
  recipientFiles: readonly string[],
  mayRepeat: boolean,
): Values {
  if (sought.keyword === "minLength" || sought.keyword === "maxLength") return lengthValues(sought, place);
  const items = itemsOf(sought, place, recipientFiles);
  const most = mayRepeat || isObject(items[0]) ? MOST_ITEMS : items.length;
  const range = { fewest: 0, most, inmost: sizeAt(place) ?? 0 };
  const edit = (count: number): Edit => ({ kind: "set", at: place.at, value: listOf(items, count) });
  return valuesIn(sought, place, range, edit);
}

/** Whether an empty text adds anything once the shortest other one was accepted. */
export function emptyEdit({ keyword, field }: SoughtBound, { at }: FieldPlace, { question }: Values): Edit | null {
  const isText = keyword === "minLength" && question.outmost === 1;
  return isText && field.rules.mayBeEmpty !== true ? { kind: "set", at, value: "" } : null;
}
