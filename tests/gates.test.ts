/**
 * Every gate that is published, as it is written: green at a deployment that conforms and gives one pair of credentials,
 * red at one with a defect, and exit code 2 without an address.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { closedPort, emptyFolder, inTurn, type Served, serveSandbox } from "./cli/child.js";
import { blocks } from "./documentation.js";
import { slice } from "./slice.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CHECK = "listBalances/response/[].status.enum";
const DEFECT = `${CHECK}/other-case`;

/** What a pipeline does: lines of a shell, with what its file says of the environment. */
interface Job {
  readonly env: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
}

interface Gate {
  readonly where: string;
  /** Whether the environment names the deployment, and the file does not. */
  readonly isAmbient?: true;
  /** Writes what the project needs. @param address null where there is none */
  job(folder: string, address: string | null): Promise<Job>;
}

/** A project that keeps to the smoke profile: what is published says nothing of it. */
function kept(where: string, job: Job, isAmbient?: true): Gate {
  return {
    where,
    ...(isAmbient === undefined ? {} : { isAmbient }),
    job: async (folder) => {
      writeFileSync(join(folder, "ppconform.config.yaml"), "profile: smoke\n");
      return job;
    },
  };
}

const runsOf = (steps: readonly { readonly run?: string }[]): string[] => steps.flatMap(({ run }) => run ?? []);

/** What `init` writes for a pipeline. */
function initGate(ci: string, file: string, read: (text: string) => Job): Gate {
  return {
    where: `init --ci ${ci}`,
    job: async (folder, address) => {
      const named = address === null ? [] : ["--base-url", address];
      expect((await inTurn(["init", "--ci", ci, ...named], { folder })).code).toBe(0);
      const config = join(folder, "ppconform.config.yaml");
      writeFileSync(config, readFileSync(config, "utf8").replace("profile: standard", "profile: smoke"));
      // Never committed.
      writeFileSync(join(folder, ".env"), "", { mode: 0o600 });
      return read(readFileSync(join(folder, file), "utf8"));
    },
  };
}

function githubJob(text: string): Job {
  const { env, steps } = parse(text).jobs.conformance;
  return { env, lines: runsOf(steps) };
}

function gitlabJob(text: string): Job {
  const { variables, script } = parse(text).conformance;
  return { env: variables, lines: script };
}

const CI_PAGE = "docs/ci.md";
const inReadme: readonly { readonly run: string; readonly env: Job["env"] }[] = blocks("README.md", "yaml").flatMap(
  (code) => parse(code),
);
const shellBlocks = blocks(CI_PAGE, "sh").filter(
  // Ten minutes of it are for tests/documented.test.ts to lessen.
  (code) => code.includes("ppconform run") && !code.includes("--max-time"),
);
// Steps that go on whatever came of them are no gate.
const pipelines = blocks(CI_PAGE, "yaml").filter(
  (code) => code.includes("ppconform run") && !code.includes("continue-on-error"),
);

const GATES: readonly Gate[] = [
  ...inReadme.map((step) => kept("README.md", { env: step.env, lines: [step.run] })),
  ...shellBlocks.map((code) =>
    kept(`${CI_PAGE}: ${code.split("\n")[0]}`, { env: {}, lines: code.trim().split("\n") }, true),
  ),
  ...pipelines.map((code) =>
    code.includes("jobs:") ? kept(`${CI_PAGE}: GitHub`, githubJob(code)) : kept(`${CI_PAGE}: GitLab`, gitlabJob(code)),
  ),
  initGate("github", ".github/workflows/conformance.yml", githubJob),
  initGate("gitlab", ".gitlab-ci.conformance.yml", gitlabJob),
];

let conforming: Served;
let faulty: Served;
beforeAll(async () => {
  [conforming, faulty] = await Promise.all([serveSandbox(), serveSandbox("--defect", DEFECT)]);
});
afterAll(() => Promise.all([conforming.stop(), faulty.stop()]));

/** One pair of credentials of those that a sandbox has. */
function pairOf({ settings }: Served) {
  const { CONFORMANCE_API_KEY = "", CONFORMANCE_API_SECRET = "" } = settings;
  return { CONFORMANCE_API_KEY, CONFORMANCE_API_SECRET };
}

/** What a pipeline makes of a value: its variables and secrets are put in their places. */
function filled(value: string, address: string | null, pair: ReturnType<typeof pairOf>): string {
  return value
    .replace(/\$\{\{ vars\.\w+ \}\}|\$(?:SANDBOX|PRODUCTION)_URL\b/, address ?? "")
    .replace(/\$\{\{ secrets\.\w*KEY \}\}/, pair.CONFORMANCE_API_KEY)
    .replace(/\$\{\{ secrets\.\w*SECRET \}\}/, pair.CONFORMANCE_API_SECRET);
}

/** The exit code of a gate: that of its first line that fails. */
async function codeOf(gate: Gate, target: Served, address: string | null): Promise<number | null> {
  const folder = emptyFolder();
  const { env, lines } = await gate.job(folder, address);
  const pair = pairOf(target);
  const values = Object.entries(env).map(([name, value]) => [name, filled(String(value), address, pair)]);
  const environment = {
    CI: "true",
    ...pair,
    ...(gate.isAmbient && address !== null ? { CONFORMANCE_BASE_URL: address } : {}),
    ...Object.fromEntries(values),
  };
  const calls = lines.filter((line) => line.includes("ppconform"));
  expect(calls.length).toBeGreaterThan(0);
  for (const line of calls) {
    const [, said = "", call = ""] = /^((?:[A-Z_]+=\S* )*)npx --no-install ppconform (.*)$/.exec(line) ?? [];
    const more = said.trim() === "" ? [] : said.trim().split(" ");
    const own = more.map((one) => [one.split("=")[0], filled(one.slice(one.indexOf("=") + 1), address, pair)]);
    const ended = await inTurn(call.split(" "), {
      folder,
      environment: { ...environment, ...Object.fromEntries(own) },
    });
    if (ended.code !== 0) return ended.code;
  }
  return 0;
}

test("all pipelines that are documented are tried", () => {
  expect(GATES.map(({ where }) => where.replace(/:.*/, ""))).toEqual([
    "README.md",
    ...Array.from({ length: 5 }, () => CI_PAGE),
    "init --ci github",
    "init --ci gitlab",
  ]);
});

/** One of each page and command. */
const TRIED = slice(GATES, ({ where }) => where.replace(/:.*/, ""));

test.each(TRIED.entries)(
  "$where: green where the deployment conforms, red where it does not, and 2 without an address",
  async (gate) => {
    expect(await codeOf(gate, conforming, null)).toBe(2);
    expect(await codeOf(gate, faulty, faulty.baseUrl)).toBe(1);
    expect(await codeOf(gate, conforming, conforming.baseUrl)).toBe(0);
  },
);

/** What `npm start` in a clone makes of an environment, with a few checks. */
function started(environment: Readonly<Record<string, string>>) {
  const part = ["--check", CHECK, "--report-dir", emptyFolder()];
  const { status, stdout, stderr } = spawnSync("npm", ["start", "--silent", "--", ...part], {
    cwd: ROOT,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", CI: "true", npm_config_userconfig: "/dev/null", ...environment },
  });
  return { status, first: stderr.split("\n")[0], stdout };
}

test("npm start in a clone judges what the environment names, else the sandbox, and says which first", () => {
  const unnamed = started({});
  expect({ ...unnamed, stdout: "" }).toEqual({
    status: 0,
    first: "Judging the embedded sandbox: nothing names a deployment (--base-url, CONFORMANCE_BASE_URL).",
    stdout: "",
  });
  expect(unnamed.stdout.split("\n")[0]).toContain("(embedded sandbox)");
  const pair = pairOf(faulty);
  expect(started({ CONFORMANCE_BASE_URL: faulty.baseUrl, ...pair })).toMatchObject({
    status: 1,
    first: `Judging ${faulty.baseUrl}.`,
  });
  expect(started(pair)).toMatchObject({ status: 2, first: expect.stringContaining("Add CONFORMANCE_BASE_URL=") });
});

test("the suites in a clone judge what the environment names", async () => {
  const address = `http://127.0.0.1:${await closedPort()}`;
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, "run", "--project", "suites", "suites/listBalances.test.ts"],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: {
        PATH: process.env.PATH,
        NO_COLOR: "1",
        CONFORMANCE_BASE_URL: address,
        CONFORMANCE_API_KEY: "key-of-the-test",
        CONFORMANCE_API_SECRET: "secret-of-the-test",
      },
    },
  );
  expect(status).toBe(1);
  expect(`${stdout}${stderr}`).toContain(`the target is ${address}`);
});
