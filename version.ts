/** Name and version of this package, read from its own package.json. */
import { existsSync, readFileSync } from "node:fs";

/** A file of this package: next to the sources, or one level above the compiled code. Null where it is missing. */
export function packageFile(path: string): URL | null {
  return (
    [".", ".."].map((place) => new URL(`${place}/${path}`, import.meta.url)).find((url) => existsSync(url)) ?? null
  );
}

function readPackage(): { name: string; version: string } {
  const file = packageFile("package.json");
  if (file === null) throw new Error("package.json of the suite is not found");
  return JSON.parse(readFileSync(file, "utf8"));
}

const { name, version } = readPackage();

export const SUITE_NAME = name;
export const SUITE_VERSION = version;
