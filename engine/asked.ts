/** What the engine is handed. It knows how a run goes, and not what is asked: the suites say so. */
import type { CredentialsEdit } from "../client/model.js";
import type { Suite } from "./model.js";
import type { Observations, TrafficNotes } from "./observations.js";
import type { Unexercised } from "./verdicts.js";

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
