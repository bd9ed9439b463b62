/** Which edits of a rule are sent at which places of which templates. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { groupedBy } from "../../schemas/groups.js";
import type { FieldPlace } from "../fieldPlaces.js";
import { type Edit, type Template, templateKind } from "./edit.js";
import type { EditSet } from "./fieldEdits.js";

export interface PlacedEdit {
  readonly place: FieldPlace;
  readonly edit: Edit;
}

/** How something was drawn, so that fast-check can draw it again and shrink it. */
export interface DrawSource<Value> {
  readonly arbitrary: fc.Arbitrary<Value>;
  readonly seed: number;
  /** Its number among those drawn with this seed. */
  readonly index: number;
}

interface SpreadEdit extends PlacedEdit {
  readonly tier: number;
  /** How it was drawn; null for examples. */
  readonly source: DrawSource<PlacedEdit> | null;
}

export interface SpreadOptions {
  /** How many are drawn in addition to the examples. */
  readonly draws: number;
  /** How many of these are tried in every run. */
  readonly atOnce: number;
  readonly seed: number;
  /** Number of the place where the most telling edit is sent. */
  readonly begin: number;
  /** Places of one kind need the most telling edit only once. */
  readonly kindOf: (place: FieldPlace) => string;
  /** Whether every example of the first place is sent there, in addition to those that are spread. */
  readonly allAtFirst: boolean;
  /** No edit beyond this tier is requested. Those up to it are the same, at the same positions of the list. */
  readonly lastTier: number;
}

/** From this tier on, cases are drawn. */
const DRAWN_TIER = 100;

/** How many more are drawn where those that are tried in every run are already known. */
const SPARE_DRAWS = 8;

/** What a service may treat separately in a whole request: the variant, and companies and individuals. */
export function kindOfTemplate(template: Template): string {
  return `${templateKind(template)} ${template.body?.business_type}`;
}

/** What a service may treat separately: the kind of template, and the first item of a list. */
export function kindOfPlace({ template, at }: Pick<FieldPlace, "template" | "at">): string {
  const items = at.filter((step) => typeof step === "number").map((step) => (step === 0 ? "first" : "later"));
  return [kindOfTemplate(template), ...items].join(" ");
}

function isAsBefore(edit: Edit | undefined, { current }: FieldPlace): boolean {
  return edit?.kind === "set" && isDeepStrictEqual(edit.value, current);
}

function keyOf({ place: { template }, edit }: PlacedEdit): string {
  return `${template.id} ${JSON.stringify(edit)}`;
}

/** An edit of a rule at any place where there are some. Null where there are only examples. */
function anywhere(
  places: readonly FieldPlace[],
  editsAt: (place: FieldPlace) => EditSet | null,
): fc.Arbitrary<PlacedEdit> | null {
  const drawing = places.flatMap((place) => {
    const arbitrary = editsAt(place)?.arbitrary;
    return arbitrary == null ? [] : { place, edits: arbitrary };
  });
  if (drawing.length === 0) return null;
  return fc.constantFrom(...drawing).chain(({ place, edits }) => edits.map((edit) => ({ place, edit })));
}

/**
 * Spreads the edits over the places: each example once, at the next place, and no value twice; the most telling one at a place of
 * every kind; after them the drawn ones, each at a drawn place.
 */
export function spread(
  places: readonly FieldPlace[],
  editsAt: (place: FieldPlace) => EditSet | null,
  { draws, atOnce, seed, begin, kindOf, allAtFirst, lastTier }: SpreadOptions,
): SpreadEdit[] {
  const first = places[0];
  if (first === undefined) return [];
  const cached = new Map<FieldPlace, EditSet | null>();
  const cachedAt = (place: FieldPlace): EditSet | null => {
    const known = cached.get(place);
    if (known !== undefined) return known;
    const edits = editsAt(place);
    cached.set(place, edits);
    return edits;
  };
  const at = (index: number): { place: FieldPlace; edits: EditSet | null } => {
    const place = places[(index + begin) % places.length] ?? first;
    return { place, edits: cachedAt(place) };
  };
  const spreadEdits: SpreadEdit[] = [];
  const add = (place: FieldPlace, edit: Edit | undefined, tier: number): void => {
    if (edit !== undefined) spreadEdits.push({ place, edit, tier, source: null });
  };
  const telling = at(0).edits?.telling ?? 1;
  // Drawn edits come after all others, and are numbered with them.
  const isCut = draws === 0 && lastTier < DRAWN_TIER;
  const most = isCut ? telling + lastTier : Number.POSITIVE_INFINITY;
  let count = 0;
  for (let index = 0; index < Math.min(4, places.length) && count < most; index++)
    count = Math.max(count, at(index).edits?.examples.length ?? 0);
  const sent = new Set<string>();
  for (let index = 0; index < Math.min(count, most); index++) {
    const tier = Math.max(0, index - telling + 1);
    // The next place that does not already have the value: else the control would be sent again, and nothing learnt.
    let { place, edits } = at(index);
    for (let step = 1; step < places.length && isAsBefore(edits?.examples[index], place); step++)
      ({ place, edits } = at(index + step));
    // The only value: it goes where the first ones do.
    if (isAsBefore(edits?.examples[index], place)) ({ place, edits } = at(0));
    // Two places may have the same value at two turns: it is sent at the first of them.
    const edit = edits?.examples[index];
    const value = edit?.kind === "set" ? JSON.stringify(edit.value) : String(index);
    if (!sent.has(value)) add(place, edit, tier);
    sent.add(value);
    if (allAtFirst && place !== first) add(first, at(0).edits?.examples[index], index);
  }
  if (isCut && lastTier === 0) return spreadEdits;
  const kinds = new Set([kindOf(first)]);
  for (const place of places) {
    if (kinds.has(kindOf(place))) continue;
    kinds.add(kindOf(place));
    add(place, cachedAt(place)?.examples[0], 1);
  }
  for (const [place] of groupedBy(places, kindOfPlace).values()) {
    const { examples = [], atEachKind } = cachedAt(place) ?? {};
    const edit = atEachKind === undefined ? undefined : examples[atEachKind];
    if (!isAsBefore(edit, place)) add(place, edit, 1);
  }
  const arbitrary = draws === 0 ? null : anywhere(places, cachedAt);
  if (arbitrary === null) return spreadEdits;
  const examples: PlacedEdit[] = spreadEdits.map(({ place, edit }) => ({ place, edit }));
  const known = new Set(examples.map(keyOf));
  // As fast-check runs a property: the examples come first, and are not counted among those that are drawn.
  const sample = fc.sample(arbitrary, { seed, examples, numRuns: examples.length + draws + SPARE_DRAWS });
  let fresh = 0;
  for (const [index, drawn] of sample.slice(examples.length).entries()) {
    if (known.has(keyOf(drawn)) || isAsBefore(drawn.edit, drawn.place)) continue;
    if (fresh >= atOnce && index >= draws) break;
    known.add(keyOf(drawn));
    const tier = fresh < atOnce ? 0 : DRAWN_TIER + index;
    fresh += 1;
    spreadEdits.push({ ...drawn, tier, source: { arbitrary, seed, index } });
  }
  return spreadEdits;
}
