/** Files and folders of a test's own; what is left of them goes with the folder that all tests share. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "ppconform-"));
}

/** The path of a file with a text, in a folder of its own. */
export function fileWith(text: string, name = "file.yaml"): string {
  const path = join(emptyFolder(), name);
  writeFileSync(path, text);
  return path;
}
