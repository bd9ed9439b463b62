/**
 * When an answer shows what an update carried. A service may read from a copy that follows a little later, or let a second
 * person agree first; one that never shows it departs from what its answer is said to be (section 4.2).
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Exchange, WireRequest } from "../client/model.js";
import type { Sender } from "../client/send.js";
import type { Observations } from "../engine/observations.js";
import type { TemplateContext } from "../generators/templates/context.js";
import { createRecipientTemplates } from "../generators/templates/recipients.js";
import { echo, isKept } from "../oracles/echo.js";
import { bodyOf, responseField } from "../oracles/json.js";
import { isSuccess } from "../oracles/outcome.js";
import { fieldTree } from "../schemas/fieldTree.js";
import { type Json, jsonText } from "../schemas/json.js";
import { OPERATIONS } from "../schemas/operations.js";
import type { KnownRecipient } from "./target.js";

/** The first update of a recipient, and its answer. */
export interface FirstUpdate {
  readonly recipient: KnownRecipient;
  readonly wire: WireRequest;
  readonly sent: Json | undefined;
  readonly exchange: Exchange;
}

const SHOWN = "unknown.updateRecipient.shown";
const UPDATE = fieldTree(OPERATIONS.updateRecipient.requestSchema);
/** Fields that must be as at the creation: a single one may be lost in another way. */
const FIELDS = 3;
/** Milliseconds before each further update that asks for the values of the first. */
const PAUSES = [0, 100, 200, 400, 800, 1_600];
/** What is added to a delay that was long enough, as a factor. */
const MARGIN = 1.2;

/** Whether an answer shows the recipient as it was created in place of what the update carried. */
function showsBefore({ recipient, sent }: FirstUpdate, exchange: Exchange, context: TemplateContext): boolean {
  const shown = bodyOf(exchange);
  const created = createRecipientTemplates(context).find(({ id }) => id === recipient.template)?.body;
  const asBefore = new Set(echo(UPDATE, created, shown).flatMap((result) => (isKept(result) ? result.path : [])));
  return echo(UPDATE, sent, shown).filter((result) => !isKept(result) && asBefore.has(result.path)).length >= FIELDS;
}

/** Whether the answer tells by its status that somebody has to agree: pending, as the recipient was not before. */
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
  const since = performance.now();
  for (const time of PAUSES) {
    await pause(time);
    const again = await sender.send(late.wire);
    if (!isSuccess(again)) return null;
    if (showsBefore(late, again, context)) continue;
    const milliseconds = time === 0 ? 0 : Math.round(performance.now() - since);
    // What the next answer shows at once was stored, and kept from the answer to the update.
    if (time === 0 && !isReviewed(late)) return null;
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
