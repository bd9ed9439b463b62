/** `ppconform init`: writes what a project keeps, with comments: settings, options, answers, and a job for CI. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Command } from "commander";
import { isLoopback } from "../client/loopback.js";
import { baseUrl } from "../engine/settings/baseUrl.js";
import { UsageError } from "../engine/settings/usageError.js";
import { asTyped } from "../library/typed.js";
import { listed } from "../reports/visible.js";
import { writeProblem } from "../reports/wholeFile.js";
import { type FlagsOf, option, withOptions } from "./options.js";
import { address, oneOf, path } from "./values.js";

const PIPELINES = ["github", "gitlab", "none"] as const;

const ROWS = {
  "base-url": option("<url>", address, "address of the deployment"),
  ci: option("<name>", oneOf(PIPELINES), "github, gitlab or none (default: github)"),
  "allow-writes": { help: "let runs of this project change data on the deployment" },
  folder: option("<path>", path, "where the files are written", { default: "." }),
  force: { help: "overwrite files that exist" },
} as const;

type InitFlags = FlagsOf<typeof ROWS>;

export function initCommand(): Command {
  const command = new Command("init")
    .description(
      "Write .env, ppconform.config.yaml, answers.yaml and a job for CI, with comments. On a terminal, it asks for what the options leave open. Files that exist are left as they are.",
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

/** Answers from the options, and for the rest from a person, if there is one. */
async function choicesOf(flags: InitFlags): Promise<Choices> {
  const asks = process.stdin.isTTY === true && process.stderr.isTTY === true;
  // On no terminal, it is as if every answer were empty.
  const answer = async <T>(question: string, read: (text: string) => T): Promise<T> =>
    asks ? await asked(question, read) : read("");
  const address = (text: string) => (text === "" ? null : baseUrl("The address", text));
  const pipeline = (text: string) => (text === "" ? "github" : oneOf(PIPELINES).read("CI", text));
  return {
    address: flags.baseUrl ?? (await answer("Address of the deployment (empty: none yet): ", address)),
    ci: flags.ci ?? (await answer("CI: github, gitlab or none (empty: github): ", pipeline)),
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
      `${listed(kept.map(([path]) => path))} exist already. Add --force to overwrite them, or name another --folder.`,
    );
  for (const [path] of kept) process.stdout.write(`  ${path} exists already, and is left as it is\n`);
  for (const [path, text] of files.filter((file) => !kept.includes(file))) {
    try {
      await mkdir(dirname(path), { recursive: true });
      // Only its owner may read a file for secrets.
      await writeFile(path, text, path.endsWith(".env") ? { mode: 0o600 } : {});
    } catch (error) {
      throw new UsageError(`${path} cannot be written: ${writeProblem(error)}.`);
    }
    process.stdout.write(`  ${path}\n`);
  }
  const ci = {
    gitlab: "\n  Include .gitlab-ci.conformance.yml in .gitlab-ci.yml.",
    github: "\n  Add the secrets CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET to the repository.",
    none: "",
  }[choices.ci];
  process.stdout.write(
    asTyped(
      `\nNext:\n  Set the credentials in .env, and add it and conformance-report to .gitignore.${ci}\n  ppconform doctor   says what is missing\n  ppconform run      judges the deployment\n`,
    ),
  );
}

/* The initial files that `ppconform init` writes. */

interface Choices {
  /** Null when there is none yet. */
  readonly address: string | null;
  readonly ci: "github" | "gitlab" | "none";
  readonly allowWrites: boolean;
}

/** The file of secrets. */
function environmentText({ address }: Choices): string {
  return `# Secrets of ppconform. Never commit this file. Environment variables take precedence.

# The address is in ppconform.config.yaml; set here, it takes precedence.
# CONFORMANCE_BASE_URL=${address ?? "https://sandbox.example"}

# The pair of the partner.
CONFORMANCE_API_KEY=
CONFORMANCE_API_SECRET=

# A read-only pair; its writes must be refused with 403.
# CONFORMANCE_RESTRICTED_API_KEY=
# CONFORMANCE_RESTRICTED_API_SECRET=

# The pair of another partner; neither may see the other's data.
# CONFORMANCE_SECOND_API_KEY=
# CONFORMANCE_SECOND_API_SECRET=

# A header that a gateway in front of the deployment asks for, here x-gateway-token.
# CONFORMANCE_HEADER_X_GATEWAY_TOKEN=

# Verifies webhooks.
# CONFORMANCE_WEBHOOK_SECRET=
`;
}

function configText({ address, allowWrites }: Choices): string {
  return `# yaml-language-server: $schema=./node_modules/partner-payments-conformance/dist/cli/config.schema.json
# Options of ppconform run; flags and environment variables take precedence.

${address === null ? "# base-url: https://sandbox.example" : `base-url: ${address}`}

# Without it, a deployment on another machine is only read. What a run creates stays: there is no delete operation.
${allowWrites ? "" : "# "}allow-writes: true

# smoke (each rule once), standard, or deep.
profile: standard

# Deliveries need a receiver: see webhook-port.
exclude: [webhooks]

# Known departures, and answers that must not change: ppconform run --baseline baseline.yaml --update-baseline writes it.
# baseline: baseline.yaml

# What was agreed with the provider.
answers: answers.yaml

# Maximum requests per second.
# rate: 50
`;
}

/** The file of answers, still empty. */
const ANSWERS_TEXT = `# What was agreed with the provider about questions that the contract leaves open: judged like its rules.
# "ppconform report --report questions" writes answers.draft.yaml, with each answer that a run saw: move what is agreed here.
agreed:
#  - id: unknown.createRecipient.successStatus
#    answer: 201
#    reason: email of 3 March
`;

/** The line by which a job finds the deployment: the content of .env is missing there. */
function named(address: string, indent: string): string {
  return `\n${indent}# Takes precedence over base-url of ppconform.config.yaml.\n${indent}CONFORMANCE_BASE_URL: ${address}`;
}

/** A line that lets a job write, if the project allows it. */
function writes({ allowWrites }: Choices, indent: string): string {
  return allowWrites ? `\n${indent}CONFORMANCE_ALLOW_WRITES: "true"` : "";
}

/** The address as a job knows it: one on this machine leads a job to its own. */
function addressOfJob({ address }: Choices): string | null {
  if (address === null) return null;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || isLoopback(host) ? null : address;
}

function githubText(choices: Choices): string {
  const known = addressOfJob(choices);
  const variable = `
      # A variable of the repository. While it is not set, the job ends with exit code 2.
      CONFORMANCE_BASE_URL: \${{ vars.CONFORMANCE_BASE_URL }}`;
  const address = known === null ? variable : named(known, "      ");
  return `# Judges the deployment on each pull request, and every night.
name: conformance
on:
  pull_request:
  schedule:
    - cron: "17 3 * * *"
  workflow_dispatch:
permissions:
  contents: read
jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    # One run at a time: all runs share the deployment.
    concurrency: conformance
    env:${address}
      CONFORMANCE_API_KEY: \${{ secrets.CONFORMANCE_API_KEY }}
      CONFORMANCE_API_SECRET: \${{ secrets.CONFORMANCE_API_SECRET }}${writes(choices, "      ")}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
          cache: npm
      - run: npm ci
      - run: npx --no-install ppconform run
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: conformance-report
          path: conformance-report
`;
}

function gitlabText(choices: Choices): string {
  const known = addressOfJob(choices);
  const address = known === null ? "" : named(known, "    ");
  const variables = `${known === null ? "CONFORMANCE_BASE_URL, " : ""}CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET`;
  return `# Judges the deployment. ${variables} are variables of the project, the latter masked.
conformance:
  image: node:22
  timeout: 30 minutes
  # One run at a time: all runs share the deployment.
  resource_group: conformance
  variables:
    NPM_CONFIG_CACHE: .npm${address}${writes(choices, "    ")}
  script:
    - npm ci
    - npx --no-install ppconform run
  artifacts:
    when: always
    paths: [conformance-report]
    reports:
      junit: conformance-report/junit.xml
`;
}
