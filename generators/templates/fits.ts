/** Changes to a template that make a service accept it, where it requires more than the document does. */
import { pointersIn } from "../../schemas/fieldTree.js";
import { isObject, type Json, type Pointer, valueAt, withValueAt } from "../../schemas/json.js";
import type { Template } from "../edits/edit.js";
import type { FreshText } from "../texts/freshTexts.js";
import { tokenOf } from "../texts/partnerId.js";

export interface Fit {
  /** For a value that is left out, where the field is: at each of its places. */
  readonly at: Pointer;
  /**
   * The value to send; undefined to leave it out, `anew` for the template's own text with a word that is new in each request,
   * `alone` for the first item of the template's own list.
   */
  readonly to: Json | undefined | typeof ANEW | typeof ALONE;
}

export const ANEW = { anew: true } as const;
export const ALONE = { alone: true } as const;

/** A text that no other request has: the given one followed by letters only. */
function anew(text: string, key: string): string {
  const word = tokenOf(key, 12).replace(/[0-9]/g, (digit) => String.fromCharCode(97 + Number(digit)));
  return `${text} ${word[0]?.toUpperCase() ?? ""}${word.slice(1, 8)}`;
}

function without(template: Template, at: Pointer): Template {
  const { body, omitted = [] } = template;
  const changed = withValueAt(body, at, undefined);
  const value = valueAt(body ?? undefined, at);
  return isObject(changed) && value !== undefined
    ? { ...template, body: changed, omitted: [...omitted, { at, value }] }
    : template;
}

/** The template with one change; unchanged where it has nothing to change at that place. */
function withFit(template: Template, { at, to }: Fit): Template {
  const { body, freshTexts = [] } = template;
  if (body === null) return template;
  if (to === undefined) return pointersIn(body, at.map(String)).reduce(without, template);
  const current = valueAt(body, at);
  if (isObject(to) && "anew" in to) {
    if (typeof current !== "string") return template;
    const fresh = { at, text: current, shape: (key: string) => anew(current, `${key} ${at.join()}`) };
    return { ...template, freshTexts: [...freshTexts, fresh] };
  }
  if (isObject(to) && "alone" in to) {
    const shorter = Array.isArray(current) && current.length > 1 ? withValueAt(body, at, current.slice(0, 1)) : null;
    const isLeft = (text: FreshText): boolean =>
      !at.every((step, index) => text.at[index] === step) || text.at[at.length] === 0;
    return isObject(shorter) ? { ...template, body: shorter, freshTexts: freshTexts.filter(isLeft) } : template;
  }
  const changed = withValueAt(body, at, to);
  if (!isObject(changed)) return template;
  const rewritten = freshTexts.map(
    (text): FreshText =>
      text.at.join() === at.join() && typeof to === "string"
        ? { at, text: to, shape: text.shape === "iban" ? "characters" : text.shape }
        : text,
  );
  return { ...template, body: changed, freshTexts: rewritten };
}

/** A template with all changes that get it accepted. */
export function fitted(template: Template, fits: readonly Fit[] = []): Template {
  const changed = fits.reduce(withFit, template);
  return changed === template ? template : { ...changed, unfitted: template };
}
