/** What an update leaves as it is, whatever it carries: the ids of the recipient and its time of creation (section 2.1). */

import { untilUpdatable } from "../../../engine/adaptation/recipientAge.js";
import { group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../../engine/model.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import { materialise, type Template } from "../../../generators/edits/edit.js";
import type { JsonObject } from "../../../generators/json.js";
import { accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { fitText } from "../../../generators/texts/fit.js";
import { partnerId } from "../../../generators/texts/partnerId.js";
import { jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { sameInstant } from "../../../schemas/dateTime.js";
import { show } from "./knownTransactions.js";
import { withoutOptional } from "./recipientState.js";

const OPERATION = "updateRecipient";
const FIRST_CASE = 100;
const LONGEST = 64;

/** Partner ids that are easily damaged on their way through a store. */
const PARTNER_IDS: readonly ((stem: string) => string)[] = [
  (stem) => fitText(`${stem}-Aa.Zz_`, LONGEST),
  (stem) => `${stem}-收款人-Ünal`,
];

function partnerIdKept(create: Template, update: Template, write: (stem: string) => string, index: number): Case {
  return sequenceCase({
    check: `${OPERATION}/state/partner_recipient_id.kept`,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + index,
    async execute(sequence) {
      const { target, attempt } = sequence.execution;
      const id = write(partnerId(target.run, `kept ${index}`, attempt));
      const body = { ...create.body, partner_recipient_id: id };
      const created = await sequence.step({ ...create, body, freshField: null }, "create");
      const { recipient_id: recipientId, partner_recipient_id: shown } = created.body;
      if (typeof recipientId !== "string" || typeof shown !== "string") return;
      await untilUpdatable(target, Date.now());
      const step = await sequence.step({ ...update, path: { recipient_id: recipientId } }, "update");
      if (!step.accepted || step.body.partner_recipient_id === undefined) return;
      sequence.expect(
        step.body.partner_recipient_id === shown,
        step.exchange,
        {
          message: "An update changes partner_recipient_id",
          expected: show(shown),
          actual: show(step.body.partner_recipient_id),
        },
        created.exchange,
      );
    },
  });
}

type MemberName = "recipient_id" | "created_at" | "partner_recipient_id";

/** Members that an update does not have: whether they are refused or passed over is open, not that they take effect. */
function strangeMembers(target: Target): readonly { readonly field: MemberName; value: string }[] {
  const other = target.recipients.bank[0]?.recipientId;
  return [
    ...(other === undefined ? [] : [{ field: "recipient_id" as const, value: other }]),
    { field: "created_at", value: "2001-02-03T04:05:06Z" },
    { field: "partner_recipient_id", value: "taken-from-the-body-of-an-update" },
  ];
}

function memberIgnored(target: Target, update: Template, member: JsonObject, index: number): Case {
  const [[field = "", value] = []] = Object.entries(member);
  return sequenceCase({
    check: `${OPERATION}/state/${field}.kept`,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + 10 + index,
    execute: (sequence) =>
      sequence.execution.withRecipient(`${field} as a member`, accountTypeOf(update), async (recipient) => {
        const path = { recipient_id: recipient.recipientId };
        const before = {
          recipient_id: recipient.recipientId,
          created_at: recipient.createdAt,
          partner_recipient_id: recipient.partnerRecipientId,
        }[field];
        if (recipient.recipientId === value) return;
        // What the body says of them is no echo to compare.
        const body = { ...update.body, ...member };
        const carried = await sequence.step({ ...update, path, body }, "with the member", { judged: false });
        const after = await sequence.step({ ...withoutOptional(update), path }, "after it");
        for (const step of [carried, after]) {
          const now = step.body[field];
          if (!step.accepted || before === undefined || now === undefined) continue;
          sequence.expect(now === before || sameInstant(String(now), String(before)), step.exchange, {
            message: `An update whose body has a ${field} changes that of the recipient`,
            expected: show(before),
            actual: show(now),
          });
        }
        if (target.noWrites !== null) sequence.blocked(target.noWrites);
      }),
  });
}

/** One address in another notation: a character written as its percent escape is the same character. */
function escapedPath(update: Template): Case {
  return sequenceCase({
    check: `${OPERATION}/state/recipient_id.kept`,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + 20,
    execute: (sequence) =>
      sequence.execution.withRecipient("escaped path", accountTypeOf(update), async ({ recipientId }) => {
        const { run } = sequence.execution.target;
        const template = { ...update, path: { recipient_id: recipientId } };
        const { wire } = materialise(template, null, partnerId(run, "escaped path", sequence.execution.attempt));
        const last = recipientId.slice(-1);
        const escaped = `%${last.charCodeAt(0).toString(16).toUpperCase()}`;
        if (!/[0-9a-z]/i.test(last)) return;
        const path = wire.path.replace(
          encodeURIComponent(recipientId),
          `${encodeURIComponent(recipientId.slice(0, -1))}${escaped}`,
        );
        const exchange = await sequence.execution.send({ ...wire, path });
        // Whether a gateway lets the notation through is open.
        if (exchange.response === null || !isSuccess(exchange)) return;
        const answer = jsonBody(exchange.response);
        const shown = answer.ok ? Object(answer.value).recipient_id : undefined;
        sequence.expect(shown === undefined || shown === recipientId, exchange, {
          message: "An update shows a recipient_id as the address spells it, not as it is",
          expected: show(recipientId),
          actual: show(shown),
        });
      }),
  });
}

/** Updates that tempt careless code to change what no update changes. */
export function keptIds(): CheckGroup {
  return group(OPERATION, [], (target) => {
    const { createRecipient, updateRecipient } = target.templates;
    const [create] = createRecipient;
    const [update] = updateRecipient;
    if (create === undefined || update === undefined) return [];
    return [
      ...PARTNER_IDS.map((write, index) => partnerIdKept(create, update, write, index)),
      ...strangeMembers(target).map(({ field, value }, index) =>
        memberIgnored(target, update, { [field]: value }, index),
      ),
      escapedPath(update),
    ];
  });
}
