/** A run of the suites: the engine is handed what is asked. */
import type { Asked } from "../engine/asked.js";
import { type RunResult, runChecks } from "../engine/run.js";
import type { RunOptions } from "../engine/runOptions.js";
import { NotesOfTraffic } from "./observations/traffic.js";
import { SUITES } from "./suites.js";

export type { RunResult } from "../engine/run.js";
export type { RunOptions } from "../engine/runOptions.js";

/** What the document asks of a deployment. */
export const ASKED: Asked = {
  suites: SUITES,
  notesOn: (observations) => new NotesOfTraffic(observations),
};

/**
 * Runs the suites against a deployment.
 * @throws TargetError when the target cannot be reached or refuses the credentials everywhere
 */
export function runSuite(options: RunOptions): Promise<RunResult> {
  return runChecks(ASKED, options);
}
