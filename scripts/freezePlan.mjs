// Writes plans/VERSION.json, the plan of this release: its rules and checks. Once for each release, before its tag; an existing
// file is never overwritten. Needs dist/ (npm run build).
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { CONTRACT } = await import("../dist/contract.js");
const { planOf, releaseText } = await import("../dist/reports/plan.js");
const { SUITE_VERSION } = await import("../dist/version.js");

const folder = new URL("../plans/", import.meta.url);
const file = fileURLToPath(new URL(`${SUITE_VERSION}.json`, folder));
mkdirSync(folder, { recursive: true });
const checks = CONTRACT.suites.flatMap((suite) => suite.checks);
try {
  writeFileSync(file, releaseText(SUITE_VERSION, planOf(CONTRACT.version, CONTRACT.rules, checks)), { flag: "wx" });
  console.log(`${file} is written.`);
} catch (error) {
  if (error.code !== "EEXIST") throw error;
  console.error(`${file} is there already. A plan is never edited: raise the version of the package first.`);
  process.exit(1);
}
