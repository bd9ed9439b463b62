/**
 * Whether a report can be relied on without its author: is it complete, does it agree with itself and with what it says it
 * was made with, is it recent? Pure. What it says about the deployment is another matter: a report of violations can be
 * verified.
 */
import { groupedBy } from "../../schemas/groups.js";
import { isAgreed } from "../answers/answers.js";
import { isOwn } from "../facts/checkId.js";
import { endingOf } from "../facts/ending.js";
import { isJudged } from "../facts/judged.js";
import { type KnownDefect, powerOf } from "../facts/power.js";
import type { CheckResult, Report, Summary } from "../model.js";
import { amount, duration, listed, verb } from "../visible.js";
import { type Counting, countedBy, type HeldPlan, withoutPlan } from "./plan.js";

/** The subject of a sentence about a report. */
export type About = "schema" | "plan" | "run" | "counts" | "digests" | "waivers" | "age" | "traffic";

export interface Remark {
  readonly about: About;
  readonly text: string;
  readonly refuses: boolean;
}

/** What the suite itself knows about a check. */
type Known = Pick<CheckResult, "operation" | "area" | "level">;

/** What a report is verified against. */
export interface Verifying {
  /** The plan that it must be complete for. */
  readonly plan: HeldPlan;
  /** What decides what counts in it: its plan, or all rules. */
  readonly counted: Counting & { readonly digest: string | null };
  /** The checks and digests of the suite that made it; null when this is another version. */
  readonly suite: {
    readonly checks: ReadonlyMap<string, Known>;
    readonly contract: string;
    readonly plan: string;
    readonly defects: readonly KnownDefect[];
  } | null;
  /** Digests of the files of answers and of known departures, where they are at hand. */
  readonly files: { readonly answers?: string; readonly baseline?: string };
  readonly now: Date;
  /** Milliseconds since its end; null for any age. */
  readonly maxAge: number | null;
}

const NAMED = 5;
/** Milliseconds by which clocks may differ. */
const CLOCKS = 300_000;
const DAY = 86_400_000;

function some(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 1 ? `${names.slice(0, NAMED).join(", ")} and ${more} more` : listed(names);
}

function refusal(about: About, text: string): Remark {
  return { about, text, refuses: true };
}

function note(about: About, text: string): Remark {
  return { about, text, refuses: false };
}

/** A refusal where a condition holds. */
function refusedIf(isSo: boolean, about: About, text: string): Remark[] {
  return isSo ? [refusal(about, text)] : [];
}

function notedIf(isSo: boolean, about: About, text: string): Remark[] {
  return isSo ? [note(about, text)] : [];
}

/** The options that narrowed a run, as typed. */
function narrowing({ run: { options, shard } }: Report): string[] {
  if (options === undefined) return [];
  const { operations, checks, exclude, writes, wrongSecrets, restricted, secondPartner, receiver } = options;
  const named = (option: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${option} ${names.join(" ")}`];
  return [
    ...named("--operation", operations),
    ...named("--check", checks),
    ...named("--exclude", exclude),
    ...(shard === undefined ? [] : [`--shard ${shard}`]),
    ...(writes === "all" ? [] : [`writes: ${writes}`]),
    ...(wrongSecrets ? [] : ["--no-wrong-secrets"]),
    ...(restricted ? [] : ["without restricted credentials"]),
    ...(secondPartner ? [] : ["without a second partner"]),
    ...(receiver ? [] : ["without a receiver"]),
  ];
}

/** Whether everything that the plan calls mandatory was judged. */
function completeness(report: Report, plan: HeldPlan): Remark[] {
  const all = new Map(withoutPlan(report).checks.map((check) => [check.id, check]));
  const missing = [...plan.mandatory].filter((id) => !all.has(id));
  const narrowed = narrowing(report);
  const how = narrowed.length === 0 ? ", and nothing in run.options left them out" : ` (${narrowed.join("; ")})`;
  const unjudged = [...plan.mandatory].flatMap((id) => all.get(id) ?? []).filter((check) => !isJudged(check));
  const open = groupedBy(unjudged, ({ verdict, reason }) => `${verdict}: ${reason ?? "no reason given"}`);
  const counted = (count: number): string => `${amount(count, "check")} of plan ${plan.name}`;
  return [
    ...refusedIf(
      missing.length > 0,
      "plan",
      `${counted(missing.length)} ${verb(missing.length, "is", "are")} missing: ${some(missing)}${how}.`,
    ),
    ...[...open].map(([why, checks]) =>
      refusal("plan", `${counted(checks.length)} gave no verdict (${why}): ${some(checks.map(({ id }) => id))}.`),
    ),
    ...plan.notApplicable
      .filter(({ checks }) => checks.length > 0)
      .map(({ name, reason, checks }) =>
        note("plan", `${name} (${amount(checks.length, "check")}) is not applicable in ${plan.name}: ${reason}.`),
      ),
    ...notedIf(
      plan.optional.size > 0,
      "plan",
      `${amount(plan.optional.size, "check")} ${verb(plan.optional.size, "is", "are")} optional in ${plan.name}.`,
    ),
  ];
}

/** Whether the run was completed, and what else limits what it shows. */
function wholeness({ run, target, checks, suite: { version } }: Report): Remark[] {
  const errors = checks.filter(({ verdict }) => verdict === "error").map(({ id }) => id);
  return [
    ...refusedIf(run.ended !== undefined, "run", `The run ended early: ${run.ended?.text}`),
    ...refusedIf(
      run.shard !== undefined,
      "run",
      `It is shard ${run.shard} of a run. Verify what "ppconform merge" makes of all shards.`,
    ),
    ...refusedIf(run.recorded !== undefined, "run", `Nothing was sent: it judges traffic recorded in ${run.recorded}.`),
    ...refusedIf(
      run.options === undefined && run.recorded === undefined,
      "run",
      `It does not say how it was made (run.options), so nobody can tell whether it was narrowed. Suite ${version} made it; run again with this one.`,
    ),
    ...refusedIf(
      errors.length > 0,
      "run",
      `The suite itself failed on ${some(errors)}, so no verdict can be relied on.`,
    ),
    ...notedIf(target.kind === "sandbox", "run", "It judges the embedded sandbox, not a deployment."),
    ...notedIf(run.profile === "smoke", "run", "Profile smoke: only the first case of each rule."),
  ];
}

/** The rules that were not judged, by reason, for comparing. */
function unjudgedText({ rules }: Summary): string {
  const lines = (rules?.notJudged ?? []).flatMap(({ why, rules: ids }) => ids.map((id) => `${why} ${id}`));
  return lines.sort().join("\n");
}

/** Whether counts, outcome and exit code follow from the checks. */
function consistency(report: Report, { counted, suite }: Verifying): Remark[] {
  const { summary, run, checks } = report;
  const expected = countedBy(report, counted, checks);
  const { rules, cases: _, unjudged: __, ...plain } = expected;
  const wrong = Object.entries(plain)
    .map(([key, count]) => ({ key, count, stated: Object.entries(summary).find(([name]) => name === key)?.[1] }))
    .filter(({ count, stated }) => count !== stated)
    .map(({ key, count, stated }) =>
      refusal("counts", `summary.${key} is ${String(stated)}; by its checks it should be ${String(count)}.`),
    );
  const seen = new Set<string>();
  const doubled = withoutPlan(report).checks.filter(({ id }) => seen.size === seen.add(id).size);
  const twice = doubled.map(({ id }) => refusal("counts", `${id} appears twice.`));
  const isComparable = suite !== null && rules !== undefined && summary.rules !== undefined;
  const rulesAgree =
    !isComparable ||
    (rules.judged === summary.rules?.judged &&
      rules.stated === summary.rules.stated &&
      unjudgedText(expected) === unjudgedText(summary));
  // With several versions of a header, one of the runs states its power.
  const { power } =
    suite === null || report.versions !== undefined
      ? report
      : powerOf(suite.defects, withoutPlan(report).checks, run.profile);
  const { options } = run;
  const ending = options === undefined ? report : endingOf({ ...report, summary: expected }, options);
  return [
    ...wrong,
    ...twice,
    ...refusedIf(
      !rulesAgree,
      "counts",
      `summary.rules says ${summary.rules?.judged} of ${summary.rules?.stated} rules judged; by its checks it should be ${rules?.judged} of ${rules?.stated}, or leave others open.`,
    ),
    ...refusedIf(
      report.power !== undefined && report.power.told !== power?.told,
      "counts",
      `power says that ${report.power?.told} known defects would be detected; by its checks it should be ${power?.told ?? "none"}.`,
    ),
    ...refusedIf(
      ending.outcome !== report.outcome || ending.exitCode !== report.exitCode,
      "counts",
      `The outcome is ${report.outcome} (exit code ${report.exitCode}); by its checks it should be ${ending.outcome} (${ending.exitCode}).`,
    ),
    ...withoutPlan(report).checks.flatMap((check) => foreign(check, suite?.checks)),
  ];
}

/** How a check differs from the suite's own. */
function foreign(check: CheckResult, known: ReadonlyMap<string, Known> | undefined): Remark[] {
  const { id, verdict, level } = check;
  const kind = verdict === "violation" ? "must" : verdict === "warning" ? "should" : level;
  const told = refusedIf(kind !== level, "counts", `${id} is a ${verdict} at level ${level}.`);
  if (known === undefined || isOwn(check) || isAgreed(check)) return told;
  const own = known.get(id);
  if (own === undefined) return [...told, refusal("counts", `The suite has no check ${id}.`)];
  const other = (["level", "operation", "area"] as const).filter((key) => own[key] !== check[key]);
  return [
    ...told,
    ...other.map((key) => refusal("counts", `${id} has the ${key} ${check[key]}; in the suite it is ${own[key]}.`)),
  ];
}

/** Whether it was made with what it says. */
function sums({ run, suite: made, plan: held, deployment, baseline }: Report, verifying: Verifying): Remark[] {
  const { suite, files, counted } = verifying;
  const { digests } = run;
  if (digests === undefined)
    return refusedIf(
      run.recorded === undefined,
      "digests",
      "It does not say by digests what it was made with (run.digests).",
    );
  const file = (name: "answers" | "baseline", path: string | undefined): Remark[] => {
    const [stated, found] = [digests[name], files[name]];
    if (stated === undefined && path === undefined)
      return refusedIf(found !== undefined, "digests", `It was made without a file for --${name}.`);
    if (stated === undefined) return [refusal("digests", `It names ${path} for --${name}, and no digest of it.`)];
    if (found === undefined)
      return [note("digests", `${path ?? "The file"} was not compared: name it with --${name}.`)];
    return refusedIf(
      found !== stated,
      "digests",
      `${path} is not the one here: ${stated} in the report, ${found} here.`,
    );
  };
  return [
    ...notedIf(
      suite === null,
      "digests",
      `Suite ${made.version} made it, which is not this version: contract and levels were not compared.`,
    ),
    ...(["contract", "plan"] as const).flatMap((name) =>
      refusedIf(
        suite !== null && digests[name] !== suite[name],
        "digests",
        `run.digests.${name} is not that of suite ${made.version}.`,
      ),
    ),
    ...refusedIf(
      held !== undefined && held.digest !== counted.digest,
      "digests",
      `It was compared with a plan other than ${counted.name}, as it is here.`,
    ),
    ...file("answers", deployment?.file ?? run.options?.answers ?? undefined),
    ...file("baseline", baseline?.file),
  ];
}

/** What the baseline excuses, and until when. */
function waivers({ checks, run: { digests } }: Report, now: Date): Remark[] {
  const today = now.toISOString().slice(0, 10);
  return checks
    .filter(({ verdict }) => verdict === "known")
    .map(({ id, excused }) => {
      if (excused === undefined || digests?.baseline === undefined)
        return refusal("waivers", `${id} is excused, and the report names no entry of a baseline for it.`);
      const { reason, ticket, expires } = excused;
      const why = ticket === null ? reason : `${reason}, ${ticket}`;
      if (expires === null) return note("waivers", `${id} is excused without an end: ${why}.`);
      return expires < today
        ? refusal("waivers", `${id} is excused until ${expires} only (${why}); today it counts.`)
        : note("waivers", `${id} is excused until ${expires}: ${why}.`);
    });
}

/** Whether its times agree, and it is recent enough. */
function age({ run, created }: Report, now: Date, most: number | null): Remark[] {
  const { startedAt, finishedAt, durationMs, ended } = run;
  const [from, to] = [Date.parse(startedAt), Date.parse(finishedAt)];
  const old = now.getTime() - to;
  const outside = created.find(({ at }) => Date.parse(at) < from - CLOCKS || Date.parse(at) > to + CLOCKS);
  return [
    ...refusedIf(
      to < from || Math.abs(to - from - durationMs) > CLOCKS,
      "age",
      `Its times do not agree: ${startedAt} to ${finishedAt} in ${duration(durationMs)}.`,
    ),
    ...refusedIf(
      outside !== undefined && ended?.why !== "cut",
      "age",
      `${outside?.id} was created at ${outside?.at}, which is not during the run (${startedAt} to ${finishedAt}).`,
    ),
    ...refusedIf(old < -CLOCKS, "age", `It ends in the future: ${finishedAt}.`),
    ...refusedIf(
      most !== null && old > most,
      "age",
      `It is ${amount(Math.floor(old / DAY), "day")} old (${finishedAt.slice(0, 10)}); --max-age allows ${amount((most ?? 0) / DAY, "day")}.`,
    ),
  ];
}

/** All remarks about a report. It is verified when none of them refuses it. */
export function verifyReport(report: Report, verifying: Verifying): Remark[] {
  const { plan, now, maxAge } = verifying;
  return [
    ...wholeness(report),
    ...completeness(report, plan),
    ...consistency(report, verifying),
    ...sums(report, verifying),
    ...waivers(report, now),
    ...age(report, now, maxAge),
  ];
}
