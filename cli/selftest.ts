/** `ppconform selftest`: how much of what it should find the suite finds, and whether it reports what is not there. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { writeWhole } from "../reports/wholeFile.js";
import { scoreFile, scorePage } from "../selftest/page.js";
import { outsiderPlan, type PlanOptions, sandboxPlan } from "../selftest/plan.js";
import { runSelftest } from "../selftest/selftest.js";
import { hasOutsiders } from "../selftest/services.js";
import { scoreText } from "../selftest/terminal.js";
import { type FlagsOf, option, withOptions } from "./options.js";
import { path, text, wholeNumber } from "./values.js";

/** Where the score is kept, below the repository's root: a page for people, and a file for machines. */
const PAGE = "docs/score.md";
const FILE = "docs/score.json";

const ROWS = {
  slice: {
    help: "a part of the services that conform, and of the defects one of each family, operation and area; another --seed tries others",
  },
  full: { help: "judge each defect by the checks of all operations, not only of its own" },
  smoke: { help: "try each defect with a smoke run, too (--write-docs does)" },
  outsider: { help: "try the outsider's server instead of the sandbox (in the repository only)" },
  only: option("<text...>", text, "only defects whose id holds one of these texts, and no conforming services"),
  seed: option(
    "<number>",
    wholeNumber(0, 0x7fffffff),
    "decides the random combinations of behaviours, and what is in a slice",
    { default: 42 },
  ),
  workers: option(
    "<number>",
    wholeNumber(1, 64),
    "processes that share the work (default: one for each core, and one more)",
  ),
  json: option("<file>", path, "write the whole score as JSON"),
  "write-docs": { help: `write ${PAGE} and ${FILE}` },
} as const;

type SelftestFlags = FlagsOf<typeof ROWS>;
/** Workers beyond the cores: many services make a run wait for a file to be ready or a recipient to be old enough. */
const EXTRA_WORKERS = 1;
/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 10_000;

export function selftestCommand(): Command {
  const command = new Command("selftest")
    .description("Measure what the suite catches on its own sandbox, and what it reports falsely.")
    .addHelpText(
      "after",
      `
Exit codes:
  0  everything was caught, without a false alarm
  1  otherwise
  2  usage error
  4  an error inside the suite`,
    )
    .action(selftest);
  return withOptions(command, ROWS);
}

function refuseUnusable({ slice, only, outsider, writeDocs }: SelftestFlags): void {
  if (outsider === true && !hasOutsiders())
    throw new UsageError(
      "--outsider: the outsider's server is not part of the package. Run the selftest in the repository.",
    );
  if (writeDocs !== true) return;
  if (slice === true || only !== undefined || outsider === true)
    throw new UsageError("--write-docs: the page covers all defects. Leave out --slice, --only and --outsider.");
  if (!existsSync("docs"))
    throw new UsageError(`--write-docs: there is no folder docs here. Run the selftest at the root of the repository.`);
}

/** Writes a line now and then. */
function progressLine(): (done: number, trials: number) => void {
  let shown = Date.now();
  return (done, trials) => {
    if (Date.now() - shown < PROGRESS_INTERVAL) return;
    shown = Date.now();
    process.stderr.write(`${done} of ${trials} runs\n`);
  };
}

async function selftest(flags: SelftestFlags): Promise<void> {
  refuseUnusable(flags);
  const options: PlanOptions = {
    extent: flags.slice === true ? "slice" : "all",
    acrossOperations: flags.full === true,
    smoke: flags.smoke === true || flags.writeDocs === true,
    seed: flags.seed,
    only: flags.only ?? [],
  };
  const plan = flags.outsider === true ? await outsiderPlan(options) : sandboxPlan(options);
  if (plan.conforming.length + plan.defects.length === 0)
    throw new UsageError(
      `--only ${options.only.join(" ")}: no defect has that in its id. "ppconform sandbox --list-defects" shows all.`,
    );
  const startedAt = Date.now();
  const score = await runSelftest(plan, flags.workers ?? availableParallelism() + EXTRA_WORKERS, progressLine());
  if (flags.json !== undefined) await writeWhole(flags.json, `${JSON.stringify(score, null, 2)}\n`);
  if (flags.writeDocs === true) {
    await writeWhole(PAGE, scorePage(score));
    await writeWhole(FILE, scoreFile(score));
  }
  process.stdout.write(scoreText(score, (Date.now() - startedAt) / 1_000));
  process.exitCode = score.failed === 0 ? 0 : 1;
}
