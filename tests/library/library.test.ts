/** The suite as a library, as programs use it. */
import { createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  arbitraries,
  check,
  REPORT_FORMATS,
  type RunningSandbox,
  run,
  sending,
  startSandbox,
  validators,
  verifyWebhook,
} from "../../index.js";

const BODIES = ["createRecipient", "updateRecipient", "createCustomer", "uploadFile"] as const;

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ defects: ["listBalances/response/[].status.present/missing"] });
});
afterAll(() => sandbox.close());

test("a run needs nothing but a target, and gives a typed report", async () => {
  const report = await run({ target: sandbox, checks: ["listBalances/response/*"], failOn: "should" });
  expect(report.exitCode).toBe(1);
  const [warned] = report.checks.filter(({ verdict }) => verdict === "warning");
  expect(warned?.id).toBe("listBalances/response/[].status.present");
});

test("without a target nothing is run: the sandbox has to be asked for", async () => {
  vi.stubEnv("CONFORMANCE_BASE_URL", "");
  await expect(run()).rejects.toThrow('target: "sandbox"');
});

test("checks of one's own are judged beside ours, per answer and with cases", async () => {
  const perAnswer = check("listBalances/response/own.total", {
    rule: "A wallet has a total amount.",
    sends: "every request",
    expects: "total_amount in each wallet",
    judge: ({ status, body }) =>
      status !== 200 || !Array.isArray(body) ? undefined : body.every((wallet) => "total_amount" in wallet),
  });
  const withCases = check("updateRecipient/refuses/own.website", {
    rule: "A website is reached by https.",
    level: "should",
    section: "house rules",
    sends: "an update with a website of plain http",
    expects: "a refusal",
    cases: ({ templates }) =>
      templates.updateRecipient.slice(0, 1).map((template) =>
        sending({
          tier: 0,
          template,
          edit: { kind: "set", at: ["website"], value: "http://shop.example.com" },
          expect: { kind: "refuse" },
          message: "A website of plain http is taken",
        }),
      ),
  });
  const reportDir = mkdtempSync(join(tmpdir(), "library-"));
  const options = { target: sandbox, checks: ["*own.*"], ownChecks: [perAnswer, withCases], reportDir };
  const report = await run(options);
  const judged = report.checks.map(({ id, verdict, section }) => [id, verdict, section]);
  expect(judged).toEqual([
    ["updateRecipient/refuses/own.website", "warning", "house rules"],
    ["listBalances/response/own.total", "pass", "own"],
  ]);
  expect(REPORT_FORMATS.filter(({ file }) => !existsSync(join(reportDir, file)))).toEqual([]);
  expect(readdirSync(reportDir)).not.toContain("results.ndjson");
});

test.each(BODIES)("arbitraries of %s keep every rule, or break the one that they name", (operation) => {
  fc.assert(
    fc.property(arbitraries[operation](), (body) => {
      expect(validators.request(operation, body)).toEqual([]);
    }),
    { numRuns: 50, seed: 1 },
  );
  fc.assert(
    fc.property(arbitraries.broken(operation), ({ body, field, keyword }) => {
      expect(validators.request(operation, body).map((breach) => `${breach.path} ${breach.keyword}`)).toContain(
        `${field} ${keyword}`,
      );
    }),
    { numRuns: 50, seed: 1 },
  );
});

test("validators name what an answer breaks", () => {
  expect(validators.response("listBalances", [{ status: "open" }]).map(({ path, keyword }) => [path, keyword])).toEqual(
    [["[].status", "enum"]],
  );
  expect(validators.error({ errors: [{ detail: "no", code: "NO" }] })).toEqual([]);
});

test("a delivery is verified by its bytes and the secret", () => {
  const body = JSON.stringify({ type: "recipient.active", data: { recipient_id: "rcp_1", status: "active" } });
  const signature = createHmac("sha256", "s3cret").update(body).digest("hex");
  const headers = { "X-Webhook-Signature": signature };
  expect(verifyWebhook({ body, headers }, { secret: "s3cret" })).toMatchObject({
    valid: true,
    category: "Recipient",
    data: { recipient_id: "rcp_1" },
  });
  expect(verifyWebhook({ body: `${body} `, headers }, { secret: "s3cret" })).toMatchObject({ valid: false });
  expect(verifyWebhook({ body, headers: {} }, { secret: "s3cret" })).toMatchObject({ valid: false });
});
