/** What recipients keep and what they do not share: identity, isolation, steadiness (sections 2.1, 4.1 and 4.2). */

import { untilUpdatable } from "../../../engine/adaptation/recipientAge.js";
import { checkOf, group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../../engine/model.js";
import { type Sequence, type Step, sequenceCase } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { isObject, type JsonObject } from "../../../generators/json.js";
import { accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { sameValue } from "../../../oracles/sameValue.js";
import { sameInstant } from "../../../schemas/dateTime.js";

/** Requests that are under way at once in a burst. */
const BURST = 12;

function show(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}

function templateWith(template: Template, recipientId: string, changes: JsonObject = {}): Template {
  return { ...template, path: { recipient_id: recipientId }, body: { ...template.body, ...changes } };
}

/** The template without the fields that an update may leave out. */
export function withoutOptional(template: Template): Template {
  const { website: _website, address_info: _address, file_id_list: _files, ...body } = template.body ?? {};
  return { ...template, body };
}

function createdIn(sequence: Sequence, template: Template, key: string): Promise<Step> {
  return sequence.step(template, key);
}

function uniqueIds(target: Target, index: number): Case {
  return sequenceCase({
    check: "createRecipient/state/recipient_id.unique",
    operation: "createRecipient",
    tier: index,
    index,
    async execute(sequence) {
      const { templates } = target;
      const steps = await Promise.all(
        Array.from({ length: BURST }, (_, position) => {
          const template = templates.createRecipient[position % templates.createRecipient.length];
          return template === undefined ? null : createdIn(sequence, template, `burst ${position}`);
        }),
      );
      const seen = new Map<unknown, Step>();
      for (const step of steps) {
        if (step === null || step.body.recipient_id === undefined) continue;
        const before = seen.get(step.body.recipient_id);
        const texts = {
          message: "Two recipients have the same recipient_id",
          expected: "an id of its own for each recipient",
          actual: `${show(step.body.recipient_id)} a second time`,
        };
        sequence.expect(before === undefined, step.exchange, texts, before?.exchange ?? null);
        seen.set(step.body.recipient_id, step);
      }
      if (seen.size === 0) sequence.blocked("no recipient_id was given");
    },
  });
}

function keeps(target: Target, template: Template, index: number): Case[] {
  const rules = [
    { rule: "recipient_id.kept", field: "recipient_id" },
    { rule: "partner_recipient_id.kept", field: "partner_recipient_id" },
    { rule: "created_at.kept", field: "created_at" },
  ] as const;
  return rules.map(({ rule, field }) =>
    sequenceCase({
      check: `updateRecipient/state/${rule}`,
      operation: "updateRecipient",
      tier: index,
      index,
      execute: (sequence) =>
        sequence.execution.withRecipient(`${rule} ${index}`, accountTypeOf(template), async (recipient) => {
          const before = {
            recipient_id: recipient.recipientId,
            partner_recipient_id: recipient.partnerRecipientId,
            created_at: recipient.createdAt,
          }[field];
          for (const body of [template, withoutOptional(template)]) {
            const step = await sequence.step(templateWith(body, recipient.recipientId), "update");
            const after = step.body[field];
            // Absence is judged by the response rules.
            if (after === undefined || before === undefined) continue;
            const same = after === before || (field === "created_at" && sameInstant(String(before), String(after)));
            sequence.expect(same, step.exchange, {
              message: `An update changes ${field}`,
              expected: show(before),
              actual: show(after),
            });
          }
          if (target.noWrites !== null) sequence.blocked(target.noWrites);
        }),
    }),
  );
}

export const OPTIONAL_FIELDS = ["website", "address_info", "file_id_list"] as const;

function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/**
 * Whether a field shows another value than the recipient's own last one, after an update that left it out.
 * None is fine, and so is a part: whether such a field is kept is open. Undocumented members are passed over.
 */
export function foreign(own: unknown, shown: unknown): boolean {
  if (isNone(shown)) return false;
  if (isObject(own) && isObject(shown)) {
    return Object.entries(own).some(([name, value]) => !isNone(shown[name]) && !sameValue(shown[name], value));
  }
  return !sameValue(shown, own);
}

const NOT_UPDATED = "a recipient that was just created could not be updated";

/** Updates one recipient, then another with fewer fields: the second must not show anything of the first. */
function isolation(target: Target, accountType: "bank" | "crypto", index: number): Case {
  const check = "updateRecipient/state/isolation";
  return sequenceCase({
    check,
    operation: "updateRecipient",
    tier: index,
    index,
    async execute(sequence) {
      const creations = target.templates.createRecipient.filter((template) => template.id.startsWith(accountType));
      const updates = target.templates.updateRecipient.filter((template) => template.id.startsWith(accountType));
      const [firstCreation, secondCreation] = creations;
      const [firstUpdate, secondUpdate] = updates;
      if (
        firstCreation === undefined ||
        secondCreation === undefined ||
        firstUpdate === undefined ||
        secondUpdate === undefined
      ) {
        sequence.blocked("there are no templates to work with");
        return;
      }
      const first = await sequence.step(firstCreation, "first");
      const second = await sequence.step(secondCreation, "second");
      const [firstId, secondId] = [first.body.recipient_id, second.body.recipient_id];
      if (typeof firstId !== "string" || typeof secondId !== "string") {
        sequence.blocked("a recipient could not be created");
        return;
      }
      await untilUpdatable(target, Date.now());
      const changed = await sequence.step(templateWith(firstUpdate, firstId), "update first");
      const untouched = await sequence.step(templateWith(withoutOptional(secondUpdate), secondId), "update second");
      // What a refusal holds is no recipient; that valid updates are accepted is judged by the controls.
      if (!changed.accepted || !untouched.accepted) return sequence.blocked(NOT_UPDATED);
      for (const field of OPTIONAL_FIELDS) {
        sequence.expect(!foreign(secondCreation.body?.[field], untouched.body[field]), untouched.exchange, {
          message: `${field} of a recipient shows a value that it was never given`,
          expected: `${show(secondCreation.body?.[field])}, or none`,
          actual: show(untouched.body[field]),
        });
      }
      const again = await sequence.step(templateWith(withoutOptional(firstUpdate), firstId), "first again");
      if (!again.accepted) return sequence.blocked(NOT_UPDATED);
      for (const field of OPTIONAL_FIELDS) {
        sequence.expect(!foreign(firstUpdate.body?.[field], again.body[field]), again.exchange, {
          message: `${field} of a recipient shows a value that an earlier update replaced, or another recipient's`,
          expected: `${show(firstUpdate.body?.[field])}, or none`,
          actual: show(again.body[field]),
        });
      }
      for (const [step, own] of [
        [untouched, second],
        [again, first],
      ] as const) {
        sequence.expect(step.body.partner_recipient_id === own.body.partner_recipient_id, step.exchange, {
          message: "A recipient shows the partner_recipient_id of another one",
          expected: show(own.body.partner_recipient_id),
          actual: show(step.body.partner_recipient_id),
        });
      }
    },
  });
}

/** The state rules of recipient creation. */
export function createdRecipientState(): CheckGroup {
  const unique = checkOf("createRecipient", "state", {
    rule: "recipient_id.unique",
    section: "2.1",
    title: "Every recipient has an id of its own",
    sends: `${BURST} creations at once`,
    expects: `${BURST} different values of recipient_id`,
  });
  return group("createRecipient", [unique], (target) => [uniqueIds(target, 0), uniqueIds(target, 1)]);
}

/** The state rules of recipient update. */
export function updatedRecipientState(): CheckGroup {
  const kept = (field: string, level: "must" | "should") =>
    checkOf("updateRecipient", "state", {
      rule: `${field}.kept`,
      section: "2.1",
      level,
      title: `An update leaves ${field} as it is`,
      sends: "an update of a recipient that this run created",
      expects: `${field} as at creation`,
    });
  const isolated = checkOf("updateRecipient", "state", {
    rule: "isolation",
    section: "4.2",
    title: "An update changes no other recipient, and shows none of its values",
    sends: "updates of two recipients in turn, the second without its optional fields",
    expects: "each recipient with values of its own, or none",
  });
  return group(
    "updateRecipient",
    [kept("recipient_id", "must"), kept("partner_recipient_id", "must"), kept("created_at", "should"), isolated],
    (target) => [
      ...target.templates.updateRecipient.slice(0, 4).flatMap((template, index) => keeps(target, template, index)),
      isolation(target, "bank", 0),
      isolation(target, "crypto", 1),
    ],
  );
}
