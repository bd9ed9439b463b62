/** Completions, as a shell makes use of them. */
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import { completionCommand } from "../../cli/completion.js";
import { captured } from "./captured.js";
import { emptyFolder } from "./child.js";

/** What a shell offers behind words, the last of which is being typed, by the function that is registered for the first. */
const OFFERED: Readonly<Record<string, (script: string, words: readonly string[]) => string>> = {
  bash: (script, words) =>
    `source '${script}'; COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; $(complete -p ${words[0]} | sed 's/.*-F \\([a-z_]*\\).*/\\1/'); printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Its own ways to offer something work at a prompt only.
  zsh: (script, words) =>
    `typeset -A functionOf; compdef() { functionOf[$2]=$1 }; compadd() { shift; print -rl -- $@ }; _describe() { print -rl -- \${(P@)2} }
     source '${script}'; words=(${quoted(words)}); CURRENT=${words.length}; $functionOf[${words[0]}]`,
  fish: (script, words) => `source '${script}'; complete -C "${words.join(" ")}"`,
};

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(" ");
}

/** The names that a shell offers which begin with what was typed, without what they are for. */
function offered(shell: string, script: string, ...words: readonly string[]): string[] {
  const printed = execFileSync(shell, ["-c", OFFERED[shell]?.(script, words) ?? ""], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: emptyFolder() },
  });
  const names = printed
    .trim()
    .split("\n")
    .map((line) => /^[\w-]+/.exec(line)?.[0] ?? line);
  return names.filter((name) => name.startsWith(words.at(-1) ?? ""));
}

describe.each(["bash", "zsh", "fish"])("%s", (shell) => {
  const isThere = spawnSync(shell, ["-c", "true"]).error === undefined;
  if (!isThere) console.warn(`${shell} is not installed: its completions were not tried.`);

  test.skipIf(!isThere)("completes commands, options, and what stands behind them", async () => {
    const { output } = await captured(completionCommand(COMMANDS), [shell]);
    const script = join(emptyFolder(), `ppconform.${shell}`);
    writeFileSync(script, output);
    // In fish, what stands behind npx is completed at a prompt only.
    for (const call of [["ppconform"], ...(shell === "fish" ? [] : [["npx", "--no-install", "ppconform"]])]) {
      const behind = (...words: readonly string[]) => offered(shell, script, ...call, ...words);
      expect(behind("").toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
      expect(behind("run", "--prof")).toEqual(["--profile"]);
      expect(behind("run", "--profile", "s")).toEqual(["smoke", "standard"]);
      expect(behind("run", "--operation", "listB")).toEqual(["listBalances"]);
    }
  });
});

test("another shell is refused", async () => {
  await expect(captured(completionCommand(COMMANDS), ["powershell"])).rejects.toThrow("choose one of bash, zsh, fish");
});
