/** The config file: what may stand in it, and what beats it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { CONFIG_KEYS, settingOf } from "../../cli/configKeys.js";
import { programFor } from "../../cli/program.js";
import { blocks } from "../documentation.js";
import { emptyFolder, expectRefusal, inTurn, PATIENCE } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const ROOT = new URL("../../", import.meta.url);

/** Options of `run` that are about one run alone. */
const NOT_KEPT = ["config", "env-file", "dry-run", "update-baseline", "shard", "allow-insecure-http", "help"];

test("the file takes every option of run that a project may keep, by its name", async () => {
  const run = (await programFor(["run"])).commands.find((command) => command.name() === "run");
  const options = run?.options.map(({ long = "" }) => long.replace(/^--(?:no-)?/, "")) ?? [];
  const kept = options.filter((name) => !NOT_KEPT.includes(name));
  expect(CONFIG_KEYS.filter((key) => !/^(?:transfer|deposit)-id$/.test(key)).sort()).toEqual(kept.sort());
  expect(CONFIG_KEYS.filter((key) => settingOf(key) !== null)).toHaveLength(4);
});

test("the file that the documentation shows is valid by the schema that editors are given", () => {
  const schema = JSON.parse(readFileSync(new URL("cli/config.schema.json", ROOT), "utf8"));
  const [example] = blocks("docs/configuration.md", "yaml").map((code) => parse(code));
  const validate = new Ajv2020({ strict: true, formats: { uri: true } }).compile(schema);
  expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ profil: "smoke" })).toBe(false);
});

test("flags beat the environment, which beats the file, which beats the defaults", async () => {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, "ppconform.config.yaml"),
    "profile: smoke\nseed: 9\ncheck: listBalances/accepts/*\nreport-dir: out\n",
  );
  const ended = await inTurn(["run", "--seed", "7"], { folder });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain("seed 7   smoke");
  expect(ended.stdout).toContain("out/report.html");

  const project = emptyFolder();
  const named = join(project, "settings.yaml");
  writeFileSync(named, "base-url: http://127.0.0.1:1\nbaseline: known.yaml\n");
  const environment = { CONFORMANCE_BASE_URL: "ftp://other.example" };
  expectRefusal(await inTurn(["run", "--config", named], { environment }), 2, "ftp://other.example");
  expectRefusal(await inTurn(["run", "--config", named]), 2, "CONFORMANCE_API_KEY");
  const both = { CONFORMANCE_API_KEY: "k", CONFORMANCE_API_SECRET: "s" };
  expectRefusal(await inTurn(["run", "--config", named], { environment: both }), 2, join(project, "known.yaml"));
});

test("what is wrong in the file is told with its line", async () => {
  const folder = emptyFolder();
  const refusal = async (text: string) => {
    writeFileSync(join(folder, "ppconform.config.yaml"), text);
    return await inTurn(["run"], { folder });
  };
  expectRefusal(await refusal("profil: smoke\n"), 2, "ppconform.config.yaml:1: «profil: smoke»", "nearest is profile");
  expectRefusal(await refusal("profile: all\n"), 2, "write one of smoke, standard, deep");
  expectRefusal(await refusal("quiet: perhaps\n"), 2, "quiet is true or false");
  expectRefusal(await inTurn(["run", "--config", "none.yaml"], { folder }), 2, "none.yaml does not exist");
});

test("a file of settings that --env names and that is not there is told in our words", async () => {
  expectRefusal(await inTurn(["run", "--env", "none.env"]), 2, "none.env cannot be read: it does not exist");
});
