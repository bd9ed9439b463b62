/** What stands ready for pipelines does what it says, as far as that shows without the pipeline. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { githubOutputs } from "../reports/formats/github.js";
import { serveSandbox } from "./cli/child.js";
import { emptyFolder } from "./files.js";
import { fixture } from "./reports/fixture.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const fileText = (name: string): string => readFileSync(join(ROOT, name), "utf8");

interface Step {
  readonly name: string;
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

const action: {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
} = parse(fileText("action.yml"));

test("each input of the action is used, and inputs reach the shell by the environment alone", () => {
  const { steps } = action.runs;
  const used = steps.flatMap(({ env = {} }) => Object.values(env)).map((value) => /inputs\.([\w-]+)/.exec(value)?.[1]);
  expect(used).toEqual(Object.keys(action.inputs));
  expect(steps.map(({ run }) => run).join("\n")).not.toContain("${{");
  expect(steps.every(({ shell }) => shell === "bash")).toBe(true);
});

test("each output of the action is one that the run sets", () => {
  const set = githubOutputs(fixture(), "report.json").matchAll(/^(\w+)=/gm);
  const values = [...set].map(([, name]) => [name, `\${{ steps.judge.outputs.${name} }}`]);
  expect(Object.entries(action.outputs).map(([name, { value }]) => [name, value])).toEqual(values);
});

/** How the action's last step ends, in a job that was given these variables. */
function judged(environment: Readonly<Record<string, string>>) {
  const folder = emptyFolder();
  const { status, stdout } = spawnSync("bash", ["-euo", "pipefail", "-c", action.runs.steps.at(-1)?.run ?? ""], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      CI: "true",
      GITHUB_ACTION_PATH: ROOT,
      PROFILE: "smoke",
      BASELINE: "",
      REPORT_DIR: "reports",
      ARGUMENTS: "--check listBalances/response/[].status.enum --seed 7",
      ...environment,
    },
  });
  return { status, stdout, hasReport: existsSync(join(folder, "reports", "junit.xml")) };
}

test("the action's last step judges the deployment that the job names, and nothing else", async () => {
  const served = await Promise.all([
    serveSandbox(),
    serveSandbox("--defect", "listBalances/response/[].status.enum/other-case"),
  ]);
  const [good, bad] = served.map(({ settings }) => judged(settings));
  await Promise.all(served.map((sandbox) => sandbox.stop()));
  expect(good).toEqual({ status: 0, hasReport: true, stdout: expect.stringContaining("seed 7") });
  expect(bad).toMatchObject({ status: 1, hasReport: true });
  expect(judged({ CONFORMANCE_API_KEY: "key", CONFORMANCE_API_SECRET: "secret" })).toMatchObject({ status: 2 });
  expect(judged({ CONFORMANCE_BASE_URL: "" })).toMatchObject({ status: 2 });
});

const hasDocker = spawnSync("docker", ["info"]).status === 0;
if (!hasDocker) console.warn("There is no docker here: the image was checked by its Dockerfile alone, and not built.");

test.skipIf(!hasDocker)("the image is built, and says what it would run", () => {
  execFileSync("docker", ["build", "--quiet", "--tag", "ppconform-test", ROOT]);
  expect(execFileSync("docker", ["run", "--rm", "ppconform-test", "--version"], { encoding: "utf8" })).toMatch(/^\d/);
});

test("the Dockerfile is one, with no instruction that is wrong or out of use", () => {
  expect(validate(fileText("Dockerfile"))).toEqual([]);
  expect(validate("FROM node:22\nMAINTAINER me\nCOPPY . .\n").map(({ message }) => message)).toHaveLength(2);
});

test("the image copies what is there, and runs as nobody special", () => {
  const lines = fileText("Dockerfile").split("\n");
  const copied = lines.flatMap((line) => [...line.matchAll(/\/build\/([\w./-]+)/g)].map(([, path]) => path ?? ""));
  const built = new Set(["node_modules", "dist"]);
  expect(copied.filter((path) => !built.has(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  expect(lines.some((line) => /^USER node$/.test(line))).toBe(true);
});
