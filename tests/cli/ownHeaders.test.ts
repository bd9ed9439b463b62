/** Headers of the user's own: a gateway lets the run in by them, and no output shows their values. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { Report } from "../../reports/model.js";
import { settingsFor } from "../listening.js";
import { type Answer, type Front, startFront } from "../reality/front.js";
import { emptyFolder, expectRefusal, PATIENCE, ppconform } from "./child.js";

const TOKEN = "tok-5f2e9c71aa-gate";
const BASIC = "Basic c3RhZ2luZzpoZWxsby1nYXRl";
const OWN = { CONFORMANCE_HEADER_X_GATE_TOKEN: TOKEN, CONFORMANCE_HEADER_AUTHORIZATION: BASIC };
const DEFECT = "listBalances/response/[].status.present/missing";

/** A gateway that wants two headers, and repeats one of them in its answers. */
async function gateway(defects: readonly string[] = []): Promise<Front> {
  const front = await startFront(
    async ({ headers }, pass): Promise<Answer> => {
      if (headers["x-gate-token"] !== TOKEN || headers.authorization === undefined)
        return { status: 403, body: "<html>Forbidden</html>", headers: { "content-type": "text/html" } };
      const answer = await pass();
      return { ...answer, headers: { ...answer.headers, "x-let-in-by": TOKEN } };
    },
    { defects },
  );
  onTestFinished(() => front.close());
  return front;
}

const RUN = ["run", "--operation", "listBalances", "--profile", "smoke", "--har", "traffic.har"];

/** All that stands in the files of a folder. */
function textsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

test("a gateway lets a run in by two headers", { timeout: PATIENCE }, async () => {
  const front = await gateway();
  const outside = await ppconform(RUN, { environment: settingsFor(front) });
  expect(outside.code).toBe(3);
  const inside = await ppconform(RUN, { environment: { ...settingsFor(front), ...OWN } });
  expect(inside).toMatchObject({ code: 0, stdout: expect.stringContaining("0 violations") });
});

test("a finding behind a gateway is repeated by its command and by replay, and nothing shows a value", {
  timeout: PATIENCE,
}, async () => {
  const front = await gateway([DEFECT]);
  const environment = { ...settingsFor(front), ...OWN };
  const folder = emptyFolder();
  const { code, stdout, stderr } = await ppconform([...RUN, "--fail-on", "should"], { environment, folder });
  expect(code).toBe(1);
  for (const text of [stdout, stderr, textsOf(folder)]) {
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(BASIC.slice("Basic ".length));
  }
  const report: Report = JSON.parse(readFileSync(join(folder, "conformance-report/report.json"), "utf8"));
  const [finding] = report.checks.flatMap(({ findings }) => findings);
  expect(finding?.exchange.request.headers).toMatchObject({
    "x-gate-token": "<CONFORMANCE_HEADER_X_GATE_TOKEN>",
    authorization: "<CONFORMANCE_HEADER_AUTHORIZATION>",
  });
  const { stdout: answered } = await promisify(execFile)("bash", ["-c", finding?.curl ?? "false"], {
    env: { ...process.env, ...environment },
  });
  expect(answered).toMatch(/^HTTP\/1\.1 200/);
  const replayed = await ppconform(["replay", "conformance-report/report.json"], { environment, folder });
  expect(replayed).toMatchObject({ code: 1, stdout: expect.stringContaining("still there") });
});

test.each([
  ["CONFORMANCE_HEADER_X_API_KEY", "would replace x-api-key"],
  ["CONFORMANCE_HEADER_API_VERSION", "would replace api-version"],
  ["CONFORMANCE_HEADER_", "names no header"],
])("%s is refused", async (variable, message) => {
  const credentials = { apiKey: "key_1", apiSecret: "secret_1" };
  const environment = { ...settingsFor({ baseUrl: "http://127.0.0.1:9", credentials }), [variable]: "value" };
  expectRefusal(await ppconform(["run"], { environment }), 2, variable, message);
});
