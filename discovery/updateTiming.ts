/**
 * When updates are sent, as the preflight found out: how old a recipient must be, how much time lies between two updates (section
 * 3), and when an answer shows what an update carried. The last two are found here.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Exchange, WireRequest } from "../client/model.js";
import type { Interceptor, Send, Sender } from "../client/send.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import type { TemplateContext } from "../generators/templates/context.js";
import {
  changedUpdate,
  createRecipientTemplates,
  updateRecipientTemplates,
} from "../generators/templates/recipients.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { echo, isKept } from "../oracles/echo.js";
import { bodyOf, responseField } from "../oracles/json.js";
import { answerText, hasStatus, isSuccess } from "../oracles/outcome.js";
import { fieldTree } from "../schemas/fieldTree.js";
import { type Json, jsonText } from "../schemas/json.js";
import { OPERATIONS } from "../schemas/operations.js";
import { operationAt } from "../schemas/paths.js";
import { isAboutTheRequest } from "../schemas/statuses.js";
import type { Probe } from "./factSearch.js";
import type { Making } from "./recipients.js";
import type { Target, UpdatedTwice } from "./target.js";
import { type FirstUpdate, firstUpdate } from "./updatableRecipients.js";

const [BEFORE_ID = "", AFTER_ID = ""] = OPERATIONS.updateRecipient.path.split("{recipient_id}");

/**
 * Holds an update back until its recipient is old enough, and until enough time has passed since the answer to the update
 * before; where answers come to show an update late, it is repeated and answered by the second, and the next one of the
 * same recipient waits for that: it would show in between. Otherwise simultaneous updates of one recipient are left as
 * they are.
 */
export function withUpdateTiming({
  updatableAge,
  updatePause,
  updateDelay,
}: Pick<Target, "updatableAge" | "updatePause" | "updateDelay">): Interceptor {
  if (updatableAge === 0 && updatePause === 0 && updateDelay === null) return (next) => next;
  /** By the path of its update: when a recipient may be updated, in milliseconds of `performance.now()`. */
  const from = new Map<string, number>();
  /** By the path of its update: the last one that becomes visible late. */
  const last = new Map<string, Promise<unknown>>();
  const seenLate = async (request: WireRequest, next: Send, delay: number): Promise<Exchange> => {
    const exchange = await next(request);
    if (!isSuccess(exchange)) return exchange;
    await pause(delay);
    return next(request);
  };
  return (next) => async (request) => {
    const { path, method } = request;
    const isUpdate = path.startsWith(BEFORE_ID) && path.endsWith(AFTER_ID);
    const missing = isUpdate ? (from.get(path) ?? 0) - performance.now() : 0;
    if (missing > 0) await pause(missing);
    try {
      let sent: Promise<Exchange>;
      if (isUpdate && updateDelay !== null) {
        sent = (last.get(path) ?? Promise.resolve()).then(() => seenLate(request, next, updateDelay));
        const settled = sent.catch(() => undefined);
        last.set(path, settled);
      } else sent = next(request);
      const exchange = await sent;
      const created =
        updatableAge > 0 && operationAt(path, method)?.operation === "createRecipient"
          ? responseField(exchange, "recipient_id")
          : undefined;
      if (typeof created === "string")
        from.set(`${BEFORE_ID}${encodeURIComponent(created)}${AFTER_ID}`, performance.now() + updatableAge);
      return exchange;
    } finally {
      if (isUpdate) from.set(path, performance.now() + updatePause);
    }
  };
}

/* How much time a service requires between two updates of a recipient: whether it requires any is left open (section 3). */

const REPEATED = "unknown.updateRecipient.repeated";
/** Milliseconds after which a second update is tried, each time after a first one. */
const PAUSES = [100, 500, 1_000, 3_000];
/** The safety factor on a time that was long enough. */
const MARGIN = 1.2;

interface RepeatedUpdates {
  /** Milliseconds needed between two updates of a recipient; 0 when none are, or no pause helps. */
  readonly pause: number;
  readonly twice: readonly UpdatedTwice[];
}

/**
 * Updates one recipient of each account type twice, and again after pauses where that is refused.
 * @param justUpdated updates that were accepted a moment ago: those of the newest recipients count as the first of two
 */
export async function findUpdatePause(
  { sender, observations }: Probe,
  { context, run }: Making,
  recipients: Target["recipients"],
  justUpdated: readonly FirstUpdate[],
): Promise<RepeatedUpdates> {
  const templates = updateRecipientTemplates(context);
  const pools = Object.values(recipients).filter(({ length }) => length > 0);
  const ofNewest = pools.flatMap((pool) => justUpdated.find(({ recipient }) => recipient === pool.at(-1)) ?? []);
  const isUpdated = ofNewest.length === pools.length;
  // Else others than the newest, which may have just been updated.
  const chosen = isUpdated ? ofNewest.map(({ recipient }) => recipient) : pools.flatMap((pool) => pool.at(-2) ?? []);
  const updates = chosen.flatMap(({ recipientId, accountType, template: id }) => {
    const template = templates.find((candidate) => candidate.id === id);
    if (template === undefined) return [];
    const placed = { ...template, path: { recipient_id: recipientId } };
    const send = (update: Template, key: string) =>
      sender.send(materialise(update, null, partnerId(run, `${key} ${id}`, 0)).wire);
    return [{ accountType, send, first: placed, second: changedUpdate(placed) }];
  });
  const all = (key: string): Promise<Exchange[]> => Promise.all(updates.map(({ send, second }) => send(second, key)));
  const first = isUpdated
    ? ofNewest.map(({ exchange }) => exchange)
    : await Promise.all(updates.map(({ send, first: update }) => send(update, "one of two updates")));
  if (first.length === 0 || !first.every(isSuccess)) return { pause: 0, twice: [] };
  let last = await all("two of two updates");
  const found = (pause: number): RepeatedUpdates => ({
    pause,
    twice: updates.flatMap(({ accountType }, index) => {
      const [one, other] = [first[index], last[index]];
      return one === undefined || other === undefined ? [] : [{ accountType, first: one, last: other }];
    }),
  });
  const refused = last.find((exchange) => !isSuccess(exchange));
  const [evidence] = last;
  if (refused === undefined) {
    if (evidence !== undefined)
      observations.set(REPEATED, { value: { atOnce: true }, text: "possible at once", evidence });
    return found(0);
  }
  const note = (words: string, within: Json): void => {
    const value = { atOnce: false, refused: refused.response?.status ?? null, within };
    observations.set(REPEATED, { value, text: `not at once: ${answerText(refused)}; ${words}`, evidence: refused });
  };
  for (const time of hasStatus(refused, isAboutTheRequest) ? PAUSES : []) {
    await pause(time);
    last = await all(`after ${time} ms`);
    if (!last.every(isSuccess)) continue;
    note(`within ${Math.ceil(time / 1000)} s it may`, { milliseconds: time });
    return found(time * MARGIN);
  }
  note("in this run it could not", null);
  return found(0);
}

/*
 * When an answer shows what an update carried. A service may read from a copy that follows a little later, or have a
 * second person approve first; one that never shows it violates what its answer is documented to be (section 4.2).
 */

const SHOWN = "unknown.updateRecipient.shown";
const UPDATE = fieldTree(OPERATIONS.updateRecipient.requestSchema);
/** How many fields must be as at the creation: a single one may be lost in another way. */
const FIELDS = 3;
/** Milliseconds before each further update with the values of the first. */
const PAUSES_UNTIL_SHOWN = [0, 100, 200, 400, 800, 1_600];
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
  { context, run }: Making,
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
  { sender, observations }: Probe,
  making: Making,
  updates: readonly FirstUpdate[],
): Promise<number | null> {
  const [first] = updates;
  if (first === undefined) return null;
  const late = updates.find((update) => showsBefore(update, update.exchange, making.context));
  if (late === undefined) {
    observations.set(SHOWN, { value: { atOnce: true }, text: "in the answer to the update", evidence: first.exchange });
    return null;
  }
  for (const time of PAUSES_UNTIL_SHOWN) {
    await pause(time);
    const again = await sender.send(late.wire);
    if (!isSuccess(again)) return null;
    if (showsBefore(late, again, making.context)) continue;
    const passed = Math.ceil(again.startedAt + again.durationMs - late.exchange.startedAt);
    const isNext = time === 0;
    if (isNext && !isReviewed(late) && (await isKeptBack(sender, making, late, passed))) return null;
    const milliseconds = isNext && isReviewed(late) ? 0 : passed;
    const status = responseField(late.exchange, "status");
    const value = { atOnce: false, status: status === "pending" ? status : null, within: { milliseconds } };
    const seen =
      milliseconds === 0 ? "the answer to the next one shows it" : `it is visible late, within ${milliseconds} ms`;
    const text = `an update is answered with what held before it, and with status ${jsonText(status)}; ${seen}`;
    observations.set(SHOWN, { value, text, evidence: late.exchange });
    return milliseconds * MARGIN;
  }
  return null;
}
