/**
 * Whether what was sent comes back (sections 2.1, 2.2 and 2.4). Numbers are compared by value, date-times by instant
 * where the field is one, everything else exactly; where a normal form explains a difference, it is named. The order of
 * object keys never matters, the order of list items does.
 */
import { instantOf } from "../schemas/dateTime.js";
import { type Field, ITEM } from "../schemas/fieldTree.js";
import { isObject } from "../schemas/json.js";
import { type NormalForm, normalForms } from "./normalForm.js";
import { isReordered } from "./sameValue.js";

/** How one field came back. */
export interface EchoResult {
  /** The rule path of the field. */
  readonly path: string;
  /** Where it is in the body: `business_person_list[1].basic_info.first_name`. */
  readonly place: string;
  /** `normalised`: the same content in a normal form. */
  readonly outcome: "same" | "normalised" | "different" | "missing";
  /** The normal forms that explain a difference. */
  readonly forms?: readonly NormalForm[];
  /** All items of a list came back, in another order. */
  readonly isReordered?: boolean;
  readonly sent: unknown;
  readonly received: unknown;
}

function sameScalar(field: Field, sent: unknown, received: unknown): boolean {
  if (sent === received) return true;
  if (field.rules.format === "date-time" && typeof sent === "string" && typeof received === "string") {
    const instant = instantOf(sent);
    return instant !== null && instant === instantOf(received);
  }
  return false;
}

/** How a value that may be spelt differently came back. */
function compareScalar(field: Field, place: string, sent: unknown, received: unknown): EchoResult {
  const { path } = field;
  if (sameScalar(field, sent, received)) return { path, place, outcome: "same", sent, received };
  const forms = normalForms(field, sent, received);
  if (forms !== null) return { path, place, outcome: "normalised", forms, sent, received };
  return { path, place, outcome: received == null ? "missing" : "different", sent, received };
}

/** Whether the content is the same. */
export function isKept({ outcome }: EchoResult): boolean {
  return outcome === "same" || outcome === "normalised";
}

/** Whether every item came back, perhaps at another position. */
function haveAllCome(item: Field, sent: readonly unknown[], received: readonly unknown[]): boolean {
  const left = [...received];
  return sent.every((value) => {
    const found = left.findIndex((other) => [...compareChildren(item, "", value, other)].every(isKept));
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}

function* compareObjects(
  item: Field,
  field: Field,
  place: string,
  sent: readonly unknown[],
  received: readonly unknown[],
): Generator<EchoResult> {
  const inPlace = sent
    .slice(0, received.length)
    .flatMap((value, index) => [...compareChildren(item, `${place}[${index}].`, value, received[index])]);
  const sameLength = sent.length === received.length;
  // Items in another order are one fault of the list, not one of each field of each item.
  if (sameLength && !inPlace.every(isKept) && haveAllCome(item, sent, received)) {
    yield { path: field.path, place, outcome: "different", isReordered: true, sent, received };
    return;
  }
  const outcome = sameLength ? "same" : "different";
  yield { path: field.path, place, outcome, sent: sent.length, received: received.length };
  yield* inPlace;
}

function* compareList(
  item: Field,
  field: Field,
  place: string,
  sent: readonly unknown[],
  received: unknown,
): Generator<EchoResult> {
  if (!Array.isArray(received)) {
    yield { path: field.path, place, outcome: received == null ? "missing" : "different", sent, received };
    return;
  }
  if (item.type === "object") {
    yield* compareObjects(item, field, place, sent, received);
    return;
  }
  // Whether an entry may occur twice is open, and so is what becomes of the second one.
  const once = sent.filter((value, index) => sent.indexOf(value) === index);
  const compared = [sent, once]
    .filter((entries) => entries.length === received.length)
    .map((entries) => entries.map((value, index) => compareScalar(item, place, value, received[index])))
    .find((results) => results.every(isKept));
  if (compared === undefined) {
    yield { path: field.path, place, outcome: "different", isReordered: isReordered(sent, received), sent, received };
    return;
  }
  const forms = [...new Set(compared.flatMap((result) => result.forms ?? []))];
  if (forms.length > 0) yield { path: field.path, place, outcome: "normalised", forms, sent, received };
  else yield { path: field.path, place, outcome: "same", sent, received };
}

/** @param before the prefix of the members' names */
function* compareChildren(field: Field, before: string, sent: unknown, received: unknown): Generator<EchoResult> {
  if (!isObject(sent)) return;
  const variant = field.discriminator === null ? undefined : sent[field.discriminator];
  const there = isObject(received) ? received : {};
  for (const child of field.children) {
    const { name } = child;
    if (name === ITEM || !Object.hasOwn(sent, name)) continue;
    if (child.variant !== null && child.variant !== field.variant && child.variant !== variant) continue;
    yield* compare(child, `${before}${name}`, sent[name], Object.hasOwn(there, name) ? there[name] : undefined);
  }
}

function* compare(field: Field, place: string, sent: unknown, received: unknown): Generator<EchoResult> {
  if (sent === null || sent === undefined) return;
  if (Array.isArray(sent)) {
    const item = field.children[0];
    if (item === undefined) return;
    if (sent.length === 0 && received == null) {
      if (!field.required) yield { path: field.path, place, outcome: "normalised", forms: ["empty"], sent, received };
      return;
    }
    yield* compareList(item, field, place, sent, received);
    return;
  }
  if (isObject(sent)) {
    if (received == null && Object.keys(sent).length > 0) {
      yield { path: field.path, place, outcome: "missing", sent, received };
      return;
    }
    if (received != null && !isObject(received)) {
      yield { path: field.path, place, outcome: "different", sent, received };
      return;
    }
    if (Object.keys(sent).length > 0) yield { path: field.path, place, outcome: "same", sent, received };
    yield* compareChildren(field, `${place}.`, sent, received);
    return;
  }
  // Nothing of an empty text can be lost.
  if (sent === "" && received == null && field.required) return;
  yield compareScalar(field, place, sent, received);
}

/**
 * Compares a request body with the response to it, field by field. Fields that the document does not know are ignored.
 * @param tree the fields of the request
 */
export function echo(tree: Field, sent: unknown, received: unknown): EchoResult[] {
  return [...compareChildren(tree, "", sent, received)];
}
