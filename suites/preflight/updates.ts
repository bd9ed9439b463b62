/**
 * Finds out whether a recipient that was just created may be updated. Whether a pending one may is left open (section 3),
 * and a service may take a moment until it knows a new recipient everywhere.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Exchange } from "../../client/model.js";
import { materialise } from "../../generators/edit.js";
import { partnerId } from "../../generators/partnerId.js";
import { type AccountType, type TemplateContext, updateRecipientTemplates } from "../../generators/templates.js";
import { answerText, isSuccess } from "../../oracles/outcome.js";
import type { KnownRecipient } from "../model.js";
import type { Observations } from "../session.js";
import type { Sender } from "./target.js";

/** Milliseconds between two tries, and how often it is tried again. */
const STEP = 1000;
const TRIES = 6;

/** Refusals that no waiting changes: of the credentials, the permission, the method. */
const LASTING: ReadonlySet<number> = new Set([401, 403, 405, 429]);

function mayPass({ response }: Exchange): boolean {
  return response !== null && response.status >= 400 && response.status < 500 && !LASTING.has(response.status);
}

/**
 * Updates the newest recipient of each account type at once, and again later where that is refused.
 * @param since when the recipients began to be created, in milliseconds since the epoch
 * @returns the age in milliseconds from which a recipient may be updated; 0 when it may be at once, or never
 */
export async function findUpdatableAge(
  sender: Sender,
  context: TemplateContext,
  run: string,
  recipients: Readonly<Record<AccountType, readonly KnownRecipient[]>>,
  since: number,
  observations: Observations,
): Promise<number> {
  const newest = Object.values(recipients).flatMap((pool) => pool.slice(-1));
  const templates = updateRecipientTemplates(context);
  const update = async (recipient: KnownRecipient, turn: number): Promise<readonly Exchange[]> => {
    const template = templates.find(({ id }) => id.startsWith(recipient.accountType));
    if (template === undefined) return [];
    const placed = { ...template, path: { recipient_id: recipient.recipientId } };
    return [
      await sender.send(materialise(placed, null, partnerId(run, `first update ${recipient.accountType}`, turn)).wire),
    ];
  };
  let first: Exchange | null = null;
  for (let turn = 0; turn <= TRIES; turn++) {
    const answers = (await Promise.all(newest.map((recipient) => update(recipient, turn)))).flat();
    const refused = answers.find((exchange) => !isSuccess(exchange));
    if (refused === undefined) {
      if (first === null) return 0;
      const age = Date.now() - since;
      const seconds = Math.ceil(age / STEP);
      observations.set("unknown.updateRecipient.inactiveRecipient", {
        answer: `a recipient that was just created is not updated: ${answerText(first)}; within ${seconds} s it is`,
        evidence: first,
      });
      return age;
    }
    first ??= refused;
    if (!mayPass(refused)) return 0;
    if (turn < TRIES) await pause(STEP);
  }
  return 0;
}
