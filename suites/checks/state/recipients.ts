/** Recipients as checks create and update them, and what each of them may show (sections 2.1, 4.1 and 4.2). */
import type { Sequence, Step } from "../../../engine/cases/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { sameUpToNormalForm } from "../../../oracles/normalForm.js";
import { hasStatus } from "../../../oracles/outcome.js";
import { isReordered } from "../../../oracles/sameValue.js";
import { fieldTree, optionalMembers, walk } from "../../../schemas/fieldTree.js";
import { isEmpty, isObject, type JsonRecord, jsonText, without } from "../../../schemas/json.js";
import { isValidation } from "../../../schemas/statuses.js";

export const UPDATE_OPTIONAL = optionalMembers(fieldTree("recipient-update.schema.json"));

/** Names of everything that an update may send. */
const DOCUMENTED: ReadonlySet<string> = new Set(
  [...walk(fieldTree("recipient-update.schema.json"))].map(({ name }) => name),
);

/** The template of a creation, under our own partner's id. */
export function withId(template: Template, field: string, id: string): Template {
  return { ...template, body: { ...template.body, [field]: id }, freshField: null };
}

/**
 * A creation under our own partner's id. Where it is refused, once more with other new texts: what the first ones say may be
 * refused, and the id is what it is about.
 */
export async function stepWithId(
  sequence: Sequence,
  template: Template,
  field: string,
  id: string,
  key: string,
): Promise<Step> {
  const creation = withId(template, field, id);
  const step = await sequence.step(creation, key);
  if (!hasStatus(step.exchange, isValidation)) return step;
  const other = await sequence.step(creation, `${key} with other texts`);
  return other.accepted ? other : step;
}

export function withoutOptional(template: Template): Template {
  return { ...template, body: without(template.body ?? {}, UPDATE_OPTIONAL) };
}

/**
 * Whether a field shows the recipient's own last value, after an update that left it out. No value is fine, and so is a
 * part: whether such a field is kept is open. Undocumented members are ignored.
 */
export function isOwnOrNone(own: unknown, shown: unknown): boolean {
  if (isEmpty(shown)) return true;
  if (isObject(own) && isObject(shown)) return strangersIn(own, shown).length === 0;
  return sameUpToNormalForm(own, shown);
}

/** What an object shows of what an update may send: anything else may change at any time. Other values as they are. */
export function documentedIn(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => DOCUMENTED.has(name))) : value;
}

/** The documented members that show another value than the recipient's own. */
function strangersIn(own: JsonRecord, shown: JsonRecord): readonly string[] {
  const names = Object.keys(own).filter((name) => DOCUMENTED.has(name));
  return names.filter((name) => !isEmpty(shown[name]) && !sameUpToNormalForm(own[name], shown[name]));
}

/** The fields in which a value belongs to another recipient: members of an object, where both are objects. */
function strangeFields(field: string, own: unknown, shown: unknown): readonly string[] {
  const members = isObject(own) && isObject(shown) ? strangersIn(own, shown) : [];
  return members.length === 0 ? [field] : members.map((name) => `${field}.${name}`);
}

/**
 * Notes for each field that an update may leave out whether an answer shows the recipient's own value, or none.
 * @param wrong what is said of a field that shows another value: `shows another value than the last one sent`
 */
export function expectOwn(sequence: Sequence, step: Step, given: JsonRecord | null, wrong: string): void {
  for (const field of UPDATE_OPTIONAL) {
    const [own, shown] = [given?.[field], step.body[field]];
    sequence.expect(isOwnOrNone(own, shown), step, {
      message: isReordered(own, shown)
        ? `${field} of a recipient shows its items in another order, after an update that left them out`
        : `${field} ${wrong}`,
      expected: `${jsonText(own)}, or none`,
      actual: jsonText(shown),
      fields: strangeFields(field, own, shown),
    });
  }
}

/** Notes whether an answer shows a recipient's own ids; absence is judged by the response rules. */
export function expectIds(sequence: Sequence, step: Step, ids: JsonRecord, messageOf: (field: string) => string): void {
  for (const [name, own] of Object.entries(ids)) {
    const shown = step.body[name];
    if (shown === undefined || own === undefined) continue;
    const departure = { message: messageOf(name), expected: jsonText(own), actual: jsonText(shown) };
    sequence.expect(shown === own, step, departure);
  }
}
