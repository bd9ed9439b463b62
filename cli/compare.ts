/**
 * `ppconform compare A B…`: what differs between reports; `ppconform diff A B` does the same for any two; `ppconform
 * history FOLDER` does it over time.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { assertComparable, compareReports, differenceCount, ONE_TARGET } from "../reports/across/compare.js";
import { asMarkdown, asTerminal, type Written, written } from "../reports/across/compareText.js";
import { diffOf } from "../reports/across/diff.js";
import { changeCount, historyAsData, historyInWords, historyOf } from "../reports/across/history.js";
import type { FoundReport } from "../reports/across/shards.js";
import { renderAcross } from "../reports/formats/acrossHtml.js";
import { textOf } from "../reports/validate.js";
import { amount } from "../reports/visible.js";
import { writeProblem, writeWhole } from "../reports/wholeFile.js";
import { isObject } from "../schemas/json.js";
import { fileJson } from "../schemas/unseen.js";
import { growing } from "../suites/unknowns/traffic.js";
import { type FlagsOf, option, withOptions } from "./options.js";
import { reportAt } from "./reportFolder.js";
import { oneOf, path } from "./values.js";

const FORMATS = ["terminal", "markdown", "json"] as const;

const DIFF_ROWS = {
  format: option("<name>", oneOf(FORMATS), "terminal, markdown or json", { default: "terminal" }),
  json: { help: "same as --format json" },
  verbose: { help: "list every answer that differs, and not only what the differences have in common" },
  "exit-code": { help: "end with exit code 1 when there is a difference" },
} as const;

const ROWS = {
  ...DIFF_ROWS,
  html: option("<file>", path, "also write it as an HTML page, which needs no server"),
} as const;

export function diffCommand(): Command {
  const command = new Command("diff")
    .description("Show what differs between two reports: verdicts, answers, sides taken, measured limits.")
    .argument("<A>", "a report folder or its report.json")
    .argument("<B>", "another one");
  return withOptions(command, DIFF_ROWS).action(async (left: string, right: string, flags: FlagsOf<typeof DIFF_ROWS>) =>
    tell(await reportsAt([left, right]), flags, true),
  );
}

export function compareCommand(): Command {
  const command = new Command("compare")
    .description(
      "Show what differs between the reports of several deployments: verdicts, answers, measured limits, and how many take which side where the document contradicts itself.",
    )
    .argument("<report...>", "report folders or their report.json, two or more");
  return withOptions(command, ROWS).action(async (paths: readonly string[], flags: FlagsOf<typeof ROWS>) => {
    if (paths.length < 2) throw new UsageError(`compare takes two reports or more; "${paths[0]}" is one.`);
    const reports = await reportsAt(paths);
    assertComparable(reports);
    await tell(reports, flags, false);
  });
}

export function historyCommand(): Command {
  const command = new Command("history")
    .description(
      "Show what changed on one deployment over time, from the reports in a folder: when each change was first seen, and when the deployment was last seen without it.",
    )
    .argument("<folder>", "a folder with reports at any depth, two or more");
  return withOptions(command, ROWS).action(async (folder: string, flags: FlagsOf<typeof ROWS>) => {
    const reports = await reportsIn(folder);
    assertComparable(reports, ONE_TARGET);
    const only = reports.map(({ report }) => report);
    const history = historyOf(only, growing);
    const [data, count] = [historyAsData(history), changeCount(history.steps)];
    await print({ words: (isWhole) => historyInWords(history, isWhole), data, count }, flags);
  });
}

async function reportsAt(paths: readonly string[]): Promise<FoundReport[]> {
  // One after the other: if several cannot be read, the first is named.
  const reports = [];
  for (const path of paths) reports.push({ path, report: await reportAt(path) });
  return reports;
}

/** The reports below a folder, the earliest first; other JSON files are skipped. */
async function reportsIn(folder: string): Promise<FoundReport[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => {
    throw new UsageError(`${folder} is not a folder that can be read. Name the folder that reports are kept in.`);
  });
  const found: FoundReport[] = [];
  for (const name of names.filter((each) => each.endsWith(".json")).sort()) {
    const file = join(folder, name);
    const value: unknown = await textOf(file)
      .then(JSON.parse)
      .catch(() => null);
    if (isObject(value) && "format" in value && "checks" in value)
      found.push({ path: file, report: await reportAt(file) });
  }
  if (found.length < 2)
    throw new UsageError(`${folder} holds ${amount(found.length, "report")}; a history takes two or more.`);
  return found.sort((one, other) => one.report.run.startedAt.localeCompare(other.report.run.startedAt));
}

/** What is printed about several reports, in any format. */
interface Printed {
  words(isWhole: boolean): Written;
  readonly data: object;
  readonly count: number;
}

async function print({ words, data, count }: Printed, flags: FlagsOf<typeof ROWS>): Promise<void> {
  const { html, verbose, exitCode } = flags;
  if (html !== undefined)
    await writeWhole(html, renderAcross(words(true))).catch((error: unknown) => {
      throw new UsageError(`--html ${html} cannot be written: ${writeProblem(error)}.`);
    });
  const format = flags.json === true ? "json" : flags.format;
  const text = format === "markdown" ? asMarkdown : asTerminal;
  process.stdout.write(format === "json" ? `${fileJson(data, 2)}\n` : text(words(verbose === true)));
  if (exitCode === true && count > 0) process.exitCode = 1;
}

/** Prints what differs. @param isPair whether as the difference of two */
async function tell(reports: readonly FoundReport[], flags: FlagsOf<typeof ROWS>, isPair: boolean): Promise<void> {
  const only = reports.map(({ report }) => report);
  const comparison = compareReports(only, growing);
  const count = differenceCount(comparison);
  const data = { differences: count, ...(isPair ? diffOf(comparison) : comparison) };
  await print({ words: (isWhole) => written(comparison, isPair, isWhole), data, count }, flags);
}
