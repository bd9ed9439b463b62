/**
 * Puts a report on disk in all its forms. The only part of the outputs that touches files.
 */
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { renderHtml } from "./formats/html.js";
import { renderJunit } from "./formats/junit.js";
import { renderMarkdown } from "./formats/markdown.js";
import type { Report } from "./model.js";

/** Paths of what was written. */
export interface WrittenReports {
  json: string;
  html: string;
  junit: string;
  markdown: string;
}

/** A report folder that cannot be written. The message names the folder and the reason. */
export class ReportFolderError extends Error {
  override name = "ReportFolderError";
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "the folder does not exist",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left on the device",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "a file of that name is in the way",
  EISDIR: "a folder is in the way of a report file",
};

/** Why a file or folder cannot be written, in a few plain words. */
export function writeProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

function folderError(directory: string, error: unknown): ReportFolderError {
  return new ReportFolderError(
    `The report folder ${directory} cannot be written: ${writeProblem(error)}. Choose another with --report-dir.`,
    { cause: error },
  );
}

/** Names of what is written. */
const FILES = { json: "report.json", html: "report.html", junit: "junit.xml", markdown: "report.md" } as const;

/**
 * Makes a folder and those above it, one by one: asked to make all at once, Node.js never comes back from a file system
 * on which none can be made, such as /proc.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path) throw error;
    await makeFolder(above);
    await mkdir(path);
  }
}

/** Writes beside the file and renames, so that a reader never sees half a report. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, "utf8");
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Makes sure that reports can be written into a folder, creating it where it is missing. Called before a run, so that
 * a run is not lost at its end.
 * @throws ReportFolderError
 */
export async function assertWritable(directory: string): Promise<void> {
  if (directory === "") throw new ReportFolderError("The report folder has no name. Name one with --report-dir.");
  try {
    await makeFolder(directory);
    const probe = join(directory, `.${randomUUID()}.tmp`);
    await writeFile(probe, "");
    await rm(probe, { force: true });
  } catch (error) {
    throw folderError(directory, error);
  }
  for (const name of Object.values(FILES)) {
    const found = await stat(join(directory, name)).catch(() => null);
    if (found?.isDirectory() !== true) continue;
    throw new ReportFolderError(
      `${join(directory, name)} is a folder, and a report file is to stand there. Choose another with --report-dir.`,
    );
  }
}

/**
 * Writes report.json, report.html, junit.xml and report.md, each at once, creating the folder where it is missing.
 * @throws ReportFolderError
 */
export async function writeReports(report: Report, directory: string): Promise<WrittenReports> {
  const written: WrittenReports = {
    json: join(directory, FILES.json),
    html: join(directory, FILES.html),
    junit: join(directory, FILES.junit),
    markdown: join(directory, FILES.markdown),
  };
  // Rendered first: a fault of a renderer is no fault of the folder.
  const texts: readonly (readonly [path: string, text: string])[] = [
    [written.json, `${JSON.stringify(report, null, 2)}\n`],
    [written.html, renderHtml(report)],
    [written.junit, renderJunit(report)],
    [written.markdown, renderMarkdown(report)],
  ];
  try {
    await makeFolder(directory);
    await Promise.all(texts.map(([path, text]) => replace(path, text)));
  } catch (error) {
    throw folderError(directory, error);
  }
  return written;
}
