/**
 * What the engine is handed. It knows how a run goes, and not what is asked: the suites say so.
 */
import type { CredentialsEdit, Exchange } from "../client/model.js";
import type { Judging, Suite } from "./model.js";
import type { Observations } from "./session.js";
import type { Unexercised } from "./verdicts.js";

/** Takes note of what all traffic tells about unknowns. */
export interface TrafficNotes {
  /** Takes a request that was answered, judged or not. */
  noteAnswered(exchange: Exchange): void;
  /** Takes an exchange in which the target asked for a pause. */
  noteThrottled(exchange: Exchange): void;
  /** Takes an exchange that was judged. */
  note(exchange: Exchange, judging: Judging): void;
  /** Writes what is known only once everything was sent. */
  finish(): void;
}

/** What is asked of a deployment. */
export interface Asked {
  readonly suites: readonly Suite[];
  /**
   * Why a check cannot be exercised in a run, or does not apply to it, whatever the target does; null when it can be.
   * @param usable the ways to edit the credentials that these credentials allow
   */
  readonly unexercised: (check: string, usable: ReadonlySet<CredentialsEdit>) => Unexercised | null;
  readonly notesOn: (observations: Observations) => TrafficNotes;
}
