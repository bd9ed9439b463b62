/**
 * An update shows no value that its recipient was never given, and changes no other recipient (section 4.2). Whether it
 * keeps or clears what it leaves out is open; that such a field takes another value is not.
 */
import { type CaseDraft, check } from "../../../engine/check.js";
import type { KnownTransaction, Target } from "../../../engine/model.js";
import { type Sequence, steps } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import {
  ACCOUNT_TYPES,
  type AccountType,
  accountTypeOf,
  withAccountType,
} from "../../../generators/templates/accountTypes.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { isObject, type JsonObject, jsonText } from "../../../schemas/json.js";
import { templateOf } from "../../recipientTemplates.js";
import { expectOwn, isOwnOrNone, updateOf, withoutOptional } from "./recipients.js";

/** Transfers whose recipients are looked at. */
const FEW = 3;
const NOT_UPDATED = "a recipient that was just created could not be updated";

/**
 * Updates one recipient, then another with fewer fields: the second must not show anything of the first, nor the first
 * anything of the second, once that was given all its fields.
 * @param alike what both are, where it is the same: what is keyed by it mixes them up
 */
function twoInTurn({ templates }: Target, accountType: AccountType, tier: number, alike: JsonObject = {}): CaseDraft {
  const both = (all: readonly Template[]): Template[] =>
    withAccountType(all, accountType).map((template) => ({ ...template, body: { ...template.body, ...alike } }));
  return steps(tier, async (sequence) => {
    const [creation, otherCreation] = both(templates.createRecipient);
    const [update, otherUpdate] = both(templates.updateRecipient);
    if (!creation || !otherCreation || !update || !otherUpdate)
      return sequence.blocked("there are no templates to work with");
    const first = await sequence.step(creation, "first");
    const second = await sequence.step(otherCreation, "second");
    const [firstId, secondId] = [first.body.recipient_id, second.body.recipient_id];
    if (typeof firstId !== "string" || typeof secondId !== "string")
      return sequence.blocked("a recipient could not be created");
    const changed = await sequence.step(updateOf(firstId, update), "update first");
    const sparse = await sequence.step(updateOf(secondId, withoutOptional(otherUpdate)), "update second");
    // What a refusal holds is no recipient; that valid updates are accepted is judged by the controls.
    if (!changed.accepted || !sparse.accepted) return sequence.blocked(NOT_UPDATED);
    expectOwn(
      sequence,
      sparse,
      otherCreation.body,
      (field) => `${field} of a recipient shows a value that it was never given`,
    );
    // What the second is given now must not come to the first, which was created just before it.
    const full = tier === 0 ? null : await sequence.step(updateOf(secondId, otherUpdate), "update second in full");
    if (full?.accepted === false) return sequence.blocked(NOT_UPDATED);
    const again = await sequence.step(updateOf(firstId, withoutOptional(update)), "first again");
    if (!again.accepted) return sequence.blocked(NOT_UPDATED);
    expectOwn(
      sequence,
      again,
      update.body,
      (field) => `${field} of a recipient shows neither its last value nor none, after an update that left it out`,
    );
    for (const [{ body, exchange }, own] of [
      [sparse, second],
      [again, first],
    ] as const) {
      // Its absence is judged by the response rules.
      if (body.partner_recipient_id === undefined) continue;
      sequence.expect(body.partner_recipient_id === own.body.partner_recipient_id, exchange, {
        message: "A recipient shows the partner_recipient_id of another one",
        expected: jsonText(own.body.partner_recipient_id),
        actual: jsonText(body.partner_recipient_id),
      });
    }
  });
}

/** The template's body with some of its optional values empty, or without them. */
function sparser(body: JsonObject): JsonObject[] {
  const address = isObject(body.address_info) ? body.address_info : {};
  const members = Object.keys(address);
  const without = (name: string) => Object.fromEntries(Object.entries(address).filter(([member]) => member !== name));
  return [
    { ...body, website: "", file_id_list: [], address_info: Object.fromEntries(members.map((name) => [name, ""])) },
    ...members.map((name) => ({ ...body, address_info: { ...address, [name]: "" } })),
    ...members.map((name) => ({ ...body, address_info: without(name) })),
  ];
}

/** After a full update, an update with less shows the values of the full one, or none. */
function emptied(template: Template): CaseDraft {
  const accountType = accountTypeOf(template);
  return steps(1, (sequence) =>
    sequence.execution.withRecipient(`emptied ${accountType}`, accountType, async ({ recipientId }) => {
      const full = updateOf(recipientId, template);
      if (!(await sequence.step(full, "full")).accepted) return;
      for (const [turn, body] of sparser(template.body ?? {}).entries()) {
        const step = await sequence.step({ ...full, body }, `sparser ${turn}`);
        if (!step.accepted) continue;
        expectOwn(
          sequence,
          step,
          template.body,
          (field) => `${field} shows a value that the recipient was never given there, after an update with less in it`,
        );
        // What was emptied may stay empty from then on; for the next one everything is there again.
        await sequence.step(full, `full ${turn}`);
      }
    }),
  );
}

/** What transfers show of their recipients; null for one that shows none. */
async function recipientsOf(
  sequence: Sequence,
  transfers: readonly KnownTransaction[],
  key: string,
): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (const [index, { query }] of transfers.entries()) {
    const template = readTemplate("getTransferDetail", query);
    const { recipient } = (await sequence.step(template, `${key} ${index}`, { judged: false })).body;
    shown.push(
      isObject(recipient)
        ? [recipient.recipient_id, recipient.business_name, recipient.address_info, recipient.payment_details]
        : null,
    );
  }
  return shown;
}

/** An update of one recipient, between two looks at recipients of transfers that it is not about. */
function othersUntouched(template: Template, transfers: readonly KnownTransaction[]): CaseDraft {
  return steps(1, (sequence) =>
    sequence.execution.withRecipient("others untouched", accountTypeOf(template), async ({ recipientId }) => {
      const others = transfers.filter(({ detail }) => detail.recipient_id !== recipientId).slice(0, FEW);
      const before = await recipientsOf(sequence, others, "before");
      const update = await sequence.step(updateOf(recipientId, template), "update");
      if (!update.accepted) return;
      const after = await recipientsOf(sequence, others, "after");
      const changed = before.findIndex((value, index) => value !== null && !isOwnOrNone(value, after[index]));
      sequence.expect(changed < 0, update.exchange, {
        message: "An update changes another recipient, as a transfer to that one shows",
        expected: jsonText(before[changed]),
        actual: jsonText(after[changed]),
      });
    }),
  );
}

export const isolation = check("updateRecipient/state/isolation", {
  title: "An update changes no other recipient, and shows none of its values",
  sends: "updates of two recipients in turn, the second without its optional fields",
  expects: "each recipient with values of its own, or none",
  touches: ["createRecipient"],
  cases: (target) => {
    const updates = ACCOUNT_TYPES.map((accountType) => templateOf(target, "updateRecipient", accountType));
    const [bank] = updates;
    return [
      ...ACCOUNT_TYPES.map((accountType, tier) => twoInTurn(target, accountType, tier)),
      twoInTurn(target, "bank", 2, { business_type: "Individual" }),
      twoInTurn(target, "bank", 2, { business_type: "Business" }),
      ...updates.flatMap((update) => (update === undefined ? [] : emptied(update))),
      ...(bank === undefined || target.transfers.length === 0 ? [] : [othersUntouched(bank, target.transfers)]),
    ];
  },
});
