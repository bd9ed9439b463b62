/** The folder that keeps what failed, so that the next run starts with it: a small file for each failing case. */

import { createHash } from "node:crypto";
import { access, constants, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FailedCase } from "../engine/corpus.js";
import type { CheckDefinition } from "../engine/model.js";
import type { RunResult } from "../engine/run.js";
import { UsageError } from "../engine/settings/usageError.js";
import { amount, readable } from "../reports/visible.js";
import { writeProblem, writeWhole } from "../reports/wholeFile.js";
import { isObject, parsedJson } from "../schemas/json.js";
import { fileJson } from "../schemas/unseen.js";

const FORMAT = 1;
const PROFILES = ["smoke", "standard", "deep"] as const;

interface Corpus {
  readonly folder: string;
  readonly failed: readonly FailedCase[];
  /** Files without anything that can be sent, each with the reason. They are left alone. */
  readonly remarks: readonly string[];
}

/** The name of the file of a case: always the same, so that shards and runs never keep it twice. */
function fileOf({ check, case: testCase, seed, profile }: FailedCase): string {
  const identity = [check, testCase, ...(seed === undefined ? [] : [seed, profile])].join("\n");
  return `${createHash("sha256").update(identity).digest("hex").slice(0, 16)}.json`;
}

/** What a file says, or why it does not belong to a corpus. */
function parsed(text: string, checks: readonly CheckDefinition[]): FailedCase | string {
  const value = parsedJson(text);
  if (!isObject(value)) return "it is not a JSON object";
  const { format, check, case: testCase, seed, profile, edit } = value;
  if (format !== FORMAT) return `it has no "format": ${FORMAT}, as the files of a corpus have`;
  if (typeof check !== "string" || typeof testCase !== "string") return "it names no check, or no case";
  const definition = checks.find(({ id }) => id === check);
  if (definition === undefined) return `there is no check ${readable(check)}`;
  const drawnIn = PROFILES.find((name) => name === profile);
  const isDrawn = typeof seed === "number" && drawnIn !== undefined;
  if (!isDrawn && (seed !== undefined || profile !== undefined)) return "its seed and profile cannot generate a case";
  return {
    operation: definition.operation,
    check,
    case: testCase,
    ...(isDrawn ? { seed, profile: drawnIn } : {}),
    edit: isObject(edit) ? { at: String(edit.at), to: String(edit.to) } : null,
  };
}

/**
 * Reads a folder, creating it where it is missing.
 * @throws UsageError for a folder that cannot be read or written
 */
export async function readCorpus(folder: string, checks: readonly CheckDefinition[]): Promise<Corpus> {
  const failed: FailedCase[] = [];
  const remarks: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".json")).sort()) {
      const path = join(folder, name);
      // Another shard may have dropped it meanwhile.
      const text = await readFile(path, "utf8").catch(() => null);
      if (text === null) continue;
      const found = parsed(text, checks);
      if (typeof found === "string") remarks.push(`${path} is skipped: ${found}.`);
      else failed.push(found);
    }
  } catch (error) {
    throw new UsageError(
      `The corpus ${folder} cannot be used: ${writeProblem(error)}. Name a folder that may be written to.`,
    );
  }
  return { folder, failed, remarks };
}

/**
 * Keeps what failed, and drops what was sent again and passes.
 * @returns what happened to the folder, as a sentence
 */
export async function keepCorpus(
  { folder, failed: before }: Corpus,
  { report, failed, sentAgain }: Pick<RunResult, "report" | "failed" | "sentAgain">,
): Promise<string> {
  const passed = new Set(report.checks.filter(({ verdict }) => verdict === "pass").map(({ id }) => id));
  const mended = sentAgain.filter(({ check }) => passed.has(check));
  const known = new Set(before.map(fileOf));
  const added = failed.filter((one) => !known.has(fileOf(one)));
  try {
    for (const one of added)
      await writeWhole(join(folder, fileOf(one)), `${fileJson({ format: FORMAT, ...one }, 2)}\n`);
    for (const one of mended) await rm(join(folder, fileOf(one)), { force: true });
  } catch (error) {
    return `The corpus ${folder} cannot be written: ${writeProblem(error)}.`;
  }
  const kept = before.length - mended.length + added.length;
  return `Corpus "${folder}": ${amount(kept, "case")} (${added.length} new, ${mended.length} removed)`;
}
