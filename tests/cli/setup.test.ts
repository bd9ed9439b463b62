/** `init` writes what a project keeps, and `doctor` says what is missing. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../cli/commands.js";
import { doctorCommand } from "../../cli/doctor.js";
import { initCommand } from "../../cli/init.js";
import { readSettings } from "../../engine/settings/environment.js";
import { chooseAnswers } from "../../library/answers.js";
import { startSandbox } from "../../sandbox/server.js";
import { settingsFor } from "../listening.js";
import { captured } from "./captured.js";
import { emptyFolder, inTurn, PATIENCE } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

const schema = JSON.parse(readFileSync(new URL("../../cli/config.schema.json", import.meta.url), "utf8"));
const isConfig = new Ajv2020({ formats: { uri: true } }).compile(schema);

test.each(["github", "gitlab"])("init writes files that a run can use, and a job for %s", async (ci) => {
  const folder = emptyFolder();
  const words = ["--folder", folder, "--ci", ci, "--base-url", "https://sandbox.example", "--allow-writes"];
  const { output } = await captured(initCommand(), words);
  const config = parse(readFileSync(join(folder, "ppconform.config.yaml"), "utf8"));
  expect(isConfig(config)).toBe(true);
  expect(config).toMatchObject({ "base-url": "https://sandbox.example", "allow-writes": true });
  expect(readSettings(join(folder, ".env"), {})).toEqual({});
  expect(statSync(join(folder, ".env")).mode & 0o077).toBe(0);
  expect(chooseAnswers(join(folder, "answers.yaml"))?.agreed).toEqual([]);
  const file = ci === "github" ? ".github/workflows/conformance.yml" : ".gitlab-ci.conformance.yml";
  const job = readFileSync(join(folder, file), "utf8");
  expect(parse(job)).toHaveProperty(ci === "github" ? "jobs.conformance.steps" : "conformance.script");
  expect(job).toContain('CONFORMANCE_ALLOW_WRITES: "true"');
  expect(job).toContain("CONFORMANCE_BASE_URL: https://sandbox.example\n");
  const commands = [...`${output}${job}`.matchAll(/ppconform (\w+)/g)].map(([, name]) => name);
  expect(commands.filter((name) => !COMMANDS.some((entry) => entry.name === name))).toEqual([]);
});

test.each([
  ["without an address yet", []],
  ["with one that only this machine reaches", ["--base-url", "http://localhost:8080"]],
])("%s, the job takes it from a variable, and ends with exit code 2 until that is set", async (_, given) => {
  const folder = emptyFolder();
  await captured(initCommand(), ["--folder", folder, "--ci", "github", ...given]);
  const job = readFileSync(join(folder, ".github/workflows/conformance.yml"), "utf8");
  expect(parse(job).jobs.conformance.env.CONFORMANCE_BASE_URL).toContain("vars.CONFORMANCE_BASE_URL");
});

test("init writes what is missing, and over nothing that is there, unless --force is given", async () => {
  const folder = emptyFolder();
  const file = (name: string) => join(folder, name);
  writeFileSync(file(".env"), "CONFORMANCE_API_KEY=mine\n");
  const words = ["--folder", folder, "--ci", "github"];
  const { output } = await captured(initCommand(), words);
  expect(output).toContain(`${file(".env")} exists already, and is left as it is`);
  expect(readFileSync(file(".env"), "utf8")).toBe("CONFORMANCE_API_KEY=mine\n");
  expect(isConfig(parse(readFileSync(file("ppconform.config.yaml"), "utf8")))).toBe(true);
  expect(parse(readFileSync(file(".github/workflows/conformance.yml"), "utf8"))).toHaveProperty("jobs");
  await expect(captured(initCommand(), words)).rejects.toThrow(
    /\.env, .*ppconform\.config\.yaml.* exist already\. Add --force/,
  );
  await captured(initCommand(), [...words, "--force"]);
  expect(readFileSync(file(".env"), "utf8")).not.toContain("mine");
});

test("doctor fails where a gate would judge nothing", async () => {
  const nameless = await inTurn(["doctor"]);
  expect(nameless.code).toBe(2);
  expect(nameless.stdout.replaceAll(/\s+/g, " ")).toMatch(/✗ settings .* Add CONFORMANCE_BASE_URL=https:\/\/…/);

  const environment = settingsFor(sandbox);
  const folder = emptyFolder();
  await captured(initCommand(), ["--folder", folder, "--ci", "github"]);
  expect((await inTurn(["doctor"], { folder, environment })).code).toBe(0);
  const path = join(folder, ".github/workflows/conformance.yml");
  writeFileSync(path, readFileSync(path, "utf8").replace(/^ *CONFORMANCE_BASE_URL:.*\n/m, ""));
  const job = await inTurn(["doctor"], { folder, environment });
  expect(job.code).toBe(2);
  expect(job.stdout.replaceAll(/\s+/g, " ")).toContain(
    "✗ job .github/workflows/conformance.yml runs without an address, and would judge nothing: add CONFORMANCE_BASE_URL:",
  );
  const config = join(folder, "ppconform.config.yaml");
  writeFileSync(config, readFileSync(config, "utf8").replace(/^# base-url:.*$/m, `base-url: ${sandbox.baseUrl}`));
  expect((await inTurn(["doctor"], { folder, environment })).code).toBe(0);
});

/** What doctor says with a file of settings. */
async function diagnosis(settings: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const file = join(emptyFolder(), "settings.env");
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
    { mode: 0o600 },
  );
  return await captured(doctorCommand(), ["--env", file, ...words]);
}

test("doctor says what is there, what is left out, and what is wrong", async () => {
  const { restrictedApiKey } = sandbox.credentials;
  const pair = settingsFor(sandbox);
  const named = await diagnosis(pair, "--base-url", sandbox.baseUrl);
  expect(named.output).toMatch(/A run can begin: .*ppconform run --base-url http:\/\/127/);
  const good = await diagnosis(pair, "--webhook-port", "0");
  expect(good.exitCode).toBe(0);
  expect(good.output).toMatch(/✓ credentials +accepted/);
  expect(good.output).toMatch(/○ restricted pair +not set/);
  expect(good.output).toMatch(/✓ webhook port +free/);

  const restricted = { CONFORMANCE_RESTRICTED_API_KEY: restrictedApiKey, CONFORMANCE_RESTRICTED_API_SECRET: "wrong" };
  const half = await diagnosis({ ...pair, ...restricted }, "--webhook-port", new URL(sandbox.baseUrl).port);
  expect(half.exitCode).toBe(3);
  expect(half.output).toMatch(/✗ restricted pair +refused with 401/);
  expect(half.output).toMatch(/✗ webhook port +/);

  const bad = await diagnosis({ ...pair, CONFORMANCE_API_SECRET: "wrong" });
  expect(bad.output).toMatch(/✗ credentials +.*refuses the credentials/);
  expect(bad.exitCode).toBe(3);
  const none = await diagnosis({ CONFORMANCE_BASE_URL: sandbox.baseUrl });
  expect(none.output).toMatch(/✗ settings +.*CONFORMANCE_API_KEY/);
  expect(none.exitCode).toBe(2);
});
