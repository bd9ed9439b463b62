/** What an update leaves as it is, whatever it carries: the ids of the recipient and its time of creation (section 2.1). */
import { materialise, type Template } from "../../../generators/edits/edit.js";
import { fitText } from "../../../generators/texts/fit.js";
import type { JsonObject } from "../../../generators/json.js";
import { partnerId } from "../../../generators/texts/partnerId.js";
import { jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { sameInstant } from "../../../schemas/dateTime.js";
import { accountTypeOf } from "../../../engine/editCase.js";
import { group } from "../../../engine/check.js";
import type { CheckGroup, Unit, World } from "../../../engine/model.js";
import { programUnit } from "../../../engine/sequenceCase.js";
import { show } from "./knownTransactions.js";
import { untilUpdatable } from "../../../engine/adaptation/recipientAge.js";
import { withoutOptional } from "./recipientState.js";

const OPERATION = "updateRecipient";
const FIRST_CASE = 100;
const LONGEST = 64;

/** Partner ids that are easily damaged on their way through a store. */
const PARTNER_IDS: readonly ((stem: string) => string)[] = [
  (stem) => fitText(`${stem}-Aa.Zz_`, LONGEST),
  (stem) => `${stem}-收款人-Ünal`,
];

function partnerIdKept(create: Template, update: Template, write: (stem: string) => string, index: number): Unit {
  return programUnit({
    check: `${OPERATION}/state/partner_recipient_id.kept`,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + index,
    async play(stage) {
      const { world, attempt } = stage.scene;
      const id = write(partnerId(world.run, `kept ${index}`, attempt));
      const body = { ...create.body, partner_recipient_id: id };
      const created = await stage.step({ ...create, body, freshField: null }, "create");
      const { recipient_id: recipientId, partner_recipient_id: shown } = created.body;
      if (typeof recipientId !== "string" || typeof shown !== "string") return;
      await untilUpdatable(world, Date.now());
      const step = await stage.step({ ...update, path: { recipient_id: recipientId } }, "update");
      if (!step.accepted || step.body.partner_recipient_id === undefined) return;
      stage.expect(
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
function strangeMembers(world: World): readonly { readonly field: MemberName; value: string }[] {
  const other = world.recipients.bank[0]?.recipientId;
  return [
    ...(other === undefined ? [] : [{ field: "recipient_id" as const, value: other }]),
    { field: "created_at", value: "2001-02-03T04:05:06Z" },
    { field: "partner_recipient_id", value: "taken-from-the-body-of-an-update" },
  ];
}

function memberIgnored(world: World, update: Template, member: JsonObject, index: number): Unit {
  const [[field = "", value] = []] = Object.entries(member);
  return programUnit({
    check: `${OPERATION}/state/${field}.kept`,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + 10 + index,
    play: (stage) =>
      stage.scene.withRecipient(`${field} as a member`, accountTypeOf(update), async (recipient) => {
        const path = { recipient_id: recipient.recipientId };
        const before = {
          recipient_id: recipient.recipientId,
          created_at: recipient.createdAt,
          partner_recipient_id: recipient.partnerRecipientId,
        }[field];
        if (recipient.recipientId === value) return;
        // What the body says of them is no echo to compare.
        const body = { ...update.body, ...member };
        const carried = await stage.step({ ...update, path, body }, "with the member", { judged: false });
        const after = await stage.step({ ...withoutOptional(update), path }, "after it");
        for (const step of [carried, after]) {
          const now = step.body[field];
          if (!step.accepted || before === undefined || now === undefined) continue;
          stage.expect(now === before || sameInstant(String(now), String(before)), step.exchange, {
            message: `An update whose body has a ${field} changes that of the recipient`,
            expected: show(before),
            actual: show(now),
          });
        }
        if (world.noWrites !== null) stage.blocked(world.noWrites);
      }),
  });
}

/** One address in another notation: a character written as its percent escape is the same character. */
function escapedPath(update: Template): Unit {
  return programUnit({
    check: `${OPERATION}/state/recipient_id.kept`,
    operation: OPERATION,
    tier: 1,
    index: FIRST_CASE + 20,
    play: (stage) =>
      stage.scene.withRecipient("escaped path", accountTypeOf(update), async ({ recipientId }) => {
        const { run } = stage.scene.world;
        const template = { ...update, path: { recipient_id: recipientId } };
        const { wire } = materialise(template, null, partnerId(run, "escaped path", stage.scene.attempt));
        const last = recipientId.slice(-1);
        const escaped = `%${last.charCodeAt(0).toString(16).toUpperCase()}`;
        if (!/[0-9a-z]/i.test(last)) return;
        const path = wire.path.replace(
          encodeURIComponent(recipientId),
          `${encodeURIComponent(recipientId.slice(0, -1))}${escaped}`,
        );
        const exchange = await stage.scene.send({ ...wire, path });
        // Whether a gateway lets the notation through is open.
        if (exchange.response === null || !isSuccess(exchange)) return;
        const answer = jsonBody(exchange.response);
        const shown = answer.ok ? Object(answer.value).recipient_id : undefined;
        stage.expect(shown === undefined || shown === recipientId, exchange, {
          message: "An update shows a recipient_id as the address spells it, not as it is",
          expected: show(recipientId),
          actual: show(shown),
        });
      }),
  });
}

/** Updates that tempt careless code to change what no update changes. */
export function keptIds(): CheckGroup {
  return group(OPERATION, [], (world) => {
    const { createRecipient, updateRecipient } = world.templates;
    const [create] = createRecipient;
    const [update] = updateRecipient;
    if (create === undefined || update === undefined) return [];
    return [
      ...PARTNER_IDS.map((write, index) => partnerIdKept(create, update, write, index)),
      ...strangeMembers(world).map(({ field, value }, index) =>
        memberIgnored(world, update, { [field]: value }, index),
      ),
      escapedPath(update),
    ];
  });
}
