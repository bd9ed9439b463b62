/** Nothing in a text, a list or an object, where the documented rules allow that. */
import { type Field, ITEM, isOpen, mayBeEmpty } from "../../schemas/fieldTree.js";
import { isObject, type Json } from "../../schemas/json.js";
import { type EditedField, type EditSet, type FieldEdits, listed } from "./fieldEdits.js";

/** A text for a member that the template's object does not have. */
function sampleOf({ kind }: Field): string {
  return kind === "postCode" ? "200120" : "Shanghai";
}

/** An object without members, with empty ones, and with one of them alone: in every template the same. */
function emptyObjects(field: Field, current: Json): Json[] {
  const present = isObject(current) ? current : {};
  const members = field.children.map((child): [string, Json] => [child.name, present[child.name] ?? sampleOf(child)]);
  const empty = field.children.filter(mayBeEmpty).map(({ name }): [string, Json] => [name, ""]);
  return [{}, Object.fromEntries(empty), ...members.map(([name, value]) => ({ [name]: value }))];
}

function edits({ field, at, current }: EditedField): EditSet | null {
  switch (field.type) {
    case "array":
      return listed(at, [[]]);
    case "object":
      return listed(at, emptyObjects(field, current));
    default:
      return typeof current === "string" ? listed(at, [""]) : null;
  }
}

const EMPTY: Readonly<Partial<Record<Field["type"], string>>> = {
  array: "an empty list",
  object: "an object with few members or none",
};

export const empty: FieldEdits = {
  name: "empty",
  applies: mayBeEmpty,
  inside: { words: ({ type }) => EMPTY[type] ?? "an empty value", mayBeRefused: ["empty"], edits },
};

/** A text without limits of its own left empty: whether it is taken is open, but what is taken comes back. */
export const emptied: FieldEdits = {
  name: "emptied",
  applies: (field) =>
    field.type === "string" &&
    field.name !== ITEM &&
    field.rules.format === undefined &&
    field.rules.enum === undefined &&
    isOpen(field, "limits"),
  inside: {
    words: () => "an empty value",
    mayBeRefused: "always",
    // A partner's own id is what a service is most likely to write itself.
    edits: ({ field, at }) => listed(at, [""], field.kind === "partnerId" ? 1 : 0),
  },
};
