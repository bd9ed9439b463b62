/**
 * When a recipient that was just created may be updated. Whether a pending one may is left open (section 3), and a
 * service may take a moment until it knows a new recipient everywhere.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Exchange } from "../../client/model.js";
import { materialise } from "../../generators/edits/edit.js";
import type { AccountType } from "../../generators/templates/accountTypes.js";
import type { TemplateContext } from "../../generators/templates/context.js";
import { updateRecipientTemplates } from "../../generators/templates/recipients.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { answerText, hasStatus, isSuccess } from "../../oracles/outcome.js";
import { isAboutTheRequest } from "../../schemas/statuses.js";
import type { KnownRecipient, Target } from "../model.js";
import type { Observations } from "../observations.js";
import type { Sender } from "../preflight/reachability.js";
import { quoted } from "../refusalText.js";

/** Milliseconds between two tries, and how often it is tried again. */
const STEP = 1000;
const TRIES = 6;

/** When a recipient may be updated. */
export interface Updatable {
  /** Milliseconds from its creation on; 0 when it may be at once, or never. */
  readonly age: number;
  /** Why none may be; null when some may, or when nothing says that it is open. */
  readonly barred: string | null;
}

const AT_ONCE: Updatable = { age: 0, barred: null };

/** The reason that a refusal gives which names the status of the recipients: which statuses take updates is open. */
function barredBy(refused: Exchange, recipients: readonly KnownRecipient[]): string | null {
  const words = (refused.response?.body ?? "").toLowerCase();
  const named = recipients.map(({ status }) => String(status)).find((status) => words.includes(status.toLowerCase()));
  if (named === undefined) return null;
  return `no recipient is updated while it is ${named}, as all are that this run created: ${quoted(refused)}; in which status it is is left open (section 3)`;
}

/**
 * Updates the newest recipient of each account type at once, and again later where that is refused.
 * @param since when the recipients began to be created, in milliseconds since the epoch
 */
export async function findUpdatableAge(
  sender: Sender,
  context: TemplateContext,
  run: string,
  recipients: Readonly<Record<AccountType, readonly KnownRecipient[]>>,
  since: number,
  observations: Observations,
): Promise<Updatable> {
  const newest = Object.values(recipients).flatMap((pool) => pool.slice(-1));
  const templates = updateRecipientTemplates(context);
  const update = async (recipient: KnownRecipient, turn: number): Promise<readonly Exchange[]> => {
    const template = templates.find(({ id }) => id === recipient.template);
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
      if (first === null) return AT_ONCE;
      const age = Date.now() - since;
      const seconds = Math.ceil(age / STEP);
      observations.set("unknown.updateRecipient.inactiveRecipient", {
        value: { atOnce: false, within: { milliseconds: age } },
        text: `a recipient that was just created is not updated: ${answerText(first)}; within ${seconds} s it is`,
        evidence: first,
      });
      return { age, barred: null };
    }
    first ??= refused;
    if (!hasStatus(refused, isAboutTheRequest)) return AT_ONCE;
    if (turn === TRIES) return { age: 0, barred: barredBy(refused, newest) };
    await pause(STEP);
  }
  return AT_ONCE;
}

/**
 * Waits until a recipient may be updated, as the preflight found out.
 * @param created when the answer to its creation came, in milliseconds since the epoch
 */
export async function untilUpdatable(target: Target, created: number): Promise<void> {
  const missing = created + target.updatableAge - Date.now();
  if (target.updatableAge > 0 && missing > 0) await pause(missing);
}
