import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { openapiCommand } from "../../cli/openapi.js";
import { runCommand } from "../../cli/runCommand.js";
import { startSandbox } from "../../sandbox/server.js";
import { emptyFolder } from "../files.js";
import { exchange, observation, reportOf } from "../reports/smallReport.js";
import { captured } from "./captured.js";

const folder = emptyFolder();
const report = join(folder, "report.json");

beforeAll(() => {
  const evidence = exchange("GET", "/api/balances", null, 206, "[]");
  writeFileSync(
    report,
    JSON.stringify(reportOf({ observations: [observation("unknown.listBalances.successStatus", "206", evidence)] })),
  );
});

/** The statuses of the balance list in a printed document. */
function statuses(document: { paths: Record<string, { get: { responses: Record<string, unknown> } }> }): string[] {
  return Object.keys(document.paths["/api/balances"]?.get.responses ?? {}).sort();
}

describe("ppconform openapi", () => {
  test("prints the documented contract as YAML", async () => {
    const { output, exitCode } = await captured(openapiCommand(), []);
    expect(exitCode).toBe(0);
    expect(output.split("\n")[0]).toBe("openapi: 3.1.0");
    expect(statuses(parse(output))).toEqual(["2XX", "401", "403", "4XX", "5XX"]);
  });

  test("prints what a run observed when its report is named, as JSON when that is asked for", async () => {
    const { output } = await captured(openapiCommand(), [report, "--format", "json"]);
    expect(statuses(JSON.parse(output))).toEqual(["206", "401", "403", "4XX", "5XX"]);
  });

  test("writes a file in the format of its name, unless another is asked for", async () => {
    const [json, yaml] = [join(folder, "contract.json"), join(folder, "contract.yaml")];
    expect((await captured(openapiCommand(), ["--output", json])).output).toBe("");
    await captured(openapiCommand(), ["--output", yaml]);
    expect(JSON.parse(readFileSync(json, "utf8"))).toEqual(parse(readFileSync(yaml, "utf8")));
    await captured(openapiCommand(), ["--output", yaml, "--format", "json"]);
    expect(readFileSync(yaml, "utf8")).toBe(readFileSync(json, "utf8"));
  });

  test("tells a file that cannot be written", async () => {
    const lost = join(folder, "no-such-folder", "contract.yaml");
    await expect(captured(openapiCommand(), ["--output", lost])).rejects.toThrow(
      `The OpenAPI document cannot be written to ${lost}: the folder does not exist. Name a file in a folder that you can write to.`,
    );
  });
});

describe("ppconform run --openapi", () => {
  test("writes what the run observed", async () => {
    const sandbox = await startSandbox({ behaviours: { readStatus: "202" } });
    vi.stubEnv("CONFORMANCE_API_KEY", sandbox.credentials.apiKey);
    vi.stubEnv("CONFORMANCE_API_SECRET", sandbox.credentials.apiSecret);
    try {
      const file = join(folder, "observed.json");
      const { exitCode } = await captured(runCommand(), [
        ...["--base-url", sandbox.baseUrl, "--profile", "smoke", "--operation", "listBalances"],
        ...["--report-dir", join(folder, "run"), "--openapi", file],
      ]);
      expect(exitCode).toBe(0);
      expect(statuses(JSON.parse(readFileSync(file, "utf8")))).toEqual(["202", "401", "403", "4XX", "5XX"]);
    } finally {
      vi.unstubAllEnvs();
      await sandbox.close();
    }
  });

  test("is refused before anything is sent when the file cannot be written", async () => {
    const taken = join(folder, "taken");
    mkdirSync(taken, { recursive: true });
    vi.stubEnv("CONFORMANCE_API_KEY", "key");
    vi.stubEnv("CONFORMANCE_API_SECRET", "secret");
    onTestFinished(() => void vi.unstubAllEnvs());
    const reportDir = ["--base-url", "http://127.0.0.1:9", "--report-dir", join(folder, "run")];
    await expect(captured(runCommand(), [...reportDir, "--openapi", taken])).rejects.toThrow(
      `The OpenAPI document cannot be written to ${taken}: it is a folder.`,
    );
    await expect(captured(runCommand(), [...reportDir, "--openapi", join(taken, "x", "y.json")])).rejects.toThrow(
      "the folder does not exist",
    );
  });
});
