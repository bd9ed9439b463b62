// `npm test`: type check, lint and format, unit tests, and a slice of the selftest. Stops at nothing: all steps run,
// and the last line counts what was counted by them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const results = mkdtempSync(join(tmpdir(), "ppconform-test-"));
let passed = 0;
let failed = 0;

/** What failed, told again at the end, where it is found in a long log. */
const failures = [];

/** Path of a package's command. */
function bin(name, command = name) {
  const file = require.resolve(`${name}/package.json`);
  const { bin: commands } = JSON.parse(readFileSync(file, "utf8"));
  return join(dirname(file), typeof commands === "string" ? commands : commands[command]);
}

/** Runs a step and tells whether it ended well; its output is shown as it comes. */
function run(title, script, args) {
  console.log(`\n=== ${title}`);
  const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: "1" };
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit", env });
  return status === 0;
}

/** A step that counts as one. */
function step(title, script, args) {
  if (run(title, script, args)) passed += 1;
  else {
    failed += 1;
    failures.push(title);
  }
}

/** Vitest counts its tests itself; a run without any test has failed. */
function vitest(title, project) {
  const file = join(results, `${project}.json`);
  const ok = run(title, bin("vitest"), [
    "run",
    "--project",
    project,
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const counted = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { numPassedTests: 0, numFailedTests: 0 };
  passed += counted.numPassedTests;
  failed += counted.numFailedTests;
  for (const { name, assertionResults } of counted.testResults ?? []) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === "failed") {
        failures.push(`${relative(root, name)}: ${fullName}\n${failureMessages.join("\n").slice(0, 1500)}`);
      }
    }
  }
  if (counted.numPassedTests === 0 || (!ok && counted.numFailedTests === 0)) {
    failed += 1;
    failures.push(`${title}: no test passed, or something outside a test failed`);
  }
}

step("build", join(root, "scripts/build.mjs"), []);
step("type check", bin("typescript", "tsc"), ["--noEmit"]);
step("lint and format", bin("@biomejs/biome", "biome"), ["check", "."]);
vitest("unit tests", "unit");
vitest("the suites on the embedded sandbox", "suites");
step("selftest (slice)", join(root, "dist/cli/main.js"), ["selftest", "--slice"]);
rmSync(results, { recursive: true, force: true });

for (const failure of failures) console.log(`\n--- failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
