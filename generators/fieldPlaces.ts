/** Where a field is in the body of a template. */

import { type Field, ITEM, pointersIn } from "../schemas/fieldTree.js";
import { type Json, type Pointer, valueAt } from "../schemas/json.js";
import { onceEach } from "../schemas/onceEach.js";
import type { Template } from "./edits/edit.js";

/** A template with one place of a field in it. */
export interface FieldPlace {
  readonly template: Template;
  readonly at: Pointer;
  readonly current: Json;
}

function locationOf(at: Pointer): string {
  return at.map((step) => (typeof step === "number" ? ITEM : step)).join();
}

/**
 * The places of a field in several templates, ordered so that neighbours differ in template and in list item: a rule
 * that holds only for one variant, or only for the first item, shows early.
 */
export function placesOf(field: Field, templates: readonly Template[]): readonly FieldPlace[] {
  return placesIn(templates)(field);
}

/** Made once for a list of templates: many rules are about one field. */
const placesIn = onceEach((templates: readonly Template[]) => onceEach((field: Field) => made(field, templates)));

function made(field: Field, templates: readonly Template[]): readonly FieldPlace[] {
  const byTemplate = templates.flatMap((template) => {
    if (template.body === null) return [];
    const { body } = template;
    if (field.variant !== null && valueAt(body, ["payment_details", "account_type"]) !== field.variant) return [];
    const present = pointersIn(body, field.location).map((at) => ({ at, current: valueAt(body, at) ?? null }));
    const left = (template.omitted ?? []).filter(({ at }) => locationOf(at) === field.location.join());
    const all = [...present, ...left.map(({ at, value: current }) => ({ at, current }))];
    const places = all.map((place) => ({ template, ...place }));
    return places.length === 0 ? [] : [places];
  });
  const longest = Math.max(0, ...byTemplate.map((places) => places.length));
  const ordered: FieldPlace[] = [];
  for (let round = 0; round < longest; round++) {
    for (const [index, places] of byTemplate.entries()) {
      // The last item of a list comes first: "only the first" is the common mistake.
      const place = places[(round + index + places.length - 1) % places.length];
      if (place !== undefined) ordered.push(place);
    }
  }
  return ordered;
}
