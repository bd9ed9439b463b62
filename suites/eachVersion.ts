/**
 * Recipient creation judged under every Api-Version that it takes: one run of everything, and one of recipient creation
 * for each further version.
 */
import type { Contract } from "../engine/contract.js";
import type { Effect } from "../engine/plan/effects.js";
import { type Plan, planOf } from "../engine/plan/plan.js";
import { type RunResult, runChecks } from "../engine/run.js";
import { DEFAULTS, type RunOptions } from "../engine/runOptions.js";
import { UsageError } from "../engine/settings/usageError.js";
import { acrossVersions, type UnderVersion } from "../reports/across/versions.js";
import type { VersionDifference } from "../reports/model.js";
import { isObject } from "../schemas/json.js";
import { WITHOUT } from "../schemas/operation.js";
import { CONFLICTING_VERSION, VERSION_HEADER } from "../schemas/operations.js";
import { growing } from "./unknowns/traffic.js";

/** The value of --api-version that means all of them. */
export const EACH = "each";

/** The version whose answer is the evidence for the fields. */
const EVIDENT = CONFLICTING_VERSION;

const ABOUT = {
  operation: "createRecipient",
  header: VERSION_HEADER,
  conflict: "conflict.createRecipient.apiVersion",
} as const;

/** @throws UsageError where only part of the run would be left to show all versions */
function assertWhole({ operations = [], shard, maxTimeMs }: RunOptions): void {
  const leaveOut =
    shard !== undefined
      ? "--shard"
      : maxTimeMs !== undefined
        ? "--max-time"
        : operations.length > 0 && !operations.includes(ABOUT.operation)
          ? "--operation, or add createRecipient to it"
          : null;
  if (leaveOut !== null)
    throw new UsageError(`--api-version each judges recipient creation under every version. Leave out ${leaveOut}.`);
}

/** Which versions creation takes, and which of them the run had; nothing where that is not known. */
function takenIn({ conflicts }: RunResult["report"]): { readonly found: string; readonly under: readonly string[] } {
  const value = conflicts.find(({ id }) => id === ABOUT.conflict)?.value;
  const { found = "", under = [] } = isObject(value) ? value : {};
  return { found: String(found), under: Array.isArray(under) ? under.map(String) : [] };
}

/** Fields that an answer has under one version only: all runs send both versions, so that each sees all fields. */
function fieldsUnder({ observations }: RunResult["report"], versions: readonly string[]): VersionDifference[] {
  const seen = observations.find(({ id }) => id === "unknown.versionDifferences");
  const only = isObject(seen?.value) ? seen.value : {};
  const fields = versions.map((version) => only[version]);
  if (seen === undefined || !fields.some((own) => Array.isArray(own) && own.length > 0)) return [];
  const { id, question, evidence } = seen;
  const answers = fields.map((own) =>
    Array.isArray(own) && own.length > 0 ? `only here: ${own.join(", ")}` : "no field of its own",
  );
  return [{ id, question, answers, evidence: versions.map((version) => (version === EVIDENT ? evidence : null)) }];
}

/** What such a run would send at most: creation is judged under three versions. */
export async function planOfEach(contract: Contract, options: RunOptions): Promise<Plan> {
  assertWhole(options);
  const whole = await planOf(contract, { ...options, apiVersion: undefined });
  const again = await planOf(contract, { ...options, apiVersion: undefined, operations: [ABOUT.operation] });
  const times = (effect: Effect): number => whole.cases[effect] + 2 * again.cases[effect];
  const more = new Map(Object.entries(again.created));
  return {
    ...whole,
    cases: { read: times("read"), "refused write": times("refused write"), write: times("write") },
    created: Object.fromEntries(
      Object.entries(whole.created).map(([operation, count = 0]) => [
        operation,
        count + 2 * (more.get(operation) ?? 0),
      ]),
    ),
  };
}

/** Runs everything, and recipient creation once more under each further version that it takes. */
export async function runEach(contract: Contract, options: RunOptions): Promise<RunResult> {
  assertWhole(options);
  const { operations = [], maxRequests, maxCreated } = options;
  const first = await runChecks(contract, { ...options, apiVersion: undefined });
  const { found, under } = takenIn(first.report);
  const others: UnderVersion[] = [];
  const failed = [...first.failed];
  let reason = under.length > 0 ? null : "This run did not find out which versions are accepted.";
  let sent = first.report.run.requests;
  let created = first.report.created.length;
  for (const version of under.filter((one) => one !== found)) {
    const left = (most: number | undefined, used: number): number | undefined => most && Math.max(0, most - used);
    const [requests, creations] = [left(maxRequests, sent), left(maxCreated, created)];
    if (requests === 0 || creations === 0 || first.stop !== null) {
      reason = `The run ended before creation was judged under ${version}.`;
      break;
    }
    const { onCheckpoint: _, corpus: __, ...same } = options;
    const received = options.webhooks !== undefined && (operations.length === 0 || operations.includes("webhooks"));
    const result = await runChecks(contract, {
      ...same,
      apiVersion: version,
      operations: [ABOUT.operation, ...(received ? (["webhooks"] as const) : [])],
      maxRequests: requests,
      maxCreated: creations,
    });
    others.push({ version, report: result.report });
    failed.push(...result.failed);
    sent += result.report.run.requests;
    created += result.report.created.length;
  }
  const report = acrossVersions({ version: found || WITHOUT, report: first.report }, others, reason, {
    policy: {
      failOn: options.failOn ?? DEFAULTS.failOn,
      requireComplete: options.requireComplete ?? false,
      requireAnswers: options.requireAnswers ?? false,
    },
    reportFile: options.reportFile ?? `${DEFAULTS.reportFolder}/report.json`,
    growing,
    about: ABOUT,
    more: fieldsUnder(first.report, [found, ...others.map(({ version }) => version)]),
    deliveries: "webhooks",
  });
  return { ...first, report, stop: report.run.ended?.why ?? null, failed };
}
