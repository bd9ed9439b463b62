/**
 * When an answer shows what an update carried. A service may read from a copy that follows a little later, or have a
 * second person approve first; one that never shows it violates what its answer is documented to be (section 4.2).
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Exchange } from "../client/model.js";
import type { Sender } from "../client/send.js";
import type { Observations } from "../engine/observations.js";
import type { TemplateContext } from "../generators/templates/context.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../generators/templates/recipients.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { echo, isKept } from "../oracles/echo.js";
import { bodyOf, responseField } from "../oracles/json.js";
import { isSuccess } from "../oracles/outcome.js";
import { fieldTree } from "../schemas/fieldTree.js";
import { type Json, jsonText } from "../schemas/json.js";
import { OPERATIONS } from "../schemas/operations.js";
import { type FirstUpdate, firstUpdate } from "./firstUpdate.js";

const SHOWN = "unknown.updateRecipient.shown";
const UPDATE = fieldTree(OPERATIONS.updateRecipient.requestSchema);
/** How many fields must be as at the creation: a single one may be lost in another way. */
const FIELDS = 3;
/** Milliseconds before each further update with the values of the first. */
const PAUSES = [0, 100, 200, 400, 800, 1_600];
/** The safety factor on a delay that was long enough. */
const MARGIN = 1.2;
/** How often two updates are sent together, to tell one that is held back from one that is seen late. */
const TURNS = 4;

/** Whether an answer shows the earlier values instead of what the update carried. */
function shows(before: Json | undefined, sent: Json | undefined, exchange: Exchange): boolean {
  const shown = bodyOf(exchange);
  const asBefore = new Set(echo(UPDATE, before, shown).flatMap((result) => (isKept(result) ? result.path : [])));
  return echo(UPDATE, sent, shown).filter((result) => !isKept(result) && asBefore.has(result.path)).length >= FIELDS;
}

/** Whether an answer shows the recipient as it was created instead of what the update carried. */
function showsBefore({ recipient, sent }: FirstUpdate, exchange: Exchange, context: TemplateContext): boolean {
  const created = createRecipientTemplates(context).find(({ id }) => id === recipient.template)?.body;
  return shows(created, sent, exchange);
}

/**
 * Whether an answer that shows nothing of its update held it back: the update had been stored. Two that are sent together
 * reach the service at the same time, however far away it is: the second shows what the first stored, unless updates become
 * visible late.
 * @param enough milliseconds after which an update is visible
 */
async function isKeptBack(
  sender: Sender,
  context: TemplateContext,
  run: string,
  { recipient }: FirstUpdate,
  enough: number,
): Promise<boolean> {
  const templates = updateRecipientTemplates(context);
  const others = templates.filter(({ id }) => id.startsWith(`${recipient.accountType}-`) && id !== recipient.template);
  let shown = 0;
  for (const [turn, { id }] of others.slice(0, TURNS).entries()) {
    const fresh = (part: string): string => partnerId(run, `update kept back ${part}`, turn);
    const before = await firstUpdate(sender, templates, { ...recipient, template: id }, fresh("before"));
    await pause(enough);
    const both = await Promise.all(
      ["one", "two"].map((part) => firstUpdate(sender, templates, recipient, fresh(part))),
    );
    if (![before, ...both].every(({ exchange }) => isSuccess(exchange))) continue;
    shown += both.every(({ sent, exchange }) => shows(before.sent, sent, exchange)) ? -1 : 1;
  }
  return shown >= 0;
}

/** Whether the answer's status shows that somebody has to approve: pending, which the recipient was not before. */
function isReviewed({ recipient, exchange }: FirstUpdate): boolean {
  return responseField(exchange, "status") === "pending" && recipient.status !== "pending";
}

/**
 * Repeats first updates whose answers show nothing of them.
 * @returns the milliseconds after which a repeated update shows what it carries; null where the first does, or none does
 */
export async function findUpdateDelay(
  sender: Sender,
  context: TemplateContext,
  run: string,
  updates: readonly FirstUpdate[],
  observations: Observations,
): Promise<number | null> {
  const [first] = updates;
  if (first === undefined) return null;
  const late = updates.find((update) => showsBefore(update, update.exchange, context));
  if (late === undefined) {
    observations.set(SHOWN, { value: { atOnce: true }, text: "in the answer to the update", evidence: first.exchange });
    return null;
  }
  for (const time of PAUSES) {
    await pause(time);
    const again = await sender.send(late.wire);
    if (!isSuccess(again)) return null;
    if (showsBefore(late, again, context)) continue;
    const passed = Math.ceil(again.startedAt + again.durationMs - late.exchange.startedAt);
    const isNext = time === 0;
    if (isNext && !isReviewed(late) && (await isKeptBack(sender, context, run, late, passed))) return null;
    const milliseconds = isNext && isReviewed(late) ? 0 : passed;
    const status = jsonText(responseField(late.exchange, "status"));
    observations.set(SHOWN, {
      value: {
        atOnce: false,
        status: responseField(late.exchange, "status") === "pending" ? "pending" : null,
        within: { milliseconds },
      },
      text: `an update is answered with what held before it, and with status ${status}; ${milliseconds === 0 ? "the answer to the next one shows it" : `it is visible late, within ${milliseconds} ms`}`,
      evidence: late.exchange,
    });
    return milliseconds * MARGIN;
  }
  return null;
}
