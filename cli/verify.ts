/** `ppconform verify REPORT`: whether a report can be relied on without its author. Exit code 0 verified, 1 refused. */
import { Command } from "commander";
import { CONTRACT } from "../contract.js";
import { sumsOf } from "../engine/madeWith.js";
import { UsageError } from "../engine/settings/usageError.js";
import { isPacked, type Parts, unpacked } from "../library/bundle.js";
import { choosePlan, LATEST, planFrom } from "../library/plan.js";
import { type Again, judgeAgain } from "../recorded/again.js";
import { parseHar } from "../recorded/har.js";
import { type HeldPlan, withoutPlan } from "../reports/across/plan.js";
import { type Remark, verifyReport } from "../reports/across/verify.js";
import { digestOf } from "../reports/digest.js";
import { isJudged } from "../reports/facts/judged.js";
import { targetName } from "../reports/facts/summary.js";
import type { Report } from "../reports/model.js";
import { readJsonText, validateReport } from "../reports/validate.js";
import { amount, grouped, readable } from "../reports/visible.js";
import { CHECKS } from "../suites/suites.js";
import { SUITE_VERSION } from "../version.js";
import { inputBytes } from "./inputFile.js";
import { type FlagsOf, OPTIONS, option, shared, withOptions } from "./options.js";
import { reportFileAt } from "./reportFolder.js";
import { days, path } from "./values.js";

const ROWS = {
  plan: {
    ...OPTIONS.plan,
    help: "what the report must be complete for: a release (1.0.0, latest), or a plan of your own (default: its own)",
  },
  "max-age": option("<days>", days, "how old the report may be, like 30d"),
  har: option("<file>", path, "the traffic of the run: it is judged again"),
  ...shared("answers", "baseline"),
  json: { help: "print what is found as JSON" },
} as const;
type VerifyFlags = FlagsOf<typeof ROWS>;

export function verifyCommand(): Command {
  const command = new Command("verify")
    .description(
      "Check that a report is complete, agrees with itself and with what it says it was made with, and follows from the traffic beside it.",
    )
    .argument("<report>", "a report folder, its report.json, or a bundle");
  return withOptions(command, ROWS).action(verify);
}

async function textOf(file: string, what: string): Promise<string> {
  return (await inputBytes(file, `Name ${what}.`)).toString("utf8");
}

/** What is verified: a bundle with all its parts, or a report with those that options name. */
async function found(file: string, { answers, baseline, har }: VerifyFlags) {
  const bytes = await inputBytes(file, 'Name the report.json that a run wrote, or what "ppconform bundle" made of it.');
  const { parts, changed } = isPacked(bytes)
    ? unpacked(bytes, file)
    : { parts: { report: bytes.toString("utf8") }, changed: [] };
  return {
    parts: {
      ...parts,
      ...(answers === undefined ? {} : { answers: await textOf(answers, "the file of answers of the run") }),
      ...(baseline === undefined ? {} : { baseline: await textOf(baseline, "the baseline of the run") }),
      ...(har === undefined ? {} : { traffic: await textOf(har, "a file with traffic as HAR") }),
    },
    remarks: changed.map((part) => ({
      about: "digests",
      text: `The ${part} in ${file} does not match its digest.`,
      refuses: true,
    })),
  };
}

/** The plan that a report names: of a release, or its own file. */
function ownPlan({ plan }: Report, file: string | undefined): HeldPlan | null {
  if (plan === undefined) return null;
  return file === undefined || plan.name === plan.release ? choosePlan(plan.name) : planFrom(file, plan.name);
}

function remarksOn(report: Report, parts: Parts, flags: VerifyFlags) {
  const own = ownPlan(report, parts.plan);
  const plan = flags.plan === undefined && own !== null ? own : choosePlan(flags.plan ?? LATEST);
  if (plan === null) throw new UsageError("There is no plan to compare the report with. Name one with --plan.");
  const sums = sumsOf(CONTRACT);
  const made = report.suite.version === SUITE_VERSION;
  const remarks = verifyReport(report, {
    plan,
    counted: own ?? { name: "", digest: null, stated: CONTRACT.rules, optional: new Map(), notApplicable: [] },
    suite: made
      ? { ...sums, defects: CONTRACT.defects(), checks: new Map(CHECKS.map((check) => [check.id, check])) }
      : null,
    files: {
      ...(parts.answers === undefined ? {} : { answers: digestOf(parts.answers) }),
      ...(parts.baseline === undefined ? {} : { baseline: digestOf(parts.baseline) }),
    },
    now: new Date(),
    maxAge: flags.maxAge ?? null,
  });
  const { traffic } = parts;
  const file = flags.har ?? "the traffic";
  const again = traffic === undefined ? null : judgeAgain(CONTRACT, report, parseHar(traffic, file), file);
  return { plan, remarks: [...remarks, ...(again?.remarks ?? [])], again };
}

function verdictsOf(report: Report): number {
  return withoutPlan(report).checks.filter(isJudged).length;
}

/** The parts of a report that rest on its author's word, as the last sentence says. */
function wordOf(report: Report, again: Again | null): string {
  const given = verdictsOf(report);
  if (again === null)
    return `No verdict was verified: without the traffic (--har), all ${grouped(given)} rest on the word of whoever made the report.`;
  const follow = again.follow.length;
  const rest =
    given === follow
      ? ""
      : `; ${grouped(given - follow)} do not show in it, and rest on the word of whoever made the report`;
  return `${grouped(follow)} of ${amount(given, "verdict")} follow from the traffic${rest}. Only a signature could prove that it is the traffic of that run.`;
}

async function verify(named: string, flags: VerifyFlags): Promise<void> {
  const file = await reportFileAt(named);
  const { parts, remarks } = await found(file, flags);
  const text = parts.report ?? "";
  const validation = validateReport(readJsonText(text, file));
  const report = validation.valid ? validation.report : null;
  const judged = report === null ? { plan: null, remarks: [], again: null } : remarksOn(report, parts, flags);
  const schema = (validation.valid ? [] : validation.errors).map(
    (error): Remark => ({ about: "schema", text: `It is not a report of format 1: ${error}.`, refuses: true }),
  );
  const all = [...remarks, ...schema, ...judged.remarks];
  const reasons = all.filter(({ refuses }) => refuses);
  process.exitCode = reasons.length > 0 ? 1 : 0;
  if (flags.json === true) {
    const { name, digest } = judged.plan ?? {};
    const answer = {
      verified: reasons.length === 0,
      file,
      digest: digestOf(text),
      plan: judged.plan === null ? null : { name, digest },
      outcome: report?.outcome ?? null,
      traffic: parts.traffic !== undefined,
      verdicts:
        report === null ? null : { given: verdictsOf(report), followFromTraffic: judged.again?.follow.length ?? 0 },
      remarks: all.map(({ about, text: said, refuses }) => ({ about, refuses, text: said })),
    };
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return;
  }
  const lines = all.map(
    ({ about, text: said, refuses }) => `  ${refuses ? "refused" : "note   "}  ${about.padEnd(7)}  ${readable(said)}`,
  );
  const what =
    report === null
      ? file
      : `${file} (${targetName(report)}, ${report.run.finishedAt.slice(0, 10)}, outcome: ${report.outcome})`;
  const judgedBy =
    judged.plan === null ? "" : ` by plan ${judged.plan.name}${parts.traffic === undefined ? "" : " and its traffic"}`;
  lines.push(
    reasons.length === 0
      ? `Verified: ${what}${judgedBy}.`
      : `Refused: ${what}${judgedBy}, for ${amount(reasons.length, "reason")}.`,
    ...(report === null ? [] : [wordOf(report, judged.again)]),
    digestOf(text),
  );
  process.stdout.write(`${lines.join("\n")}\n`);
}
