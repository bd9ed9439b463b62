/** What the engine is handed. It knows how a run goes, and not what is asked: the suites say so. */
import type { Suite } from "./model.js";
import type { Observations, TrafficNotes } from "./observations.js";

/** What is asked of a deployment. */
export interface Asked {
  readonly suites: readonly Suite[];
  readonly notesOn: (observations: Observations) => TrafficNotes;
}
