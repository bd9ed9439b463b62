/**
 * Whole payloads of valid values: which values a field may have together with those of the others, and the edits that
 * set them.
 */
import fc from "fast-check";
import { coveringRows } from "../../../generators/coveringArray.js";
import { type BodyEdit, isBodyEdit, type Template } from "../../../generators/edits/edit.js";
import { insideOf, keptBy, mustBeAccepted } from "../../../generators/edits/keywords.js";
import { placesOf } from "../../../generators/fieldPlaces.js";
import { ACCOUNT_TYPES, withAccountType } from "../../../generators/templates/accountTypes.js";
import { hash32 } from "../../../generators/texts/partnerId.js";
import type { ValueKind } from "../../../schemas/facts.js";
import { type Field, fieldTree, ITEM, walk } from "../../../schemas/fieldTree.js";
import { type Pointer, valueAt } from "../../../schemas/json.js";
import { onceEach } from "../../../schemas/onceEach.js";
import { type BodyOperation, OPERATIONS } from "../../../schemas/operations.js";

/** The values of a field that are combined, where it has a value that must be accepted. */
const COMBINED = new Set("enum minLength maxLength pattern text format number empty".split(" "));

/** How many values of a keyword are combined with all others; the rest are drawn at random. */
const IN_PAIRS = 2;
/** How often random values of a keyword are drawn, for each that is listed. */
const RANDOM_SHARE = 2;

/**
 * Fields whose values stand for something, depend on others, or select a variant: they stay as the template has them. A
 * payment network settles in its own currencies and by its own methods, and has its own addresses, which the document
 * leaves open.
 */
function isFixed({ isDiscriminator, kind, goesWith, children }: Field): boolean {
  const holds = children.find(({ name }) => name === ITEM)?.kind ?? kind;
  return isDiscriminator || goesWith === "network" || (holds !== null && FIXED_KINDS.has(holds));
}

const FIXED_KINDS: ReadonlySet<ValueKind> = new Set<ValueKind>([
  "network",
  "swiftCode",
  "currencyCode",
  "fileId",
  "partnerId",
]);

interface Candidates {
  /** The longest and the shortest one; undefined where its length is open. */
  readonly extremes: readonly (BodyEdit | undefined)[];
  /** Values that are combined with every value of every other field. */
  readonly inPairs: readonly BodyEdit[];
  /** Any of all, and of random ones; undefined where there are none. */
  readonly any: (draw: number) => BodyEdit | undefined;
}

const NONE: Candidates = { extremes: [], inPairs: [], any: () => undefined };

/** Rules whose first value is the longest, or the shortest. */
const EXTREMES = ["maxLength", "minLength"];

function isWhole({ type }: Field): boolean {
  return type === "object" || type === "array";
}

function candidatesFor(field: Field, at: Pointer, { body }: Template): Candidates {
  const current = valueAt(body ?? undefined, at) ?? null;
  // A SEPA account may need an IBAN, which a random number is not.
  if (field.kind === "accountNumber" && valueAt(body ?? undefined, NETWORK) === "SEPA") return NONE;
  const absent: BodyEdit[] = field.absence === "optional" ? [{ kind: "remove", at }] : [];
  const sets = keptBy(field)
    .filter(({ name }) => COMBINED.has(name))
    // Where more than the type may be checked, free text is kept to fields that hold free text.
    .filter((edits) => mustBeAccepted(field, edits) || (edits.name === "text" && field.kind === "words"))
    .flatMap((edits) => insideOf(edits, { field, at, current, files: [] }) ?? []);
  const extremes = EXTREMES.map((name) => {
    const edits = keptBy(field).find((one) => one.name === name && mustBeAccepted(field, one));
    return edits && insideOf(edits, { field, at, current, files: [] })?.examples.find(isBodyEdit);
  });
  const listed = sets.map(({ examples }) => examples.filter(isBodyEdit));
  const all = [...listed.flat(), ...absent];
  const drawn = sets.flatMap(({ arbitrary }) => arbitrary ?? []);
  return {
    extremes,
    inPairs: [...listed.flatMap((edits) => edits.slice(0, IN_PAIRS)), ...absent],
    any: (draw) => {
      const place = draw % Math.max(1, all.length + RANDOM_SHARE * drawn.length);
      const arbitrary = drawn[(place - all.length) % Math.max(1, drawn.length)];
      const [edit] =
        place < all.length || arbitrary === undefined ? [all[place]] : fc.sample(arbitrary, { seed: draw, numRuns: 1 });
      return edit !== undefined && isBodyEdit(edit) ? edit : undefined;
    },
  };
}

const knownOf = onceEach((_template: Template) => new Map<string, Candidates>());

/** The same, computed once for each place of a template. */
function candidatesAt(field: Field, at: Pointer, template: Template): Candidates {
  const ofTemplate = knownOf(template);
  const place = at.join(".");
  const candidates = ofTemplate.get(place) ?? candidatesFor(field, at, template);
  ofTemplate.set(place, candidates);
  return candidates;
}

/** The fields of a template that may have several values, with the number of them that are combined in pairs. */
function factorsOf(operation: BodyOperation, template: Template): ReadonlyMap<string, number> {
  const factors = new Map<string, number>();
  for (const field of walk(fieldTree(OPERATIONS[operation].requestSchema))) {
    const [place] = field.path === "" || isFixed(field) || isWhole(field) ? [] : placesOf(field, [template]);
    const levels = place === undefined ? 0 : candidatesAt(field, place.at, template).inPairs.length;
    if (levels > 1) factors.set(field.path, levels);
  }
  return factors;
}

/** The edits of one payload. @param levels the value that a field must have; without one it has any */
function editsOf(
  operation: BodyOperation,
  template: Template,
  levels: ReadonlyMap<string, number> | undefined,
  seed: number,
): BodyEdit[] {
  const edits: BodyEdit[] = [];
  const removed: Pointer[] = [];
  for (const field of walk(fieldTree(OPERATIONS[operation].requestSchema))) {
    if (field.path === "" || isFixed(field) || (isWhole(field) && field.absence !== "optional")) continue;
    const level = levels?.get(field.path);
    for (const [index, { at }] of placesOf(field, [template]).entries()) {
      if (removed.some((gone) => gone.every((step, depth) => step === at[depth]))) continue;
      if (isWhole(field)) {
        // A whole object is left out where the values in it are not needed for a pair.
        if (levels !== undefined || hash32(`${seed} ${field.path}`) % 5 !== 0) continue;
        removed.push(at);
        edits.push({ kind: "remove", at });
        continue;
      }
      const draw = hash32(`${seed} ${field.path} ${at.join()}`);
      const { inPairs, any } = candidatesAt(field, at, template);
      const edit = level === undefined || index > 0 ? any(draw) : inPairs[level];
      if (edit !== undefined) edits.push(edit);
    }
  }
  return edits;
}

/** Payloads in which all texts are as long, or as short, as they may be: what is stored together may lack room for all of them. */
function extremePayloads(operation: BodyOperation, template: Template): Combined[] {
  const places = [...walk(fieldTree(OPERATIONS[operation].requestSchema))]
    .filter((field) => field.path !== "" && !isFixed(field) && !isWhole(field))
    .flatMap((field) => placesOf(field, [template]).map(({ at }) => candidatesAt(field, at, template)));
  return EXTREMES.flatMap((_, index) => {
    const edits = places.flatMap(({ extremes }) => extremes[index] ?? []);
    return edits.length === 0 ? [] : { template, edits };
  });
}

const NETWORK = ["payment_details", "network"];

/** The first template of each network that no whole template has: its values meet no others, since it lacks some field. */
function ofOtherNetworks({ all, whole }: Kind): readonly Template[] {
  const networkOf = ({ body }: Template) => valueAt(body ?? undefined, NETWORK);
  const met = new Set(whole.map(networkOf));
  return all.filter((template) => !met.has(networkOf(template)) && met.add(networkOf(template)));
}

/** Payloads in which each value of each field occurs in a template. */
function valuesOnce(operation: BodyOperation, template: Template, seed: number): Combined[] {
  const factors = [...factorsOf(operation, template)];
  const most = Math.max(0, ...factors.map(([, levels]) => levels));
  return Array.from({ length: most }, (_, turn) => {
    const row = factors.map(([path, levels]) => [path, (turn + hash32(path)) % levels] as const);
    return { template, edits: editsOf(operation, template, new Map(row), hash32(`${seed} ${template.id} ${turn}`)) };
  });
}

/** What payloads with one type of account are made from. */
interface Kind {
  readonly all: readonly Template[];
  /** Those that have every field whose values are combined. */
  readonly whole: readonly Template[];
  /** Which value each field has in a payload. */
  readonly rows: readonly ReadonlyMap<string, number>[];
}

const NO_TEMPLATES: Kind = { all: [], whole: [], rows: [] };

/** @param met fields that were already combined with each other; those of this kind are added */
function kindOf(
  operation: BodyOperation,
  all: readonly Template[],
  met: Set<string>,
  seed: number,
  count: number,
): Kind {
  const factors = all.map((template) => factorsOf(operation, template));
  const most = Math.max(0, ...factors.map(({ size }) => size));
  const whole = all.filter((_, index) => factors[index]?.size === most);
  const combined = [...(factors.find(({ size }) => size === most) ?? [])];
  const apart = new Set(combined.flatMap(([name], index) => (met.has(name) ? index : [])));
  for (const [name] of combined) met.add(name);
  const levels = combined.map(([, values]) => values);
  const rows = coveringRows(levels, seed, count, apart).map(
    (row) => new Map(row.map((level, index) => [combined[index]?.[0] ?? "", level])),
  );
  return { all, whole, rows };
}

/** One payload: a template, and what is changed in it. */
export interface Combined {
  readonly template: Template;
  readonly edits: readonly BodyEdit[];
}

/** How many of three payloads have the first kind of account, which has more fields. */
const OF_FIRST_KIND = 2;

/** From so many payloads on, those of every template are tried at their longest and shortest: a service may have limits for each network. */
const MANY = 30;

/**
 * Payloads that cover every pair of field values, as far as their number allows, then random ones; where there are
 * several, also the longest and the shortest, and each value with each network. The same seed gives the same payloads.
 */
export function combinedPayloads(
  operation: BodyOperation,
  templates: readonly Template[],
  seed: number,
  count: number,
): Combined[] {
  const met = new Set<string>();
  const kinds = ACCOUNT_TYPES.map((type) =>
    kindOf(operation, withAccountType(templates, type), met, seed, count),
  ).filter(({ all }) => all.length > 0);
  const turns = kinds.map(() => 0);
  const firsts = kinds.flatMap(({ whole }) => whole.slice(0, 1));
  const others = count < MANY ? [] : kinds.flatMap(({ all }) => all.filter((template) => !firsts.includes(template)));
  const apart = count < MANY ? [] : kinds.flatMap(ofOtherNetworks);
  const extremes = [...firsts, ...others].flatMap((one) => extremePayloads(operation, one));
  const payloads = Array.from({ length: count }, (_, index): Combined | [] => {
    const kind = kinds.length < 2 ? 0 : index % (OF_FIRST_KIND + 1) < OF_FIRST_KIND ? 0 : 1;
    const turn = turns[kind] ?? 0;
    turns[kind] = turn + 1;
    const { all, whole, rows } = kinds[kind] ?? NO_TEMPLATES;
    const levels = rows[turn];
    const possible = levels === undefined ? all : whole;
    const template = possible[turn % Math.max(1, possible.length)];
    if (template === undefined) return [];
    return { template, edits: editsOf(operation, template, levels, hash32(`${seed} ${operation} ${index}`)) };
  });
  const once = apart.flatMap((template) => valuesOnce(operation, template, seed));
  return [...payloads.flat(), ...extremes.slice(0, count - 1), ...once];
}
