/** Recipients as checks create and update them, and what each of them may show (sections 2.1, 4.1 and 4.2). */
import type { Sequence, Step } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { sameUpToNormalForm } from "../../../oracles/normalForm.js";
import { isReordered } from "../../../oracles/sameValue.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { isEmpty, isObject, type JsonRecord, jsonText } from "../../../schemas/json.js";

/** The fields that an update may leave out. */
export const UPDATE_OPTIONAL: readonly string[] = fieldTree("recipient-update.schema.json").children.flatMap(
  ({ absence, path }) => (absence === "optional" ? path : []),
);

/** The template of an update, for one recipient. */
export function updateOf(recipientId: string, template: Template): Template {
  return { ...template, path: { recipient_id: recipientId } };
}

/** The template without the fields that an update may leave out. */
export function withoutOptional(template: Template): Template {
  const kept = Object.entries(template.body ?? {}).filter(([name]) => !UPDATE_OPTIONAL.includes(name));
  return { ...template, body: Object.fromEntries(kept) };
}

/**
 * Whether a field shows the recipient's own last value, after an update that left it out. None is fine, and so is a
 * part: whether such a field is kept is open. Undocumented members are passed over.
 */
export function isOwnOrNone(own: unknown, shown: unknown): boolean {
  if (isEmpty(shown)) return true;
  if (isObject(own) && isObject(shown)) return strangersIn(own, shown).length === 0;
  return sameUpToNormalForm(own, shown);
}

/** The members that show another value than the recipient's own. */
function strangersIn(own: JsonRecord, shown: JsonRecord): readonly string[] {
  const names = Object.keys(own);
  return names.filter((name) => !isEmpty(shown[name]) && !sameUpToNormalForm(own[name], shown[name]));
}

/** The fields in which a value is a stranger's: members of an object, where both are one. */
function strangeFields(field: string, own: unknown, shown: unknown): readonly string[] {
  const members = isObject(own) && isObject(shown) ? strangersIn(own, shown) : [];
  return members.length === 0 ? [field] : members.map((name) => `${field}.${name}`);
}

/** Notes for each field that an update may leave out whether an answer shows the recipient's own value, or none. */
export function expectOwn(
  sequence: Sequence,
  { exchange, body }: Step,
  own: JsonRecord | null,
  messageOf: (field: string) => string,
): void {
  for (const field of UPDATE_OPTIONAL) {
    sequence.expect(isOwnOrNone(own?.[field], body[field]), exchange, {
      message: isReordered(own?.[field], body[field])
        ? `${field} of a recipient shows its items in another order, after an update that left them out`
        : messageOf(field),
      expected: `${jsonText(own?.[field])}, or none`,
      actual: jsonText(body[field]),
      fields: strangeFields(field, own?.[field], body[field]),
    });
  }
}
