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
import type { KnownRecipient } from "../model.js";
import type { Observations } from "../observations.js";
import type { Sender } from "../preflight/reachability.js";
import { quoted } from "../refusalText.js";
import type { FirstUpdate } from "./lateUpdates.js";

/** Milliseconds before each further try. */
const PAUSES = [100, 200, 300, 400, 1_000, 1_000, 1_000, 1_000, 1_000];

/** When a recipient may be updated. */
export interface Updatable {
  /** Milliseconds from its creation on; 0 when it may be at once, or never. */
  readonly age: number;
  /** Why none may be; null when some may, or when nothing says that it is open. */
  readonly barred: string | null;
  /** The updates that were accepted. */
  readonly updates: readonly FirstUpdate[];
}

/** What is told of a recipient that is not updated at once. */
function lateText(refused: Exchange, milliseconds: number): string {
  return refused.response?.status === 404
    ? `a recipient that was just created is seen late: its update is answered with 404, within ${milliseconds} ms it is not`
    : `a recipient that was just created is not updated: ${answerText(refused)}; within ${Math.ceil(milliseconds / 1000)} s it is`;
}

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
  const update = async (recipient: KnownRecipient, turn: number): Promise<readonly FirstUpdate[]> => {
    const template = templates.find(({ id }) => id === recipient.template);
    if (template === undefined) return [];
    const placed = { ...template, path: { recipient_id: recipient.recipientId } };
    const fresh = partnerId(run, `first update ${recipient.accountType}`, turn);
    const { wire, sent } = materialise(placed, null, fresh);
    return [{ recipient, wire, sent, exchange: await sender.send(wire) }];
  };
  let first: Exchange | null = null;
  for (let turn = 0; ; turn++) {
    const updates = (await Promise.all(newest.map((recipient) => update(recipient, turn)))).flat();
    const refused = updates.find(({ exchange }) => !isSuccess(exchange))?.exchange;
    if (refused === undefined) {
      if (first === null) return { age: 0, barred: null, updates };
      const age = Date.now() - since;
      observations.set("unknown.updateRecipient.inactiveRecipient", {
        value: { atOnce: false, within: { milliseconds: age } },
        text: lateText(first, age),
        evidence: first,
      });
      return { age, barred: null, updates };
    }
    first ??= refused;
    if (!hasStatus(refused, isAboutTheRequest)) return { age: 0, barred: null, updates: [] };
    const time = PAUSES[turn];
    if (time === undefined) return { age: 0, barred: barredBy(refused, newest), updates: [] };
    await pause(time);
  }
}
