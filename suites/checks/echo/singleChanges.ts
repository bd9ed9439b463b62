/** Updates that differ from the one before in few values: nothing else hides that a value was not stored (section 4.2). */

import { type CaseDraft, type Exercise, exercise } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import { influenceOf } from "../../../discovery/witnesses/refusedCombinations.js";
import { steps } from "../../../engine/cases/sequenceCase.js";
import { type Template, withTextsOf } from "../../../generators/edits/edit.js";
import { ACCOUNT_TYPES, type AccountType, withAccountType } from "../../../generators/templates/accountTypes.js";
import { bareTemplates } from "../../../generators/templates/unusualTemplates.js";
import { partnerId } from "../../../generators/texts/partnerId.js";
import { type Field, fieldTree, ITEM, walk } from "../../../schemas/fieldTree.js";
import { isObject, type Json, jsonText, valueAt, withValueAt } from "../../../schemas/json.js";
import { OPERATIONS } from "../../../schemas/operations.js";
import { templateOf } from "../../recipientTemplates.js";

/** Changes so slight that a comparison may miss them, by field. */
const SLIGHT: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  business_name: (value) => (typeof value === "string" ? value.toUpperCase() : undefined),
  file_id_list: (value) => (Array.isArray(value) ? value.toReversed() : undefined),
};

/** A full update, and the same with one value of another update: the answer shows the new value, and all others as before. */
function singleChange(template: Template, accountType: AccountType, { path, location }: Field, value: Json): CaseDraft {
  return steps(1, (sequence) => {
    const { target, attempt } = sequence.execution;
    const name = `single change ${accountType} ${path}`;
    return sequence.execution.withRecipient(name, accountType, async ({ recipientId }) => {
      const key = partnerId(target.run, name, attempt);
      const before = withTextsOf({ ...template, path: { recipient_id: recipientId } }, key);
      const first = await sequence.step(before, "before");
      const changed = withValueAt(before.body ?? {}, location, value);
      if (!first.accepted || !isObject(changed)) return;
      // Both answers are compared with what was sent, as all traffic is.
      await sequence.step({ ...before, body: changed }, "after");
    });
  });
}

/** What a field of the first update of a kind is changed to: its value in another update, and one that is nearly the same. */
function* changesOf({ path, location }: Field, first: Template, others: readonly Template[]): Generator<Json> {
  const current = valueAt(first.body ?? undefined, location);
  if (current === undefined) return;
  const other = others
    .map(({ body }) => valueAt(body ?? undefined, location))
    .find((value) => value !== undefined && jsonText(value) !== jsonText(current));
  if (other !== undefined) yield other;
  const slight = SLIGHT[path]?.(current);
  if (slight !== undefined && jsonText(slight) !== jsonText(current)) yield slight;
}

function casesFor(field: Field): (target: Target) => CaseDraft[] {
  return ({ templates }) =>
    ACCOUNT_TYPES.flatMap((accountType) => {
      const [first, ...others] = withAccountType(templates.updateRecipient, accountType);
      if (first === undefined || (field.variant !== null && field.variant !== accountType)) return [];
      return [...changesOf(field, first, others)].map((value) => singleChange(first, accountType, field, value));
    });
}

/** The fields that are changed: every value but the one that selects the kind of account. */
const CHANGED = [...walk(fieldTree(OPERATIONS.updateRecipient.requestSchema))].filter(
  ({ type, name, isDiscriminator }) => type !== "object" && name !== ITEM && !isDiscriminator,
);

/**
 * A full update, then every second value changed, then all the others: whichever of two neighbours is compared to
 * detect a change, the other one was changed without it.
 */
function everySecondChange({ templates }: Target, accountType: AccountType): CaseDraft[] {
  const [first, ...others] = withAccountType(templates.updateRecipient, accountType);
  if (first === undefined) return [];
  const changes = CHANGED.filter(
    (field) => (field.variant === null || field.variant === accountType) && influenceOf(field) !== "decides",
  ).flatMap((field) => {
    const [value] = changesOf(field, first, others);
    return value === undefined ? [] : [{ at: field.location, value }];
  });
  const second = changes.filter((_, index) => index % 2 === 0);
  return [
    steps(0, (sequence) => {
      const { target, attempt } = sequence.execution;
      const name = `every second change ${accountType}`;
      return sequence.execution.withRecipient(name, accountType, async ({ recipientId }) => {
        const path = { recipient_id: recipientId };
        const whole = withTextsOf({ ...first, path }, partnerId(target.run, name, attempt));
        for (const [turn, changed] of [[], second, changes].entries()) {
          const body = changed.reduce<Json>((made, { at, value }) => withValueAt(made, at, value), whole.body ?? {});
          if (isObject(body)) await sequence.step({ ...whole, body }, `turn ${turn}`);
        }
      });
    }),
  ];
}

/** An update that gives for the first time what creation left out. */
function firstGiven(target: Target, accountType: AccountType): CaseDraft[] {
  const update = templateOf(target, "updateRecipient", accountType);
  return withAccountType(bareTemplates(target.templates.createRecipient), accountType).flatMap((bare) =>
    update === undefined
      ? []
      : steps(1, async (sequence) => {
          const { body } = await sequence.step(bare, "bare");
          const { recipient_id: id } = body;
          if (typeof id !== "string") return sequence.blocked("a recipient without optional fields is not taken");
          await sequence.step({ ...update, path: { recipient_id: id } }, "with all of them");
        }),
  );
}

/** Every second value of an update changed at once, and every value alone. */
export function singleChanges(): readonly Exercise[] {
  return [
    exercise(
      "updateRecipient/echo/website",
      "first-given",
      (target) => ACCOUNT_TYPES.flatMap((accountType) => firstGiven(target, accountType)),
      { touches: ["createRecipient"] },
    ),
    exercise("updateRecipient/echo/business_name", "every-second-change", (target) =>
      ACCOUNT_TYPES.flatMap((accountType) => everySecondChange(target, accountType)),
    ),
    ...CHANGED.map((field) => exercise(`updateRecipient/echo/${field.path}`, "single-change", casesFor(field))),
  ];
}
