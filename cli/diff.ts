/** `ppconform diff A B`: what differs between two reports. */
import { Command } from "commander";
import { differenceCount, diffReports, type ReportDiff } from "../reports/diff/diff.js";
import { diffAsJson, diffAsMarkdown, diffAsTerminal } from "../reports/diff/text.js";
import { oneOf } from "./parse.js";
import { reportAt } from "./reportFile.js";

const FORMATS = ["terminal", "markdown", "json"] as const;
type Format = (typeof FORMATS)[number];

const RENDERERS: Readonly<Record<Format, (diff: ReportDiff, isWhole: boolean) => string>> = {
  terminal: diffAsTerminal,
  markdown: diffAsMarkdown,
  json: diffAsJson,
};

interface DiffFlags {
  readonly format: Format;
  readonly exitCode?: true;
  readonly verbose?: true;
}

/** The command and its options. */
export function diffCommand(): Command {
  return new Command("diff")
    .description("Tell what differs between two reports: verdicts, answers, sides taken, measured limits.")
    .argument("<A>", "a report.json")
    .argument("<B>", "another report.json")
    .option("--format <name>", "terminal, markdown or json", oneOf("--format", FORMATS), "terminal")
    .option("--verbose", "tell every answer that differs, and not only what the differences have in common")
    .option("--exit-code", "end with exit code 1 when there is a difference")
    .action(diff);
}

async function diff(left: string, right: string, flags: DiffFlags): Promise<void> {
  const found = diffReports(await reportAt(left), await reportAt(right));
  process.stdout.write(RENDERERS[flags.format](found, flags.verbose === true));
  if (flags.exitCode === true && differenceCount(found) > 0) process.exitCode = 1;
}
