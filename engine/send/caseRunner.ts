/** Runs single cases, for the first time and again, and remembers why the run has to end. */
import { setTimeout as pause } from "node:timers/promises";
import { LostInOutageError, LostRecipientError, StateLostError } from "../../client/interruption.js";
import type { Exchange, WireRequest } from "../../client/model.js";
import { materialise, type Template } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { hasStatus } from "../../oracles/outcome.js";
import { isLockStatus } from "../../schemas/statuses.js";
import { askedOf, mayBeAccident, TURNS } from "../judge/accidents.js";
import { Results } from "../judge/results.js";
import { leftAlone, SilentOperationError } from "../judge/silence.js";
import { type Case, excused } from "../model.js";
import type { Controls } from "./controls.js";
import { type CredentialsLost, CredentialWatch, type GoodReads } from "./credentialWatch.js";
import type { Session } from "./session.js";
import { type Stop, stopOf } from "./stop.js";

/** A case that broke inside the suite itself: our fault, never the target's. */
export interface InternalError {
  readonly check: string;
  readonly message: string;
}

/** Outages that one case may fall into before it is our own error. */
const OUTAGES = 3;
/** How often a case begins again because recipients that it works with are lost. */
const LOSSES = 5;
/** Added to the attempt number of a case that is run again after an accident, so that its ids are fresh. */
const NEXT = 100_000;

/** Milliseconds until a case that found something locked begins again; twice as many the second time. */
const LOCK_PAUSE = 250;

const VANISHING = excused("premise", "recipients vanish while the case works with them");
const AFTER_FAILURE = excused("failure", "the service failed before the case reached what it tests");

export class CaseRunner {
  /** Why nothing is sent any more. */
  stop: Stop = null;
  /** Cases that were run for the first time and could be judged. */
  played = 0;
  /** What is known of state that the target lost; null when it kept it. */
  forgotten: StateLostError | null = null;
  readonly internalErrors: InternalError[] = [];
  private readonly watch: CredentialWatch;

  constructor(
    private readonly session: Session,
    good?: GoodReads,
    held?: number,
  ) {
    this.watch = new CredentialWatch((request) => session.send(request), good, held);
  }

  /** What is known of credentials that stopped working; null when they work. */
  get lost(): CredentialsLost | null {
    return this.watch.lost;
  }

  /** Runs a case for the first time. It shares its controls with all other cases that are run for the first time. */
  async first(testCase: Case, into: Results): Promise<void> {
    await this.run(testCase, 0, into, this.session.controls);
  }

  /** Runs a case again, with fresh texts and controls of its own. @returns what it saw */
  async again(testCase: Case): Promise<Results> {
    const seen = new Results();
    this.session.repetitions += 1;
    await this.run(testCase, this.session.repetitions, seen, new Map());
    await this.settle();
    return seen;
  }

  /** Sends a request of a case once more, as it was. @returns its answer; null where none may be sent */
  async resend(wire: WireRequest): Promise<Exchange | null> {
    if (this.session.target.noWrites !== null && wire.method !== "GET") return null;
    return this.unlessEnded<Exchange | null>(this.session.send(wire), null);
  }

  /** Sends a template as it is, with fresh texts. @param by what asks for it @returns its answer; null where the run has to end */
  async plain(template: Template, by: string): Promise<Exchange | null> {
    const fresh = partnerId(this.session.target.run, `plain ${by}`, 0);
    return this.unlessEnded<Exchange | null>(this.session.send(materialise(template, null, fresh).wire), null);
  }

  /** Decides whether results count that may be due to credentials which stopped working. */
  async settle(): Promise<void> {
    await this.unlessEnded(this.watch.settle(), undefined);
    if (this.watch.lost !== null) this.stop ??= "credentials";
  }

  /** Whether the result is that an operation never answers: it has been waited for often enough. */
  isSilent({ wire, response }: Exchange): boolean {
    return response === null && this.session.silence.has(wire) !== null;
  }

  /** Waits for work that the end of the run may cut off. @returns its result, or a substitute */
  async unlessEnded<T>(work: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!this.ends(error)) throw error;
      return otherwise;
    }
  }

  /** Does nothing once the run has to end, and never throws. */
  private async run(testCase: Case, attempt: number, into: Results, controls: Controls): Promise<void> {
    if (this.stop !== null) return;
    try {
      await this.inTurns(testCase, attempt, into, controls);
    } catch (error) {
      if (!this.ends(error))
        this.internalErrors.push({
          check: testCase.check,
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
    }
  }

  /** Whether an error ends the run; then the first reason stays. */
  private ends(error: unknown): boolean {
    const reason = stopOf(error);
    if (reason === null) return false;
    if (error instanceof StateLostError) this.forgotten ??= error;
    this.stop ??= reason;
    return true;
  }

  /**
   * Runs a case until no accident happens in it, with fresh ids each time. After an outage nobody knows what became of the
   * case; after an accident nobody knows yet whether it repeats.
   */
  private async inTurns(testCase: Case, attempt: number, into: Results, controls: Controls): Promise<void> {
    const { accidents } = this.session;
    const { operation } = testCase;
    const met: Exchange[] = [];
    // Credentials that stopped working were already refused in the first turn.
    const number = this.watch.now();
    let outages = 0;
    let losses = 0;
    for (let turn = 0; ; turn++) {
      const seen = new Results();
      const begun = this.session.begin(testCase, attempt + turn * NEXT, seen, controls);
      try {
        await testCase.execute(begun.execution);
      } catch (error) {
        if (error instanceof LostRecipientError) {
          losses += 1;
          if (losses < LOSSES) continue;
          return into.excuse(testCase.check, VANISHING);
        }
        if (error instanceof SilentOperationError) return into.excuse(testCase.check, leftAlone(error));
        if (!(error instanceof LostInOutageError) || outages >= OUTAGES) throw error;
        outages += 1;
        continue;
      }
      // Somebody else may hold a lock for a moment: whether there are locks is left open (section 3).
      const locked = seen.failuresWhere((exchange) => hasStatus(exchange, isLockStatus));
      const missed = [...begun.accidents, ...locked];
      const mayTurn = turn - outages - losses + 1 < TURNS && !begun.accidents.some((one) => this.isSilent(one));
      if (missed.length > 0 && mayTurn && accidents.isWorthWhile(missed, operation)) {
        met.push(...begun.accidents);
        if (locked.length > 0) await pause(LOCK_PAUSE * (turn + 1));
        continue;
      }
      if (missed.length > 0) accidents.repeated(missed, operation);
      if (begun.accidents.length > 0) {
        // What followed a server error was not what the case is about.
        if (begun.accidents.some(mayBeAccident))
          seen.exclude({ ...AFTER_FAILURE, covers: (exchange) => !begun.accidents.includes(exchange) });
      } else {
        // What was not sent again, since its control is known to be refused, did not succeed.
        const passed = met.filter(({ wire }) => begun.answering.has(askedOf(wire, operation)));
        accidents.happened(passed, operation, (asked) => begun.answering.get(asked) === true);
      }
      const count = (): void => {
        begun.keep();
        into.add(seen);
        if (attempt === 0 && !seen.isOnlyExcused(testCase.check)) this.played += testCase.isShared ? 0 : 1;
      };
      const isOurs = begun.refusals.some(({ wire }) => wire.credentials === "valid");
      if (begun.refusals.length === 0) count();
      else await this.watch.take(count, isOurs ? number : null);
      if (this.watch.lost !== null) this.stop ??= "credentials";
      return;
    }
  }
}
