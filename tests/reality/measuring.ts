/** Runs the compiled command line on a situation, and compares what came of it with what is expected. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { groupFindings } from "../../reports/facts/causes.js";
import type { Report } from "../../reports/model.js";
import { emptyFolder } from "../files.js";
import { settingsFor } from "../listening.js";
import type { Running } from "./front.js";
import type { Situation } from "./situation.js";

/** What came of a run. */
export interface Measured {
  /** Null when it was ended because it took too long. */
  readonly exitCode: number | null;
  /** Null when no report was written. */
  readonly outcome: string | null;
  readonly firstSentence: string;
  /** Messages of the findings in the order of the causes. */
  readonly findings: readonly string[];
  /** Causes that are violations, and warnings. */
  readonly violations: number;
  readonly warnings: number;
  /** Each cause's key with its message. */
  readonly causes: readonly string[];
  readonly observed: readonly string[];
  /** Verdict and reason of each check. */
  readonly judged: Readonly<Record<string, string>>;
  /** Whether what the situation is about came to pass. */
  readonly occurred: boolean;
}

/** Seconds that a run may take: one that takes longer is ended. */
const LIMIT = 600;

/** Runs the suite on a situation. */
export async function measure(situation: Situation): Promise<Measured> {
  const running = await situation.start();
  const folder = emptyFolder();
  try {
    const { code, stdout, stderr } = await commandOn(running, situation, folder);
    const reportFile = join(folder, "report", "report.json");
    const report: Report | null = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, "utf8")) : null;
    return {
      ...readingOf(report),
      exitCode: code,
      firstSentence: sentenceOf(stdout, stderr),
      occurred: running.occurred?.() ?? true,
    };
  } finally {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function commandOn(running: Running, situation: Situation, folder: string) {
  const environment = {
    // Wide enough for a sentence a line.
    COLUMNS: "2000",
    ...settingsFor(running),
  };
  const words = ["run", "--profile", situation.profile, "--report-dir", join(folder, "report"), "--allow-writes"];
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...words, ...(situation.options ?? [])], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ending = setTimeout(() => child.kill("SIGKILL"), LIMIT * 1000);
  const [code]: readonly unknown[] = await once(child, "close");
  clearTimeout(ending);
  return { code: typeof code === "number" ? code : null, stdout, stderr };
}

type Reading = Omit<Measured, "exitCode" | "firstSentence" | "occurred">;

function readingOf(report: Report | null): Reading {
  if (report === null)
    return {
      outcome: null,
      findings: [],
      violations: 0,
      warnings: 0,
      causes: [],
      observed: [],
      judged: {},
    };
  const causes = groupFindings(report);
  return {
    outcome: report.outcome,
    findings: causes.flatMap(({ findings }) => findings.map(({ finding }) => finding.message)),
    violations: causes.filter(({ verdict }) => verdict === "violation").length,
    warnings: causes.filter(({ verdict }) => verdict === "warning").length,
    causes: causes.map(({ verdict, key, message }) => `${verdict} ${key}: ${message}`),
    observed: report.observations.map(({ id, answer }) => `${id}: ${answer}`),
    judged: Object.fromEntries(
      report.checks.map(({ id, verdict, reason }) => [id, [verdict, reason ?? []].flat().join(": ")]),
    ),
  };
}

/** What tells the outcome: the last paragraph of standard output, and what standard error says beside the progress. */
function sentenceOf(stdout: string, stderr: string): string {
  const told =
    stdout
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? "";
  const said = stderr.split(/[\r\n]+/).filter((line) => !/cases · .* requests/.test(line));
  return [told, ...said]
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .replace(/ \S+report\.html/, "")
    .trim()
    .slice(0, 800);
}

/** What of the expectation is not met, in words. */
export function unmet({ expected }: Situation, seen: Measured): string[] {
  const { violations, warnings = 0, first } = expected.findings;
  const missed: string[] = [];
  if (seen.exitCode !== expected.exitCode) missed.push(`exit ${seen.exitCode ?? "none"}, not ${expected.exitCode}`);
  if (seen.outcome === null) missed.push("no report");
  if (!expected.firstSentence.test(seen.firstSentence))
    missed.push(`"${seen.firstSentence}", not ${expected.firstSentence}`);
  const told = seen.causes.join("; ");
  if (seen.violations > violations) missed.push(`${seen.violations} causes of violations, not ${violations}: ${told}`);
  if (seen.warnings > warnings) missed.push(`${seen.warnings} causes of warnings, not ${warnings}: ${told}`);
  const leading = [seen.causes[0], seen.findings[0]].join(", ");
  if (first !== undefined && !first.test(leading)) missed.push(`the first finding is "${leading}", not ${first}`);
  const { observed, unproved = [], reasons = {} } = expected;
  for (const id of unproved)
    if (!/^(not-exercised|violation|warning)/.test(seen.judged[id] ?? "")) missed.push(`${id}: ${seen.judged[id]}`);
  for (const [id, reason] of Object.entries(reasons))
    if (!reason.test(seen.judged[id] ?? "")) missed.push(`${id}: ${seen.judged[id]}, not ${reason}`);
  if (observed !== undefined && seen.occurred && !seen.observed.some((answer) => observed.test(answer)))
    missed.push(`no observation says ${observed}`);
  return missed;
}
