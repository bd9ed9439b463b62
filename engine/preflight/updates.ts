/**
 * Finds out when a recipient may be updated: whether a new one may at once, and one that was just updated. Whether a
 * pending one may is left open (section 3), and a service may take a moment until it knows a new recipient everywhere.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Exchange } from "../../client/model.js";
import { materialise } from "../../generators/edits/edit.js";
import type { AccountType } from "../../generators/templates/accountTypes.js";
import type { TemplateContext } from "../../generators/templates/context.js";
import { updateRecipientTemplates } from "../../generators/templates/recipients.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { answerText, hasStatus, isSuccess } from "../../oracles/outcome.js";
import type { Json } from "../../schemas/json.js";
import { isAboutTheRequest } from "../../schemas/statuses.js";
import type { KnownRecipient } from "../model.js";
import type { Observations } from "../observations.js";
import { quoted } from "../refusalText.js";
import type { Sender } from "./reachability.js";

/** Milliseconds between two tries, and how often it is tried again. */
const STEP = 1000;
const TRIES = 6;

/** Whether waiting may change a refusal: none of the credentials, the permission, the method. */
function mayPass(exchange: Exchange): boolean {
  return hasStatus(exchange, isAboutTheRequest);
}

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
    if (!mayPass(refused)) return AT_ONCE;
    if (turn === TRIES) return { age: 0, barred: barredBy(refused, newest) };
    await pause(STEP);
  }
  return AT_ONCE;
}

const REPEATED = "unknown.updateRecipient.repeated";
/** Milliseconds after which a second update is tried, each time after a first one. */
const PAUSES = [100, 500, 1_000, 3_000];
/** What is added to a pause that was long enough, as a factor. */
const MARGIN = 1.2;

/**
 * Updates one recipient of each account type twice.
 * @returns the milliseconds that have to lie between two updates of a recipient; 0 when none have to, or no pause helps
 */
export async function findUpdatePause(
  sender: Sender,
  context: TemplateContext,
  run: string,
  recipients: Readonly<Record<AccountType, readonly KnownRecipient[]>>,
  observations: Observations,
): Promise<number> {
  const templates = updateRecipientTemplates(context);
  // Others than the newest, which were updated just now.
  const chosen = Object.values(recipients).flatMap((pool) => pool.at(-2) ?? []);
  const updates = chosen.flatMap(({ recipientId, template: id }) => {
    const template = templates.find((candidate) => candidate.id === id);
    if (template === undefined) return [];
    const placed = { ...template, path: { recipient_id: recipientId } };
    return [(key: string) => sender.send(materialise(placed, null, partnerId(run, `${key} ${id}`, 0)).wire)];
  });
  const all = (key: string): Promise<Exchange[]> => Promise.all(updates.map((update) => update(key)));
  const first = await all("one of two updates");
  if (first.length === 0 || !first.every(isSuccess)) return 0;
  const second = await all("two of two updates");
  const refused = second.find((exchange) => !isSuccess(exchange));
  const [evidence] = second;
  if (refused === undefined) {
    if (evidence !== undefined)
      observations.set(REPEATED, { value: { atOnce: true }, text: "it may, at once", evidence });
    return 0;
  }
  const note = (words: string, within: Json): void => {
    const value = { atOnce: false, refused: refused.response?.status ?? null, within };
    observations.set(REPEATED, { value, text: `not at once: ${answerText(refused)}; ${words}`, evidence: refused });
  };
  for (const time of mayPass(refused) ? PAUSES : []) {
    await pause(time);
    if (!(await all(`after ${time} ms`)).every(isSuccess)) continue;
    note(`within ${Math.ceil(time / STEP)} s it may`, { milliseconds: time });
    return time * MARGIN;
  }
  note("in this run it could not", null);
  return 0;
}
