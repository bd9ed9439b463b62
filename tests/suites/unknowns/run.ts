/** Runs only the inquiries about unknowns against a sandbox in this process. */

import type { Exchange } from "../../../client/model.js";
import { patternMatcher } from "../../../engine/plan/selection.js";
import { sandboxDeployment } from "../../../engine/settings/deployment.js";
import type { Report } from "../../../reports/model.js";
import { type RunningSandbox, startSandbox } from "../../../sandbox/server.js";
import type { Json } from "../../../schemas/json.js";
import type { OperationId } from "../../../schemas/operations.js";
import { type RunOptions, runSuite } from "../../../suites/run.js";
import { CHECKS } from "../../../suites/suites.js";

/** A run's report, its answers and their values by the id of the unknown or conflict, and what was sent. */
export interface ObservedRun {
  readonly report: Report;
  readonly answers: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, Json>;
  readonly exchanges: readonly Exchange[];
}

/** The checks that observations are made for. */
const PROBED = ["*/errors/no-server-error", "updateRecipient/state/variant.clean"];

/** Plays the probes against a running sandbox. Of other checks, whose answers are looked at as well, the first cases do. */
export async function inquiry(sandbox: RunningSandbox, changes: Partial<RunOptions> = {}): Promise<ObservedRun> {
  const exchanges: Exchange[] = [];
  const probed = (changes.checks ?? PROBED).map(patternMatcher);
  const { report } = await runSuite({
    ...sandboxDeployment(sandbox),
    checks: PROBED,
    focus: CHECKS.map(({ id }) => id).filter((id) => probed.some((matches) => matches(id))),
    onExchange: (exchange) => exchanges.push(exchange),
    ...changes,
  });
  const seen = [...report.observations, ...report.conflicts];
  const answers = new Map(seen.map(({ id, answer }) => [id, answer]));
  const values = new Map(seen.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value] as const])));
  return { report, answers, values, exchanges };
}

/** Plays the probes against a sandbox of its own. */
export async function observeSandbox(
  behaviours: Readonly<Record<string, string>> = {},
  {
    defects = [],
    operations = [],
  }: { readonly defects?: readonly string[]; readonly operations?: readonly OperationId[] } = {},
): Promise<ObservedRun> {
  const sandbox = await startSandbox({ behaviours, defects });
  try {
    return await inquiry(sandbox, { operations });
  } finally {
    await sandbox.close();
  }
}
