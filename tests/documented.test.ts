/** What the documentation tells to type is typed here: every call of it, those of the help, and the tutorial as it comes. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../cli/commands.js";
import { type RunningSandbox, startSandbox } from "../index.js";
import { closedPort, type Ended, emptyFolder, inTurn, type Start, start } from "./cli/child.js";
import { BLOCKS, type Block, PAGES, pageText } from "./documentation.js";
import { settingsFor } from "./listening.js";
import { TRIES_ALL } from "./slice.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const execute = promisify(execFile);
const TUTORIAL = "docs/tutorial.md";

/** Lines of a shell that need a network, other programs, or the tests themselves. What they name must be there. */
const ELSEWHERE =
  /^(?:npm (?:init|install|pack|ci|cit|test|start|run [a-z]+)\b|mkdir |node (?:scripts|bench)\/|docker |python3 |peers\/bin\/)|npx vitest run suites/;

/** Words of a line as a shell splits them. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  const end = words.findIndex((word) => /^(?:#|\d?>|\||&&|\)|;)/.test(word));
  const [kept, input] = (end < 0 ? words : words.slice(0, end)).join("\0").split("\0<\0");
  // What is handed over on standard input is read by its name.
  return (kept ?? "").split("\0").map((word) => (word === "-" ? (input ?? "") : word.replaceAll(/['"]|\)$/g, "")));
}

/** The lines of a block that a shell runs. */
function linesOf({ language, code }: Block): string[] {
  const lines = code.replaceAll(/\\\n\s*/g, " ").split("\n");
  if (language === "sh") return lines.filter((line) => /^(?!#|[A-Z_]+=\S*$)\S/.test(line));
  return language === "yaml" ? lines.filter((line) => /\bppconform [a-z-]/.test(line)) : [];
}

/** The call of ppconform in a line, if there is one: its words. */
function callIn(line: string): string[] | null {
  const call = /(?:^|[\s(])ppconform ([a-z-]+(?: .*)?)$/.exec(line)?.[1];
  return call === undefined ? null : wordsOf(call);
}

const typed = BLOCKS.filter(({ page }) => page !== TUTORIAL).flatMap((block) =>
  linesOf(block).map((line) => ({ page: block.page, line })),
);
const examples = COMMANDS.flatMap(({ name, examples }) => examples.map(([line]) => ({ page: `${name} --help`, line })));
const inSentences = PAGES.flatMap((page) =>
  [...pageText(page).matchAll(/`((?:npx --no-install )?ppconform [a-z-]+(?: [^`]*)?)`/g)].map(([, line = ""]) => ({
    page,
    line,
  })),
);

/** Every call once: what a page makes, it has first. */
const calls = new Map<string, { readonly page: string; readonly words: readonly string[] }>();
for (const { page, line } of [...typed, ...examples]) {
  const words = callIn(line);
  if (words !== null && !calls.has(words.join(" "))) calls.set(words.join(" "), { page, words });
}

test("the documentation tells of all commands", () => {
  const shown = new Set([...calls.values()].map(({ words }) => words[0]));
  for (const { line } of inSentences) shown.add(callIn(line)?.[0]);
  expect(COMMANDS.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});

test("every line of a shell in the documentation is run here, or by who can", () => {
  const strange = typed.filter(({ line }) => !ELSEWHERE.test(line) && callIn(line) === null && !line.includes("curl "));
  expect(strange).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const lines = typed.map(({ line }) => line).join("\n");
  const missing = [
    ...[...lines.matchAll(/npm run ([\w:]+)/g)].filter(([, name = ""]) => scripts[name] === undefined),
    ...[...lines.matchAll(/node ((?:scripts|bench|dist)\/\S+)/g)].filter(
      ([, file = ""]) => !existsSync(join(ROOT, file)),
    ),
  ];
  expect(missing).toEqual([]);
});

test("every piece of a pipeline in the documentation is YAML", () => {
  for (const { language, code } of BLOCKS) if (language === "yaml") expect(() => parse(code)).not.toThrow();
});

/** What a block is held by, for every kind there is: a new kind needs a test of its own. */
const HELD = new Map([
  ["sh", "this file"],
  ["yaml", "this file"],
  ["text", "tests/documentedOutputs.test.ts, and for the rooms of the house tests/architecture.test.ts"],
  ["", "the same"],
  ["mermaid", "tests/architecture.test.ts"],
  ["ts", "tests/consumer.test.ts"],
  ["js", "tests/consumer.test.ts"],
  ["ts from", "tests/docs.test.ts"],
  ["ts sketch", "nobody: it leaves out what the text beside it says"],
]);

test("every block of the documentation is held by a test", () => {
  const free = BLOCKS.filter(
    ({ page, language, note }) =>
      page !== TUTORIAL && !HELD.has(/^(?:sketch|from)/.test(note) ? `${language} ${note.split(" ")[0]}` : language),
  );
  expect(free).toEqual([]);
});

/** Three departures, so that a report has findings to show. */
const BROKEN = [
  "listBalances/errors/errors",
  "updateRecipient/refuses/address_info.post_code.maxLength",
  "updateRecipient/refuses/website.maxLength",
];
let broken: RunningSandbox;
/** A folder in which all is that a page speaks of: settings, files, and reports under their names. */
let prepared: string;

/** What an option is given here: ports that are free, and no waiting. */
const FREE = new Map([
  ["--port", "0"],
  ["--webhook-port", "0"],
  ["--rate", "1000"],
]);

/** The same words for a run of a few checks. */
function lessened(words: readonly string[]): string[] {
  const [command] = words;
  const less = words.map((word, index) =>
    (FREE.get(words[index - 1] ?? "") ?? word).replace("https://sandbox.example", broken.baseUrl),
  );
  if (command === "run") {
    if (!words.some((word) => /^--(?:check|operation|shard)$/.test(word))) less.push("--check", ...BROKEN);
    // Time that is left is used, and a shard has too much for a test of words.
    if (words.includes("--max-time")) less.push("--max-requests", "60");
    if (words.includes("--shard")) less.push("--profile", "smoke", "--check", "*/accepts/control.*");
  }
  if (command === "proxy") less.push("--port", "0");
  if (command === "selftest") less.push("--only", "listBalances/errors/errors/text");
  return less;
}

/** What runs until somebody ends it is ended once it has said that it is there. */
async function ranUntilEnded(words: readonly string[], how: Start): Promise<Ended> {
  const { process: child, ended } = start(words, how);
  child.stdout?.once("data", () => child.kill("SIGTERM"));
  return await ended;
}

beforeAll(async () => {
  const defects = ["listBalances/errors/errors/text", ...BROKEN.slice(1).map((check) => `${check}/one-more`)];
  broken = await startSandbox({ defects });
  prepared = emptyFolder();
  const { apiKey, apiSecret } = broken.credentials;
  const settings = `CONFORMANCE_BASE_URL=${broken.baseUrl}\nCONFORMANCE_API_KEY=${apiKey}\nCONFORMANCE_API_SECRET=${apiSecret}\n`;
  for (const { note, code } of BLOCKS)
    if (/^(?:answers|baseline|own-checks)\./.test(note)) writeFileSync(join(prepared, note), code);
  mkdirSync(join(prepared, "node_modules"));
  symlinkSync(ROOT, join(prepared, "node_modules/partner-payments-conformance"));
  for (const name of [".env", "one.env", "other.env"]) writeFileSync(join(prepared, name), settings, { mode: 0o600 });
  const words = ["run", "--check", ...BROKEN, "--har", "traffic.har"];
  expect((await inTurn(words, { folder: prepared })).code).toBe(1);
  const report = join(prepared, "conformance-report");
  const text = readFileSync(join(report, "report.json"), "utf8");
  const copies = [
    "sandbox",
    "production",
    "monday",
    "friday",
    "one",
    "other",
    "two",
    "three",
    "partner-a",
    "partner-b",
  ];
  for (const [day, name] of copies.entries()) {
    cpSync(report, join(prepared, name), { recursive: true });
    // Each is a run of its own.
    const startedAt = new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
    writeFileSync(join(prepared, name, "report.json"), text.replace(/(?<="startedAt": ?")[^"]+/, startedAt));
  }
  for (const name of ["monday", "friday"])
    cpSync(join(prepared, name), join(prepared, "reports", name), { recursive: true });
  for (const name of ["A.json", "B.json"]) cpSync(join(report, "report.json"), join(prepared, name));
  writeFileSync(join(prepared, "body.json"), "{}");
  for (const name of ["deliveries.ndjson", "conformance-report/deliveries.ndjson"])
    writeFileSync(join(prepared, name), '{"body":"{}","headers":{"content-type":"application/json"}}\n');
});
afterAll(() => broken.close());

/** The calls of a page follow from each other: those of the two that everybody reads first, or of all. */
const TRIED = [...calls].filter(([, { page }]) => TRIES_ALL || ["README.md", "AGENTS.md"].includes(page));

test(`calls in the documentation and in the help do something (${TRIED.length} of ${calls.size})`, async () => {
  const wrong: string[] = [];
  const folders = new Map<string, string>();
  for (const [call, { page, words }] of TRIED) {
    const folder = folders.get(page) ?? emptyFolder();
    if (!folders.has(page)) cpSync(prepared, folder, { recursive: true });
    folders.set(page, folder);
    const [command = ""] = words;
    const { code, stderr } = ["sandbox", "listen", "proxy"].includes(command)
      ? await ranUntilEnded(lessened(words), { folder })
      : await inTurn(lessened(words), { folder: command === "init" ? emptyFolder() : folder });
    // Wrong use and faults of the suite; any other end is one that a page can tell of.
    if (code === 2 || code === 4 || code === null) wrong.push(`${page}: ppconform ${call}: ${code} ${stderr}`);
  }
  expect(wrong).toEqual([]);
});

test("what the page on the sandbox asks of it is answered", async () => {
  const { baseUrl } = broken;
  const state: unknown = await (await fetch(`${baseUrl}/_sandbox/state`)).json();
  const idOf = (prefix: string): string => new RegExp(`${prefix}_\\w+`).exec(JSON.stringify(state))?.[0] ?? "";
  const asked = typed.filter(({ line }) => line.includes("curl "));
  expect(asked).toHaveLength(3);
  for (const { line } of asked) {
    const command = line
      .replace(". ./.env && ", "")
      .replace("curl -s", "curl -sf")
      .replace("http://127.0.0.1:4010", baseUrl)
      .replaceAll(/(cus|rcp)_…/g, (_, prefix: string) => idOf(prefix));
    const env = { PATH: process.env.PATH, ...settingsFor(broken) };
    const { stdout } = await execute("bash", ["-c", command], { env, timeout: 60_000 });
    expect(stdout, line).toMatch(/^[[{]/);
  }
});

/** What npm does here without a network: what it installs is the packed file, and what that depends on is what is here. */
const NPM = `#!/bin/sh
set -e
modules=node_modules/partner-payments-conformance
case "$1" in
  pack) exec "$NPM_ITSELF" pack "${ROOT}" --ignore-scripts --pack-destination "$4" ;;
  install) mkdir -p $modules; tar -xzf "$3" --strip-components=1 -C $modules
    for found in "${ROOT}"/node_modules/*; do ln -s "$found" node_modules/; done ;;
  *) exec "$NPM_ITSELF" "$@" ;;
esac
`;
const NPX = `#!/bin/sh
shift 2
exec ${process.execPath} node_modules/partner-payments-conformance/dist/cli/main.js "$@"
`;

/** An empty folder, and beside it the commands that a shell finds there. */
function project(): { readonly folder: string; readonly bin: string } {
  const bin = emptyFolder();
  for (const [name, script] of Object.entries({ npm: NPM, npx: NPX })) {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  return { folder: emptyFolder(), bin };
}

let sandbox: ChildProcess | null = null;
const stop = async (): Promise<void> => {
  const running = sandbox;
  sandbox = null;
  if (running?.pid === undefined) return;
  const ended = new Promise((resolve) => running.once("exit", resolve));
  process.kill(-running.pid, "SIGTERM");
  await ended;
};
afterAll(stop);

// It takes a minute: four runs of its own, and an installation.
test.runIf(TRIES_ALL)("the tutorial comes out as it says, from an empty folder to a gate", async () => {
  const { folder, bin } = project();
  const port = await closedPort();
  const { PATH = "" } = process.env;
  const npm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  const options = { cwd: folder, env: { PATH: `${bin}:${PATH}`, NPM_ITSELF: npm, HOME: folder, NO_COLOR: "1" } };
  let output = "";
  for (const { language, note, code: shown } of BLOCKS.filter(({ page }) => page === TUTORIAL)) {
    const code = shown.replaceAll("4010", String(port));
    if (note === "clone") continue;
    if (language === "yaml") writeFileSync(join(folder, note), code);
    else if (language === "text") {
      for (const line of code.trim().split("\n")) expect(output.replaceAll(/\s+/g, " ")).toContain(line.trim());
    } else if (note === "sandbox") {
      await stop();
      writeFileSync(join(folder, ".env"), "", { mode: 0o600 });
      sandbox = spawn("bash", ["-c", code.replace("--print-env", "--print-env --quiet")], {
        ...options,
        detached: true,
      });
      await expect.poll(() => statSync(join(folder, ".env")).size, { timeout: 600_000 }).toBeGreaterThan(0);
    } else {
      const ended = spawnSync("bash", ["-ec", code], { ...options, encoding: "utf8" });
      output = `${ended.stdout}${ended.stderr}`;
      expect({ code, status: ended.status, output: ended.status === 4 ? output : "" }).toEqual({
        code,
        status: Number(/exit (\d)/.exec(note)?.[1] ?? 0),
        output: "",
      });
    }
  }
  const workflow = parse(readFileSync(join(folder, ".github/workflows/conformance.yml"), "utf8"));
  const { env, steps } = workflow.jobs.conformance;
  expect(env.CONFORMANCE_BASE_URL).toContain("vars.CONFORMANCE_BASE_URL");
  const ran = steps.flatMap(({ run }: { readonly run?: string }) => run ?? []);
  expect(ran).toEqual(["npm ci", "npx --no-install ppconform run"]);
});
