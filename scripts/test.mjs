// `npm test`: build, type check, lint and format, unit tests with a fixed part of each long table, and a slice of the selftest.
// With --all, everything else that a release requires follows: known vulnerabilities, every table in full, and the whole
// selftest; with --write-docs the latter writes docs/score.md and docs/score.json, and tries each defect with a smoke run as
// well. Does not stop at a failure: all steps run, and the last line sums up their counts. What needs no build runs alongside
// it.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const results = mkdtempSync(join(tmpdir(), "ppconform-test-"));
const { values } = parseArgs({ options: { all: { type: "boolean" }, "write-docs": { type: "boolean" } } });
let passed = 0;
let failed = 0;

/** What failed, repeated at the end, where it is easy to find in a long log. */
const failures = [];

/** What marks a test file that does more when everything is tried. */
const TRIES_MORE = /\bslice\.js"|\binTurn\b/;

/** Path of a package's command. */
function bin(name, command = name) {
  const file = require.resolve(`${name}/package.json`);
  const { bin: commands } = JSON.parse(readFileSync(file, "utf8"));
  return join(dirname(file), typeof commands === "string" ? commands : commands[command]);
}

/** Runs a program and returns how it ended: null where it could not be started. What it prints is shown together at its end. */
async function run(title, program, args, more = {}) {
  console.log(`${title} …`);
  const env = { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }), ...more };
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
  const status = await new Promise((resolve) => {
    child.on("close", resolve);
    child.on("error", (error) => {
      printed.push(Buffer.from(`${error.message}\n`));
      resolve(null);
    });
  });
  const text = Buffer.concat(printed).toString();
  process.stdout.write(`\n=== ${title}\n${text}`);
  return { ok: status === 0, text };
}

function count(title, ok) {
  if (ok) passed += 1;
  else {
    failed += 1;
    failures.push(title);
  }
}

/** A step that counts as one. */
async function step(title, script, args) {
  const { ok } = await run(title, process.execPath, [script, ...args]);
  count(title, ok);
}

/** Vitest counts its tests itself; a run without any test has failed. */
async function vitest(title, files = [], more = {}) {
  const file = join(mkdtempSync(join(results, "vitest-")), "results.json");
  const reporting = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const { ok } = await run(title, process.execPath, [bin("vitest"), "run", ...reporting, ...files], more);
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

/**
 * Known vulnerabilities of what users install. Where the registry gives no answer about them, that is reported, and
 * counts as nothing.
 */
async function audit() {
  const title = "known vulnerabilities";
  const { ok, text } = await run(title, "npm", ["audit", "--omit=dev", "--audit-level=high"]);
  if (ok || text.includes("Severity:")) count(title, ok);
  else console.log("The registry tells nothing of vulnerabilities: not audited.");
}

/** The test files that do more when everything is tried. */
function filesWithTables() {
  return readdirSync(join(root, "tests"), { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join("tests", file))
    .filter((file) => TRIES_MORE.test(readFileSync(join(root, file), "utf8")));
}

const selftest = (title, args) => step(title, join(root, "dist/cli/main.js"), ["selftest", ...args]);

// Types are checked once, together with those of the tests.
const build = step("build", join(root, "scripts/build.mjs"), ["--no-check"]);
await Promise.all([
  build.then(() => vitest("unit tests, and the suites on the embedded sandbox")),
  (async () => {
    await step("type check", bin("typescript", "tsc"), ["--noEmit"]);
    await build;
    await step("lint and format", bin("@biomejs/biome", "biome"), ["check", "."]);
    // The tests keep the other cores busy, and each additional worker would load and warm up the code again.
    await selftest("selftest (slice)", ["--slice", "--workers", "1"]);
  })(),
]);
if (values.all) {
  await audit();
  await vitest("every table, whole", filesWithTables(), { PPCONFORM_TEST_ALL: "1" });
  await selftest("selftest (whole)", values["write-docs"] ? ["--write-docs"] : []);
}
rmSync(results, { recursive: true, force: true });

for (const failure of failures) console.log(`\n--- failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
