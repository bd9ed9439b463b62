/** Runs single cases, for the first time and again, and remembers why the run has to end. */
import { LostInOutageError } from "../client/interruption.js";
import type { Exchange } from "../client/model.js";
import { TURNS } from "./accidents.js";
import type { Controls } from "./controls.js";
import type { Case } from "./model.js";
import { letGo } from "./outcome.js";
import { Results } from "./results.js";
import type { Session } from "./session.js";
import { type Stop, stopOf } from "./stop.js";

/** A case that broke inside the suite itself: our fault, never the target's. */
export interface InternalError {
  readonly check: string;
  readonly message: string;
}

/** Outages that one case may fall into before it is our own error. */
const OUTAGES = 3;
/** Lies between the attempts of a case that is run again for an accident, so that its ids are fresh. */
const NEXT = 100_000;

const AFTER_FAILURE = letGo("failure", "the service failed before the case came to its point");

export class CaseRunner {
  /** Why nothing is sent any more. */
  stop: Stop = null;
  readonly internalErrors: InternalError[] = [];
  private readonly controls: Controls = new Map();
  private attempts = 0;

  constructor(private readonly session: Session) {}

  /** Runs a case for the first time. Its controls are those of all cases that are run for the first time. */
  async first(testCase: Case, into: Results): Promise<void> {
    await this.run(testCase, 0, into, this.controls);
  }

  /** Runs a case again, with fresh texts and controls of its own. @returns what it saw */
  async again(testCase: Case): Promise<Results> {
    const seen = new Results();
    this.attempts += 1;
    await this.run(testCase, this.attempts, seen, new Map());
    return seen;
  }

  /** Waits for work that the end of the run may cut off. @returns its result, or what to take in its place */
  async unlessEnded<T>(work: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const reason = stopOf(error);
      if (reason === null) throw error;
      this.stop ??= reason;
      return otherwise;
    }
  }

  /** Does nothing once the run has to end, and never throws. */
  private async run(testCase: Case, attempt: number, into: Results, controls: Controls): Promise<void> {
    if (this.stop !== null) return;
    try {
      await this.inTurns(testCase, attempt, into, controls);
    } catch (error) {
      const reason = stopOf(error);
      if (reason !== null) this.stop ??= reason;
      else
        this.internalErrors.push({
          check: testCase.check,
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
    }
  }

  /**
   * Runs a case until no accident happens in it, with fresh ids each time. Of a case that fell into an outage nobody knows
   * what became of it; of one that met a server error nobody knows yet whether it meets it again.
   */
  private async inTurns(testCase: Case, attempt: number, into: Results, controls: Controls): Promise<void> {
    const { accidents } = this.session;
    const { operation } = testCase;
    const met: Exchange[] = [];
    let outages = 0;
    for (let turn = 0; ; turn++) {
      const seen = new Results();
      const begun = this.session.begin(testCase, attempt + turn * NEXT, seen, controls);
      try {
        await testCase.execute(begun.execution);
      } catch (error) {
        if (!(error instanceof LostInOutageError) || outages >= OUTAGES) throw error;
        outages += 1;
        continue;
      }
      const isClean = begun.accidents.length === 0;
      if (!isClean && turn - outages + 1 < TURNS && accidents.isWorthWhile(operation)) {
        met.push(...begun.accidents);
        continue;
      }
      if (!isClean) {
        accidents.repeated(operation);
        // What followed a server error was not what the case is about.
        seen.keepFailures(({ exchange }) => begun.accidents.includes(exchange), AFTER_FAILURE);
      } else if (met.length > 0) accidents.happened(operation, met);
      begun.keep();
      into.add(seen);
      return;
    }
  }
}
