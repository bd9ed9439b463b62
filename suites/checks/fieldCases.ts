/** Cases about a field of a request body: its edits, spread over its places in the templates. */
import type { CaseDraft } from "../../discovery/check.js";
import type { Target } from "../../discovery/target.js";
import { type EditOptions, sending } from "../../engine/cases/editCase.js";
import { shrinkable } from "../../engine/judge/shrinking.js";
import type { Case, Profile } from "../../engine/model.js";
import { bodyMade, type Edit, originOf, type Template } from "../../generators/edits/edit.js";
import type { EditedField, EditSet } from "../../generators/edits/fieldEdits.js";
import { kindOfPlace, type PlacedEdit, type SpreadOptions, spread } from "../../generators/edits/spread.js";
import { type FieldPlace, placesOf } from "../../generators/fieldPlaces.js";
import { hash32, partnerId } from "../../generators/texts/partnerId.js";
import type { Field } from "../../schemas/fieldTree.js";
import { isObject, type Json, valueAt, withValueAt } from "../../schemas/json.js";
import { onceEach } from "../../schemas/onceEach.js";

const ACCOUNT_TYPE = ["payment_details", "account_type"];

/** How many cases are drawn for each rule: values inside the rule share requests, and each one outside it has its own. */
const DRAWS: Readonly<Record<Profile, { readonly inside: number; readonly outside: number }>> = {
  smoke: { inside: 0, outside: 0 },
  standard: { inside: 33, outside: 5 },
  deep: { inside: 60, outside: 40 },
};

export interface FieldCases extends Pick<SpreadOptions, "kindOf" | "allAtFirst"> {
  readonly field: Field;
  readonly templates: readonly Template[];
  /** Names the cases: the same name and seed draw the same edits. */
  readonly name: string;
  readonly editsAt: (edited: EditedField) => EditSet | null;
  /** Among equally telling values, which comes first. Default: 0. */
  readonly turn?: number;
  /** The field's place among all that are of its kind. Default: 0. */
  readonly rank?: number | undefined;
  readonly side: "inside" | "outside";
  /** How many of the drawn values are tried in every run. Default: none. */
  readonly drawnAtOnce?: number;
  /** Whether a body is one that the cases are about, as the referee sees it. */
  readonly confirms: (body: Json) => boolean;
  readonly send: (edit: Edit, tier: number) => Omit<EditOptions, "template" | "edit">;
}

/**
 * The template without fresh texts, which would cost more than they tell the referee: the template's own have the same
 * shapes.
 */
const withOwnTexts = onceEach(({ freshTexts: _fresh, ...template }: Template): Template => template);

/** A case that executes only what the referee confirms. Asked when it is run, while other requests are under way. */
function refereed(testCase: Case, isConfirmed: () => boolean): Case {
  return { ...testCase, execute: (execution) => (isConfirmed() ? testCase.execute(execution) : Promise.resolve()) };
}

/**
 * Among how many places the first one tried may be chosen: one in each template from which no other is made, where they are of
 * several kinds. A rule with one request then has it among other values than the next rule has, and than in another operation.
 * Of list items the last is tried first, whatever its neighbours.
 */
function differing(places: readonly FieldPlace[]): number {
  const plain = places.filter(
    ({ template, at }) => originOf(template) === template.id && at.every((step) => typeof step === "string"),
  );
  const kinds = new Set(plain.map(({ template }) => kindOfPlace({ template, at: [] })));
  return kinds.size > 1 ? new Set(plain.map(({ template }) => template.id)).size : 1;
}

/**
 * Requests without an optional text of the account, or of the whole, to which a value outside its rule can be added as well: a
 * service may look at the field for some networks only, or beside another field. @param places where it is
 */
function absentPlaces(
  { variant, location, type }: Field,
  templates: readonly Template[],
  places: readonly FieldPlace[],
): FieldPlace[] {
  const [first] = places;
  const isOfWhole = variant === null && type === "string" && location.length === 1;
  if (first === undefined || (variant === null && !isOfWhole)) return [];
  const having = new Set(places.map(({ template }) => template));
  return templates
    .filter((template) => !having.has(template))
    .filter(({ body }) => isOfWhole || valueAt(body ?? undefined, ACCOUNT_TYPE) === variant)
    .map((template) => ({ template, at: location, current: first.current }));
}

/** The same place where the request has an ordinary value: whether it may have any is open, and its control shows that. */
function filledIn({ template, at, current }: FieldPlace): FieldPlace[] {
  const body = withValueAt(template.body, at, current);
  if (!isObject(body)) return [];
  return [{ template: { ...template, id: `${template.id} with ${at.join(".")}`, body }, at, current }];
}

/** The cases about a field: examples, and what is drawn beyond them. */
export function fieldCases(target: Target, about: FieldCases, lastTier: number): CaseDraft[] {
  const { field, templates, name, side, kindOf, allAtFirst } = about;
  const { editsAt, turn = 0, rank = 0, drawnAtOnce: atOnce = 0 } = about;
  const present = placesOf(field, templates);
  const absent = absentPlaces(field, templates, present);
  // Each of these needs a control of its own, for which a smoke run has no request to spare.
  const filled = target.profile === "smoke" ? [] : absent.flatMap(filledIn);
  const places = [...present, ...(side === "outside" ? absent : filled)];
  const files = target.references;
  const edits = ({ template, at, current }: FieldPlace): EditSet | null => {
    const { id, body } = template;
    const isUnusual = originOf(template) !== id;
    return editsAt({ field, at, current, files, turn, rank, isUnusual, ...(body === null ? {} : { body }) });
  };
  const seed = hash32(`${target.seed} ${name}`);
  const fresh = partnerId("refer", name, 0);
  const draws = Math.max(atOnce, DRAWS[target.profile][side]);
  const confirms = ({ place: { template }, edit }: PlacedEdit): boolean => {
    const sent = bodyMade(withOwnTexts(template), edit, fresh);
    return sent !== undefined && about.confirms(sent);
  };
  // A bare request needs a control of its own, and is not the first that is tried.
  const begin =
    side === "outside" && !allAtFirst ? hash32(name) % differing(field.variant === null ? present : places) : 0;
  return spread(places, edits, { draws, atOnce, seed, begin, kindOf, allAtFirst, lastTier }).map((placed) => {
    const { tier, source } = placed;
    return {
      tier,
      ...(source === null ? {} : { drawn: true }),
      make(identity) {
        const caseOf = ({ place: { template }, edit }: PlacedEdit): Case =>
          sending({ ...about.send(edit, tier), template, edit }).make(identity);
        const made = source === null ? caseOf(placed) : shrinkable(caseOf, placed, source, confirms);
        return refereed(made, () => confirms(placed));
      },
    };
  });
}
