/** What a run sees of the unknowns and conflicts of the ledger. */
import type { Exchange } from "../client/model.js";
import type { Json } from "../schemas/json.js";
import type { Judging } from "./model.js";

/** What a deployment does about an unknown: code reads the value, people read the text. */
export interface Observed {
  /**
   * Null when the run could not tell. What is measured, and so is another number in each run, stands in members that are
   * called `milliseconds` or `about`.
   */
  readonly value: Json;
  readonly text: string;
}

/** An observation with the exchange that shows it. */
export interface SeenAnswer extends Observed {
  readonly evidence: Exchange | null;
  /** The case that asked; absent when the preflight, all traffic or a delivery answered. */
  readonly testCase?: string;
  /** Of an answer that lists what was met: the exchange that brought each part of its text. */
  readonly parts?: ReadonlyMap<string, Exchange>;
}

/** Observations by the id of the unknown or conflict. */
export type Observations = Map<string, SeenAnswer>;

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
