/** A run of the suites: the engine is handed what is asked. */
import type { Asked } from "../engine/asked.js";
import { type Check, suite } from "../engine/check.js";
import type { Suite } from "../engine/model.js";
import { type RunResult, runChecks } from "../engine/run.js";
import type { RunOptions } from "../engine/runOptions.js";
import { SUITES } from "./suites.js";
import { NotesOfTraffic } from "./unknowns/traffic.js";

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
export function runSuite(options: RunOptions, asked: Asked = ASKED): Promise<RunResult> {
  return runChecks(asked, options);
}

/** What the document asks, and checks of a user's own behind those of their operation. */
export function askedWith(own: readonly Check[], repeatWith?: string): Asked {
  const suites = SUITES.map((known): Suite => {
    const added = suite(known.operation, ...own.filter(({ operation }) => operation === known.operation));
    return {
      operation: known.operation,
      checks: [...known.checks, ...added.checks],
      judges: [...known.judges, ...added.judges],
      cases: (target, isAsked) => [...known.cases(target, isAsked), ...added.cases(target, isAsked)],
    };
  });
  return { ...ASKED, suites, ...(repeatWith === undefined ? {} : { repeatWith }) };
}
