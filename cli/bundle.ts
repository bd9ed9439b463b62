/** `ppconform bundle REPORT`: the report with everything that it was made with in one file, named by one digest. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { type Parts, packed } from "../library/bundle.js";
import { choosePlan } from "../library/plan.js";
import { userFileText } from "../library/userFile.js";
import { digestOf } from "../reports/digest.js";
import { writeProblem, writeWhole } from "../reports/wholeFile.js";
import { type FlagsOf, OPTIONS, option, shared, withOptions } from "./options.js";
import { reportAt, reportFileAt } from "./reportFolder.js";
import { path } from "./values.js";

const ROWS = {
  output: option("<file>", path, "where it is written (default: bundle.json.gz beside the report)"),
  har: option("<file>", path, "the traffic of the run (default: traffic.har beside the report)"),
  plan: { ...OPTIONS.plan, value: path, help: "your own plan that the run used, if its file has moved" },
  ...shared("answers", "baseline"),
} as const;

export function bundleCommand(): Command {
  const command = new Command("bundle")
    .description(
      "Pack a report, its plan, answers, baseline and traffic into one file, and print the digest of that file.",
    )
    .argument("<report>", "a report folder or its report.json");
  return withOptions(command, ROWS).action(bundle);
}

/** A file that the report was made with, as it was then. @throws UsageError when it has changed */
function partAt(option: string, file: string | undefined, digest: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const fix = `Name it with --${option}.`;
  const text = userFileText(file, `file for --${option}`, { missing: fix, unreadable: fix });
  if (digest === undefined || digestOf(text) === digest) return text;
  throw new UsageError(`${file} has changed since the run. Name a copy of the original with --${option}.`);
}

async function bundle(named: string, flags: FlagsOf<typeof ROWS>): Promise<void> {
  const file = await reportFileAt(named);
  const { run, plan, deployment, baseline } = await reportAt(file);
  const beside = join(dirname(file), "traffic.har");
  const har = flags.har ?? (existsSync(beside) ? beside : undefined);
  const own = plan === undefined || plan.name === plan.release ? undefined : (flags.plan ?? plan.name);
  if (own !== undefined) choosePlan(own);
  const parts: Parts = {
    report: readFileSync(file, "utf8"),
    plan: partAt("plan", own, plan?.digest),
    answers: partAt("answers", flags.answers ?? deployment?.file, run.digests?.answers),
    baseline: partAt("baseline", flags.baseline ?? baseline?.file, run.digests?.baseline),
    traffic: partAt("har", har, undefined),
  };
  const bytes = packed(parts);
  const output = flags.output ?? join(dirname(file), "bundle.json.gz");
  await writeWhole(output, bytes).catch((error: unknown) => {
    throw new UsageError(`${output} cannot be written: ${writeProblem(error)}. Name another file with --output.`);
  });
  process.stdout.write(
    `${output}: ${Object.entries(parts)
      .flatMap(([name, text]) => (text === undefined ? [] : [name]))
      .join(", ")}\n${digestOf(bytes)}\n`,
  );
}
