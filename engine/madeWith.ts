/** How a report was made: what narrowed or widened the run, and which contract, plan and answers it used. */
import { digestOf } from "../reports/digest.js";
import type { ReportedRun } from "../reports/model.js";
import { planOf, planText } from "../reports/plan.js";
import { onceEach } from "../schemas/onceEach.js";
import type { Contract } from "./contract.js";
import type { RunSettings } from "./runOptions.js";

type MadeWith = Required<Pick<ReportedRun, "options" | "digests" | "node">>;

/** The digests of a contract's statements and checks, which stay the same as long as the process lasts. */
export const sumsOf = onceEach((contract: Contract): Pick<MadeWith["digests"], "contract" | "plan"> => {
  const { version, rules, unknowns, conflicts, suites } = contract;
  const checks = suites.flatMap((suite) => suite.checks);
  return {
    contract: digestOf(JSON.stringify({ version, rules, unknowns, conflicts })),
    plan: digestOf(planText(planOf(version, rules, checks))),
  };
});

/** The settings that decide what a run can show. Headers by name: their values are secrets. */
function optionsOf(settings: RunSettings, isReceiving: boolean): MadeWith["options"] {
  const { profileName: profile, operations, checks, exclude, credentials, agreedAnswers, focus } = settings;
  const { maxRequests, maxTimeMs, maxCreated, maxFailures, limitRequests } = settings;
  return {
    profile,
    operations: [...operations],
    checks: [...checks],
    exclude: [...exclude],
    ...(focus === undefined ? {} : { focus: [...focus] }),
    writes: settings.noWrites === null ? "all" : settings.onlyRefused ? "refused" : "none",
    wrongSecrets: settings.wrongSecrets,
    restricted: credentials.restricted !== undefined,
    secondPartner: credentials.second !== undefined,
    receiver: isReceiving,
    apiVersion: settings.apiVersion,
    headers: Object.keys(credentials.headers ?? {}).sort(),
    answers: agreedAnswers?.file ?? null,
    budgets: {
      ...(maxRequests === undefined ? {} : { requests: maxRequests }),
      ...(maxTimeMs === undefined ? {} : { timeMs: maxTimeMs }),
      ...(maxCreated === undefined ? {} : { created: maxCreated }),
      ...(maxFailures === undefined ? {} : { failures: maxFailures }),
      ...(limitRequests === undefined ? {} : { limits: limitRequests }),
    },
    failOn: settings.failOn,
    requireComplete: settings.requireComplete,
    requireAnswers: settings.requireAnswers,
  };
}

/** What a report says of how it was made. @param isReceiving whether deliveries were received */
export function madeWith(contract: Contract, settings: RunSettings, isReceiving: boolean): MadeWith {
  const { digest } = settings.agreedAnswers ?? {};
  return {
    options: optionsOf(settings, isReceiving),
    digests: { ...sumsOf(contract), ...(digest === undefined ? {} : { answers: digest }) },
    node: process.versions.node,
  };
}
