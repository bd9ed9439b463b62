/** `ppconform init`: writes what a project keeps, with comments: settings, options, answers, and a job for CI. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Command } from "commander";
import { baseUrl } from "../engine/settings/baseUrl.js";
import { UsageError } from "../engine/settings/usageError.js";
import { asTyped } from "../library/typed.js";
import { listed } from "../reports/visible.js";
import { writeProblem } from "../reports/wholeFile.js";
import { ANSWERS_TEXT, type Choices, configText, environmentText, githubText, gitlabText } from "./initTexts.js";
import { type FlagsOf, withOptions } from "./options.js";
import { address, oneOf, path } from "./values.js";

const PIPELINES = ["github", "gitlab", "none"] as const;

const ROWS = {
  "base-url": { takes: "<url>", value: address, help: "address of the deployment" },
  ci: { takes: "<name>", value: oneOf(PIPELINES), help: "github, gitlab or none (default: github)" },
  "allow-writes": { help: "let runs of this project change data on the deployment" },
  folder: { takes: "<path>", value: path, default: ".", help: "where the files are written" },
  force: { help: "write over files that are there" },
} as const;

type InitFlags = FlagsOf<typeof ROWS>;

/** The command and its options. */
export function initCommand(): Command {
  const command = new Command("init")
    .description(
      "Write .env, ppconform.config.yaml, answers.yaml and a job for CI, with comments. On a terminal, it asks for what no option says. Files that are there stay as they are.",
    )
    .action(init);
  return withOptions(command, ROWS);
}

/** Asks until an answer can be used. */
async function asked<T>(question: string, read: (text: string) => T): Promise<T> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (;;) {
      try {
        return read((await lines.question(question)).trim());
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        process.stderr.write(`${error.message}\n`);
      }
    }
  } finally {
    lines.close();
  }
}

/** What the options say, and for the rest a person, where there is one. */
async function choicesOf(flags: InitFlags): Promise<Choices> {
  const asks = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const address = async (): Promise<string | null> =>
    await asked("Address of the deployment (empty: none yet): ", (text) =>
      text === "" ? null : baseUrl("The address", text),
    );
  const pipeline = async (): Promise<Choices["ci"]> =>
    await asked("CI: github, gitlab or none (empty: github): ", (text) =>
      text === "" ? "github" : oneOf(PIPELINES).read("CI", text),
    );
  return {
    address: flags.baseUrl ?? (asks ? await address() : null),
    ci: flags.ci ?? (asks ? await pipeline() : "github"),
    allowWrites: flags.allowWrites === true,
  };
}

function filesFor(choices: Choices): readonly (readonly [path: string, text: string])[] {
  return [
    [".env", environmentText(choices)],
    ["ppconform.config.yaml", configText(choices)],
    ["answers.yaml", ANSWERS_TEXT],
    ...(choices.ci === "github" ? [[".github/workflows/conformance.yml", githubText(choices)] as const] : []),
    ...(choices.ci === "gitlab" ? [[".gitlab-ci.conformance.yml", gitlabText(choices)] as const] : []),
  ];
}

async function init(flags: InitFlags): Promise<void> {
  const choices = await choicesOf(flags);
  const files = filesFor(choices).map(([path, text]) => [join(flags.folder, path), text] as const);
  const kept = flags.force === true ? [] : files.filter(([path]) => existsSync(path));
  if (kept.length === files.length)
    throw new UsageError(
      `${listed(kept.map(([path]) => path))} are there already. Add --force to write over them, or name another --folder.`,
    );
  for (const [path] of kept) process.stdout.write(`  ${path} is there already, and stays as it is\n`);
  for (const [path, text] of files.filter((file) => !kept.includes(file))) {
    try {
      await mkdir(dirname(path), { recursive: true });
      // Only its owner reads what is to hold secrets.
      await writeFile(path, text, path.endsWith(".env") ? { mode: 0o600 } : {});
    } catch (error) {
      throw new UsageError(`${path} cannot be written: ${writeProblem(error)}.`);
    }
    process.stdout.write(`  ${path}\n`);
  }
  const ci = choices.ci === "gitlab" ? "\n  Include .gitlab-ci.conformance.yml in .gitlab-ci.yml." : "";
  process.stdout.write(
    asTyped(
      `\nNext:\n  Set the credentials in .env, and keep it out of version control (.gitignore).${ci}\n  ppconform doctor   says what is missing\n  ppconform run      judges the deployment\n`,
    ),
  );
}
