/** One folder for all that the tests of a run write beside the repository: removed with everything in it when they have ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Run by vitest before the first worker starts; workers and what they start inherit the variable. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "ppconform-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
