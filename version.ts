/** Name and version of this package, read from its own package.json. */
import { existsSync, readFileSync } from "node:fs";

function readPackage(): { name: string; version: string } {
  // Beside the sources, or one level above the compiled code.
  for (const place of ["./package.json", "../package.json"]) {
    const url = new URL(place, import.meta.url);
    if (existsSync(url)) return JSON.parse(readFileSync(url, "utf8"));
  }
  throw new Error("package.json of the suite is not found");
}

const { name, version } = readPackage();

export const SUITE_NAME = name;
export const SUITE_VERSION = version;
