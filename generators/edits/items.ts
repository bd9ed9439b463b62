/** The number of items of a list, and items that repeat. */
import fc from "fast-check";
import { bounded, type EditedField, type EditSet, type FieldEdits, listed, set } from "./fieldEdits.js";

function tooMany({ field, at, files }: EditedField): EditSet | null {
  const { maxItems: maximum } = field.rules;
  if (maximum === undefined) return null;
  const different = [maximum + 1, maximum + 2].filter((count) => files.length >= count);
  // Entries that repeat count, too; and a list may be checked for a larger number only.
  const repeating = files.length >= maximum ? [maximum + 1, maximum * 2, maximum * 5] : [];
  const list = (count: number) => Array.from({ length: count }, (_, index) => files[index % maximum] ?? "");
  return {
    ...listed(at, [...different.map((count) => files.slice(0, count)), ...repeating.map(list)]),
    arbitrary: repeating.length === 0 ? null : bounded(maximum + 1, maximum * 5).map((count) => set(at, list(count))),
  };
}

function upToAll({ field, at, files }: EditedField): EditSet | null {
  const { maxItems: maximum } = field.rules;
  // Without files there is nothing to fill a list with.
  if (maximum === undefined || files.length === 0) return null;
  const all = files.slice(0, maximum);
  return {
    ...listed(at, [all, files.slice(0, 1), files.slice(2, 5), all.toReversed(), files.slice(0, maximum - 1)]),
    arbitrary: fc.shuffledSubarray(all, { minLength: 1 }).map((some) => set(at, some)),
  };
}

export const maxItems: FieldEdits = {
  name: "maxItems",
  applies: ({ rules }) => rules.maxItems !== undefined,
  outside: { words: ({ rules }) => `more than ${rules.maxItems} items`, edits: tooMany },
  inside: { words: ({ rules }) => `lists of up to ${rules.maxItems} items`, edits: upToAll },
};

/** Whether an entry may stand in a list twice is not said. */
export const repeated: FieldEdits = {
  name: "repeated",
  applies: ({ type, children }) => type === "array" && children[0]?.type === "string",
  inside: {
    words: () => "one entry twice",
    mayBeRefused: "always",
    edits: ({ at, current }) =>
      Array.isArray(current) && typeof current[0] === "string" ? listed(at, [[...current, current[0]]], 0) : null,
  },
};
