/** Cases about a field of a request body: its edits, spread over the places that it has in the templates. */
import type { CaseDraft } from "../../discovery/check.js";
import type { Target } from "../../discovery/target.js";
import { type EditOptions, sending } from "../../engine/editCase.js";
import type { Case, Profile } from "../../engine/model.js";
import { shrinkable } from "../../engine/shrinking.js";
import { bodyMade, type Edit, type Template } from "../../generators/edits/edit.js";
import type { EditedField, EditSet } from "../../generators/edits/fieldEdits.js";
import { type SpreadOptions, spread } from "../../generators/edits/spread.js";
import { type FieldPlace, placesOf } from "../../generators/fieldPlaces.js";
import { hash32, partnerId } from "../../generators/texts/partnerId.js";
import type { Field } from "../../schemas/fieldTree.js";
import type { Json } from "../../schemas/json.js";

/** Random cases for each rule. */
const RANDOM_CASES: Readonly<Record<Profile, number>> = { smoke: 0, standard: 1, deep: 24 };

/** What is sent about a field, and why. */
export interface FieldCases extends Pick<SpreadOptions, "kindOf" | "allAtFirst"> {
  readonly field: Field;
  readonly templates: readonly Template[];
  /** Names the cases: the same name and seed draw the same random edits. */
  readonly name: string;
  readonly editsAt: (edited: EditedField) => EditSet | null;
  /** Of values that tell alike, which comes first. Default: 0. */
  readonly turn?: number;
  /** Whether a body is one that the cases are about, as the referee sees it. */
  readonly confirms: (body: Json) => boolean;
  readonly send: (edit: Edit, tier: number) => Omit<EditOptions, "template" | "edit">;
}

const ownTexts = new WeakMap<Template, Template>();

/** The template without fresh texts, which cost more than they would tell the referee: its own have the same shapes. */
function withOwnTexts(template: Template): Template {
  let own = ownTexts.get(template);
  if (own === undefined) {
    const { freshTexts: _fresh, ...rest } = template;
    own = rest;
    ownTexts.set(template, own);
  }
  return own;
}

/** A case that executes only what the referee confirms. Asked when it is run, while other requests are under way. */
function refereed(testCase: Case, edit: Edit, confirms: (edit: Edit) => boolean): Case {
  return { ...testCase, execute: (execution) => (confirms(edit) ? testCase.execute(execution) : Promise.resolve()) };
}

/** The cases about a field, enumerated and random ones. */
export function fieldCases(target: Target, about: FieldCases): CaseDraft[] {
  const { field, templates, name, editsAt, turn = 0, kindOf, allAtFirst } = about;
  const places = placesOf(field, templates);
  const files = target.references;
  const edits = ({ at, current }: FieldPlace): EditSet | null => editsAt({ field, at, current, files, turn });
  const seed = hash32(`${target.seed} ${name}`);
  const fresh = partnerId("refer", name, 0);
  const options = { randomCases: RANDOM_CASES[target.profile], seed, kindOf, allAtFirst };
  return spread(places, edits, options).map(({ place: { template }, edit, tier, source }) => {
    const confirms = (candidate: Edit): boolean => {
      const sent = bodyMade(withOwnTexts(template), candidate, fresh);
      return sent !== undefined && about.confirms(sent);
    };
    return {
      ...(source === null ? {} : { drawn: true }),
      make(identity) {
        const caseOf = (chosen: Edit): Case =>
          sending({ ...about.send(chosen, tier), template, edit: chosen }).make(identity);
        return refereed(source === null ? caseOf(edit) : shrinkable(caseOf, edit, source, confirms), edit, confirms);
      },
    };
  });
}
