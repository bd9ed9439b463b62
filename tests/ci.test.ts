/** What stands ready for pipelines does what it says, as far as that shows without the pipeline. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";

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
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
} = parse(fileText("action.yml"));

test("each input of the action is used, and inputs reach the shell by the environment alone", () => {
  const { steps } = action.runs;
  const used = steps.flatMap(({ env = {} }) => Object.values(env)).map((value) => /inputs\.([\w-]+)/.exec(value)?.[1]);
  expect(used).toEqual(Object.keys(action.inputs));
  expect(steps.map(({ run }) => run).join("\n")).not.toContain("${{");
  expect(steps.every(({ shell }) => shell === "bash")).toBe(true);
});

test("the action's last step runs the suite", () => {
  const folder = mkdtempSync(join(tmpdir(), "action-"));
  const judge = action.runs.steps.at(-1)?.run ?? "";
  const printed = execFileSync("bash", ["-euo", "pipefail", "-c", judge], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      GITHUB_ACTION_PATH: ROOT,
      PROFILE: "smoke",
      BASELINE: "",
      REPORT_DIR: "reports",
      ARGUMENTS: "--check listBalances/accepts/* --seed 7",
    },
  });
  expect(printed).toContain("seed 7");
  expect(existsSync(join(folder, "reports", "junit.xml"))).toBe(true);
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
