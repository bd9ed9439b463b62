/**
 * Whether the target still knows the recipients that a run created. How long and how many it keeps is left open (section
 * 2.1), and a restart may lose all of them; losing one in another way breaks the rule that an update of it is accepted
 * (section 4.2). Loss by age also affects those that nobody has touched since they were created.
 */
import { setTimeout as pause } from "node:timers/promises";
import { LostRecipientError, StateLostError } from "../client/interruption.js";
import type { Exchange, WireRequest } from "../client/model.js";
import type { Observations } from "../engine/judge/observations.js";
import { quoted } from "../engine/judge/refusalText.js";
import type { Resources } from "../engine/send/resources.js";
import { materialise, type Template, templateKind } from "../generators/edits/edit.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { responseField } from "../oracles/json.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { grouped } from "../reports/visible.js";
import { OPERATIONS } from "../schemas/operations.js";
import { operationAt } from "../schemas/paths.js";
import { isAboutTheRequest } from "../schemas/statuses.js";
import type { RecipientPool } from "./recipientPool.js";
import type { Target } from "./target.js";

const KEPT = "unknown.createRecipient.kept";
const RECIPIENTS = OPERATIONS.createRecipient.path.replace(/create$/, "");
/** The status for something unknown (section 7). */
const NOT_FOUND = 404;
/** How many recipients are created after one that must still be known, and how often that is tried: other cases create some, too. */
const NEWER = 3;
const ROUNDS = 2;

interface RememberingRun {
  readonly target: Target;
  readonly pool: RecipientPool;
  readonly observations: Observations;
  send(request: WireRequest): Promise<Exchange>;
}

export class RecipientMemory implements Resources {
  /** Ids in the order of their creation, and whether the recipient has been updated since. */
  private readonly created = new Map<string, { touched: boolean }>();
  private readonly gone = new Set<string>();
  /** Whether recipients were seen to be lost by age; null before that was checked. */
  private byAge: boolean | null = null;
  private lastKnown = 0;
  private renewed = 0;
  private asking: Promise<unknown> = Promise.resolve();

  readonly pool: RecipientPool;

  constructor(private readonly run: RememberingRun) {
    this.pool = run.pool;
    for (const { recipientId } of Object.values(run.target.recipients).flat())
      this.created.set(recipientId, { touched: false });
  }

  /**
   * Learns from an exchange of a case.
   * @throws LostRecipientError when it was about a recipient that the target lost by age
   * @throws StateLostError when the target lost more than recipients
   */
  async examine(exchange: Exchange): Promise<void> {
    const { wire } = exchange;
    // What another partner created, or could not see, says nothing about this partner's recipients.
    if (wire.credentials === "second" || !wire.path.startsWith(RECIPIENTS)) return;
    const asked = operationAt(wire.path, wire.method);
    if (asked?.operation === "createRecipient") {
      const id = responseField(exchange, "recipient_id");
      if (typeof id === "string" && !this.created.has(id)) this.created.set(id, { touched: false });
      return;
    }
    const id = asked?.operation === "updateRecipient" ? (asked.parameter ?? "") : "";
    const known = this.created.get(id);
    if (known === undefined) return;
    if (isSuccess(exchange)) {
      known.touched = true;
      if (this.run.pool.find(id) !== null) this.lastKnown = Math.max(this.lastKnown, exchange.startedAt);
    } else if (hasStatus(exchange, (status) => status === NOT_FOUND)) await this.ask(id);
  }

  /** Checks one of the recipients that the run works with, as `examine` does for one that was not found. */
  async askForOne(): Promise<void> {
    const [first] = Object.values(this.run.target.recipients).flat();
    if (first !== undefined && this.run.target.templates.updateRecipient.length > 0)
      await this.ask(first.recipientId).catch((error: unknown) => {
        if (!(error instanceof LostRecipientError)) throw error;
      });
  }

  /** Says what became of the recipients, once everything has been sent. */
  conclude(): void {
    const { observations, target } = this.run;
    if (observations.has(KEPT) || target.templates.updateRecipient.length === 0 || this.byAge !== null) return;
    const value = { kept: true };
    observations.set(KEPT, { value, text: "all that this run asked for again were known", evidence: null });
  }

  /** One after the other: what is found out about one recipient holds for the others. */
  private ask(id: string): Promise<void> {
    const asked = this.asking.then(async () => {
      if (this.byAge !== false && (await this.isGone(id))) await this.judge(id);
    });
    this.asking = asked.catch(() => undefined);
    return asked;
  }

  private async judge(id: string): Promise<void> {
    this.gone.add(id);
    this.byAge ??= await this.isLostByAge(id);
    if (this.byAge === false) return;
    const evidence = await this.renew(id);
    const { observations } = this.run;
    observations.set(KEPT, {
      value: { kept: false, of: this.created.size, lost: this.gone.size },
      text: `not all: when there were ${grouped(this.created.size)}, ${grouped(this.gone.size)} of the oldest that were asked for were no longer known`,
      evidence,
    });
    throw new LostRecipientError(id);
  }

  /**
   * Whether a recipient is known while it is among the newest: one that was created or updated a moment ago must exist,
   * however few a service keeps. True where none can be created.
   */
  private async isKeptAtFirst(): Promise<boolean> {
    for (let round = 0; round < ROUNDS; round++) {
      const { recipient } = await this.create("bank", undefined);
      if (recipient === null) return true;
      await Promise.all(Array.from({ length: NEWER }, () => this.create("bank", undefined)));
      await pause(this.run.target.updatableAge);
      // The check is an update, and a recipient that only this update can have lost was not lost by age.
      const { recipientId } = recipient;
      if (!(await this.isGone(recipientId)) && !(await this.isGone(recipientId))) return true;
    }
    return false;
  }

  /**
   * Whether age loses recipients: the oldest untouched one is gone as well, and a new one is not. Null while none is
   * older than the lost one, since then nothing shows it.
   */
  private async isLostByAge(lost: string): Promise<boolean | null> {
    const before = [...this.created];
    if (!(await this.isKeptAtFirst())) return false;
    const oldest = before.find(([id, { touched }]) => !touched && !this.gone.has(id));
    if (oldest === undefined) return false;
    const [id, state] = oldest;
    if (await this.isGone(id)) {
      this.gone.add(id);
      return true;
    }
    // Checking it was an update.
    state.touched = true;
    const order = [...this.created.keys()];
    return order.indexOf(id) < order.indexOf(lost) ? false : null;
  }

  private async isGone(id: string): Promise<boolean> {
    if (this.gone.has(id)) return true;
    const template = this.updateFor(id);
    if (template === undefined) return false;
    const fresh = partnerId(this.run.target.run, `is ${id} known`, 0);
    const answer = await this.run.send(materialise({ ...template, path: { recipient_id: id } }, null, fresh).wire);
    return hasStatus(answer, (status) => status === NOT_FOUND);
  }

  /** Replaces a recipient that is gone with a new one, where the run works with it. */
  private async renew(id: string): Promise<Exchange | null> {
    const { pool } = this.run;
    const lost = pool.find(id);
    for (let round = 1; ; round++) {
      const { recipient, answer } = await this.create(lost?.accountType ?? "bank", lost?.template);
      if (lost !== null && recipient !== null) pool.replace(lost, recipient);
      if (answer === null || !hasStatus(answer, isAboutTheRequest)) return answer;
      // What was accepted before is refused, each time: the files that it refers to are gone as well.
      if (round >= ROUNDS) throw new StateLostError(this.lastKnown, quoted(answer));
    }
  }

  /**
   * Creates a recipient in addition to those that the run works with. @param template where it matters, the one that it
   * is like
   */
  async create(accountType: string, template: string | undefined) {
    const { target, send } = this.run;
    const own = target.templates.createRecipient.filter((one) => templateKind(one) === accountType);
    const chosen = own.find(({ id }) => id === template) ?? own[0];
    if (chosen === undefined) return { recipient: null, answer: null };
    this.renewed += 1;
    const partner = partnerId(target.run, "renewed", this.renewed);
    const answer = await send(materialise(chosen, null, partner).wire);
    const recipientId = responseField(answer, "recipient_id");
    if (typeof recipientId !== "string") return { recipient: null, answer };
    this.created.set(recipientId, { touched: false });
    const [status, createdAt] = [responseField(answer, "status"), responseField(answer, "created_at")];
    const ids = { recipientId, partnerRecipientId: partner };
    return { recipient: { ...ids, accountType, template: chosen.id, status, createdAt }, answer };
  }

  /** The update that a recipient accepts, as far as known. */
  private updateFor(id: string): Template | undefined {
    const { templates } = this.run.target;
    const own = this.run.pool.find(id)?.template;
    return templates.updateRecipient.find((template) => template.id === own) ?? templates.updateRecipient[0];
  }
}
