// `npm test`: build, type check, lint and format, unit tests, and a slice of the selftest. Stops at nothing: all steps run,
// and the last line counts what was counted by them. What needs no build begins beside it, and all else once there is one.
import { spawn } from "node:child_process";
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

/** Decides what is tried today of what a release tries whole. A number in the environment tries that part again. */
const TURN = process.env.PPCONFORM_TEST_TURN ?? String(Math.floor(Date.now() / 86_400_000));

/** What failed, told again at the end, where it is found in a long log. */
const failures = [];

/** Path of a package's command. */
function bin(name, command = name) {
  const file = require.resolve(`${name}/package.json`);
  const { bin: commands } = JSON.parse(readFileSync(file, "utf8"));
  return join(dirname(file), typeof commands === "string" ? commands : commands[command]);
}

/** Runs a step and tells whether it ended well. What it prints is shown together at its end. */
async function run(title, script, args) {
  console.log(`${title} …`);
  const env = { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }), PPCONFORM_TEST_TURN: TURN };
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"], env });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
  const status = await new Promise((resolve) => child.on("close", resolve));
  process.stdout.write(`\n=== ${title}\n${Buffer.concat(printed).toString()}`);
  return status === 0;
}

/** A step that counts as one. */
async function step(title, script, args) {
  if (await run(title, script, args)) passed += 1;
  else {
    failed += 1;
    failures.push(title);
  }
}

/** Vitest counts its tests itself; a run without any test has failed. */
async function vitest(title) {
  const file = join(results, "vitest.json");
  const ok = await run(title, bin("vitest"), ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`]);
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

// Types are checked once, with those of the tests.
const build = step("build", join(root, "scripts/build.mjs"), ["--no-check"]);
await Promise.all([
  build.then(() => vitest("unit tests, and the suites on the embedded sandbox")),
  (async () => {
    await step("type check", bin("typescript", "tsc"), ["--noEmit"]);
    await build;
    await step("lint and format", bin("@biomejs/biome", "biome"), ["check", "."]);
    // The tests keep the other cores busy, and each worker more would load and warm up the code for itself.
    const slice = ["selftest", "--slice", "--seed", TURN, "--workers", "1"];
    await step("selftest (slice)", join(root, "dist/cli/main.js"), slice);
  })(),
]);
rmSync(results, { recursive: true, force: true });

for (const failure of failures) console.log(`\n--- failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
