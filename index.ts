/** The suite as a library: run it, read and write its reports, start the sandbox, and use what it knows of the contract. */

export type { Check, CheckId } from "./discovery/check.js";
export { type EditOptions, sending } from "./engine/cases/editCase.js";
export type { Sequence, Step } from "./engine/cases/sequenceCase.js";
export type { CheckDefinition, Profile, Target as PreparedTarget } from "./engine/model.js";
export { UsageError } from "./engine/settings/usageError.js";
export type { Edit, Template } from "./generators/edits/edit.js";
export { arbitraries, type BodyOptions, type BrokenBody, validators } from "./library/arbitraries.js";
export {
  check,
  type OwnAnswer,
  type OwnCheckOptions,
  type OwnVerdict,
  type SequenceOptions,
  steps,
} from "./library/ownChecks.js";
export { type RunOptions, run } from "./library/run.js";
export type { Target, TargetOptions } from "./library/target.js";
export { type ReceivedWebhook, type VerifiedWebhook, verifyWebhook, type WebhookOptions } from "./library/webhooks.js";
export { documentedContract, observedContract, renderOpenApi } from "./openapi/contract.js";
export { writeReports } from "./reports/files.js";
export { REPORT_FORMATS, type ReportFormat } from "./reports/formats/formats.js";
export { renderTerminal } from "./reports/formats/terminal.js";
export type { CheckResult, Finding, Observation, Outcome, Report, Verdict } from "./reports/model.js";
export { ReportError, readReport, type Validation, validateReport } from "./reports/validate.js";
export { type RunningSandbox, type SandboxOptions, startSandbox } from "./sandbox/server.js";
export { DOCUMENTS as SCHEMAS } from "./schemas/documents.js";
export type { BodyOperation, OperationId, Subject } from "./schemas/operations.js";
export type { Breach } from "./schemas/validators.js";
export { type RunResult, runSuite } from "./suites/run.js";
export { CHECKS } from "./suites/suites.js";
