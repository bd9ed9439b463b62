import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { replayCommand } from "../../cli/replay.js";
import { findingsOf, judgedAnew } from "../../engine/replay.js";
import type { Finding, Report } from "../../reports/model.js";
import { emptyFolder } from "../files.js";
import { listening } from "../listening.js";
import { check, exchange, finding, reportOf } from "../reports/smallReport.js";
import { captured } from "./captured.js";

/** What a deployment answers to an update with a long post code, and what its balances look like. */
interface Deployment {
  longPostCode: number;
  control: number;
  amount: unknown;
}

const deployment: Deployment = { longPostCode: 200, control: 200, amount: "1.5" };
const seen: { method: string | undefined; url: string | undefined; key: unknown; body: string }[] = [];
let server: Server;
let address = "";

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

beforeEach(async () => {
  Object.assign(deployment, { longPostCode: 200, control: 200, amount: "1.5" });
  seen.length = 0;
  server = createServer(async (request, response) => {
    const body = await textOf(request);
    seen.push({ method: request.method, url: request.url, key: request.headers["x-api-key"], body });
    const balances = request.url === "/api/balances";
    const status = balances ? 200 : body.includes("20000120000120000") ? deployment.longPostCode : deployment.control;
    const answer = balances
      ? [{ status: "active", total_amount: deployment.amount }]
      : status < 400
        ? {}
        : { errors: [{ detail: "no", code: "NO" }] };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  address = `http://127.0.0.1:${await listening(server)}`;
  vi.stubEnv("CONFORMANCE_BASE_URL", "");
  vi.stubEnv("CONFORMANCE_API_KEY", "key-for-the-replay");
  vi.stubEnv("CONFORMANCE_API_SECRET", "secret-for-the-replay");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

const UPDATE = "/api/recipients/rcp_7f2c9e/update";

function postCode(id: string, value: string): Finding {
  return finding(id, {
    expected: "refused with 400",
    expectation: { kind: "refuse" },
    actual: "200",
    edit: { at: "address_info.post_code", from: "200001", to: value },
    control: exchange("POST", UPDATE, '{"address_info":{"post_code":"200001"}}', 200),
    exchange: exchange("POST", UPDATE, `{"address_info":{"post_code":"${value}"}}`, 200),
  });
}

const BALANCES = check("listBalances/response/[].total_amount.type", "violation", {
  findings: [finding("F2", { expected: "of type number", actual: '"1.5"' })],
});

/** What the reports of these tests say that they judged. */
const JUDGED = "https://payments.example";

/** A report of what listens here, or of another target. */
function reportFile(
  checks = [
    check("updateRecipient/refuses/address_info.post_code.maxLength", "violation", {
      findings: [postCode("F1", "20000120000120000")],
    }),
    BALANCES,
  ],
  target = address,
): string {
  const path = join(emptyFolder(), "report.json");
  writeFileSync(path, JSON.stringify(reportOf({ checks })).replaceAll(JUDGED, target));
  return path;
}

test("findings that are still there are told so, with exit code 1", async () => {
  const { output, exitCode } = await captured(replayCommand(), [reportFile()]);
  expect(output).toBe(`✗ F1  still there  updateRecipient/refuses/address_info.post_code.maxLength
      sent      address_info.post_code = "20000120000120000"
      expected  refused with 400
      then      200
      now       200
✗ F2  still there  listBalances/response/[].total_amount.type
      sent      GET /api/balances
      expected  of type number
      then      "1.5"
      now       "1.5"

2 findings sent again to ${address}: 2 still there
`);
  expect(exitCode).toBe(1);
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `POST ${UPDATE}`,
    `POST ${UPDATE}`,
    "GET /api/balances",
  ]);
  expect(seen.every(({ key }) => key === "key-for-the-replay")).toBe(true);
});

test("findings that are gone are fixed, with exit code 0", async () => {
  Object.assign(deployment, { longPostCode: 400, amount: 1.5 });
  const { output, exitCode } = await captured(replayCommand(), [reportFile()]);
  expect(output).toContain("✓ F1  fixed  updateRecipient");
  expect(output).toContain("✓ F2  fixed  listBalances");
  expect(output).toContain("2 findings sent again to");
  expect(exitCode).toBe(0);
});

test("a rule that is broken in another way now is changed, and still fails", async () => {
  deployment.longPostCode = 500;
  const { output, exitCode } = await captured(replayCommand(), [reportFile(), "F1"]);
  expect(output).toContain("~ F1  changed  updateRecipient");
  expect(output).toContain("      now       500\n");
  expect(output).not.toContain("F2");
  expect(exitCode).toBe(1);
});

test("only what may be sent is sent: a remote target gets no writes without permission", async () => {
  const { output, exitCode } = await captured(replayCommand(), [reportFile(undefined, JUDGED), "F1"]);
  expect(output).toContain(
    "      now       not sent: it changes data, and the target is not on this machine: allow it with --allow-writes\n",
  );
  expect(exitCode).toBe(3);
  expect(seen).toEqual([]);
});

test("the report's own target is asked, whatever the settings name", async () => {
  vi.stubEnv("CONFORMANCE_BASE_URL", "http://127.0.0.1:1");
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { output, exitCode } = await captured(replayCommand(), [reportFile(), "F2"]);
  expect(told.mock.calls.join("")).toBe(
    `The settings name http://127.0.0.1:1, but the report is of ${address}: its findings are sent to the latter.\n`,
  );
  told.mockRestore();
  expect(output).toContain(`1 finding sent again to ${address}: 1 still there`);
  expect(exitCode).toBe(1);
});

test("what another deployment answers shows nothing fixed, and the first line says which one is asked", async () => {
  Object.assign(deployment, { longPostCode: 400, amount: 1.5 });
  const words = [reportFile(undefined, JUDGED), "--base-url", address];
  const { output, exitCode } = await captured(replayCommand(), words);
  expect(output.split("\n")[0]).toBe(
    `The report is of ${JUDGED}; its findings are sent to ${address}, another deployment.`,
  );
  expect(output).toContain(`✓ F1  not seen at ${address}  updateRecipient`);
  expect(output).toContain(`✓ F2  not seen at ${address}  listBalances`);
  expect(output).toContain(`sent again to ${address}: 2 not seen there`);
  expect(output).not.toContain("fixed");
  expect(exitCode).toBe(0);
});

test("a record that has nothing to judge any more proves nothing: its check is run anew", async () => {
  Object.assign(deployment, { amount: undefined });
  const { output, exitCode } = await captured(replayCommand(), [reportFile(), "F2"]);
  expect(output).toContain("? F2  inconclusive  listBalances");
  expect(output).toMatch(/now +not-exercised: .*\(its check was run again\)/);
  expect(exitCode).toBe(3);
});

test("an id that the report does not have is told with those that it has", async () => {
  const path = reportFile();
  await expect(captured(replayCommand(), [path, "F3"])).rejects.toThrow(
    `${path} has no finding F3; the nearest is F1. It has F1 and F2.`,
  );
});

test("a report without findings has nothing to send", async () => {
  const path = reportFile([check("listBalances/auth/no-key", "pass")]);
  expect(await captured(replayCommand(), [path])).toEqual({
    output: "The report has no findings: there is nothing to send again.\n",
    exitCode: 0,
  });
});

test("a finding of a check that was run anew is judged by the check's verdict", () => {
  const id = "createRecipient/state/recipient_id.unique";
  const [item] = findingsOf(reportOf({ checks: [check(id, "violation")] }));
  if (item === undefined) throw new Error("no finding");
  const became = (report: Report) => {
    const { state, now, by } = judgedAnew(item, report);
    return [state, now, by];
  };
  expect(became(reportOf({ checks: [check(id, "pass")] }))).toEqual(["fixed", "the check passes in 2 cases", "check"]);
  expect(became(reportOf({ checks: [check(id, "violation")] }))).toEqual(["still there", "200", "check"]);
  expect(became(reportOf({ checks: [check(id, "flaky")] }))).toEqual([
    "changed",
    "now one way, now another: for a reason",
    "check",
  ]);
  expect(became(reportOf({ checks: [check(id, "not-exercised")] }))).toEqual([
    "inconclusive",
    "not-exercised: for a reason",
    "check",
  ]);
  expect(became(reportOf({}))).toEqual(["inconclusive", "this version of the suite has no such check", "check"]);
});

test("a value that was drawn again is called a new one only where it is another", () => {
  const id = "createRecipient/refuses/address_info.city.maxLength";
  const failing = (to: string) =>
    reportOf({
      checks: [
        check(id, "violation", { findings: [finding("F1", { edit: { at: "address_info.city", from: "", to } })] }),
      ],
    });
  const [item] = findingsOf(failing("x".repeat(65)));
  if (item === undefined) throw new Error("no finding");
  expect(judgedAnew(item, failing("x".repeat(65)), "draw").by).toBe("draw");
  expect(judgedAnew(item, failing("y".repeat(65)), "draw").by).toBe("other draw");
});

test("a finding is chosen by the id of its check, too, and the report's order is kept", async () => {
  const ids = ["listBalances/response/[].total_amount.type", "F1"];
  const { output } = await captured(replayCommand(), [reportFile(), ...ids]);
  expect(output.indexOf("F1")).toBeLessThan(output.indexOf("F2"));
  const path = reportFile([BALANCES, check("listBalances/auth/no-key", "pass")]);
  await expect(captured(replayCommand(), [path, "listBalances/auth/no-key"])).rejects.toThrow(
    `${path} has no finding for listBalances/auth/no-key.`,
  );
});

test("what came and went in the run is not called fixed when it does not show", () => {
  for (const seenBefore of [
    check("listBalances/state/steady", "violation"),
    check("listBalances/state/repeat", "flaky"),
  ]) {
    const [item] = findingsOf(reportOf({ checks: [seenBefore] }));
    if (item === undefined) throw new Error("no finding");
    expect(judgedAnew(item, reportOf({ checks: [check(seenBefore.id, "pass")] })).state).toBe("not seen");
  }
});
