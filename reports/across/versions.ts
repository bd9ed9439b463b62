/**
 * One operation judged under several versions of a header, as one report: what fails under any of them fails, and the differences
 * are in one table. It compares verdicts, answers where the document is silent, and measured limits, as `diff` does.
 */
import type { Subject } from "../../schemas/operation.js";
import { WITHOUT } from "../../schemas/operation.js";
import { type EndingPolicy, endingOf } from "../facts/ending.js";
import { summarise } from "../facts/summary.js";
import {
  type CheckResult,
  isDeparture,
  type Report,
  type ReportedExchange,
  type VersionDifference,
  type VersionsReport,
} from "../model.js";
import type { Growing } from "./answers.js";
import { diffReports } from "./diff.js";
import { indexOf } from "./index.js";
import { mergedCases, mergedChecks, numbered } from "./merge.js";

/** A run of the operation, and the header's value in it. */
export interface UnderVersion {
  readonly version: string;
  readonly report: Report;
}

export interface VersionOptions {
  readonly policy: EndingPolicy;
  readonly reportFile: string;
  readonly growing: (id: string) => Growing | null;
  readonly about: Pick<VersionsReport, "operation" | "header" | "conflict">;
  /** Deliveries, which also show the operation. */
  readonly deliveries: Subject;
  /** Differences besides those that the reports show. */
  readonly more: readonly VersionDifference[];
}

function under(version: string, header: string): string {
  return version === WITHOUT ? `without ${header}` : `under ${header} ${version}`;
}

/** A check's verdict in few words, with what was seen where it failed. */
function verdictText(check: CheckResult | undefined): string | null {
  if (check === undefined) return null;
  const [finding] = check.findings;
  if (finding !== undefined) return `${check.verdict}: ${finding.actual}`;
  return check.reason === undefined ? check.verdict : `${check.verdict}: ${check.reason}`;
}

/** What was seen of one point under one version. */
interface Seen {
  readonly answer: string | null;
  readonly evidence: ReportedExchange | null;
}

/** What differs between two runs, by id; each with its question, and where to look it up in a report. */
function differing(
  left: Report,
  right: Report,
  { about, deliveries, growing }: VersionOptions,
): Map<string, { readonly question: string; readonly seenIn: (report: Report) => Seen }> {
  const own = ({ operation }: { readonly operation: Subject | null }): boolean => operation === about.operation;
  const only = (report: Report): Report => ({
    ...report,
    checks: report.checks.filter((check) => own(check) || check.operation === deliveries),
    limits: report.limits.filter(own),
  });
  const diff = diffReports(only(left), only(right), growing);
  const inChecks = ({ check }: { readonly check: string }) => {
    const title = [left, right].flatMap(({ checks }) => checks).find(({ id }) => id === check)?.title ?? "";
    const seenIn = (report: Report): Seen => {
      const found = indexOf(report).checks.get(check);
      return { answer: verdictText(found), evidence: found?.findings[0]?.exchange ?? null };
    };
    return [check, { question: title, seenIn }] as const;
  };
  const oneSided = [...diff.onlyLeft, ...diff.onlyRight].filter(({ check }) => check.startsWith(`${about.operation}/`));
  const points = [...diff.observations, ...diff.conflicts].filter(own).map(({ id, question }) => {
    const seenIn = (report: Report): Seen => {
      const { answer = null, evidence = null } = indexOf(report).points.get(id) ?? {};
      return { answer, evidence };
    };
    return [id, { question, seenIn }] as const;
  });
  const limits = diff.limits.map(({ id, question }) => {
    const seenIn = (report: Report): Seen => {
      const found = report.limits.find(({ operation, field, keyword }) => id === `${operation} ${field} ${keyword}`);
      const evidence = found?.evidence.accepted ?? found?.evidence.refused ?? null;
      return { answer: found === undefined ? null : String(found.measured ?? found.evidence.text), evidence };
    };
    return [id, { question, seenIn }] as const;
  });
  const verdicts = [...diff.broken, ...diff.mended, ...diff.otherVerdicts, ...oneSided].map(inChecks);
  return new Map([...verdicts, ...points, ...limits]);
}

function differences(runs: readonly UnderVersion[], options: VersionOptions): VersionDifference[] {
  const [first, ...others] = runs;
  if (first === undefined) return [];
  const found = new Map(others.flatMap(({ report }) => [...differing(first.report, report, options)]));
  return [...found].map(([id, { question, seenIn }]) => {
    const seen = runs.map(({ report }) => seenIn(report));
    return { id, question, answers: seen.map(({ answer }) => answer), evidence: seen.map(({ evidence }) => evidence) };
  });
}

/** Checks of a further run: a finding says under which version it was seen. */
function told({ version, report }: UnderVersion, { about, deliveries }: VersionOptions): CheckResult[] {
  const own = report.checks.filter(({ operation }) => operation === about.operation || operation === deliveries);
  return own.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => ({
      ...finding,
      message: `${finding.message} (${under(version, about.header)})`,
    })),
  }));
}

/**
 * The report of a run, with what the operation's further runs saw.
 * @param base the whole run; its version is one of those judged
 * @param reason why it was not judged under every accepted version; null where it was
 */
export function acrossVersions(
  base: UnderVersion,
  others: readonly UnderVersion[],
  reason: string | null,
  options: VersionOptions,
): Report {
  const { about, policy, reportFile } = options;
  const runs = [base, ...others];
  const reports = runs.map(({ report }) => report);
  const first = base.report;
  const checks = mergedChecks(
    [...first.checks, ...others.flatMap((other) => told(other, options))],
    first.checks.map(({ id }) => id),
  );
  const cases = mergedCases(reports);
  const summary = {
    ...first.summary,
    ...summarise(checks, first.observations.length),
    ...(first.summary.cases === undefined ? {} : cases),
  };
  const cut = others.find(({ report }) => report.run.ended !== undefined);
  const ended =
    first.run.ended ??
    (cut?.report.run.ended && {
      ...cut.report.run.ended,
      text: `${about.operation} ${under(cut.version, about.header)}: ${cut.report.run.ended.text}`,
    });
  const outages = reports.flatMap(({ run }) => run.outages ?? []);
  const versions: VersionsReport = {
    ...about,
    judged: runs.map(({ version, report }) => {
      const own = report.checks.filter(({ operation }) => operation === about.operation);
      return { version, checks: own.length, failed: own.filter(({ verdict }) => isDeparture(verdict)).length };
    }),
    differences: [...options.more, ...differences(runs, options)],
    ...(reason === null ? {} : { reason }),
  };
  const report = {
    ...first,
    run: {
      ...first.run,
      finishedAt: reports.at(-1)?.run.finishedAt ?? first.run.finishedAt,
      durationMs: reports.reduce((sum, { run }) => sum + run.durationMs, 0),
      requests: reports.reduce((sum, { run }) => sum + run.requests, 0),
      ...(ended === undefined ? {} : { ended }),
      ...(outages.length === 0 ? {} : { outages }),
    },
    ...endingOf({ ...first, run: { ended }, summary }, policy),
    summary,
    checks,
    created: reports.flatMap(({ created }) => created),
    versions,
  };
  return numbered(report, reportFile);
}
