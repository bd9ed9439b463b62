/** The suite as a library: run it, read its reports, start the sandbox. */

export type { CheckDefinition } from "./engine/model.js";
export type { Report } from "./reports/model.js";
export { readReport, validateReport } from "./reports/validate.js";
export { type RunningSandbox, type SandboxOptions, startSandbox } from "./sandbox/server.js";
export { type RunOptions, type RunResult, runSuite } from "./suites/run.js";
export { CHECKS } from "./suites/suites.js";
