/** `ppconform diff A B`: what differs between two reports. */
import { Command } from "commander";
import { differenceCount, diffReports, type ReportDiff } from "../reports/across/diff.js";
import { diffAsJson, diffAsMarkdown, diffAsTerminal } from "../reports/across/diffText.js";
import { growing } from "../suites/unknowns/traffic.js";
import { type FlagsOf, withOptions } from "./options.js";
import { reportAt } from "./reportFolder.js";
import { oneOf } from "./values.js";

const FORMATS = ["terminal", "markdown", "json"] as const;
type Format = (typeof FORMATS)[number];

const RENDERERS: Readonly<Record<Format, (diff: ReportDiff, isWhole: boolean) => string>> = {
  terminal: diffAsTerminal,
  markdown: diffAsMarkdown,
  json: diffAsJson,
};

const ROWS = {
  format: { takes: "<name>", value: oneOf(FORMATS), default: "terminal", help: "terminal, markdown or json" },
  verbose: { help: "list every answer that differs, and not only what the differences have in common" },
  "exit-code": { help: "end with exit code 1 when there is a difference" },
} as const;

/** The command and its options. */
export function diffCommand(): Command {
  const command = new Command("diff")
    .description("Tell what differs between two reports: verdicts, answers, sides taken, measured limits.")
    .argument("<A>", "a report.json")
    .argument("<B>", "another report.json");
  return withOptions(command, ROWS).action(diff);
}

async function diff(left: string, right: string, flags: FlagsOf<typeof ROWS>): Promise<void> {
  const found = diffReports(await reportAt(left), await reportAt(right), growing);
  process.stdout.write(RENDERERS[flags.format](found, flags.verbose === true));
  if (flags.exitCode === true && differenceCount(found) > 0) process.exitCode = 1;
}
