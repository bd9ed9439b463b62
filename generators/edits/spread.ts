/** Which edits of a rule are sent at which places of which templates. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { FieldPlace } from "../fieldPlaces.js";
import { accountTypeOf } from "../templates/accountTypes.js";
import type { Edit } from "./edit.js";
import type { EditSet } from "./fieldEdits.js";

/** How a random edit was drawn, so that fast-check can draw it again and shrink it. */
export interface RandomSource {
  readonly arbitrary: fc.Arbitrary<Edit>;
  readonly seed: number;
  /** The edit's number among those drawn with this seed. */
  readonly index: number;
}

/** An edit at its place. */
export interface SpreadEdit {
  readonly place: FieldPlace;
  readonly edit: Edit;
  readonly tier: number;
  /** How the edit was drawn; null for enumerated ones. */
  readonly source: RandomSource | null;
}

/** How edits are spread. */
export interface SpreadOptions {
  readonly randomCases: number;
  readonly seed: number;
  /** Places of one kind need the most telling edit once. */
  readonly kindOf: (place: FieldPlace) => string;
  /** Whether every edit of the first place is sent there, beside those that are spread. */
  readonly allAtFirst: boolean;
}

/** From this tier on, cases are random. */
const RANDOM_TIER = 100;

/** What a service may treat apart: the variant, companies and individuals, and the first item of a list. */
export function kindOfPlace({ template, at }: Pick<FieldPlace, "template" | "at">): string {
  const items = at.filter((step) => typeof step === "number").map((step) => (step === 0 ? "first" : "later"));
  return [accountTypeOf(template), template.body?.business_type, ...items].join(" ");
}

/** Whether an edit would leave the value at a place as it is. */
function isAsBefore(edit: Edit | undefined, { current }: FieldPlace): boolean {
  return edit?.kind === "set" && isDeepStrictEqual(edit.value, current);
}

/**
 * Spreads the edits over the places: each enumerated edit once, at the next place, and no value twice; the most telling one at a place of
 * every kind; random ones behind.
 */
export function spread(
  places: readonly FieldPlace[],
  editsAt: (place: FieldPlace) => EditSet | null,
  { randomCases, seed, kindOf, allAtFirst }: SpreadOptions,
): SpreadEdit[] {
  const first = places[0];
  if (first === undefined) return [];
  const cached = new Map<FieldPlace, EditSet | null>();
  const at = (index: number): { place: FieldPlace; edits: EditSet | null } => {
    const place = places[index % places.length] ?? first;
    if (!cached.has(place)) cached.set(place, editsAt(place));
    return { place, edits: cached.get(place) ?? null };
  };
  const spreadEdits: SpreadEdit[] = [];
  const add = (place: FieldPlace, edit: Edit | undefined, tier: number): void => {
    if (edit !== undefined) spreadEdits.push({ place, edit, tier, source: null });
  };
  const count = Math.max(
    ...Array.from({ length: Math.min(4, places.length) }, (_, index) => at(index).edits?.enumerated.length ?? 0),
  );
  const telling = at(0).edits?.telling ?? 1;
  const sent = new Set<string>();
  for (let index = 0; index < count; index++) {
    const tier = Math.max(0, index - telling + 1);
    // The next place whose value it is not already: else the control is sent once more, and nothing is learnt.
    let { place, edits } = at(index);
    for (let step = 1; step < places.length && isAsBefore(edits?.enumerated[index], place); step++) {
      ({ place, edits } = at(index + step));
    }
    // The only value that there is: it stands where the first ones do.
    if (isAsBefore(edits?.enumerated[index], place)) ({ place, edits } = at(0));
    // Two places may have the same value at two turns: it is sent at the first of them.
    const edit = edits?.enumerated[index];
    const value = edit?.kind === "set" ? JSON.stringify(edit.value) : String(index);
    if (!sent.has(value)) add(place, edit, tier);
    sent.add(value);
    if (allAtFirst && place !== first) add(first, at(0).edits?.enumerated[index], index);
  }
  const kinds = new Set([kindOf(first)]);
  for (const [index, place] of places.entries()) {
    if (kinds.has(kindOf(place))) continue;
    kinds.add(kindOf(place));
    add(place, at(index).edits?.enumerated[0], 1);
  }
  if (randomCases > 0) {
    const { place, edits } = at(seed % places.length);
    if (edits?.random != null) {
      for (const [index, edit] of fc.sample(edits.random, { seed, numRuns: randomCases }).entries()) {
        spreadEdits.push({ place, edit, tier: RANDOM_TIER + index, source: { arbitrary: edits.random, seed, index } });
      }
    }
  }
  return spreadEdits;
}
