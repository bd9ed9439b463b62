// Runs targets against one build of the suite, as a user would: with its library and its command. Started by
// sameVerdicts.mjs.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { canonical, canonicalText } from "./canonical.mjs";

const root = process.argv[2];
const { run, startSandbox } = await import(pathToFileURL(join(root, "dist/index.js")).href);
const { startOutsider } = await import(pathToFileURL(join(root, "tests/outsiders/server.mjs")).href);

/** Milliseconds for an answer: services are on this machine, which may be busy. */
const TIMEOUT = 60_000;

/** Formats of a report that people read; those with times in them are left out. */
const FORMATS = ["report.md", "report.sarif", "questions.md", "answers.draft.yaml"];

/** Runs a command of the product; any exit code will do, and becomes part of what it printed. */
async function command(words, environment = {}) {
  const options = { env: { ...process.env, ...environment }, maxBuffer: 1e8 };
  const {
    code = 0,
    stdout,
    stderr,
  } = await promisify(execFile)(process.execPath, [join(root, "dist/cli/main.js"), ...words], options).catch(
    (error) => error,
  );
  return `exit code ${code}\n${code === 2 ? stderr : stdout}`;
}

const reportIn = async (folder) => JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
const told = (report) => ({ requests: report.run.requests, report: canonical(report) });

/** A run from a program. */
async function byLibrary({ service, options }) {
  if (service.preset === undefined) {
    const sandbox = await startSandbox(service);
    try {
      return told(await run({ target: sandbox, timeoutMs: TIMEOUT, ...options }));
    } finally {
      await sandbox.close();
    }
  }
  const outsider = await startOutsider(service);
  try {
    const { restrictedApiKey, restrictedApiSecret, ...own } = outsider.credentials;
    const restricted = { apiKey: restrictedApiKey, apiSecret: restrictedApiSecret };
    const credentials = { ...own, restricted };
    return told(await run({ target: outsider.baseUrl, credentials, timeoutMs: TIMEOUT, ...options }));
  } finally {
    await outsider.close();
  }
}

/** What writes the formats, for the commits that write some of them on request only. */
const ON_REQUEST = ["--report", "json,markdown,sarif,questions"];

/** A run of the command against the sandbox that comes with it. Older commits do that by default and do not know the options. */
async function runByHand(words, folder) {
  const said = [];
  for (const asked of [["--else-sandbox", ...ON_REQUEST], ["--else-sandbox"], []]) {
    said.push(await command(["run", ...asked, ...words, "--report-dir", folder], { CI: "" }));
    if (existsSync(join(folder, "report.json"))) return said.at(-1);
  }
  throw new Error(said.join("\n"));
}

/** A run with what it prints and writes. */
async function byCommand({ words }, folder) {
  const printed = await runByHand(words, folder);
  const texts = await Promise.all(FORMATS.map((name) => readFile(join(folder, name), "utf8")));
  const shown = FORMATS.map((name, index) => [name, canonicalText(texts[index], folder)]);
  return {
    ...told(await reportIn(folder)),
    texts: Object.fromEntries([["printed", canonicalText(printed, folder)], ...shown]),
  };
}

/** Shards, and their reports as one. */
async function merged({ words, shards }, folder) {
  const parts = Array.from({ length: shards }, (_, index) => join(folder, String(index + 1)));
  for (const [index, part] of parts.entries()) await runByHand([...words, "--shard", `${index + 1}/${shards}`], part);
  const all = join(folder, "all");
  const said = await command(["merge", ...parts.map((part) => join(part, "report.json")), "--report-dir", all]);
  if (!existsSync(all)) throw new Error(said);
  return told(await reportIn(all));
}

/** What the selftest finds of defects: their deliveries come when the sandbox says so, not by a clock. */
async function tried({ ids }, folder) {
  const file = join(folder, "score.json");
  const said = await command(["selftest", "--only", ...ids, "--json", file]);
  if (!existsSync(file)) throw new Error(said);
  const { defects } = JSON.parse(await readFile(file, "utf8"));
  const told = defects.map(({ defect, fate, failed, collateral }) => ({ id: defect.id, fate, failed, collateral }));
  return { requests: 0, told };
}

const printed = async ({ words }, folder) => ({
  requests: 0,
  texts: { printed: canonicalText(await command(words), folder) },
});

const KINDS = { run: byLibrary, command: byCommand, merge: merged, selftest: tried, print: printed };

process.on("message", async (target) => {
  const folder = await mkdtemp(join(tmpdir(), "same-verdicts-"));
  try {
    process.send({ name: target.name, result: await KINDS[target.kind](target, folder) });
  } catch (error) {
    process.send({ name: target.name, result: { requests: 0, broken: String(error?.message ?? error) } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
process.once("disconnect", () => process.exit());
process.send({ ready: true });
