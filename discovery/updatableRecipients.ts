/**
 * Which recipients may be updated, and from when: which status a recipient has, and in which it may be updated, is left open
 * (section 3), and a service may need a moment until it knows a new recipient everywhere.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Exchange, WireRequest } from "../client/model.js";
import type { Sender } from "../client/send.js";
import { quoted, wordsOf } from "../engine/judge/refusalText.js";
import type { Profile } from "../engine/model.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import { updateRecipientTemplates } from "../generators/templates/recipients.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { answerText, hasStatus, isSuccess } from "../oracles/outcome.js";
import type { Json } from "../schemas/json.js";
import { isAboutTheRequest } from "../schemas/statuses.js";
import type { Probe } from "./factSearch.js";
import { createRecipients, type MadeRecipients, type Making, withoutRecipients } from "./recipients.js";
import type { KnownRecipient } from "./target.js";

export interface FirstUpdate {
  readonly recipient: KnownRecipient;
  readonly wire: WireRequest;
  readonly sent: Json | undefined;
  readonly exchange: Exchange;
}

/** Updates a recipient with the template that it was created from. */
export async function firstUpdate(
  sender: Sender,
  templates: readonly Template[],
  recipient: KnownRecipient,
  fresh: string,
): Promise<FirstUpdate> {
  const template = templates.find(({ id }) => id === recipient.template);
  if (template === undefined) throw new Error(`no update is made from the template ${recipient.template}`);
  const { wire, sent } = materialise({ ...template, path: { recipient_id: recipient.recipientId } }, null, fresh);
  return { recipient, wire, sent, exchange: await sender.send(wire) };
}

/** Milliseconds before each further attempt. */
const PAUSES = [100, 200, 300, 400, 1_000, 1_000, 1_000, 1_000, 1_000];

/** How often recipients are tried again when others of their kind can be updated by then. */
const ROUNDS_AFTER = 2;
/** The round from which others than the newest are tried. */
const OTHERS_FROM = 2;

export interface Updatable {
  /** Milliseconds after its creation; 0 when it may be updated at once, or never. */
  readonly age: number;
  /** Why none may be updated; null when some may, or when nothing shows that it is open. */
  readonly barred: string | null;
  readonly updates: readonly FirstUpdate[];
  /** The refusals of updates by recipients while others of the same age and kind accept them; mostly none. */
  readonly unwilling: readonly FirstUpdate[];
}

interface Tried {
  readonly taken: readonly FirstUpdate[];
  readonly refused: readonly FirstUpdate[];
  /** The first refusal, overcome by waiting or by another recipient. */
  readonly first: Exchange | null;
  /** When the first update was accepted, in milliseconds since the epoch. */
  readonly at: number;
}

/** The status of recipients in use (section 3). */
const ACTIVE = "active";

/** What is reported of a recipient that cannot be updated at once. */
function lateText(refused: Exchange, milliseconds: number): string {
  return refused.response?.status === 404
    ? `a newly created recipient becomes visible late: its update is answered with 404 at first, but no longer within ${milliseconds} ms`
    : `a newly created recipient cannot be updated at first: ${answerText(refused)}; within ${Math.ceil(milliseconds / 1000)} s it can`;
}

/** What is reported where only some of the recipients can be updated. */
function unwillingText(refused: Exchange, unwilling: number, asked: number): string {
  return `${unwilling} of ${asked} recipients that were created together are not updated: ${quoted(refused)}`;
}

/** The reason where a refusal names the status of the recipients: which statuses take updates is open. */
function barredBy(refused: Exchange, recipients: readonly KnownRecipient[]): string | null {
  const words = (refused.response?.body ?? "").toLowerCase();
  const statuses = recipients.flatMap(({ status }) => (typeof status === "string" ? [status.toLowerCase()] : []));
  // A refusal may name the status that they have, or the one that they lack.
  const named =
    statuses.find((status) => words.includes(status)) ??
    (words.includes(ACTIVE) && !statuses.includes(ACTIVE) ? statuses[0] : undefined);
  if (named === undefined) return null;
  return `no recipient can be updated while it is ${named}, and all that this run created are: ${quoted(refused)}; in which status one can be updated is left open (section 3)`;
}

/**
 * Updates the newest recipient of one account type at once, and again later where that is refused; then others as well.
 * Recipients that were created together may behave differently: then all of them are tried.
 */
async function tryUpdates(
  pool: readonly KnownRecipient[],
  update: (recipient: KnownRecipient, turn: number) => Promise<FirstUpdate>,
): Promise<Tried> {
  const others = pool.toReversed();
  let asked = others.splice(0, 1);
  const taken: FirstUpdate[] = [];
  let first: Exchange | null = null;
  let at = 0;
  let after = 0;
  for (let turn = 0; ; turn++) {
    const updates = await Promise.all(asked.map((recipient) => update(recipient, turn)));
    const refused = updates.filter(({ exchange }) => !isSuccess(exchange));
    taken.push(...updates.filter(({ exchange }) => isSuccess(exchange)));
    const [refusal] = refused;
    const time = PAUSES[turn];
    const isOver = refusal === undefined || !hasStatus(refusal.exchange, isAboutTheRequest) || time === undefined;
    if (taken.length > 0) {
      if (after === 0) at = Date.now();
      after += 1;
    }
    if (isOver || after > ROUNDS_AFTER) return { taken, refused, first, at };
    first ??= refusal.exchange;
    await pause(time);
    const more = taken.length > 0 ? others.length : turn + 1 >= OTHERS_FROM ? 1 : 0;
    asked = [...refused.map(({ recipient }) => recipient), ...others.splice(0, more)];
  }
}

/**
 * Finds out from when recipients can be updated, and which of them.
 * @param since when creating the recipients began, in milliseconds since the epoch
 */
export async function findUpdatableAge(
  { sender, observations }: Probe,
  { context, run, made: { recipients } }: Making,
  since: number,
): Promise<Updatable> {
  const templates = updateRecipientTemplates(context);
  const known = (recipient: KnownRecipient): boolean => templates.some(({ id }) => id === recipient.template);
  const pools = Object.values(recipients).map((pool) => pool.filter(known));
  const update = (recipient: KnownRecipient, turn: number): Promise<FirstUpdate> =>
    firstUpdate(sender, templates, recipient, partnerId(run, `first update ${recipient.accountType}`, turn));
  const tried = await Promise.all(pools.map((pool) => tryUpdates(pool, update)));
  const updates = tried.flatMap(({ taken }) => taken);
  // What causes some refusals for one kind may by chance refuse all of another.
  const ofState = new Set(
    tried.flatMap(({ taken, first: one }) => (taken.length > 0 && one !== null ? [wordsOf(one)] : [])),
  );
  const hopeless = tried.find(
    ({ taken, refused: [one] }) => taken.length === 0 && one !== undefined && !ofState.has(wordsOf(one.exchange)),
  )?.refused[0]?.exchange;
  if (hopeless !== undefined) {
    const barred = hasStatus(hopeless, isAboutTheRequest) ? barredBy(hopeless, Object.values(recipients).flat()) : null;
    return { age: 0, barred, updates: [], unwilling: [] };
  }
  const unwilling: FirstUpdate[] = [];
  const ofTemplate = new Set<string>();
  for (const { taken, refused } of tried) {
    for (const one of refused) {
      const other = taken.some(({ recipient }) => recipient.template === one.recipient.template) ? undefined : taken[0];
      const isTaken = async (template: string, turn: number): Promise<boolean> => {
        const fresh = partnerId(run, `update like another ${one.recipient.partnerRecipientId}`, turn);
        return isSuccess((await firstUpdate(sender, templates, { ...one.recipient, template }, fresh)).exchange);
      };
      // Where a recipient accepts what another one accepted, but not its own update, its values are refused, not its
      // state.
      const isOfTemplate =
        other !== undefined &&
        (await isTaken(other.recipient.template, 0)) &&
        !(await isTaken(one.recipient.template, 1));
      if (isOfTemplate) ofTemplate.add(wordsOf(one.exchange));
      else unwilling.push(one);
    }
  }
  const first = tried.find((one) => one.first !== null && !ofTemplate.has(wordsOf(one.first)))?.first ?? null;
  if (first === null) return { age: 0, barred: null, updates, unwilling };
  const age = Math.max(...tried.map(({ at }) => at)) - since;
  const asked = updates.length + unwilling.length;
  const [one] = unwilling;
  observations.set("unknown.updateRecipient.inactiveRecipient", {
    value: { atOnce: false, within: { milliseconds: age } },
    text: one === undefined ? lateText(first, age) : unwillingText(one.exchange, unwilling.length, asked),
    evidence: one?.exchange ?? first,
  });
  return { age, barred: null, updates, unwilling };
}

/** How often others are created to replace those that take no update. */
const ROUNDS = 3;

/**
 * Creates others to replace recipients that take no update.
 * @returns those that take updates; for an account type of which none does, the existing ones
 */
export async function willingRecipients(
  sender: Sender,
  profile: Profile,
  { context, run, made }: Making,
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
    const update = (one: KnownRecipient) =>
      firstUpdate(sender, templates, one, partnerId(run, `willing ${one.partnerRecipientId}`, round));
    const updates = await Promise.all(added.map(update));
    lost.clear();
    for (const { recipient, exchange } of updates) if (!isSuccess(exchange)) lost.add(recipient);
  }
  const { recipients } = withoutRecipients(all, lost);
  const there = (type: keyof typeof recipients): KnownRecipient[] =>
    recipients[type].length > 0 ? recipients[type] : all.recipients[type];
  return { bank: there("bank"), crypto: there("crypto") };
}
