/** The baseline of a run: read and checked before anything is sent, applied and written after. */
import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { applyBaseline, type Baseline, type EndingPolicy, noteText, problemText } from "../reports/baseline.js";
import { BaselineError, type BaselineFile, parseBaseline, quoted } from "../reports/baseline-file.js";
import { entriesToPaste, updateBaseline } from "../reports/baseline-update.js";
import type { Report } from "../reports/model.js";
import { writeProblem } from "../reports/write.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import { patternMatcher } from "../suites/selection.js";
import { CHECKS } from "../suites/suites.js";
import { nearest } from "./nearest.js";
import { reasonOf, UsageError } from "./usageError.js";

/** The names that a baseline may use. */
export interface BaselineNames {
  readonly checks: readonly string[];
  /** Ids of observations and of conflicts. */
  readonly answers: readonly string[];
}

const NAMES: BaselineNames = {
  checks: CHECKS.map(({ id }) => id),
  answers: [...UNKNOWNS, ...CONFLICTS].map(({ id }) => id),
};

function suggestion(text: string, known: readonly string[]): string {
  const near = nearest(text, known);
  return near === null ? "" : `; the nearest is ${near}`;
}

/**
 * Resolves the names of a baseline.
 * @throws UsageError for a pattern that matches no check and for an id that no answer has
 */
export function resolveBaseline(file: BaselineFile, names: BaselineNames = NAMES): Baseline {
  const known = file.known.map((entry) => {
    const checks = names.checks.filter(patternMatcher(entry.pattern));
    if (checks.length > 0) return { ...entry, checks };
    throw new UsageError(
      `${quoted(file.path, entry.place)}: ${entry.pattern} matches no check${suggestion(entry.pattern, names.checks)}. «ppconform list» shows all; * stands for any characters.`,
    );
  });
  for (const { id, place } of file.pinned) {
    if (names.answers.includes(id)) continue;
    throw new UsageError(
      `${quoted(file.path, place)}: no observation or conflict is called ${id}${suggestion(id, names.answers)}. Correct the id, or remove the line.`,
    );
  }
  return { ...file, known };
}

/** A baseline as the user's options name it. */
export interface ChosenBaseline {
  readonly path: string;
  /** The file's text; null when it is to be created. */
  readonly text: string | null;
  readonly baseline: Baseline;
  readonly update: boolean;
}

function parse(text: string, path: string): Baseline {
  try {
    return resolveBaseline(parseBaseline(text, path));
  } catch (error) {
    throw error instanceof BaselineError ? new UsageError(error.message) : error;
  }
}

/** Before anything is sent: a run is not to be lost at its end. */
function assertFolderWritable(path: string): void {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new UsageError(
      `The baseline ${path} cannot be written: its folder ${folder} is not there or may not be written to.`,
    );
  }
}

/**
 * Reads the baseline that --baseline names; null when it is not given.
 * @throws UsageError for a file that is not there, cannot be read or is no baseline, and for --update-baseline alone
 */
export function chooseBaseline(path: string | undefined, update: boolean): ChosenBaseline | null {
  if (path === undefined) {
    if (!update) return null;
    throw new UsageError("--update-baseline needs to know the file: add --baseline baseline.yaml.");
  }
  if (path === "") throw new UsageError("--baseline is empty. Name a file, like baseline.yaml.");
  if (update) assertFolderWritable(path);
  if (!existsSync(path)) {
    if (update) return { path, text: null, baseline: { path, known: [], pinned: [] }, update };
    throw new UsageError(
      `The baseline ${path} does not exist. Correct --baseline, or add --update-baseline to create it.`,
    );
  }
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`The baseline ${path} cannot be read: ${reasonOf(error)}. Correct --baseline.`);
  }
  return { path, text, baseline: parse(text, path), update };
}

/** A report held against a baseline, and what there is to say about it, line by line. */
export interface BaselineVerdict {
  readonly report: Report;
  readonly lines: readonly string[];
}

/** Writes beside the file and renames, so that a user's baseline is never half written. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, "utf8");
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UsageError(`The baseline ${path} cannot be written: ${writeProblem(error)}.`);
  }
}

async function updated(
  chosen: ChosenBaseline,
  report: Report,
  today: string,
): Promise<{ baseline: Baseline; line: string }> {
  const { path } = chosen;
  const update = updateBaseline(chosen.text, chosen.baseline, report, today);
  await replace(path, update.text);
  const { added, pinned, changed } = update;
  return {
    baseline: parse(update.text, path),
    line: `${path} is updated: ${added.length} known departures added, ${pinned.length} answers pinned, ${changed.length} pinned anew.${added.length > 0 ? " Say in each new reason why." : ""}`,
  };
}

/**
 * Holds a report against the chosen baseline, which is updated first when that was asked for.
 * @param today `YYYY-MM-DD`
 * @throws UsageError when the baseline cannot be written
 */
export async function withBaseline(
  chosen: ChosenBaseline,
  report: Report,
  today: string,
  policy: EndingPolicy,
): Promise<BaselineVerdict> {
  const { baseline, line } = chosen.update
    ? await updated(chosen, report, today)
    : { baseline: chosen.baseline, line: null };
  const result = applyBaseline(report, baseline, today, policy);
  return {
    report: result.report,
    lines: [
      ...(line === null ? [] : [line]),
      ...result.problems.map((problem) => problemText(chosen.path, problem)),
      ...result.notes.map((note) => noteText(chosen.path, note)),
    ],
  };
}

/** What a user pastes into a baseline to accept the departures of a report; empty when there are none. */
export function pasteText(report: Report, baseline: Baseline | null, today: string): string {
  const entries = entriesToPaste(report, baseline, today);
  return entries === ""
    ? ""
    : `To accept these departures, put this below «known:» in a baseline (--baseline FILE):\n\n${entries}`;
}
