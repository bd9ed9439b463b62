/** Runs single cases, for the first time and again, and remembers why the run has to end. */
import { LostInOutageError } from "../client/interruption.js";
import type { Controls } from "./controls.js";
import type { Case } from "./model.js";
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
/** Lies between the attempts of a case that fell into an outage, so that its ids are fresh. */
const NEXT = 100_000;

/** Runs a case again, with fresh ids, when it fell into an outage of the target: what became of it nobody knows. */
async function untilAnswered(attempt: number, run: (attempt: number) => Promise<void>): Promise<void> {
  for (let turn = 0; ; turn++) {
    try {
      return await run(attempt + turn * NEXT);
    } catch (error) {
      if (!(error instanceof LostInOutageError) || turn >= OUTAGES) throw error;
    }
  }
}

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
      await untilAnswered(attempt, (turn) =>
        testCase.execute(this.session.execution(testCase.id, turn, into, controls)),
      );
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
}
