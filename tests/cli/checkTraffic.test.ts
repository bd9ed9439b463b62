/** Recorded traffic, judged by the command. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { validateReport } from "../../reports/validate.js";
import { WALLET } from "../oracles/answers.js";
import { emptyFolder, expectRefusal, inTurn, PATIENCE } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const SECRET = "secret-of-the-partner";

/** A HAR with one read of the balances for each address. */
function har(wallet: object, ...addresses: readonly string[]): string {
  return JSON.stringify({
    log: {
      entries: addresses.map((address) => ({
        startedDateTime: "2026-08-31T10:00:00Z",
        time: 5,
        request: { method: "GET", url: address, headers: [{ name: "X-API-Secret", value: SECRET }] },
        response: {
          status: 200,
          headers: [{ name: "content-type", value: "application/json" }],
          content: { text: JSON.stringify([wallet]) },
        },
      })),
    },
  });
}

function folderWith(text: string): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, "traffic.har"), text);
  return folder;
}

test.concurrent("traffic without faults ends with exit code 0, and all reports but those of a run", async () => {
  const folder = folderWith(har(WALLET, "https://api.example/v2/api/balances", "https://api.example/favicon.ico"));
  const { code, stdout, stderr } = await inTurn(["check-traffic", "traffic.har"], { folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("https://api.example/v2   recorded in traffic.har   contract 2024-12-01");
  expect(stdout).not.toContain("seed");
  const reports = join(folder, "conformance-report");
  expect(readdirSync(reports).sort()).toEqual(["junit.xml", "report.html", "report.json"]);
  const validation = validateReport(JSON.parse(readFileSync(join(reports, "report.json"), "utf8")));
  expect(validation.valid && validation.report.run.requests).toBe(1);
});

test.concurrent("a fault ends with exit code 1, and no secret is in any output", async () => {
  const folder = folderWith(har({ ...WALLET, status: SECRET }, "https://api.example/api/balances"));
  const { code, stdout, stderr } = await inTurn(["check-traffic", "traffic.har", "--report-dir", "reports"], {
    folder,
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("✗ listBalances/response/[].status.enum");
  expect(stdout).toContain("ppconform replay reports/report.json F1 --base-url https://api.example\n");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("The recorded traffic of https://api.example does not conform");
  const reports = join(folder, "reports");
  const texts = [stdout, ...readdirSync(reports).map((name) => readFileSync(join(reports, name), "utf8"))];
  expect(texts.filter((text) => text.includes(SECRET))).toEqual([]);
  expect(texts.filter((text) => text.includes("API_SECRET")).length).toBeGreaterThan(2);
});

test.concurrent("of several deployments one has to be chosen", async () => {
  const addresses = [
    "https://a.example/api/balances",
    "https://b.example/api/balances",
    "https://b.example/api/balances",
  ];
  const folder = folderWith(har(WALLET, ...addresses));
  const words = ["check-traffic", "traffic.har"];
  expectRefusal(
    await inTurn(words, { folder }),
    2,
    "https://b.example (2 requests), https://a.example (1 request). Choose one with --base-url.",
  );
  const other = await inTurn([...words, "--base-url", "https://c.example"], { folder });
  expectRefusal(other, 2, "no traffic of https://c.example; it has that of https://b.example");
  expect(existsSync(join(folder, "conformance-report"))).toBe(false);
  expect((await inTurn([...words, "--base-url", "https://a.example/"], { folder })).code).toBe(0);
});

test.concurrent.each<[text: string, message: string]>([
  ["not JSON", "traffic.har: It is not JSON. Export the traffic as HAR."],
  ["{}", "traffic.har: Not a HAR file: log.entries is missing. Export the traffic as HAR."],
  ['{"log":{"entries":[{}]}}', "traffic.har: Entry 1 has no request. Export the traffic again."],
  [har(WALLET, "https://api.example/"), "traffic.har has 1 entry, none of which calls a documented operation"],
])("a file with %j is refused", async (text, message) => {
  expectRefusal(await inTurn(["check-traffic", "traffic.har"], { folder: folderWith(text) }), 2, message);
});

test.concurrent.each([
  ["check-traffic", "Missing required argument 'file'"],
  ["check-traffic none.har", "none.har cannot be read: it does not exist"],
  ["check-traffic .", ". cannot be read: it is a folder"],
  ["check-traffic traffic.har --base-url api.example", '--base-url is "api.example", which is not a URL'],
])("%s is refused", async (words, message) => {
  expectRefusal(await inTurn(words.split(" ")), 2, message);
});
