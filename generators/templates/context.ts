/** What the templates of a run are made from. */
import fc from "fast-check";
import type { JsonObject } from "../../schemas/json.js";
import { hash32 } from "../texts/partnerId.js";
import type { AccountRequirement } from "./accountRequirements.js";
import type { Fit } from "./fits.js";

/** What the templates need to know of the run. */
export interface TemplateContext {
  readonly seed: number;
  /** Api-Version of recipient creation, or null for none. */
  readonly createVersion: string | null;
  /** Api-Version of customer creation. */
  readonly customerVersion: string | null;
  /** Ids of files uploaded as Invoice or Contract. */
  readonly recipientFiles: readonly string[];
  /** Ids of files uploaded as customer documents: corporate ones, then identity front and back. */
  readonly customerFiles: CustomerFiles;
  /** What the service requires of recipients beyond the document, by the id of the template. */
  readonly requirements?: Readonly<Record<string, AccountRequirement>>;
  /** The changes without which the service does not accept a template, by the template's id. */
  readonly fits?: Readonly<Record<string, readonly Fit[]>>;
}

/** File ids by the customer field that they belong to. */
export interface CustomerFiles {
  readonly corporate: readonly string[];
  readonly front: readonly string[];
  readonly back: readonly string[];
}

/** How many different templates there are of each kind. */
export const TEMPLATE_COUNT = 5;

/**
 * The form of each template by its number. The first is complete, and named ones keep their number as well.
 * @param key what the forms belong to: in each run those of two things are combined differently
 */
export function formsOf(seed: number, key: string, kept: readonly number[] = []): readonly number[] {
  const all = Array.from({ length: TEMPLATE_COUNT }, (_, form) => form);
  const moved = all.filter((form) => form > 0 && !kept.includes(form));
  const order = fc.shuffledSubarray(moved, { minLength: moved.length });
  const [drawn = []] = fc.sample(order, { seed: hash32(`${seed} ${key}`), numRuns: 1 });
  return all.map((form) => drawn[moved.indexOf(form)] ?? form);
}

/**
 * Whole requests, each realistic: none is made smaller than it is.
 * @param make everything that it makes up follows from the number
 */
export function payloads(make: (seed: number) => JsonObject): fc.Arbitrary<JsonObject> {
  return fc.noShrink(fc.nat({ max: 0x7fff_ffff })).map(make);
}

const drawn = new WeakMap<object, Map<string, JsonObject>>();

/**
 * What fast-check draws with a seed and a key for some files, drawn once: the preflight makes the same templates again and again.
 * @param files the list or the lists that the context names; identified by reference
 */
export function drawnOnce(files: object, seed: number, key: string, any: () => fc.Arbitrary<JsonObject>): JsonObject {
  const known = drawn.get(files) ?? new Map<string, JsonObject>();
  drawn.set(files, known);
  const before =
    known.get(`${seed} ${key}`) ?? fc.sample(any(), { seed: hash32(`${seed} ${key}`), numRuns: 1 })[0] ?? {};
  known.set(`${seed} ${key}`, before);
  return before;
}
