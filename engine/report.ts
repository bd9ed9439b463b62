/** From judged checks to the report. */

import { curlCommands } from "../client/curl.js";
import type { Exchange } from "../client/model.js";
import type { Expectation } from "../oracles/outcome.js";
import { openQuestions } from "../reports/answers/settled.js";
import { findingNumbers } from "../reports/facts/causes.js";
import { type EndingPolicy, endingOf } from "../reports/facts/ending.js";
import { attestedRules, judgedRules, whollyUnjudged } from "../reports/facts/judged.js";
import { powerOf } from "../reports/facts/power.js";
import { pathSteps } from "../reports/facts/proof.js";
import { summarise } from "../reports/facts/summary.js";
import {
  type Area,
  type CheckResult,
  type Conflict,
  type CreatedResource,
  type Finding,
  isDeparture,
  type Limit,
  type Observation,
  type Report,
  type ReportedEdit,
  type ReportedExchange,
  type Summary,
  type UnjudgedRules,
} from "../reports/model.js";
import { timesText } from "../reports/visible.js";
import { parsedJson } from "../schemas/json.js";
import type { OperationId, Subject } from "../schemas/operation.js";
import { shellWord } from "../schemas/shell.js";
import { SUITE_NAME, SUITE_VERSION } from "../version.js";
import type { Contract } from "./contract.js";
import type { Observations } from "./judge/observations.js";
import type { Judged } from "./judge/verdicts.js";
import type { CheckDefinition, Failure } from "./model.js";

function reportedExpectation(expectation: Expectation): NonNullable<Finding["expectation"]> {
  const { kind } = expectation;
  const statuses = kind === "status" ? expectation.statuses : kind === "refuse" ? expectation.also : undefined;
  return statuses === undefined ? { kind } : { kind, statuses: [...statuses] };
}

export function reported(exchange: Exchange): ReportedExchange {
  const { request, response } = exchange;
  return {
    request: { method: request.method, url: request.url, headers: { ...request.headers }, body: request.body },
    response:
      response === null ? null : { status: response.status, headers: { ...response.headers }, body: response.body },
  };
}

/** Requests shown in a proof: earlier ones are only mentioned. */
const MOST_STEPS = 30;

/** The edit with the control as it was sent: an id that has to be new differs from the template's. */
function editOf({ edit, control }: Failure): ReportedEdit | null {
  if (edit === null) return null;
  const body = typeof control?.wire.body === "string" ? parsedJson(control.wire.body) : undefined;
  const sent = pathSteps(edit.at).reduce<unknown>((value, step) => memberOf(value, step), body);
  return sent === undefined ? { ...edit } : { ...edit, from: sent };
}

function memberOf(value: unknown, step: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([name]) => name === step)?.[1]
    : undefined;
}

/** Areas whose faults a single answer shows. */
const BY_THEMSELVES: ReadonlySet<Area> = new Set(["response", "errors"]);

/** The requests that show a finding. What a single answer lacks takes only its own request. */
function stepsOf({ steps = [], edit, control, exchange }: Failure, { area }: CheckDefinition): readonly Exchange[] {
  if (steps.length > 1) return control === null && BY_THEMSELVES.has(area) ? [exchange] : steps.slice(-MOST_STEPS);
  return edit === null && control !== null ? [control, exchange] : [exchange];
}

/** Shell commands that repeat a finding. */
export interface RepeatCommands {
  /** Sends its request again, or all requests of its steps. */
  curl(exchanges: readonly Exchange[]): string;
  /** Makes ppconform repeat it. @param finding its id; @param check the check that it is of */
  again(finding: string, check: string): string;
}

/**
 * The commands for findings about requests.
 * @param reportFile path of report.json
 * @param target what was judged: a command names it, so that a later change of settings cannot lead elsewhere
 * @param more options that replaying takes; mostly none
 */
export function replayCommands(reportFile: string, { kind, baseUrl }: Report["target"], more = ""): RepeatCommands {
  const options = targetOptions({ kind, baseUrl }, more);
  return { curl: curlCommands, again: (finding) => `ppconform replay ${shellWord(reportFile)} ${finding}${options}` };
}

/** What a command names of the target, and further options, each after a space. */
function targetOptions({ kind, baseUrl }: Pick<Report["target"], "kind" | "baseUrl">, more: string): string {
  return `${kind === "remote" ? ` --base-url ${shellWord(baseUrl)}` : ""}${more === "" ? "" : ` ${more}`}`;
}

/** The command that runs a check once more. */
export function runCommand(check: string, target: Pick<Report["target"], "kind" | "baseUrl">, more = ""): string {
  const own = target.kind === "remote" ? "" : " --base-url sandbox";
  return `ppconform run${own}${targetOptions(target, more)} --check ${shellWord(check)}`;
}

/**
 * Check results with numbered findings.
 * @param commandsOf the commands that repeat the findings of a check
 * @param more what else is known of a check
 * @param seeds the seeds of cases that another seed than the run's drew
 * @param numbers of the findings, by the id of their check
 */
export function checkResults(
  judged: readonly Judged[],
  commandsOf: (definition: CheckDefinition) => RepeatCommands,
  more?: (judged: Judged) => Pick<CheckResult, "durationMs" | "onlyRandom">,
  seeds: ReadonlyMap<string, number> = new Map(),
  numbers: ReadonlyMap<string, readonly string[]> = new Map(),
): CheckResult[] {
  return judged.map((entry) => {
    const { definition } = entry;
    const commands = commandsOf(definition);
    const ids = numbers.get(definition.id) ?? [];
    const findings = entry.failures.map(({ failure, testCase, draw }, index): Finding => {
      const id = ids[index] ?? "F0";
      const more =
        // A message that names its fields says how often each of them failed.
        failure.fields === undefined && entry.failing > 1 && entry.failing <= entry.cases && isDeparture(entry.verdict)
          ? timesText({ ...entry, area: definition.area, operation: definition.operation })
          : "";
      const steps = stepsOf(failure, definition);
      const seed = seeds.get(testCase);
      return {
        id,
        message: `${failure.message}${more}`,
        expected: failure.expected,
        actual: failure.actual,
        ...(failure.expectation === undefined ? {} : { expectation: reportedExpectation(failure.expectation) }),
        edit: editOf(failure),
        control: failure.control === null ? null : reported(failure.control),
        exchange: reported(failure.exchange),
        ...(steps.length > 1 ? { steps: steps.map(reported) } : {}),
        ...(seed === undefined ? {} : { seed }),
        ...(draw === undefined ? {} : { draw: { ...draw } }),
        ...(failure.characters === undefined ? {} : { characters: [...failure.characters] }),
        ...(failure.fields === undefined ? {} : { fields: [...failure.fields] }),
        curl: commands.curl(steps),
        replay: commands.again(id, definition.id),
      };
    });
    return {
      id: definition.id,
      title: definition.title,
      operation: definition.operation,
      area: definition.area,
      section: definition.section,
      level: definition.level,
      ...(definition.basis === undefined ? {} : { basis: definition.basis }),
      ...(definition.place === undefined ? {} : { place: definition.place }),
      statements: [...definition.statements],
      ...(definition.field === undefined ? {} : { field: definition.field.path }),
      ...(definition.keyword === undefined ? {} : { keyword: definition.keyword }),
      verdict: entry.verdict,
      ...(entry.reason === null ? {} : { reason: entry.reason }),
      requests: entry.requests,
      cases: entry.cases,
      ...more?.(entry),
      ...(entry.failures.length > 0 && entry.failing > 0 ? { failing: entry.failing } : {}),
      findings,
    };
  });
}

function answerTo(id: string, observations: Observations): Pick<Observation, "answer" | "value" | "evidence"> | null {
  const seen = observations.get(id);
  if (seen === undefined) return null;
  const { text, value, evidence } = seen;
  return { answer: text, value, evidence: evidence === null ? null : reported(evidence) };
}

function observationResults(unknowns: Ledger["unknowns"], observations: Observations): Observation[] {
  return unknowns.flatMap(({ id, section, operation, question }) => {
    const answer = answerTo(id, observations);
    return answer === null ? [] : { id, section, operation, question, ...answer };
  });
}

function conflictResults(conflicts: Ledger["conflicts"], observations: Observations): Conflict[] {
  return conflicts.flatMap(({ id, section, question, documented, isRemark: remark }) => {
    const answer = answerTo(id, observations);
    const mark = remark === undefined ? {} : { remark };
    return answer === null ? [] : { id, ...mark, section, question, documented: [...documented], ...answer };
  });
}

type Ledger = Pick<Contract, "version" | "rules" | "unknowns" | "conflicts" | "countedConflicts" | "defects">;

/** What a report is made from: the facts of the run, and what was seen. */
export interface ReportParts extends Pick<Report, "target" | "run" | "deployment"> {
  readonly contract: Ledger;
  /** @param numbers of the findings, by the id of their check; absent before they are known */
  readonly checks: (numbers?: ReadonlyMap<string, readonly string[]>) => CheckResult[];
  readonly observations: Observations;
  readonly limits?: readonly Limit[];
  readonly created?: readonly CreatedResource[];
  /** Cases planned and run; absent where nothing was sent. */
  readonly cases?: Summary["cases"];
  /** Why the checks of a rule were not part of the run. */
  readonly absent: (rule: string) => Pick<UnjudgedRules, "why" | "reason">;
  /** Operations of which nothing was to be sent, or nothing may be. Absent: none had to be judged. */
  readonly mayBeUnjudged?: (operation: OperationId) => boolean;
  /** Operations of which no answer was read to its end. */
  readonly unread?: ReadonlySet<Subject>;
  readonly policy: EndingPolicy;
}

export function reportOf(parts: ReportParts): Report {
  const { contract, target, run, observations, limits = [], created = [], deployment, policy } = parts;
  const checks = parts.checks();
  const seen = observationResults(contract.unknowns, observations);
  const summary: Summary = {
    ...summarise(checks, seen.length),
    rules: { ...judgedRules(checks, contract.rules, parts.absent), ...attestedRules(contract.rules, deployment) },
    ...(parts.cases === undefined ? {} : { cases: parts.cases }),
    ...(parts.mayBeUnjudged === undefined ? {} : whollyUnjudged(checks, parts.mayBeUnjudged, parts.unread)),
  };
  const stated = conflictResults(contract.conflicts, observations);
  const open = openQuestions(contract.conflicts, { checks, conflicts: stated, deployment });
  const { version, rules, unknowns, countedConflicts } = contract;
  const report: Report = {
    format: 1,
    suite: { name: SUITE_NAME, version: SUITE_VERSION },
    contract: {
      version,
      statements: { rule: rules.length, unknown: unknowns.length, conflict: countedConflicts },
    },
    target,
    run,
    ...endingOf({ summary, run, openQuestions: open }, policy),
    summary,
    checks,
    observations: seen,
    conflicts: stated,
    openQuestions: open,
    limits: [...limits],
    created: [...created],
    ...(deployment === undefined ? {} : { deployment }),
    ...(parts.cases === undefined ? {} : powerOf(contract.defects(), checks, run.profile)),
  };
  return { ...report, checks: parts.checks(findingNumbers(report)) };
}
