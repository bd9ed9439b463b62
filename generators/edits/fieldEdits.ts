/** What the edits of a keyword are made of; each keyword has a file of its own, with both of its sides. */
import type fc from "fast-check";
import type { OpenMatter } from "../../schemas/facts.js";
import type { Field } from "../../schemas/fieldTree.js";
import type { Json, Pointer } from "../../schemas/json.js";
import type { Edit } from "./edit.js";

/** A field at one place of a template. */
export interface EditedField {
  readonly field: Field;
  readonly at: Pointer;
  /** The template's value there. */
  readonly current: Json;
  /** Ids of files that were really uploaded in the right context. */
  readonly files: readonly string[];
  /** Of values that tell alike, which comes first: operations with the same rules begin with different ones. Default: 0. */
  readonly turn?: number;
}

/** Edits of one kind at one place. */
export interface EditSet {
  /** Always tried, most telling first. */
  readonly enumerated: readonly Edit[];
  /** How many of the first tell something that none of the others does: they are tried in every run. Default: one. */
  readonly telling?: number;
  /** More of the same kind, drawn at random. Null where the enumerated ones are all there is. */
  readonly random: fc.Arbitrary<Edit> | null;
}

/** One side of a keyword. */
export interface Side {
  /** What the values on this side are, as the end of a sentence about the field. */
  readonly words: string;
  /** The edits at a place; null where there are none. */
  readonly edits: (edited: EditedField) => EditSet | null;
}

/** What a keyword asks of a field; also what no keyword states, and is worth asking. */
export interface FieldEdits {
  /** The keyword of the schemas, or a name of its own. */
  readonly name: string;
  /** Whether a field has anything of it. A keyword that another rule implies applies to no field. */
  readonly applies: (field: Field) => boolean;
  /** Values that break the rule, and nothing else. */
  readonly outside?: Side;
  /** Values that keep it, and all other rules. */
  readonly inside?: Side & {
    /** What must not be left open for a value inside to be accepted for certain; `always`: it may be refused anyway. */
    readonly mayBeRefused?: readonly OpenMatter[] | "always";
  };
}

/** The edit that puts a value in the place of the template's own. */
export function set(at: Pointer, value: Json): Edit {
  return { kind: "set", at, value };
}

/** One edit for each value, and none at random. */
export function listed(at: Pointer, values: readonly Json[], telling = 1): EditSet {
  return { enumerated: values.map((value) => set(at, value)), telling, random: null };
}
