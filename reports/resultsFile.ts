/**
 * What an ongoing run has seen, written as it comes: lines of JSON in a file next to the report, where a later line
 * replaces an earlier one of the same name. A run that is cut off, by a crash or a power failure, leaves them behind, and
 * its report is put together from them.
 */
import { appendFile } from "node:fs/promises";
import { isObject, type Json, type JsonObject } from "../schemas/json.js";
import { fileJson } from "../schemas/unseen.js";
import type { Report } from "./model.js";
import { readJsonText, reportOf, textOf } from "./validate.js";
import { writeWhole } from "./wholeFile.js";

/** It exists only during a run, or after one was cut off. */
export const RESULTS_FILE = "results.ndjson";

/** Lists of a report that grow while it is made. The rest of it is one line, which ends what belongs together. */
const LISTS = { check: "checks", observation: "observations" } as const;
const KINDS = ["check", "observation"] as const;
const REST = "report";

/** How many times its size without replaced lines a file may reach before it is rewritten. */
const MOST = 8;

/** The lines of a report by their names, in its order; the rest of it is the last line. */
function linesOf(report: Report): Map<string, string> {
  const lines = new Map<string, string>();
  for (const kind of KINDS)
    for (const entry of report[LISTS[kind]]) lines.set(`${kind} ${entry.id}`, fileJson({ [kind]: entry }));
  lines.set(REST, fileJson({ [REST]: { ...report, checks: [], observations: [] } }));
  return lines;
}

function lengthOf(lines: Iterable<string>): number {
  let length = 0;
  for (const line of lines) length += line.length + 1;
  return length;
}

/** Writes what an ongoing run hands out. */
export class ResultsFile {
  #written: ReadonlyMap<string, string> = new Map();
  #length = 0;
  #isBusy = false;

  constructor(private readonly path: string) {}

  /** Writes what is new in a report, unless the one before it is being written. A failed write is not a reason to end a run. */
  readonly add = async (report: Report): Promise<void> => {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await this.#write(linesOf(report)).catch(() => undefined);
    this.#isBusy = false;
  };

  async #write(lines: ReadonlyMap<string, string>): Promise<void> {
    const isFirst = this.#written.size === 0;
    const changed = [...lines].flatMap(([name, line]) =>
      name === REST || this.#written.get(name) !== line ? [line] : [],
    );
    const length = this.#length + lengthOf(changed);
    const whole = lengthOf(lines.values());
    if (isFirst || length > MOST * whole) {
      await writeWhole(this.path, `${[...lines.values()].join("\n")}\n`);
      this.#length = whole;
    } else {
      // It must also be there after a power failure.
      await appendFile(this.path, `${changed.join("\n")}\n`, { flush: true });
      this.#length = length;
    }
    this.#written = lines;
  }
}

/**
 * The report that lines make. What comes after the last line that ends what belongs together is left out: a run was cut
 * off in the middle of it.
 * @throws ReportError where they do not make one
 */
export function reportOfLines(text: string, path: string): Report {
  const entries: Record<(typeof KINDS)[number], Map<string, Json>> = { check: new Map(), observation: new Map() };
  let rest: JsonObject = {};
  const lines = text.split("\n").slice(0, -1);
  const last = lines.findLastIndex((line) => line.startsWith(`{"${REST}":`));
  for (const line of lines.slice(0, last + 1)) {
    const value = readJsonText(line, path);
    if (!isObject(value)) continue;
    if (isObject(value[REST])) rest = value[REST];
    for (const kind of KINDS) {
      const entry = value[kind];
      if (isObject(entry)) entries[kind].set(String(entry.id), entry);
    }
  }
  return reportOf(
    { ...rest, checks: [...entries.check.values()], observations: [...entries.observation.values()] },
    path,
  );
}

/**
 * Reads what a run that was cut off left behind.
 * @throws ReportError when it is missing, or makes no report
 */
export async function readResults(path: string): Promise<Report> {
  return reportOfLines(await textOf(path), path);
}
