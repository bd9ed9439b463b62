/** What the engine is handed. It knows how a run goes, and not what is asked: the suites say so. */
import type { Exchange } from "../client/model.js";
import type { Judging, Suite } from "./model.js";
import type { Observations } from "./observations.js";

/** What is asked of a deployment. */
export interface Asked {
  readonly suites: readonly Suite[];
  /** Options that the command needs which repeats a finding. Absent: none. */
  readonly repeatWith?: string;
  readonly notesOn: (observations: Observations) => TrafficNotes;
}

/** Takes notes of all traffic: what it shows of unknowns is written among the observations. */
export interface TrafficNotes {
  /** Takes one judged exchange. */
  note(exchange: Exchange, judging: Judging): void;
  /** Takes a request that was answered, judged or not. */
  noteAnswered(exchange: Exchange): void;
  /** Takes an exchange in which the target asked for a pause. */
  noteThrottled(exchange: Exchange): void;
  /** Writes what is known only once everything was sent. */
  finish(): void;
}
