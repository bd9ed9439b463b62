/**
 * The suites inside Vitest: one suite for each operation, one test for each check. What Vitest selects is what is sent, and the
 * first test names the target.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject, type RunnerTestCase, type RunnerTestSuite, test } from "vitest";
import { openWebhooks } from "../cli/webhookSource.js";
import { CONTRACT } from "../contract.js";
import type { CheckDefinition } from "../engine/model.js";
import { selectChecks } from "../engine/plan/selection.js";
import type { Deployment } from "../engine/settings/deployment.js";
import { checksOfAnswers, chooseAnswers } from "../library/answers.js";
import { loadOwnChecks } from "../library/ownChecks.js";
import { choosePlan, inapplicable } from "../library/plan.js";
import { RUN_OPTIONS, type RunOptions, runOn } from "../library/run.js";
import type { ChosenTarget } from "../library/target.js";
import { assertOptions } from "../library/userFile.js";
import { counts } from "../reports/across/plan.js";
import { baselineFailures } from "../reports/across/remarks.js";
import type { CheckResult, Report } from "../reports/model.js";
import { brief } from "../reports/visible.js";
import { isObject } from "../schemas/json.js";
import { labelOf } from "../schemas/ledger/openPoints.js";
import type { Subject } from "../schemas/operation.js";
import { SUITES } from "../suites/suites.js";
import { asFailure, checkFailure, failureOf, proofOf } from "./failure.js";
import { foundOnce } from "./foundOnce.js";
import { type Project, type ProjectTarget, readProject, testTitle } from "./project.js";

/** Options that belong to one operation or to Vitest. */
const NOT_OF_SUITES = ["operations", "shard", "signal", "onPreflight", "onProgress", "onOutage"] as const;

/** The options of a suite: those of a run, without those that belong to one operation or to Vitest. */
export interface ConformanceSuiteOptions extends Omit<RunOptions, (typeof NOT_OF_SUITES)[number]>, ProjectTarget {
  /** Milliseconds after which the run ends with what it has seen so far. Default: half an hour, whatever Vitest's limits are. */
  readonly timeLimit?: number;
}

declare module "vitest" {
  interface TaskMeta {
    /** For a test: the check, as in report.json. For a suite: the report. */
    conformance?: { readonly check?: CheckResult; readonly report?: Report };
  }
  interface ProvidedContext {
    /** The options of our reporter, where it writes the folder. */
    conformanceReporter?: { readonly reportDir?: string };
  }
}

const SUITE_OPTIONS = Object.fromEntries(
  Object.entries({ ...RUN_OPTIONS, elseSandbox: true, timeLimit: true }).filter(
    ([name]) => !NOT_OF_SUITES.some((other) => other === name),
  ),
);

const TIME_LIMIT = 30 * 60_000;
/** Milliseconds in which a stopped run ends. */
const GRACE = 60_000;

/** Where a project keeps what failed while Vitest watches. */
const WATCHED = "node_modules/.vite/partner-payments-conformance";

/** A watched service may change what it accepts from one run to the next. */
const IS_WATCHED = process.env.VITEST_MODE === "WATCH";
const ONCE = IS_WATCHED ? {} : { around: foundOnce };

/** Why the run as a whole counts for little; null when it was completed. */
function endingText({ run, baseline, outcome }: Report): string | null {
  const failures = baseline === undefined ? [] : baselineFailures(baseline);
  if (run.ended !== undefined && outcome !== "conforms") return run.ended.text;
  if (outcome === "incomplete") return "The run was not complete: too few checks could be judged.";
  return failures.length > 0 ? failures.join("; ") : null;
}

/** After how many failures Vitest ends (--bail); 0 where it does not. */
function bailOf(): number {
  const worker: unknown = Reflect.get(globalThis, "__vitest_worker__");
  const config = isObject(worker) ? worker.config : undefined;
  return isObject(config) && typeof config.bail === "number" ? config.bail : 0;
}

/** Shows a time other than the elapsed one: the requests of all tests were under way together, before the first of them. */
function setTime({ result }: RunnerTestCase, milliseconds: number): void {
  if (result === undefined) return;
  const time: PropertyDescriptor = { enumerable: true, configurable: true, get: () => milliseconds, set: () => {} };
  Object.defineProperty(result, "duration", time);
}

/** The part of a report that the tests of one operation show; `sent` is how many milliseconds the requests of all checks took. */
function judgedBy(report: Report) {
  const checks: ReadonlyMap<string, CheckResult> = new Map(report.checks.map((check) => [check.id, check]));
  return { report, checks, sent: report.checks.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0) };
}

class OperationRun {
  readonly #ending = new AbortController();
  #judged: ReturnType<typeof judgedBy> | null = null;
  /** Whether there was nothing to judge. */
  #hasNothing = false;

  constructor(
    private readonly operation: Subject,
    private readonly project: Project,
    readonly chosen: ChosenTarget,
    private readonly options: RunOptions & { readonly timeLimit: number },
    private readonly declared: readonly CheckDefinition[],
  ) {}

  /** Sends what the selected checks are judged by. @param selected ids; all of them where the whole run is selected */
  async run(selected: readonly string[]): Promise<Report> {
    const isWhole = selected.length === this.declared.length;
    this.#judged = judgedBy(await this.#runOn(isWhole ? this.options.checks : selected));
    return this.#judged.report;
  }

  /** Sends the cases of one check again, and keeps the result. */
  async again(id: string): Promise<CheckResult | undefined> {
    const judged = this.#judged;
    const before = judged?.checks.get(id);
    if (judged === null || before === undefined) return undefined;
    const { report } = judged;
    // The folder keeps what all checks showed.
    const second = await this.#runOn([id], null);
    const check = second.checks.find((one) => one.id === id) ?? before;
    const reason = "it failed at first and passed when it was asked again";
    // A second attempt that shows nothing leaves the first result unchanged.
    const failing = this.fails(check) ? check : before;
    const now: CheckResult = check.verdict === "pass" ? { ...before, verdict: "flaky", reason } : failing;
    const checks = report.checks.map((one) => (one === before ? now : one));
    const run = { ...report.run, requests: report.run.requests + second.run.requests };
    this.#judged = judgedBy({ ...report, run, checks });
    return now;
  }

  end(): void {
    this.#ending.abort();
  }

  get report(): Report | null {
    return this.#judged?.report ?? null;
  }

  /** The result of a check, and the share of the run's time that its requests took. */
  of(id: string): { readonly check: CheckResult | undefined; readonly milliseconds: number } {
    const { checks, report, sent } = this.#judged ?? {};
    const check = checks?.get(id);
    const share = (check?.durationMs ?? 0) / (sent || 1);
    return { check, milliseconds: share * (report?.run.durationMs ?? 0) };
  }

  fails({ verdict }: Pick<CheckResult, "verdict">): boolean {
    return (
      verdict === "violation" || verdict === "error" || (verdict === "warning" && this.options.failOn === "should")
    );
  }

  /** Why the run as a whole counts for little; null when it was completed, or failing tests ended it as intended (--bail). */
  ending(): string | null {
    const { report } = this;
    if (report === null) return "The run has no report.";
    const isBailed = report.run.ended?.why === "failures" && report.checks.some((check) => this.fails(check));
    return isBailed || this.#hasNothing ? null : endingText(report);
  }

  async #runOn(checks: readonly string[] | undefined, folder = this.options.reportDir ?? null): Promise<Report> {
    const { operation, project, chosen, options } = this;
    const { timeLimit, reportDir: _, ...rest } = options;
    const limit = setTimeout(() => this.end(), timeLimit);
    const bail = bailOf();
    const more = {
      operations: [operation],
      signal: this.#ending.signal,
      ...(checks === undefined ? {} : { checks }),
      ...(bail === 0 ? {} : { maxFailures: bail }),
      ...(folder === null ? {} : { reportDir: join(folder, operation) }),
    };
    const hears = operation === "webhooks" && project.flags.webhookPort !== undefined;
    // Without deliveries there is nothing to judge, and nothing is sent.
    const hasNothing = operation === "webhooks" && !hears;
    if (hasNothing) this.end();
    const receive = (target: Deployment) => (hears ? openWebhooks(project.flags, target, () => {}) : null);
    const reporter = inject("conformanceReporter");
    const journalFolder = reporter?.reportDir ?? project.flags.reportDir;
    const equipment = { receive, journalFolder, isReported: reporter !== undefined, ...ONCE };
    const report = await asFailure(operation, () => runOn(chosen, { ...rest, ...more }, equipment));
    clearTimeout(limit);
    if (!hasNothing) return report;
    this.#hasNothing = true;
    const { ended: _ended, ...run } = report.run;
    return { ...report, run };
  }
}

function declaredChecks(operation: Subject, options: RunOptions): CheckDefinition[] {
  const { answers, apiVersion, plan, ownChecks = [], profile = "smoke", checks = [], exclude = [] } = options;
  const agreed = checksOfAnswers(chooseAnswers(answers, apiVersion));
  const known = [
    ...(SUITES.find((suite) => suite.operation === operation)?.checks ?? []),
    ...[...ownChecks, ...agreed].filter((one) => one.operation === operation),
  ];
  const all = { shard: null, noWrites: null, onlyRefused: false, costs: CONTRACT.costs };
  const held = choosePlan(plan);
  const left = [...exclude, ...inapplicable(held)];
  const selected = selectChecks(known, { profile, checks, exclude: left, ...all });
  return selected.filter((check) => held === null || counts(held, check));
}

type Annotation = { readonly type: "observation" | "conflict"; readonly text: string };

/**
 * What the target does where the document leaves it open or contradicts itself: no test fails for it. Points about
 * another operation that the run also needed say so.
 */
function answersOf(report: Report, own: Subject): readonly Annotation[] {
  const textOf = (about: string, answer: string): string => `${about}: ${brief(answer, 300)}`;
  const known = <Row extends { readonly value?: unknown }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ value }) => value !== null);
  return [
    ...known(report.conflicts).map(
      ({ id, answer }): Annotation => ({ type: "conflict", text: textOf(labelOf(id), answer) }),
    ),
    ...known(report.observations).map(({ id, operation, answer }): Annotation => {
      const of = operation === null || operation === own ? "" : ` (${operation})`;
      return { type: "observation", text: textOf(`${labelOf(id)}${of}`, answer) };
    }),
  ];
}

/** Declares the suite of an operation. Call it at the top level of a test file. */
export function conformanceSuite(operation: Subject, given: ConformanceSuiteOptions = {}): void {
  if (!SUITES.some((suite) => suite.operation === operation)) throw new Error(`no suite is called ${operation}`);
  describe(operation, async () => declareTests(operation, await asFailure(operation, () => runOf(operation, given))));
}

type DeclaredRun = Awaited<ReturnType<typeof runOf>>;

async function runOf(operation: Subject, given: ConformanceSuiteOptions) {
  assertOptions("conformanceSuite", given, SUITE_OPTIONS);
  const project = readProject();
  const { elseSandbox, timeLimit = TIME_LIMIT, ...own } = given;
  const chosen = project.choose({ ...own, ...(elseSandbox === undefined ? {} : { elseSandbox }) });
  const { checks } = await loadOwnChecks(project.flags.checks);
  const watched = IS_WATCHED ? join(WATCHED, operation) : undefined;
  const options: RunOptions & { readonly timeLimit: number } = {
    ...project.stated,
    corpus: project.flags.corpus ?? watched,
    ...own,
    timeLimit,
    ownChecks: [...checks, ...(own.ownChecks ?? [])],
  };
  const isAsked = project.flags.operation?.includes(operation) !== false;
  const declared = isAsked ? declaredChecks(operation, options) : [];
  return { run: new OperationRun(operation, project, chosen, options, declared), declared, options };
}

function declareTests(operation: Subject, { run, declared, options }: DeclaredRun): void {
  const { reportDir } = options;
  const { name, address } = run.chosen;
  const theTarget = `the target is ${name}`;
  const titles = new Map(declared.map((check) => [testTitle(check), check.id]));
  const timeout = options.timeLimit + GRACE;
  let suite: RunnerTestSuite | undefined;
  /** Whether there is a test that shows how the run ended. */
  let tellsEnding = false;

  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that no fixture is asked for.
  beforeAll(async ({}, own: RunnerTestSuite) => {
    suite = own;
    const selected = suite.tasks.filter(({ mode }) => mode === "run" || mode === "queued").map((task) => task.name);
    tellsEnding = selected.includes(theTarget);
    const ids = selected.flatMap((title) => titles.get(title) ?? []);
    await run.run(ids.length === 0 ? [...titles.values()] : ids);
  }, timeout);

  afterAll(() => {
    run.end();
    const { report } = run;
    if (report === null) return;
    if (suite !== undefined) suite.meta.conformance = { report };
    const text = tellsEnding ? null : run.ending();
    if (text !== null) throw failureOf(operation, text);
  });

  test(theTarget, { timeout }, async ({ annotate }) => {
    for (const { type, text } of run.report === null ? [] : answersOf(run.report, operation))
      await annotate(text, type);
    const text = run.ending();
    if (text !== null) throw failureOf(operation, text);
  });

  for (const [title, id] of titles) {
    test(title, { timeout }, async ({ annotate, skip, task }) => {
      const tries = task.result?.retryCount ?? 0;
      const again = tries > 0 ? await run.again(id) : undefined;
      // What was sent again is not in the folder.
      const repeating = { address, reportDir: again === undefined ? reportDir : undefined, run: run.report?.run };
      const { check: first, milliseconds } = run.of(id);
      const check = again ?? first;
      if (check === undefined) return skip("not part of this run");
      task.meta.conformance = { check };
      setTime(task, milliseconds);
      const { verdict, reason } = check;
      if (verdict === "not-exercised" || verdict === "not-applicable") return skip(reason);
      const confirmed = tries > 0 ? `\n\nIt failed again when it was repeated (retry ${tries}).` : "";
      if (run.fails(check)) throw checkFailure(check, repeating, confirmed);
      if (verdict === "known") await annotate(reason ?? "known", "known");
      if (verdict === "warning" || verdict === "flaky")
        await annotate(`${verdict}: ${proofOf(check, repeating)}`, "warning");
    });
  }
}
