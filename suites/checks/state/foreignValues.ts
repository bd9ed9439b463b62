/**
 * Values that a recipient was never given (section 4.2): in a field that an update left empty or out, and in recipients
 * that the update was not about. That such a field is kept or cleared is open; that it takes another value is not.
 */

import { group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup, KnownTransaction } from "../../../engine/model.js";
import { type Sequence, sequenceCase } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { isObject, type JsonObject } from "../../../generators/json.js";
import { accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { detailTemplate, show } from "./knownTransactions.js";
import { foreign, OPTIONAL_FIELDS } from "./recipientState.js";

const OPERATION = "updateRecipient";
const CHECK = `${OPERATION}/state/isolation`;
const FIRST_CASE = 50;
/** Transfers whose recipients are looked at. */
const FEW = 3;

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
function emptied(template: Template, index: number): Case {
  return sequenceCase({
    check: CHECK,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + index,
    execute: (sequence) =>
      sequence.execution.withRecipient(`emptied ${index}`, accountTypeOf(template), async ({ recipientId }) => {
        const path = { recipient_id: recipientId };
        const full = await sequence.step({ ...template, path }, "full");
        if (!full.accepted) return;
        for (const [turn, body] of sparser(template.body ?? {}).entries()) {
          const step = await sequence.step({ ...template, path, body }, `sparser ${turn}`);
          if (!step.accepted) continue;
          for (const field of OPTIONAL_FIELDS) {
            const own = template.body?.[field];
            sequence.expect(!foreign(own, step.body[field]), step.exchange, {
              message: `${field} shows a value that the recipient was never given there, after an update with less in it`,
              expected: `${show(own)}, or less`,
              actual: show(step.body[field]),
            });
          }
          // What was emptied may stay empty from then on; for the next one everything is there again.
          await sequence.step({ ...template, path }, `full ${turn}`);
        }
      }),
  });
}

async function recipientsOf(
  sequence: Sequence,
  transfers: readonly KnownTransaction[],
  key: string,
): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (const [index, { query }] of transfers.entries()) {
    const step = await sequence.step(detailTemplate("getTransferDetail", query), `${key} ${index}`, { judged: false });
    const { recipient } = step.body;
    shown.push(
      isObject(recipient)
        ? [recipient.recipient_id, recipient.business_name, recipient.address_info, recipient.payment_details]
        : null,
    );
  }
  return shown;
}

/** An update of one recipient, between two looks at recipients of transfers that it is not about. */
function othersUntouched(template: Template, transfers: readonly KnownTransaction[]): Case {
  return sequenceCase({
    check: CHECK,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + 40,
    execute: (sequence) =>
      sequence.execution.withRecipient("others untouched", accountTypeOf(template), async ({ recipientId }) => {
        const others = transfers.filter(({ detail }) => detail.recipient_id !== recipientId).slice(0, FEW);
        const before = await recipientsOf(sequence, others, "before");
        const update = await sequence.step({ ...template, path: { recipient_id: recipientId } }, "update");
        if (!update.accepted) return;
        const after = await recipientsOf(sequence, others, "after");
        const changed = before.findIndex((value, index) => value !== null && foreign(value, after[index]));
        sequence.expect(changed < 0, update.exchange, {
          message: "An update changes another recipient, as a transfer to that one shows",
          expected: show(before[changed]),
          actual: show(after[changed]),
        });
      }),
  });
}

/** Updates after which a value would be a foreign one. */
export function foreignValues(): CheckGroup {
  return group(OPERATION, [], (target) => {
    const [bank, crypto] = ["bank", "crypto"].map((type) =>
      target.templates.updateRecipient.find(({ id }) => id.startsWith(type)),
    );
    return [
      ...(bank === undefined ? [] : [emptied(bank, 0)]),
      ...(crypto === undefined ? [] : [emptied(crypto, 1)]),
      ...(bank === undefined || target.transfers.length === 0 ? [] : [othersUntouched(bank, target.transfers)]),
    ];
  });
}
