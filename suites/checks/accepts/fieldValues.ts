/**
 * Values that keep every rule of a field are accepted, and come back as they were sent. Where the document leaves open
 * whether they are accepted, only the echo of those that are is judged (sections 2.1 to 2.4).
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
import { influenceOf, witnessesOf } from "../../../discovery/witnesses/refusedCombinations.js";
import { otherLetters, takenValue } from "../../../discovery/witnesses/refusedValues.js";
import { sending } from "../../../engine/cases/editCase.js";
import { successText } from "../../../engine/judge/expectations.js";
import { valuesOf } from "../../../engine/judge/failureText.js";
import type { Edit, Template } from "../../../generators/edits/edit.js";
import { insideOf, keptBy, keywordKept, mustBeAccepted } from "../../../generators/edits/keywords.js";
import { kindOfPlace } from "../../../generators/edits/spread.js";
import { placesOf } from "../../../generators/fieldPlaces.js";
import { ruleOn } from "../../../generators/referee.js";
import { type Field, isOpen } from "../../../schemas/fieldTree.js";
import { valueAt } from "../../../schemas/json.js";
import { type BodyOperation, OPERATIONS } from "../../../schemas/operations.js";
import { fieldCases } from "../fieldCases.js";
import { onUnusedFiles } from "../unusedFiles.js";

const NETWORK = ["payment_details", "network"];
const ACCOUNT_TYPE = ["payment_details", "account_type"];

/**
 * The templates in which a field may have any of its values: which currencies go with a network, and whether its account
 * numbers have a special form, is left open.
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
 * Templates as they were before they were changed for a service that refuses them: their listed values are in no other
 * request, and are judged here.
 */
function unfitted({ path, location, variant }: Field, templates: readonly Template[]): CaseDraft[] {
  return templates.flatMap(({ unfitted: own, body }) => {
    const value = valueAt(own?.body ?? undefined, location);
    const taken = valueAt(body ?? undefined, location);
    if (own === undefined || value === undefined || value === taken) return [];
    // Which businesses may have which kind of account is left open.
    if (variant === null && templates.some((other) => valueAt(other.body ?? undefined, location) === value)) return [];
    // Both kinds of accounts have a network, each a list of its own.
    if (variant !== null && valueAt(own.body ?? undefined, ACCOUNT_TYPE) !== variant) return [];
    return sending({
      tier: 0,
      template: { ...own, id: `${own.id} as it is` },
      edit: null,
      expect: { kind: "accept" },
      message: valuesOf(path, `the documented value ${value}`),
      witnesses: taken === undefined ? [] : [takenValue(path, location, taken)],
    });
  });
}

const LENGTHS: ReadonlySet<string> = new Set(["minLength", "maxLength"]);

/** Keywords whose values are told one by one, and what they are called. */
const SINGLE: Readonly<Record<string, string>> = { enum: "the documented value", number: "the amount" };

/**
 * Keywords of which a value is drawn in every run: lists of values are sent completely, and what may be refused anyway
 * comes last.
 */
const DRAWN_FIRST = "pattern text maxLength format number maxItems code repeated".split(" ");

/** The keyword of a field of which a value is drawn in every run: the first that draws any. @param files ids of uploaded files */
export function drawnKeyword(field: Field, templates: readonly Template[], files: readonly string[]) {
  const kept = keptBy(field);
  return DRAWN_FIRST.flatMap((keyword) => kept.filter(({ name }) => name === keyword)).find((edits) =>
    placesOf(field, templates).some(
      ({ at, current }) => insideOf(edits, { field, at, current, files })?.arbitrary != null,
    ),
  )?.name;
}

/**
 * Whether a partner's own id is empty. Every run sends it, and a service may answer with what was created under it before: then
 * nothing else that shares the request could be compared.
 */
function isEmptyId({ kind }: Field, edit: Edit): boolean {
  return kind === "partnerId" && edit.kind === "set" && edit.value === "";
}

/** One check for all that must be accepted of a field of a request body; cases of its echo for what may be. */
export function fieldValues(operation: BodyOperation, field: Field): (Check | Exercise)[] {
  const { requestSchema } = OPERATIONS[operation];
  const { path } = field;
  const kept = keptBy(field);
  return kept.map((edits) => {
    const words = edits.inside.words(field);
    const isAbsent = edits.name === "optional";
    const about = isAbsent ? { subject: operation, object: words } : valuesOf(path, words);
    const isCertain = mustBeAccepted(field, edits);
    const id: CheckId = isCertain ? `${operation}/accepts/${path}.${edits.name}` : `${operation}/echo/${path}`;
    const isOfLength = LENGTHS.has(edits.name) && keptBy(field).some(({ name }) => name === "text");
    const witnesses = [...witnessesOf(field), ...(isOfLength ? [otherLetters(path)] : [])];
    const hasOpenCharacters = edits.name === "text" && isOpen(field, "characters") && !isOpen(field, "limits");
    const cases: Cases = (target, lastTier) => [
      ...fieldCases(
        target,
        {
          field,
          templates: withFreeValues(field, target.templates[operation]),
          name: `${id} ${edits.name}`,
          editsAt: (edited) => insideOf(edits, edited),
          side: "inside",
          drawnAtOnce: edits.name === drawnKeyword(field, target.templates[operation], target.references) ? 1 : 0,
          allAtFirst: false,
          kindOf: isAbsent ? ({ template }) => template.id : kindOfPlace,
          confirms: (body) => ruleOn(requestSchema, body).valid,
          send: (edit, tier) => ({
            tier,
            expect: { kind: isCertain ? "accept" : "observe" },
            message:
              edit.kind === "set" && edits.name in SINGLE
                ? valuesOf(path, `${SINGLE[edits.name]} ${edit.value}`)
                : about,
            echo: true,
            response: isCertain,
            ...(isEmptyId(field, edit) ? {} : { shareable: { influence: influenceOf(field) } }),
            ...(hasOpenCharacters ? { code: path } : {}),
            witnesses,
          }),
        },
        lastTier,
      ),
      ...(edits.name === "enum" ? unfitted(field, target.templates[operation]) : []),
      ...onUnusedFiles(operation, `accepts/${path}.${edits.name}`, target),
    ];
    if (!isCertain) return exercise(id, edits.name, cases);
    return check(id, {
      title: `${about.subject} accepts ${words}`,
      sends: isAbsent ? words : `valid requests in which ${path} has ${words}`,
      expects: successText(operation),
      statements: [`${operation}.request.${path}.${keywordKept(edits)}`],
      field,
      keyword: edits.name,
      cases,
    });
  });
}
