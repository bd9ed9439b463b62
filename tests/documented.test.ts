/** What the documentation tells to type: every command can be typed, and the tutorial comes out as it says. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { afterAll, expect, test } from "vitest";
import { COMMANDS } from "../cli/commands.js";
import { programFor } from "../cli/program.js";
import { closedPort } from "./cli/child.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

/** Words of a line as a shell splits them; the variables of a pipeline stand for one word. */
function wordsOf(line: string): string[] {
  const words = line.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  const end = words.findIndex((word) => /^(?:#|>|>>|\||\|\||&&|<|\)|;)/.test(word));
  return (end < 0 ? words : words.slice(0, end)).map((word) =>
    word.replace(/^(['"])(.*)\1$/, "$2").replace(/[)`]$/, ""),
  );
}

/** Every call of ppconform in the code of a page. */
function callsIn(page: string): string[][] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const blocks = [...text.matchAll(/^```(\w*)[^\n]*\n(.*?)^```/gms)].flatMap(([, language, code = ""]) =>
    language === "sh" || language === "yaml" ? [code] : code.split("\n").filter((line) => line.startsWith("$ ")),
  );
  const lines = blocks.join("\n").replaceAll("\\\n", " ").split("\n");
  return lines.flatMap((line) => {
    const call = /(?:^|[\s(])ppconform ([a-z-]+(?: .*)?)$/.exec(line)?.[1];
    return call === undefined || line.startsWith("#") ? [] : [wordsOf(call)];
  });
}

/** Commands that a page names in a sentence. */
function namedIn(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/`(?:npx --no-install )?ppconform ([a-z-]+)/g)].map(([, name = ""]) => name);
}

const calls = PAGES.flatMap((page) => callsIn(page).map((words) => ({ page, words })));

/** Parses words as the command line does; nothing is run. */
async function parsed(words: readonly string[]): Promise<void> {
  const program = await programFor(words);
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
    command.action(() => {});
  };
  for (const command of program.commands) quiet(command);
  await program.parseAsync([...words], { from: "user" });
}

test("the documentation tells of all commands", () => {
  const shown = new Set([...calls.map(({ words }) => words[0]), ...PAGES.flatMap(namedIn)]);
  expect(COMMANDS.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});

test("every call in the documentation can be typed: its command and its options are there", async () => {
  const wrong: string[] = [];
  for (const { page, words } of calls) {
    await parsed(words).catch((error: unknown) => {
      wrong.push(`${page}: ppconform ${words.join(" ")}: ${error instanceof Error ? error.message : error}`);
    });
  }
  for (const { examples } of COMMANDS)
    for (const [call] of examples)
      await parsed(wordsOf(call.replace(/^.*?ppconform /, ""))).catch((error: unknown) =>
        wrong.push(`${call}: ${error}`),
      );
  expect(wrong).toEqual([]);
});

/** A folder in which npx finds this checkout's command, as it would an installation. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "tutorial-"));
  mkdirSync(join(folder, "bin"));
  const shim = join(folder, "bin", "npx");
  writeFileSync(shim, `#!/bin/sh\nshift 2\nexec ${process.execPath} ${join(ROOT, "dist/cli/main.js")} "$@"\n`);
  chmodSync(shim, 0o755);
  return folder;
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

test("the tutorial comes out as it says", async () => {
  const folder = project();
  const port = await closedPort();
  const options = {
    cwd: folder,
    env: { PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}`, HOME: folder, NO_COLOR: "1" },
  };
  const text = readFileSync(join(ROOT, "docs/tutorial.md"), "utf8").replaceAll("4010", String(port));
  let output = "";
  for (const [, language = "", note = "", code = ""] of text.matchAll(/^```(\w+)(?: ([^\n]*))?\n(.*?)^```/gms)) {
    if (code.startsWith("npm ")) continue;
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
      const ended = spawnSync("bash", ["-c", code], { ...options, encoding: "utf8" });
      output = ended.stdout;
      expect({ code, status: ended.status, stderr: ended.status === 4 ? ended.stderr : "" }).toEqual({
        code,
        status: Number(/exit (\d)/.exec(note)?.[1] ?? 0),
        stderr: "",
      });
    }
  }
  expect(existsSync(join(folder, "project/.github/workflows/conformance.yml"))).toBe(true);
});
