/** What a run sees the deployment do about unknowns and conflicts. */
import type { Exchange } from "../client/model.js";
import type { Judging } from "./model.js";

/** What a deployment does about an open point, with the exchange that shows it. */
export interface SeenAnswer {
  readonly answer: string;
  readonly evidence: Exchange | null;
  /** The case that asked; absent when the preflight, all traffic or a delivery answered. */
  readonly testCase?: string;
  /** Of an answer that lists what was met: the exchange that brought each part. */
  readonly parts?: ReadonlyMap<string, Exchange>;
}

/** Observations by the id of the open point or conflict. */
export type Observations = Map<string, SeenAnswer>;

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
