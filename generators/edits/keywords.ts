/** All that is asked of a field, in the order in which it is asked: the decision table of both sides. */
import { type Field, isOpen, VALUE_KEYWORDS } from "../../schemas/fieldTree.js";
import { optional, required } from "./absence.js";
import { code } from "./code.js";
import type { Edit } from "./edit.js";
import { emptied, empty } from "./empty.js";
import { enumeration } from "./enum.js";
import type { EditedField, EditSet, FieldEdits } from "./fieldEdits.js";
import { format, instant } from "./format.js";
import { maxItems, repeated } from "./items.js";
import { maxLength, minLength } from "./length.js";
import { number, precise } from "./number.js";
import { pattern } from "./pattern.js";
import { padding, text } from "./text.js";
import { type } from "./type.js";

const FIELD_EDITS: readonly FieldEdits[] = [
  type,
  enumeration,
  minLength,
  maxLength,
  pattern,
  format,
  instant,
  text,
  padding,
  code,
  maxItems,
  empty,
  emptied,
  number,
  precise,
  repeated,
  required,
  optional,
];

/** A keyword with one side that it has. */
export type Sided<Name extends "inside" | "outside"> = FieldEdits & Required<Pick<FieldEdits, Name>>;

function has<Name extends "inside" | "outside">(edits: FieldEdits, side: Name): edits is Sided<Name> {
  return edits[side] !== undefined;
}

/** The keywords of a field that a request of its own can break. */
export function brokenBy(field: Field): Sided<"outside">[] {
  return FIELD_EDITS.filter((edits) => has(edits, "outside")).filter(({ applies }) => applies(field));
}

/** What of a field can be looked at with values that keep its rules. */
export function keptBy(field: Field): Sided<"inside">[] {
  return FIELD_EDITS.filter((edits) => has(edits, "inside")).filter(({ applies }) => applies(field));
}

/** Whether a value inside must be taken: nothing that the document leaves open could be a reason to refuse it. */
export function mustBeAccepted(field: Field, { inside: { mayBeRefused = [] } }: Sided<"inside">): boolean {
  if (mayBeRefused === "always" || isOpen(field, "values")) return false;
  return !mayBeRefused.some((point) => isOpen(field, point));
}

/** The keyword of the field's rule that values inside keep: its type, where no keyword states what they are about. */
export function keywordKept({ name }: FieldEdits): string {
  return VALUE_KEYWORDS.find((keyword) => keyword === name) ?? "type";
}

/** What is paid to: whether it may be stored twice is open, so that no two requests carry the same. */
function isAccount({ kind }: Field): boolean {
  return kind === "accountNumber" || kind === "walletAddress";
}

/** Values outside a keyword at one place, most telling first; null where there are none. */
export function outsideOf({ outside }: Sided<"outside">, edited: EditedField): EditSet | null {
  return outside.edits(edited);
}

/** Values inside a keyword at one place, most telling first; null where there are none. */
export function insideOf({ inside }: Sided<"inside">, edited: EditedField): EditSet | null {
  const edits = inside.edits(edited);
  if (edits === null || !isAccount(edited.field)) return edits;
  const anew = (edit: Edit): Edit => (edit.kind === "set" ? { fresh: "sample", ...edit } : edit);
  return { ...edits, enumerated: edits.enumerated.map(anew), random: edits.random?.map(anew) ?? null };
}
