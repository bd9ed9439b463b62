/** A run of the suites: the engine is given the contract. */
import { CONTRACT } from "../contract.js";
import { type Check, suite } from "../discovery/check.js";
import type { Contract } from "../engine/contract.js";
import type { Suite } from "../engine/model.js";
import { type RunResult, runChecks } from "../engine/run.js";
import type { RunOptions } from "../engine/runOptions.js";
import { EACH, runEach } from "./eachVersion.js";
import { SUITES } from "./suites.js";

export type { RunResult } from "../engine/run.js";
export type { RunOptions } from "../engine/runOptions.js";

/**
 * Runs the suites against a deployment.
 * @throws TargetError when the target cannot be reached or refuses the credentials everywhere
 */
export function runSuite(options: RunOptions, contract: Contract = CONTRACT): Promise<RunResult> {
  return options.apiVersion === EACH ? runEach(contract, options) : runChecks(contract, options);
}

/** What the document requires, and a user's own checks after those of their operation. */
export function askedWith(own: readonly Check[], repeatWith?: string): Contract {
  const suites = SUITES.map((known): Suite => {
    const added = suite(known.operation, ...own.filter(({ operation }) => operation === known.operation));
    return {
      operation: known.operation,
      checks: [...known.checks, ...added.checks],
      judges: [...known.judges, ...added.judges],
      cases: (target, upTo) => [...known.cases(target, upTo), ...added.cases(target, upTo)],
    };
  });
  return { ...CONTRACT, suites, ...(repeatWith === undefined ? {} : { repeatWith }) };
}
