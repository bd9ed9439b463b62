/**
 * Recipients that take updates, where only some of them do: which status a recipient has, and in which it may be updated, is
 * left open (section 3).
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Sender } from "../client/send.js";
import type { Profile } from "../engine/model.js";
import type { TemplateContext } from "../generators/templates/context.js";
import { updateRecipientTemplates } from "../generators/templates/recipients.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { isSuccess } from "../oracles/outcome.js";
import { firstUpdate } from "./firstUpdate.js";
import type { Updatable } from "./recipientAge.js";
import { createRecipients, type MadeRecipients, withoutRecipients } from "./recipients.js";
import type { KnownRecipient } from "./target.js";

/** How often others are created to replace those that take no update. */
const ROUNDS = 3;

/**
 * Creates others to replace recipients that take no update.
 * @returns those that take updates; for an account type of which none does, the existing ones
 */
export async function willingRecipients(
  sender: Sender,
  context: TemplateContext,
  { run, profile }: { readonly run: string; readonly profile: Profile },
  made: MadeRecipients,
  { age, unwilling }: Pick<Updatable, "age" | "unwilling">,
): Promise<MadeRecipients["recipients"]> {
  const templates = updateRecipientTemplates(context);
  const lost = new Set<KnownRecipient>(unwilling.map(({ recipient }) => recipient));
  let all = made;
  for (let round = 1; round <= ROUNDS && lost.size > 0; round++) {
    const kept = withoutRecipients(all, lost);
    const before = new Set(Object.values(kept.recipients).flat());
    all = await createRecipients(sender, context, run, profile, kept);
    await pause(age);
    const added = Object.values(all.recipients).flatMap((pool) => pool.filter((one) => !before.has(one)));
    const updates = await Promise.all(
      added.map((one) =>
        firstUpdate(sender, templates, one, partnerId(run, `willing ${one.partnerRecipientId}`, round)),
      ),
    );
    lost.clear();
    for (const { recipient, exchange } of updates) if (!isSuccess(exchange)) lost.add(recipient);
  }
  const { recipients } = withoutRecipients(all, lost);
  const there = (type: keyof typeof recipients): KnownRecipient[] =>
    recipients[type].length > 0 ? recipients[type] : all.recipients[type];
  return { bank: there("bank"), crypto: there("crypto") };
}
