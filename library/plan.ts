/** The plan of a run: that of a release, or the user's own. Read and checked before anything is sent. */
import { readdirSync, readFileSync } from "node:fs";
import { exclusions } from "../engine/plan/selection.js";
import { UsageError } from "../engine/settings/usageError.js";
import type { HeldPlan } from "../reports/across/plan.js";
import { digestOf } from "../reports/digest.js";
import { EQUIPMENT } from "../reports/facts/checkId.js";
import type { ReleasePlan } from "../reports/plan.js";
import { type PlanFile, type PlanLine, parsePlan } from "../reports/planFile.js";
import { quoted } from "../reports/userFile.js";
import { listed } from "../reports/visible.js";
import { RULES } from "../schemas/ledger/rules.js";
import { isSubject, SUBJECTS } from "../schemas/operations.js";
import { CHECKS } from "../suites/suites.js";
import { asUsage, suggestion, userFileText } from "./userFile.js";

const FOLDER = new URL("../plans/", import.meta.url);

/** The newest release that has a plan. */
export const LATEST = "latest";

/** The releases that have a plan, the oldest first. */
export function releases(): string[] {
  const names = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));
  return names
    .map((file) => file.slice(0, -5))
    .sort((left, right) => left.localeCompare(right, "en", { numeric: true }));
}

/** The plan of a release; null when there is none. */
export function releasePlan(name: string): ReleasePlan | null {
  const known = releases();
  const release = name === LATEST ? known.at(-1) : known.find((one) => one === name);
  return release === undefined ? null : JSON.parse(readFileSync(new URL(`${release}.json`, FOLDER), "utf8"));
}

function whole({ release, digest, rules, checks }: ReleasePlan): HeldPlan {
  return {
    name: release,
    release,
    digest,
    stated: statedAmong(new Set(rules)),
    mandatory: new Set(checks),
    optional: new Map(),
    notApplicable: [],
  };
}

function statedAmong(rules: ReadonlySet<string>): HeldPlan["stated"] {
  return RULES.filter(({ id }) => rules.has(id));
}

/** The rules that some checks are about. */
function rulesOf(checks: ReadonlySet<string>): Set<string> {
  return new Set(CHECKS.filter(({ id }) => checks.has(id)).flatMap(({ statements }) => statements));
}

/**
 * Resolves the names of a user's own plan. For a check in several lists, the last one counts.
 * @throws UsageError for a release without a plan, and for a name that matches none of its checks
 */
function resolvePlan(file: PlanFile, text: string): HeldPlan {
  const base = releasePlan(file.release);
  if (base === null)
    throw new UsageError(
      `${quoted(file.path, file.place)}: there is no plan of release ${file.release}. There ${planNames()}.`,
    );
  const all = [...(file.mandatory ?? []), ...file.optional, ...file.notApplicable];
  const matchers = new Map(exclusions(all.map(({ name }) => name)).map(({ name, matches }) => [name, matches]));
  const names = [...SUBJECTS, ...EQUIPMENT, ...base.checks];
  const checksOf = ({ name, place }: PlanLine): string[] => {
    const found = base.checks.filter((id) => matchers.get(name)?.(id) === true);
    if (found.length > 0 || isSubject(name) || EQUIPMENT.some((one) => one === name)) return found;
    const isLater = CHECKS.some(({ id }) => matchers.get(name)?.(id) === true);
    throw new UsageError(
      `${quoted(file.path, place)}: ${name} matches no check of release ${base.release}${isLater ? "; it came later, so that a plan of a later release has it" : suggestion(name, names)}. "ppconform list" shows all; * stands for any characters.`,
    );
  };
  const wanted = file.optional.map((line) => ({ line, checks: checksOf(line) }));
  const named = file.mandatory?.flatMap(checksOf) ?? base.checks;
  const open = new Set([...named, ...wanted.flatMap(({ checks }) => checks)]);
  const left = file.notApplicable.map((line) => {
    // Each check is listed under the first name that leaves it out.
    const checks = checksOf(line).filter((id) => open.delete(id));
    return { name: line.name, reason: line.reason, checks };
  });
  const optional = new Map(
    wanted.flatMap(({ line, checks }) => checks.filter((id) => open.has(id)).map((id) => [id, line.reason] as const)),
  );
  const remaining = rulesOf(open);
  const stated = new Set([...remaining, ...rulesOf(new Set(left.flatMap(({ checks }) => checks)))]);
  return {
    name: file.path,
    release: base.release,
    digest: digestOf(text),
    stated: statedAmong(new Set(base.rules.filter((rule) => file.mandatory === null || stated.has(rule)))),
    mandatory: new Set([...open].filter((id) => !optional.has(id))),
    optional,
    notApplicable: left.map((one) => ({
      ...one,
      rules: [...rulesOf(new Set(one.checks))].filter((rule) => !remaining.has(rule)),
    })),
  };
}

function planNames(): string {
  const known = releases();
  return known.length === 1 ? `is ${known.join("")}` : `are ${listed(known)}`;
}

/** A user's own plan, from the text of its file. @throws UsageError for anything else */
export function planFrom(text: string, path: string): HeldPlan {
  return asUsage(() => resolvePlan(parsePlan(text, path), text));
}

/** What a run leaves out by name because its plan says that it does not apply. */
export function inapplicable(plan: HeldPlan | null): string[] {
  return plan?.notApplicable.map(({ name }) => name) ?? [];
}

/**
 * Reads the plan that --plan names; null when it is not given.
 * @throws UsageError for a release without a plan, and for a file that is missing or is not a plan
 */
export function choosePlan(name: string | undefined): HeldPlan | null {
  if (name === undefined) return null;
  const plan = releasePlan(name);
  if (plan !== null) return whole(plan);
  if (/^\d+(\.\d+)*$/.test(name))
    throw new UsageError(
      `--plan ${name}: there is no plan of this release. There ${planNames()}; latest is the newest.`,
    );
  const text = userFileText(name, "plan", {
    missing: `Write a release (there ${planNames()}), latest, or a file of your own: see docs/reports.md.`,
    unreadable: "Correct --plan.",
  });
  return planFrom(text, name);
}
