/** Recorded traffic is judged as a run's own traffic is, and no more is said of it than was recorded. */
import { expect, test } from "vitest";
import { CONTRACT } from "../../contract.js";
import { parseHar } from "../../recorded/har.js";
import { documentedRequests, judgeRecorded } from "../../recorded/judge.js";
import type { Report } from "../../reports/model.js";
import { validateReport } from "../../reports/validate.js";
import { checksWith, trialOnOutsider, trialOnSandbox } from "../engine/trial.js";
import { WALLET } from "../oracles/answers.js";
import { harText, recorded } from "./harFile.js";

const BASE = "https://api.example";

function judged(text: string, policy: { failOn?: "must" | "should"; requireComplete?: boolean } = {}): Report {
  const entries = parseHar(text, "traffic.har");
  const requests = documentedRequests(entries);
  const report = judgeRecorded(CONTRACT, {
    entries,
    requests,
    baseUrl: requests[0]?.baseUrl ?? BASE,
    file: "traffic.har",
    secrets: [],
    failOn: "must",
    requireComplete: false,
    reportFile: "report.json",
    ...policy,
  });
  const validation = validateReport(report);
  if (!validation.valid) throw new Error(validation.errors.join("\n"));
  return report;
}

/** A HAR with a read of the balances that was answered so. */
function balances(status: number, body: unknown, changes: object = {}): string {
  const text = JSON.stringify(body);
  return harText([
    {
      startedDateTime: "2026-08-31T10:00:00Z",
      time: 5,
      request: {
        method: "GET",
        url: `${BASE}/api/balances`,
        headers: [
          { name: "X-API-Key", value: "key-of-the-partner" },
          { name: "X-API-Secret", value: "secret-of-the-partner" },
        ],
      },
      response: {
        status,
        headers: [{ name: "Content-Type", value: "application/json" }],
        content: { size: text.length, mimeType: "application/json", text },
      },
      ...changes,
    },
  ]);
}

function verdictOf(report: Report, id: string): string | undefined {
  return report.checks.find((check) => check.id === id)?.verdict;
}

test("all that a run saw of a conforming service raises no finding, and passes what passed then", async () => {
  const [sandbox, outsider] = await Promise.all([trialOnSandbox(), trialOnOutsider({}, {})]);
  for (const { exchanges, report: run } of [sandbox, outsider]) {
    const report = judged(recorded(exchanges));
    expect(checksWith(report, "violation", "warning", "flaky", "error")).toEqual([]);
    expect({ outcome: report.outcome, exitCode: report.exitCode }).toEqual({ outcome: "conforms", exitCode: 0 });
    // A report of recorded traffic has the checks of answers only.
    const passed = report.checks.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);
    expect(passed).toEqual(report.checks.map(({ id }) => id).filter((id) => verdictOf(run, id) === "pass"));
  }
});

test("what a run finds in answers is found in their recording", async () => {
  const defects = [
    "listTransactions/response/page_number.type/fraction",
    "listBalances/response/[].status.present/missing",
  ];
  const { report, exchanges } = await trialOnSandbox({ operations: ["listBalances", "listTransactions"] }, { defects });
  const found = ["listTransactions/response/page_number.type", "listBalances/response/[].status.present"];
  const ids = (of: Report) => of.checks.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
  expect(ids(report)).toEqual(expect.arrayContaining(found));
  expect(ids(judged(recorded(exchanges)))).toEqual(found);
});

test("an answer without faults conforms, and what was not recorded is not exercised", () => {
  const report = judged(balances(200, [WALLET]));
  expect(report.exitCode).toBe(0);
  expect(report.target).toEqual({ baseUrl: BASE, kind: "remote" });
  expect(report.run).toMatchObject({
    recorded: "traffic.har",
    requests: 1,
    startedAt: "2026-08-31T10:00:00.000Z",
    durationMs: 5,
  });
  expect(verdictOf(report, "listBalances/response/[].status.enum")).toBe("pass");
  expect(report.checks.find(({ id }) => id === "listBalances/errors/code")?.reason).toBe(
    "no recorded answer showed it",
  );
  expect(report.checks.find(({ operation }) => operation === "createRecipient")?.reason).toBe(
    "no request to this operation was recorded",
  );
  expect(judged(balances(200, [WALLET]), { requireComplete: true }).exitCode).toBe(3);
});

test("a broken rule is a violation, a missing listed field a warning", () => {
  const { status: _, ...withoutStatus } = WALLET;
  const report = judged(balances(200, [{ ...withoutStatus, currency: "EUR" }]));
  expect(verdictOf(report, "listBalances/response/[].currency.enum")).toBe("violation");
  expect(verdictOf(report, "listBalances/response/[].status.present")).toBe("warning");
  expect(report.exitCode).toBe(1);
  const warned = balances(200, [withoutStatus]);
  expect([judged(warned).exitCode, judged(warned, { failOn: "should" }).exitCode]).toEqual([0, 1]);
});

test("what was sent has to come back", () => {
  const sent = { partner_customer_id: "partner-customer-0000001", account_usage: { operating_country: "CN" } };
  const create = (answer: object): string =>
    harText([
      {
        request: {
          method: "POST",
          url: `${BASE}/api/customers/create`,
          headers: [],
          postData: { mimeType: "application/json", text: JSON.stringify(sent) },
        },
        response: {
          status: 200,
          headers: [{ name: "content-type", value: "application/json" }],
          content: { text: JSON.stringify({ customer_id: "cus_1", status: "active", ...answer }) },
        },
      },
    ]);
  const id = "createCustomer/echo/account_usage.operating_country";
  expect(verdictOf(judged(create(sent)), id)).toBe("pass");
  expect(verdictOf(judged(create({ ...sent, account_usage: { operating_country: "cn" } })), id)).toBe("violation");
});

test("an error without the documented shape is a violation, and a server error a warning", () => {
  const report = judged(balances(400, { error: "no" }));
  expect(verdictOf(report, "listBalances/errors/errors")).toBe("violation");
  expect(verdictOf(judged(balances(500, { errors: [] })), "listBalances/errors/no-server-error")).toBe("warning");
});

test("a body that was not kept is not judged", () => {
  const report = judged(balances(200, [], { response: { status: 200, headers: [], content: { size: 5_000 } } }));
  expect(report.summary).toMatchObject({ pass: 0, violation: 0, warning: 0 });
  expect(report.checks.find(({ id }) => id === "listBalances/response/body.json")?.reason).toBe(
    "the bodies of the answers were not recorded",
  );
  expect({ outcome: report.outcome, exitCode: report.exitCode }).toEqual({ outcome: "incomplete", exitCode: 3 });
});

test("a request without an answer, and the infrastructure's own answers, are passed over", () => {
  const none = balances(200, [], { response: { status: 0, headers: [], content: {} } });
  expect(judged(none).summary).toMatchObject({ pass: 0, violation: 0 });
  expect(judged(balances(429, "slow down")).summary).toMatchObject({ pass: 0, violation: 0 });
});

test("no secret of the traffic is in the report", () => {
  const secrets = [
    "key-of-the-partner",
    "secret-of-the-partner",
    "bearer-token-1",
    "cookie-value-1",
    "key-in-a-query",
    "4f2a9c",
  ];
  const [key, secret, bearer, cookie, inQuery, signature] = secrets;
  const text = harText([
    {
      request: {
        method: "GET",
        url: `${BASE}/api/balances?x-api-key=${inQuery}`,
        headers: [
          { name: "x-api-key", value: key },
          { name: "X-API-SECRET", value: secret },
          { name: "Authorization", value: `Bearer ${bearer}` },
          { name: "Cookie", value: `session=${cookie}; shown=active` },
          { name: "X-Webhook-Signature", value: signature },
        ],
      },
      response: {
        status: 200,
        headers: [
          { name: "content-type", value: "application/json" },
          { name: "set-cookie", value: `session=${cookie}` },
        ],
        content: { text: JSON.stringify([{ ...WALLET, status: `${key} ${bearer} ${cookie}` }]) },
      },
    },
    {
      request: { method: "GET", url: `${BASE}/api/transactions/detail`, headers: [] },
      response: {
        status: 403,
        headers: [{ name: "content-type", value: "application/json" }],
        content: { text: JSON.stringify({ errors: [{ detail: `${key} and ${secret} may not`, code: "FORBIDDEN" }] }) },
      },
    },
  ]);
  const report = judged(text);
  expect(verdictOf(report, "listBalances/response/[].status.enum")).toBe("violation");
  expect(verdictOf(report, "getDepositDetail/errors/leak")).toBe("warning");
  const written = JSON.stringify(report);
  for (const value of secrets) expect(written).not.toContain(value);
  expect(written).toContain("<API_KEY>");
});

test("a cookie that is a setting is no secret, and is not taken out of an answer", () => {
  const text = balances(200, [WALLET]).replace(
    '"X-API-Key","value":"key-of-the-partner"',
    '"Cookie","value":"shown=active"',
  );
  const report = judged(text);
  expect(text).toContain("shown=active");
  expect(verdictOf(report, "listBalances/response/[].status.enum")).toBe("pass");
});

test("a wrong key that an error repeats is no secret", () => {
  const report = judged(
    balances(401, { errors: [{ detail: "key-of-the-partner is not known", code: "UNAUTHORIZED" }] }),
  );
  expect(verdictOf(report, "listBalances/errors/leak")).toBe("pass");
  expect(JSON.stringify(report)).not.toContain("key-of-the-partner");
});

test("a body that the taking out of a secret would break is not judged", () => {
  const text = balances(200, [{ ...WALLET, total_amount: 1_234_567 }]).replaceAll("key-of-the-partner", "234567");
  expect(judged(text).summary).toMatchObject({ pass: 0, violation: 0, warning: 0 });
});
