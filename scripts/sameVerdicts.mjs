// Whether the work tree judges as a commit does: both are built, run against some sixty services, and their reports compared without
// times, addresses and new ids. For changes that should only move code.
//
//   node scripts/sameVerdicts.mjs [COMMIT] [--only TEXT]…
//
// COMMIT: where this branch left main, unless it is given. --only: targets with one of these in their name. Exit code 1: they differ.

import { execFileSync, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { flat } from "./sameVerdicts/canonical.mjs";
import { targetsOf } from "./sameVerdicts/targets.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const WORKER = fileURLToPath(new URL("./sameVerdicts/worker.mjs", import.meta.url));
/** How many targets are under way at once in a process: some wait for a file to be ready or a delivery to come. */
const AT_ONCE = 2;
/** How far counts of requests may differ: a share of the greater, and a few. */
const PART_APART = 0.02;
const APART = 3;
/** How many differences are shown for a target. */
const SHOWN = 12;

const git = (...words) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();

function commitOf(name) {
  if (name !== undefined) return git("rev-parse", "--verify", `${name}^{commit}`);
  try {
    return git("merge-base", "HEAD", "main");
  } catch {
    return git("rev-parse", "HEAD");
  }
}

function build(root) {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "--no-check"], { stdio: "inherit" });
}

/** A commit, built once in a folder that is kept for the next time. */
function buildCommit(commit) {
  const folder = join(tmpdir(), `same-verdicts-${commit}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}-${process.pid}`;
  mkdirSync(making);
  const files = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", making], { input: files });
  symlinkSync(join(ROOT, "node_modules"), join(making, "node_modules"));
  build(making);
  if (existsSync(folder)) rmSync(making, { recursive: true });
  else renameSync(making, folder);
  return folder;
}

async function knownTo(root) {
  const listed = (option) =>
    JSON.parse(execFileSync(process.execPath, [join(root, "dist/cli/main.js"), "sandbox", option], { maxBuffer: 1e8 }));
  const { PRESETS, FAULTS } = await import(pathToFileURL(join(root, "tests/outsiders/server.mjs")).href);
  const lists = { behaviours: listed("--list-behaviours"), defects: listed("--list-defects") };
  return { ...lists, presets: Object.keys(PRESETS), faults: FAULTS };
}

/** A process that runs targets against one build. */
async function startRunner(root) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("CONFORMANCE_")));
  // A folder without a .env file.
  const child = fork(WORKER, [root], { env, cwd: tmpdir() });
  const waiting = new Map();
  await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The process for ${root} ended with exit code ${code}.`)));
    child.on("message", (message) => (message.ready ? resolve() : waiting.get(message.name)?.(message.result)));
  });
  return {
    run: (target) =>
      new Promise((resolve) => {
        waiting.set(target.name, resolve);
        child.send(target);
      }),
    end: () => child.disconnect(),
  };
}

/** The files that decide what is run and what is kept of it. */
const OWN_FILES = ["worker.mjs", "targets.mjs", "canonical.mjs"].map((name) =>
  readFileSync(new URL(`./sameVerdicts/${name}`, import.meta.url)),
);

/** Where a commit's result is kept for the next time. */
function keptAt(root, target) {
  const hash = createHash("sha256").update(JSON.stringify(target));
  for (const file of OWN_FILES) hash.update(file);
  return join(root, `${hash.digest("hex").slice(0, 20)}.json`);
}

/** The results of the targets, by name: for a commit those kept from the last time, if any. */
async function results(root, targets, { keeps, atOnce, onDone }) {
  const known = new Map();
  for (const target of keeps ? targets : []) {
    const file = keptAt(root, target);
    if (existsSync(file)) known.set(target.name, JSON.parse(readFileSync(file, "utf8")));
  }
  const found = await runAll(
    root,
    targets.filter(({ name }) => !known.has(name)),
    atOnce,
    onDone,
  );
  for (const target of keeps ? targets : [])
    if (found.has(target.name)) writeFileSync(keptAt(root, target), JSON.stringify(found.get(target.name)));
  return new Map([...known, ...found]);
}

/** The result of each target, in no particular order. */
async function runAll(root, targets, atOnce, onDone) {
  if (targets.length === 0) return new Map();
  const runner = await startRunner(root);
  const results = new Map();
  const left = [...targets];
  const lane = async () => {
    for (let target = left.shift(); target !== undefined; target = left.shift()) {
      results.set(target.name, await runner.run(target));
      onDone();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  runner.end();
  return results;
}

const isCount = (path) => /(^|\.)(requests|cases|planned|played|failing)$/.test(path);
const areNear = (one, other) => Math.abs(one - other) <= Math.max(APART, PART_APART * Math.max(one, other));

/**
 * How two results differ, in the order of the reports: path, then what each has there. A target that could not be run
 * differs from everything.
 */
function differences(before, after) {
  if (before.broken !== undefined || after.broken !== undefined)
    return [{ path: "could not be run", before: before.broken, after: after.broken }];
  const [old, now] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter(({ path, before: one, after: other }) =>
      isCount(path) ? !areNear(Number(one), Number(other)) : one !== other,
    );
}

function print(name, found) {
  console.log(`\n${name}: ${found.length} ${found.length === 1 ? "difference" : "differences"}`);
  for (const { path, before, after } of found.slice(0, SHOWN))
    console.log(`  ${path}\n    - ${before ?? "(nothing)"}\n    + ${after ?? "(nothing)"}`);
  if (found.length > SHOWN) console.log(`  … and ${found.length - SHOWN} more`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", multiple: true } },
});
const commit = commitOf(positionals[0]);
const started = Date.now();
console.log(`Building ${commit.slice(0, 10)} and the work tree …`);
const before = buildCommit(commit);
build(ROOT);
const targets = targetsOf(await knownTo(before)).filter(({ name }) =>
  (values.only ?? [""]).some((text) => name.includes(text)),
);
let done = 0;
const tick = () => {
  done += 1;
  if (done % 20 === 0) console.log(`${done} runs`);
};
const both = async (some, keeps, atOnce) =>
  Promise.all([
    results(before, some, { keeps, atOnce, onDone: tick }),
    results(ROOT, some, { keeps: false, atOnce, onDone: tick }),
  ]);
const [old, now] = await both(targets, true, AT_ONCE);
const apart = (target, one, other) => differences(one.get(target.name), other.get(target.name));
const different = targets.filter((target) => apart(target, old, now).length > 0);
// As in the product: what does not repeat is not a finding. Run alone this time.
const [oldAgain, nowAgain] = different.length === 0 ? [old, now] : await both(different, false, 1);
const confirmed = different.filter((target) => apart(target, oldAgain, nowAgain).length > 0);
for (const target of different.filter((each) => !confirmed.includes(each)))
  console.log(`\nunsteady: ${target.name} differed the first time only, in ${apart(target, old, now)[0]?.path}`);
for (const target of confirmed) print(target.name, apart(target, oldAgain, nowAgain));
const seconds = Math.round((Date.now() - started) / 1_000);
const verdict = confirmed.length === 0 ? "the same" : `different in ${confirmed.length}`;
console.log(`\n${targets.length} targets, ${verdict} at ${commit.slice(0, 10)} and in the work tree. ${seconds} s`);
process.exit(confirmed.length === 0 ? 0 : 1);
