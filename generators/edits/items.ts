/** How much a list, a text or an object holds: items up to the maximum and beyond, one twice, and none at all. */
import fc from "fast-check";
import { type Field, ITEM, isOpen, mayBeEmpty } from "../../schemas/fieldTree.js";
import { isObject, type Json } from "../../schemas/json.js";
import { bounded, type EditedField, type EditSet, type FieldEdits, listed, setting } from "./fieldEdits.js";

function tooMany({ field, at, files }: EditedField): EditSet | null {
  const { maxItems: maximum } = field.rules;
  if (maximum === undefined) return null;
  const different = [maximum + 1, maximum + 2].filter((count) => files.length >= count);
  // Repeated entries count, too; and a list may only be checked for a larger number.
  const repeating = files.length >= maximum ? [maximum + 1, maximum * 2, maximum * 5] : [];
  const list = (count: number) => Array.from({ length: count }, (_, index) => files[index % maximum] ?? "");
  return {
    ...listed(at, [...different.map((count) => files.slice(0, count)), ...repeating.map(list)]),
    arbitrary: repeating.length === 0 ? null : setting(at, bounded(maximum + 1, maximum * 5).map(list)),
  };
}

function upToAll({ field, at, files }: EditedField): EditSet | null {
  const { maxItems: maximum } = field.rules;
  // Without files there is nothing to fill a list with.
  if (maximum === undefined || files.length === 0) return null;
  const all = files.slice(0, maximum);
  return {
    // As many as allowed, and a single one.
    ...listed(at, [all, files.slice(0, 1), files.slice(2, 5), all.toReversed(), files.slice(0, maximum - 1)], 2),
    arbitrary: setting(at, fc.shuffledSubarray(all, { minLength: 1 })),
  };
}

export const maxItems: FieldEdits = {
  name: "maxItems",
  applies: ({ rules }) => rules.maxItems !== undefined,
  outside: { words: ({ rules }) => `more than ${rules.maxItems} items`, edits: tooMany },
  inside: { words: ({ rules }) => `lists of up to ${rules.maxItems} items`, edits: upToAll },
};

/** Whether an entry may be in a list twice is not stated; some of the entries, in any order, are drawn. */
export const repeated: FieldEdits = {
  name: "repeated",
  applies: ({ type, children }) => type === "array" && children[0]?.type === "string",
  inside: {
    words: () => "one entry twice",
    mayBeRefused: "always",
    edits: ({ at, current }) => {
      if (!Array.isArray(current) || typeof current[0] !== "string") return null;
      const arbitrary = setting(at, fc.shuffledSubarray(current, { minLength: 1 }));
      return { ...listed(at, [[...current, current[0]]], 0), arbitrary };
    },
  },
};

/** An object without members, with empty ones, and with a single member: the same in every template. */
function emptyObjects(field: Field, current: Json): Json[] {
  const present = isObject(current) ? current : {};
  // A text for each member that the template's object does not have.
  const members = field.children.map(({ name, kind }): [string, Json] => {
    return [name, present[name] ?? (kind === "postCode" ? "200120" : "Shanghai")];
  });
  const empty = field.children.filter(mayBeEmpty).map(({ name }): [string, Json] => [name, ""]);
  return [{}, Object.fromEntries(empty), ...members.map(([name, value]) => ({ [name]: value }))];
}

function emptyEdits({ field, at, current }: EditedField): EditSet | null {
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
  inside: { words: ({ type }) => EMPTY[type] ?? "an empty value", mayBeRefused: ["empty"], edits: emptyEdits },
};

/** An empty text for a field without limits: whether it is accepted is open, but what is accepted comes back. */
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
    // A partner's own id is what a service is most likely to set itself.
    edits: ({ field, at }) => listed(at, [""], field.kind === "partnerId" ? 1 : 0),
  },
};
