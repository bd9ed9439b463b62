/** Updates that differ from the one before in one value: nothing else hides that the value was not taken (section 4.2). */

import { group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup } from "../../../engine/model.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import { type Template, withTextsOf } from "../../../generators/edits/edit.js";
import { isObject, type Json, type Pointer, pointerText, valueAt, withValueAt } from "../../../generators/json.js";
import { accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { partnerId } from "../../../generators/texts/partnerId.js";
import { show } from "../state/knownTransactions.js";

const OPERATION = "updateRecipient";
const FIRST_CASE = 700_000;
/** It decides which other members there are. */
const DISCRIMINATOR = "account_type";

/** Changes so slight that a comparison may pass them over. */
const SLIGHT: readonly (readonly [Pointer, (value: Json) => Json | undefined])[] = [
  [["business_name"], (value) => (typeof value === "string" ? value.toUpperCase() : undefined)],
  [["file_id_list"], (value) => (Array.isArray(value) ? value.toReversed() : undefined)],
];
const SLIGHT_CASE = 80;

/** The places of all values in a body that are no objects. */
function* leaves(value: Json, at: Pointer = []): Generator<Pointer> {
  if (!isObject(value)) {
    yield at;
    return;
  }
  for (const [name, member] of Object.entries(value)) yield* leaves(member, [...at, name]);
}

/** The name that checks have for a place of an update. */
function fieldAt(at: Pointer, accountType: string): string {
  const path = pointerText(at);
  return path.replace(/^payment_details\./, `payment_details.${accountType}.`);
}

/** A whole update, and the same with one value of another update: the answer shows that one, and all others as before. */
function singleChange(template: Template, at: Pointer, value: Json, index: number): Case {
  const accountType = accountTypeOf(template);
  return sequenceCase({
    check: `${OPERATION}/echo/${fieldAt(at, accountType)}`,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + index,
    execute: (sequence) =>
      sequence.execution.withRecipient(`single change ${index}`, accountType, async ({ recipientId }) => {
        const key = partnerId(sequence.execution.target.run, `single change ${index}`, sequence.execution.attempt);
        const before = withTextsOf({ ...template, path: { recipient_id: recipientId } }, key);
        const first = await sequence.step(before, "before");
        const changed = withValueAt(before.body ?? {}, at, value);
        if (!first.accepted || !isObject(changed)) return;
        // Both answers are compared with what was sent, as all traffic is.
        await sequence.step({ ...before, body: changed }, "after");
      }),
  });
}

/** Every value of the first update of each kind of account, changed by itself to that of another update. */
export function singleChanges(): CheckGroup {
  return group(OPERATION, [], ({ templates }) =>
    ["bank", "crypto"].flatMap((type, turn) => {
      const [template, ...others] = templates.updateRecipient.filter(({ id }) => id.startsWith(type));
      if (template === undefined || template.body === null) return [];
      const { body } = template;
      const slight = SLIGHT.flatMap(([at, change], index) => {
        const value = valueAt(body, at);
        const changed = value === undefined ? undefined : change(value);
        return changed === undefined || show(changed) === show(value)
          ? []
          : [singleChange(template, at, changed, turn * 100 + SLIGHT_CASE + index)];
      });
      const whole = [...leaves(body)].flatMap((at, index) => {
        const value = others
          .map((other) => valueAt(other.body ?? {}, at))
          .find((candidate) => candidate !== undefined && show(candidate) !== show(valueAt(body, at)));
        if (at.at(-1) === DISCRIMINATOR || value === undefined) return [];
        return [singleChange(template, at, value, turn * 100 + index)];
      });
      return [...whole, ...slight];
    }),
  );
}
