/** A field left out: refused where it is required, accepted where the document says that it may be. */
import type { EditedField, EditSet, FieldEdits } from "./fieldEdits.js";

function leftOut({ at }: EditedField): EditSet {
  return { enumerated: [{ kind: "remove", at }], random: null };
}

export const required: FieldEdits = {
  name: "required",
  applies: (field) => field.required,
  outside: { words: "left out", edits: leftOut },
};

export const optional: FieldEdits = {
  name: "optional",
  applies: ({ absence }) => absence === "optional",
  inside: { words: "left out, as the document allows", edits: leftOut },
};
