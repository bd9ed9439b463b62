/** The baseline of a run: read and checked before anything is sent, applied and written after. */
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { patternMatcher } from "../engine/plan/selection.js";
import { UsageError } from "../engine/settings/usageError.js";
import { applyBaseline, type Baseline, type BaselineRun } from "../reports/across/baseline.js";
import { type BaselineFile, parseBaseline } from "../reports/across/baselineFile.js";
import { applyPlan, type HeldPlan } from "../reports/across/plan.js";
import { entriesToPaste, updateBaseline } from "../reports/across/update.js";
import { digestOf } from "../reports/digest.js";
import type { Report } from "../reports/model.js";
import { quoted } from "../reports/userFile.js";
import { amount } from "../reports/visible.js";
import { writeProblem, writeWhole } from "../reports/wholeFile.js";
import { OPEN_POINTS } from "../schemas/ledger/openPoints.js";
import { CHECKS } from "../suites/suites.js";
import { growing } from "../suites/unknowns/traffic.js";
import { asUsage, suggestion, userFileText } from "./userFile.js";

/** The names that a baseline may use. */
export interface BaselineNames {
  readonly checks: readonly string[];
  /** Ids of observations and of conflicts. */
  readonly answers: readonly string[];
}

/** The names of a run. @param agreed ids of the checks of agreed answers */
export function baselineNames(agreed: readonly string[] = []): BaselineNames {
  return { checks: [...CHECKS.map(({ id }) => id), ...agreed], answers: [...OPEN_POINTS.keys()] };
}

const NAMES = baselineNames();

/** What to say about a name that only a run with a file of answers could know. */
function agreedHint(pattern: string): string {
  return pattern.includes("/agreed.") ? " Checks of agreed answers exist only in a run with --answers." : "";
}

/**
 * Resolves the names of a baseline.
 * @throws UsageError for a pattern that matches no check and for an id without an answer
 */
export function resolveBaseline(file: BaselineFile, names: BaselineNames = NAMES): Baseline {
  const known = file.known.map((entry) => {
    const checks = names.checks.filter(patternMatcher(entry.pattern));
    if (checks.length > 0) return { ...entry, checks };
    throw new UsageError(
      `${quoted(file.path, entry.place)}: ${entry.pattern} matches no check${suggestion(entry.pattern, names.checks)}. "ppconform list" shows all; * stands for any characters.${agreedHint(entry.pattern)}`,
    );
  });
  const pinned = file.pinned.map((pin) => {
    const { id, place } = pin;
    if (names.answers.includes(id)) return { ...pin, growing: growing(id) };
    throw new UsageError(
      `${quoted(file.path, place)}: no observation or conflict is called ${id}${suggestion(id, names.answers)}. Correct the id, or remove the line.`,
    );
  });
  return { ...file, known, pinned };
}

/** A baseline as named by the user's options. */
export interface ChosenBaseline {
  readonly path: string;
  /** The file's text; null when it has to be created. */
  readonly text: string | null;
  readonly baseline: Baseline;
  readonly update: boolean;
  readonly names: BaselineNames;
}

function parse(text: string, path: string, names: BaselineNames): Baseline {
  return asUsage(() => resolveBaseline(parseBaseline(text, path), names));
}

/** Before anything is sent: a run must not be lost at its end. */
function assertFolderWritable(path: string): void {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new UsageError(
      `The baseline ${path} cannot be written: its folder ${folder} does not exist or may not be written to.`,
    );
  }
}

/**
 * Reads the baseline that --baseline names; null when it is not given.
 * @throws UsageError for a file that is not there, cannot be read or is not a baseline, and for --update-baseline alone
 */
export function chooseBaseline(
  path: string | undefined,
  update: boolean,
  names: BaselineNames = NAMES,
): ChosenBaseline | null {
  if (path === undefined) {
    if (!update) return null;
    throw new UsageError("--update-baseline needs to know the file: add --baseline baseline.yaml.");
  }
  if (path === "") throw new UsageError("--baseline is empty. Name a file, like baseline.yaml.");
  if (update) assertFolderWritable(path);
  if (update && !existsSync(path))
    return { path, text: null, baseline: { path, known: [], pinned: [] }, update, names };
  const text = userFileText(path, "baseline", {
    missing: "Correct --baseline, or add --update-baseline to create it.",
    unreadable: "Correct --baseline.",
  });
  return { path, text, baseline: parse(text, path, names), update, names };
}

async function updated(chosen: ChosenBaseline, report: Report, run: BaselineRun) {
  const { path } = chosen;
  const update = updateBaseline(chosen.text, chosen.baseline, report, run);
  await writeWhole(path, update.text).catch((error: unknown) => {
    throw new UsageError(`The baseline ${path} cannot be written: ${writeProblem(error)}.`);
  });
  const { added, pinned, changed } = update;
  const counts = `${amount(added.length, "known departure")} added, ${amount(pinned.length, "answer")} pinned, ${changed.length} pins updated`;
  return {
    baseline: parse(update.text, path, chosen.names),
    text: update.text,
    line: `${path} is updated: ${counts}.${added.length > 0 ? " Say in each new reason why." : ""}`,
  };
}

/**
 * Compares a report with the plan and the baseline of its run; the baseline is updated first if requested, and `update` says
 * what was written.
 * @throws UsageError when the baseline cannot be written
 */
export async function heldAgainst(
  { plan, baseline: chosen }: { readonly plan: HeldPlan | null; readonly baseline: ChosenBaseline | null },
  report: Report,
  { policy, whole, today = currentDay() }: Omit<BaselineRun, "today"> & Partial<BaselineRun>,
): Promise<{ readonly report: Report; readonly update: string | null }> {
  const planned = plan === null ? report : applyPlan(report, plan, policy);
  if (chosen === null) return { report: planned, update: null };
  const run = { today, policy, whole };
  const { baseline, text, line } = chosen.update
    ? await updated(chosen, planned, run)
    : { baseline: chosen.baseline, text: chosen.text ?? "", line: null };
  return { report: signed(applyBaseline(planned, baseline, run), text), update: line };
}

/** The date format of entries. */
function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A report that names the text of its baseline. */
function signed(report: Report, text: string): Report {
  const { digests } = report.run;
  if (digests === undefined) return report;
  return { ...report, run: { ...report.run, digests: { ...digests, baseline: digestOf(text) } } };
}

/** What a user pastes into a baseline to accept the departures of a report; empty when there are none. */
export function pasteText(report: Report, chosen: ChosenBaseline | null, today = currentDay()): string {
  const entries = entriesToPaste(report, chosen?.baseline ?? null, today);
  return entries === ""
    ? ""
    : `To accept these departures, put this below "known:" in a baseline (--baseline FILE):\n\n${entries}`;
}
