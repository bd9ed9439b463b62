/** Writes files as a whole, so that nobody ever reads half of one, and says why one cannot be written. */
import { randomUUID } from "node:crypto";
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";

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

/** `ENOENT`; empty for what is not an error of the file system. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Why a file or folder cannot be written, in a few plain words. */
export function writeProblem(error: unknown): string {
  return REASONS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

/** Whether something other than a file stands at a path, such as a terminal or a pipe, or a file in somebody else's folder. */
async function isWrittenInPlace(path: string, problem: unknown): Promise<boolean> {
  const there = await stat(path).catch(() => null);
  if (there === null || there.isDirectory()) return false;
  return !there.isFile() || writeProblem(problem) === REASONS.EACCES;
}

/**
 * Writes next to the file and renames. What can only be written in place is: a terminal, or a file in a folder that
 * accepts no new ones.
 * @param text as a whole, or piece by piece
 * @throws Error of the file system; then nothing is left next to the file
 */
export async function writeWhole(path: string, text: string | Buffer | Iterable<string>): Promise<void> {
  // A link stays, and its target is replaced.
  const target = await realpath(path).catch(() => path);
  if (await isWrittenInPlace(target, null)) return writeFile(target, text, "utf8");
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, "utf8");
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    if (!(await isWrittenInPlace(target, error))) throw error;
    await writeFile(target, text, "utf8");
  }
}
