/**
 * Values that keep every rule of a field are accepted, and come back as they were sent. Where the document leaves open
 * whether they are taken, only the echo of those that are is judged (sections 2.1 to 2.4).
 */

import {
  type CaseDraft,
  type Cases,
  type Check,
  type CheckId,
  check,
  type Exercise,
  exercise,
} from "../../../discovery/check.js";
import { excuseOf, influenceOf } from "../../../discovery/witnesses/refusedCombinations.js";
import { excuseOfDate } from "../../../discovery/witnesses/refusedDays.js";
import { excuseOfLetters } from "../../../discovery/witnesses/refusedLetters.js";
import { excuseOfOthers } from "../../../discovery/witnesses/refusedTemplate.js";
import { type Excuse, sending } from "../../../engine/editCase.js";
import { successText } from "../../../engine/expectations.js";
import type { Template } from "../../../generators/edits/edit.js";
import { insideOf, keptBy, keywordKept, mustBeAccepted } from "../../../generators/edits/keywords.js";
import { kindOfPlace } from "../../../generators/edits/spread.js";
import { ruleOn } from "../../../generators/referee.js";
import { type Field, isOpen } from "../../../schemas/fieldTree.js";
import { valueAt } from "../../../schemas/json.js";
import type { BodyOperation } from "../../../schemas/operations.js";
import { OPERATIONS } from "../../../schemas/operations.js";
import { fieldCases } from "../fieldCases.js";

const NETWORK = ["payment_details", "network"];
const ACCOUNT_TYPE = ["payment_details", "account_type"];

/**
 * The templates beside whose values a field may have any value: which currencies go with a network, and whether its account
 * numbers have a form of their own, is left open.
 */
function withFreeValues({ kind }: Field, templates: readonly Template[]): readonly Template[] {
  if (kind !== "currencyCode" && kind !== "accountNumber") return templates;
  const free = templates.filter(({ body }) => {
    const network = valueAt(body ?? undefined, NETWORK);
    return kind === "currencyCode" ? network === "SWIFT" : network !== "SEPA";
  });
  return free.length > 0 ? free : templates;
}

/**
 * Templates as they were before they were changed for a service that refuses them: what they have of a list of values is
 * in no other request, and is judged here.
 */
function unfitted({ path, location, variant }: Field, templates: readonly Template[]): CaseDraft[] {
  return templates.flatMap(({ unfitted: own, body }) => {
    const value = valueAt(own?.body ?? undefined, location);
    const taken = valueAt(body ?? undefined, location);
    if (own === undefined || value === undefined || value === taken) return [];
    // Both kinds of accounts have a network, each a list of its own.
    if (variant !== null && valueAt(own.body ?? undefined, ACCOUNT_TYPE) !== variant) return [];
    return sending({
      tier: 0,
      template: { ...own, id: `${own.id} as it is` },
      edit: null,
      expect: { kind: "accept" },
      message: `${path} ${value} is refused although it is a documented value`,
      ...(taken === undefined ? {} : { excuse: excuseOfOthers(path, location, taken) }),
    });
  });
}

/** What a field is said to be, where it does not have values of a kind. */
const HAS: ReadonlyMap<string, string> = new Map([
  ["optional", "is"],
  ["empty", "is"],
]);

const LENGTHS: ReadonlySet<string> = new Set(["minLength", "maxLength"]);

function titleOf(path: string, keyword: string, words: string): string {
  if (keyword === "optional") return `A request without ${path} is accepted, as the document allows`;
  return HAS.has(keyword) ? `${path} is accepted when it is ${words}` : `${path} is accepted with ${words}`;
}

/** The first excuse that holds. */
function firstOf(excuses: readonly Excuse[]): Excuse {
  return async (...refused) => {
    for (const excuse of excuses) {
      const outcome = await excuse(...refused);
      if (outcome !== null) return outcome;
    }
    return null;
  };
}

/** One check for all that must be accepted of a field of a request body; cases of its echo for what may be. */
export function fieldValues(operation: BodyOperation, field: Field): (Check | Exercise)[] {
  const { requestSchema } = OPERATIONS[operation];
  const { path } = field;
  return keptBy(field).map((edits) => {
    const { words } = edits.inside;
    const isCertain = mustBeAccepted(field, edits);
    const id: CheckId = isCertain ? `${operation}/accepts/${path}.${edits.name}` : `${operation}/echo/${path}`;
    const ofLetters = LENGTHS.has(edits.name) && keptBy(field).some(({ name }) => name === "text");
    const cases: Cases = (target) => [
      ...fieldCases(target, {
        field,
        templates: withFreeValues(field, target.templates[operation]),
        name: `${id} ${edits.name}`,
        editsAt: (edited) => insideOf(edits, edited),
        kindOf: edits.name === "optional" ? ({ template }) => template.id : kindOfPlace,
        allAtFirst: false,
        confirms: (body) => ruleOn(requestSchema, body).valid,
        send: (edit, tier) => {
          const excuses = [
            excuseOf(field, edit),
            excuseOfDate(path, edit),
            ofLetters ? excuseOfLetters(`${operation}/accepts/${path}.text`, path, edit) : undefined,
          ].filter((one) => one !== undefined);
          return {
            tier,
            expect: { kind: isCertain ? "accept" : "observe" },
            message: `${path} is refused although it is valid`,
            echo: true,
            response: isCertain,
            shareable: { influence: influenceOf(field) },
            ...(edits.name === "text" && isOpen(field, "characters") && !isOpen(field, "limits") ? { code: path } : {}),
            ...(excuses.length === 0 ? {} : { excuse: firstOf(excuses) }),
          };
        },
      }),
      ...(edits.name === "enum" ? unfitted(field, target.templates[operation]) : []),
    ];
    if (!isCertain) return exercise(id, edits.name, cases);
    return check(id, {
      title: titleOf(path, edits.name, words),
      sends: `an accepted request in which ${path} ${HAS.get(edits.name) ?? "has"} ${words}, together with valid values of other fields`,
      expects: successText(operation),
      statements: [`${operation}.request.${path}.${keywordKept(edits)}`],
      field,
      keyword: edits.name,
      cases,
    });
  });
}
