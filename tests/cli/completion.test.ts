/** Completions, as a shell makes use of them. */
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import { completionCommand } from "../../cli/completion.js";
import { captured } from "./captured.js";
import { emptyFolder } from "./child.js";

/** What bash offers behind some words. */
function offered(script: string, ...words: readonly string[]): string[] {
  const typed = words.map((word) => `'${word}'`).join(" ");
  const program = `source '${script}'; COMP_WORDS=(ppconform ${typed}); COMP_CWORD=${words.length}; _ppconform; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", program], { encoding: "utf8" }).trim().split("\n");
}

test("bash completes commands, options, and what stands behind them", async () => {
  const { output } = await captured(completionCommand(COMMANDS), ["bash"]);
  const script = join(emptyFolder(), "ppconform.bash");
  writeFileSync(script, output);
  expect(offered(script, "")).toEqual(COMMANDS.map(({ name }) => name));
  expect(offered(script, "run", "--prof")).toEqual(["--profile"]);
  expect(offered(script, "run", "--profile", "s")).toEqual(["smoke", "standard"]);
  expect(offered(script, "run", "--operation", "listB")).toEqual(["listBalances"]);
});

test.each(["zsh", "fish"])("%s is given every command, in words that it can read", async (shell) => {
  const { output } = await captured(completionCommand(COMMANDS), [shell]);
  for (const { name } of COMMANDS) expect(output).toContain(name);
  const read = spawnSync(shell, ["-n"], { input: output, encoding: "utf8" });
  // Where the shell is not there, nobody reads it.
  if (read.error === undefined) expect(read.stderr).toBe("");
});

test("another shell is refused", async () => {
  await expect(captured(completionCommand(COMMANDS), ["powershell"])).rejects.toThrow("There are bash, zsh, fish");
});
