/**
 * What all tests of a run share. One folder for all that they write beside the repository: removed with everything in it
 * when they have ended. And the day, which decides what is tried of long tables.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MS_OF_A_DAY = 86_400_000;

/** Run by vitest before the first worker starts; workers and what they start inherit the variables. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "ppconform-tests-"));
  process.env.TMPDIR = folder;
  process.env.PPCONFORM_TEST_TURN ??= String(Math.floor(Date.now() / MS_OF_A_DAY));
  return () => rmSync(folder, { recursive: true, force: true });
}
