/** Runs the compiled command line on a hostile target, and tells what it left behind. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Report } from "../../reports/model.js";
import { validateReport } from "../../reports/validate.js";
import { start } from "../cli/child.js";
import { emptyFolder } from "../files.js";
import { settingsFor } from "../listening.js";
import type { HostileTarget, Serving } from "./target.js";

/** What came of a run. */
export interface Endured {
  readonly exitCode: number | null;
  readonly printed: string;
  /** Null when none was written, or when it is not as its schema says. */
  readonly report: Report | null;
  readonly junit: string;
  readonly journal: string;
  readonly peakMiB: number;
}

/** Milliseconds that a run may take, however slow the machine is: one that takes longer hangs. */
const HANGS = 600_000;

/** Mebibytes of old objects at the most, live or not: a collector that is not in a hurry keeps garbage. */
const HEAP = 128;

/** The same of new ones: newer versions of Node.js allow themselves more of these by default. */
const NEW = 16;

/** Milliseconds for which an answer is waited for that comes, however slow the machine is. */
const ANSWERS = 60_000;

/** The same where none comes; where others do come, a busy machine takes longer over those than one would think. */
const SILENCE = { always: 500, partly: 5_000 };

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Runs the suite on a target that serves. */
export async function run(serving: Serving, words: readonly string[]): Promise<Endured & { readonly folder: string }> {
  const folder = emptyFolder();
  const { process: child, ended } = start(["run", ...words], {
    folder,
    environment: {
      ...settingsFor(serving),
      NODE_OPTIONS: `--import ${resolve("tests/hostile/peak.mjs")} --max-old-space-size=${HEAP} --max-semi-space-size=${NEW}`,
      PEAK_FILE: join(folder, "peak"),
    },
  });
  const hangs = setTimeout(() => child.kill("SIGKILL"), HANGS);
  const { stdout, stderr, code } = await ended;
  clearTimeout(hangs);
  const kept = (file: string): string => textOf(join(folder, "conformance-report", file));
  const validation = validateReport(JSON.parse(kept("report.json") || "null"));
  return {
    folder,
    exitCode: code,
    printed: stdout + stderr,
    report: validation.valid ? validation.report : null,
    junit: kept("junit.xml"),
    journal: kept("created.ndjson"),
    peakMiB: Number(textOf(join(folder, "peak"))),
  };
}

/** Lets a target serve, runs the suite on it, and tidies up. */
export async function endure({
  serve,
  silent,
  words = [],
  operations = ["listBalances"],
}: HostileTarget): Promise<Endured> {
  const serving = await serve();
  try {
    const timeout = silent === undefined ? ANSWERS : SILENCE[silent];
    const limits = ["--timeout", String(timeout), "--patience", "2", "--profile", "smoke"];
    const { folder, ...endured } = await run(serving, [...limits, ...words, "--operation", ...operations]);
    rmSync(folder, { recursive: true, force: true });
    return endured;
  } finally {
    await serving.close();
  }
}
