/** What the edits of a keyword are made of; each keyword has its own file, with both of its sides. */
import fc from "fast-check";
import type { OpenMatter } from "../../schemas/facts.js";
import type { Field } from "../../schemas/fieldTree.js";
import { isObject, type Json, type Pointer } from "../../schemas/json.js";
import { hash32 } from "../texts/partnerId.js";
import type { Edit } from "./edit.js";

/** A field at one place of a template. */
export interface EditedField {
  readonly field: Field;
  readonly at: Pointer;
  /** The template's value there. */
  readonly current: Json;
  /** Ids of files that were really uploaded in the right context. */
  readonly files: readonly string[];
  /** The whole body of the template, for what depends on another field or item. */
  readonly body?: Json;
  /** Which of equally telling values comes first: operations with the same rules begin with different ones. Default: 0. */
  readonly turn?: number;
  /** The field's place among all that are of its kind. Default: 0. */
  readonly rank?: number;
  /** Whether the template is another one in an unusual form. */
  readonly isUnusual?: boolean;
}

/** Mistakes of which there are two, three or four have their turn equally often. */
const MOST_TURNS = 12;

/** One side of a rule at one place, as a property is given it: examples, and an arbitrary. */
export interface EditSet {
  /** Near misses and the like, picked by hand, the most telling first. They come before drawn ones. */
  readonly examples: readonly Edit[];
  /** How many of the first show something that none of the others does: they are tried in every run. Default: one. */
  readonly telling?: number;
  /** The number of one that is sent once for each kind of request, since code may look at the field for some of them only. Absent: none. */
  readonly atEachKind?: number;
  /** Any value on this side, by the numbers of the schema. Null where there are only examples. */
  readonly arbitrary: fc.Arbitrary<Edit> | null;
}

class Origin {
  constructor(readonly context: unknown) {}
}

/** Draws as one arbitrary does. What another one could have drawn as well shrinks as that one's values do. */
class ShrunkAs<Value> extends fc.Arbitrary<Value> {
  constructor(
    private readonly drawn: fc.Arbitrary<Value>,
    private readonly like: fc.Arbitrary<Value>,
  ) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Value> {
    return this.originating(this.drawn.generate(random, bias));
  }

  canShrinkWithoutContext(value: unknown): value is Value {
    return this.like.canShrinkWithoutContext(value);
  }

  shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    if (!(context instanceof Origin)) return this.like.shrink(value, context);
    return this.canShrinkWithoutContext(value)
      ? this.like.shrink(value, undefined)
      : this.drawn.shrink(value, context.context).map((smaller) => this.originating(smaller));
  }

  private originating({ value, context }: fc.Value<Value>): fc.Value<Value> {
    return new fc.Value(value, new Origin(context));
  }
}

/** Any edit of a set, an example or a drawn one; null where there is none. An example shrinks to drawn ones, where it is like them. */
export function anyOf({ examples, arbitrary }: EditSet): fc.Arbitrary<Edit> | null {
  if (examples.length === 0) return arbitrary;
  const any = fc.constantFrom(...examples);
  return arbitrary === null ? any : new ShrunkAs(fc.oneof(any, arbitrary), arbitrary);
}

interface Side {
  /** The values on this side, as what the field accepts or refuses: `more than 128 characters`. */
  readonly words: (field: Field) => string;
  /** The edits at a place; null where there are none. */
  readonly edits: (edited: EditedField) => EditSet | null;
}

/** What a keyword requires of a field; also what no keyword states but is worth testing. */
export interface FieldEdits {
  /** The keyword of the schemas, or a name of our own. */
  readonly name: string;
  /** Whether a field has anything of it. A keyword that another rule implies applies to no field. */
  readonly applies: (field: Field) => boolean;
  /** Values that break the rule, and nothing else. */
  readonly outside?: Side;
  /** Values that keep it, and all other rules. */
  readonly inside?: Side & {
    /** What must not be left open if a value inside must be accepted; `always`: it may be refused anyway. */
    readonly mayBeRefused?: readonly OpenMatter[] | "always";
  };
}

/** The edit that puts a value in the place of the template's own. */
export function set(at: Pointer, value: Json): Edit {
  return { kind: "set", at, value };
}

/** A value that an arbitrary could have drawn, for what is made of it. @throws Error where it could not; fast-check takes that as no */
export function drawable<Value>(values: fc.Arbitrary<Value>, value: unknown): Value {
  if (!values.canShrinkWithoutContext(value)) throw new Error("This value is never drawn");
  return value;
}

/** The edits that put a drawn value in the place of the template's own; an example of such a value shrinks as they do. */
export function setting<Value extends Json>(at: Pointer, values: fc.Arbitrary<Value>): fc.Arbitrary<Edit> {
  return values.map(
    (value) => set(at, value),
    (edit) => drawable(values, isObject(edit) ? edit.value : undefined),
  );
}

/** Which of several mistakes a field is tried with first: other fields, and the same one in another operation, begin with others. */
export function turnOf({ field, turn = 0 }: EditedField): number {
  return turn + (hash32(field.path) % MOST_TURNS);
}

/** Equally telling values, beginning with the one whose turn it is. */
export function inTurn<Value>(values: readonly Value[], turn: number): Value[] {
  const first = values.length === 0 ? 0 : turn % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}

/** One edit for each value, and no drawn ones. */
export function listed(at: Pointer, values: readonly Json[], telling = 1): EditSet {
  return { examples: values.map((value) => set(at, value)), telling, arbitrary: null };
}

/** A number of at least `min` and at most `max`: each of these two as often as all others together. */
export function bounded(min: number, max: number): fc.Arbitrary<number> {
  const within = fc.integer({ min, max });
  return min === max ? within : new ShrunkAs(fc.oneof(fc.constantFrom(min, max), within), within);
}

/** Currencies that any list of them has. */
export const currencyCodes = fc.constantFrom(
  ..."CHF NZD SEK NOK DKK PLN CZK THB MYR IDR PHP KRW INR TWD AED SAR ZAR MXN BRL TRY".split(" "),
);

/** Countries that any list of them has. */
export const countryCodes = fc.constantFrom(
  ..."SG JP KR AU NZ CH SE NO DK PL CZ TH MY ID PH IN TW AE ZA MX BR TR FR IT ES NL IE CA".split(" "),
);

const TEXTS = new Map<string, fc.Arbitrary<string>>();

/**
 * Text of certain characters whose length is in bounds, the shortest and the longest as often as all others. Most fields share their
 * bounds with others: what fast-check prepares for a text is prepared once.
 * @param others characters that only examples have, which shrink as what is drawn
 */
export function textOf(characters: string, min: number, max: number, others = ""): fc.Arbitrary<string> {
  const key = `${min} ${max} ${characters}`;
  const known = TEXTS.get(key);
  if (known !== undefined) return known;
  const within = (least: number, most: number, all = characters) =>
    fc.string({ unit: fc.constantFrom(...all), minLength: least, maxLength: most, size: "max" });
  const drawn = min === max ? within(min, max) : fc.oneof(within(min, min), within(min, max), within(max, max));
  const made = new ShrunkAs(drawn, within(min, max, characters + others));
  TEXTS.set(key, made);
  return made;
}
