/** What a run sees of the unknowns and conflicts of the ledger. */
import type { Exchange } from "../../client/model.js";
import type { Growing } from "../../reports/across/answers.js";
import type { Json } from "../../schemas/json.js";

/** What a deployment does about an unknown: the value for code, the text for people. */
export interface Observed {
  /**
   * Null when the run could not tell. Measured numbers, which differ in each run, are in members called `milliseconds`
   * or `about`.
   */
  readonly value: Json;
  readonly text: string;
}

/** An observation with the exchange that shows it. */
export interface SeenAnswer extends Observed {
  readonly evidence: Exchange | null;
  /** The case that asked; absent when the preflight, all traffic or a delivery answered. */
  readonly testCase?: string;
  /** For an answer that lists what was met: the exchange behind each part of its text. */
  readonly parts?: ReadonlyMap<string, Exchange>;
  /** For such an answer that combines several things: which. */
  readonly summary?: Growing["summary"];
}

/** Observations by the id of the unknown or conflict. */
export type Observations = Map<string, SeenAnswer>;
