/**
 * Whole payloads: what only a combination of values shows. Every field takes a valid value at once, so that each value
 * meets each value of every other field; optional fields come and go, customers have one to four persons.
 */

import { type CaseDraft, type Cases, type Check, check, type Exercise } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import { ownName, ownType } from "../../../discovery/witnesses/refusedCombinations.js";
import { type EditOptions, sending } from "../../../engine/cases/editCase.js";
import { successText } from "../../../engine/judge/expectations.js";
import type { Case, Profile } from "../../../engine/model.js";
import { unknownTexts } from "../../../engine/witnesses/refusedContent.js";
import type { BodyEdit, Edit, Template } from "../../../generators/edits/edit.js";
import { ruleOn } from "../../../generators/referee.js";
import { meeting } from "../../../generators/templates/accountRequirements.js";
import { unusualTemplates } from "../../../generators/templates/unusualTemplates.js";
import { freshTextsIn } from "../../../generators/texts/freshTexts.js";
import { hash32 } from "../../../generators/texts/partnerId.js";
import { fieldTree, isOpen } from "../../../schemas/fieldTree.js";
import { isObject, type Json, type JsonObject, pointerText, valueAt, withValueAt } from "../../../schemas/json.js";
import { type BodyOperation, OPERATIONS } from "../../../schemas/operations.js";
import { openRequests } from "../errors/errorAnswers.js";
import { type Combined, combinedPayloads } from "./combinedBodies.js";

/** Payloads where each value must be accepted: enough for all pairs in a standard run. In smoke, values that share requests are such. */
const CERTAIN: Readonly<Record<Profile, number>> = { smoke: 0, standard: 102, deep: 204 };
/** Payloads that may be refused, in addition to requests with one half of the optional data each. */
const OPEN: Readonly<Record<Profile, number>> = { smoke: 0, standard: 16, deep: 200 };

/** Whether the account of a template is in the name of the business, as a service may require. */
function isInOwnName(body: JsonObject): boolean {
  const name = valueAt(body, ["business_name"]);
  return name !== undefined && name === valueAt(body, ["payment_details", "account_name"]);
}

function bodyOf({ template, edits }: Combined): JsonObject {
  const own = template.body ?? {};
  const changed = edits.reduce<Json>(
    (body, edit) => withValueAt(body, edit.at, edit.kind === "set" ? edit.value : undefined),
    own,
  );
  return isObject(changed) ? meeting(changed, isInOwnName(own) ? { ownName: true } : undefined) : own;
}

/** Most payloads with fewer edits that are sent. */
const MOST_CANDIDATES = 40;

/** The fewest of a payload's edits that still fail together: where two values do not go together, those two. */
async function fewest(
  edits: readonly BodyEdit[],
  failing: (fewer: readonly BodyEdit[]) => Promise<boolean>,
): Promise<readonly BodyEdit[]> {
  let kept = edits;
  let sent = 0;
  for (let size = edits.length >> 1; size > 0; size >>= 1) {
    for (let start = 0; start < kept.length && kept.length > size && sent < MOST_CANDIDATES; sent++) {
      const fewer = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (await failing(fewer)) kept = fewer;
      else start += size;
    }
  }
  return kept;
}

/** The payload as a case, reported with as few edits as it takes. */
function draftOf(
  { template, edits }: Combined,
  whole: Pick<EditOptions, "template" | "witnesses">,
  options: Pick<EditOptions, "tier" | "expect" | "echo" | "response">,
): CaseDraft {
  const about = { subject: template.operation, object: "a request whose values are all valid" };
  const draft = sending({ ...options, ...whole, edit: null, message: about });
  return {
    drawn: true,
    make(identity) {
      const caseOf = (fewer: readonly BodyEdit[]): Case => {
        const [first, ...others] = fewer;
        const edit: Edit = first !== undefined && others.length === 0 ? first : { kind: "several", edits: fewer };
        const places = fewer.map(({ at }) => pointerText(at)).join(" and ");
        const object = others.length > 0 ? `valid values of ${places} together` : `a valid value of ${places}`;
        const message = { subject: template.operation, object };
        const witnesses = [unknownTexts(template, fewer)];
        return sending({ ...options, template, edit, message, witnesses }).make(identity);
      };
      return {
        ...draft.make(identity),
        async shrink(fails) {
          if (isInOwnName(template.body ?? {})) return [];
          const kept = await fewest(edits, (fewer) => fails(caseOf(fewer)));
          return kept.length < edits.length ? [caseOf(kept)] : [];
        },
      };
    },
  };
}

function combinationCases(operation: BodyOperation, isCertain: boolean): Cases {
  const { requestSchema } = OPERATIONS[operation];
  return (target) => {
    const seed = hash32(`${target.seed} combination ${operation}`);
    const count = (isCertain ? CERTAIN : OPEN)[target.profile];
    const payloads = combinedPayloads(operation, target.templates[operation], seed, count);
    return payloads.flatMap((payload, index): CaseDraft[] => {
      const { template } = payload;
      const body = bodyOf(payload);
      const complete = template.freshField === null ? body : { ...body, [template.freshField]: "x".repeat(24) };
      if (!ruleOn(requestSchema, complete).valid) return [];
      const whole: Template = {
        ...template,
        id: `${template.id} combination ${index}${target.round ?? ""}`,
        body,
        // Two combinations may use the same value.
        freshTexts: freshTextsIn(body, template.freshTexts ?? []),
      };
      return [
        draftOf(
          payload,
          { template: whole, witnesses: [ownName, ownType(template), unknownTexts(template, payload.edits)] },
          { tier: index, expect: { kind: isCertain ? "accept" : "observe" }, echo: true, response: true },
        ),
      ];
    });
  };
}

/** The first two of them make a whole. */
const BOTH = 2;

/** Requests in unusual forms, where they may be refused: each value comes back without its neighbours. */
function halves(operation: BodyOperation, { templates }: Target): CaseDraft[] {
  return unusualTemplates(templates[operation]).map((template, index) =>
    sending(
      { tier: index < BOTH ? 0 : 1, template, edit: null, expect: { kind: "observe" }, echo: true, response: true },
      template.id,
    ),
  );
}

/**
 * Payloads of valid values are accepted, and come back as they were sent. Where the document states no limits of a
 * body's values, a payload may be refused: then only what comes back is judged.
 */
export function combinations(operation: Exclude<BodyOperation, "uploadFile">): Check | Exercise {
  if (isOpen(fieldTree(OPERATIONS[operation].requestSchema), "limits")) {
    const drawn = combinationCases(operation, false);
    return openRequests(operation, "combination", (...about) => [...halves(operation, about[0]), ...drawn(...about)]);
  }
  return check(`${operation}/accepts/combinations`, {
    title: "Any combination of valid values is accepted",
    sends:
      "payloads in which every field has a valid value, so that each value of a field stands beside each of the others",
    expects: successText(operation),
    combines: true,
    cases: combinationCases(operation, true),
  });
}
