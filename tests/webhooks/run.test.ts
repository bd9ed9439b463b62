import { expect, test, vi } from "vitest";
import type { Report } from "../../reports/model.js";
import { validateReport } from "../../reports/validate.js";
import { slice } from "../slice.js";
import { findings, trial } from "./trial.js";

// Most of a trial is waiting.
vi.setConfig({ maxConcurrency: 5 });

function notPassed({ checks }: Report): string[] {
  return checks.filter(({ verdict }) => verdict !== "pass").map(({ id, verdict }) => `${verdict} ${id}`);
}

test.concurrent("on the sandbox every check of deliveries is exercised, and none finds anything", async () => {
  const report = await trial();
  expect(findings(report)).toEqual({});
  expect(notPassed(report)).toEqual([]);
  const answered = report.observations.map(({ id }) => id);
  for (const point of [
    "envelope",
    "signedContent",
    "signatureEncoding",
    "retries",
    "ordering",
    "delay",
    "returnData",
  ]) {
    expect(answered).toContain(`unknown.webhooks.${point}`);
  }
  expect(validateReport(report).valid).toBe(true);
});

test.concurrent("a time that a return does not carry is not asked for", async () => {
  const report = await trial({ behaviours: { webhookReturnTimes: "created" } });
  expect(notPassed(report)).toEqual([
    "not-applicable webhooks/response/return.audit_at.format",
    "not-applicable webhooks/response/return.completed_at.format",
  ]);
});

test.concurrent.each<[string, Record<string, string>]>([
  [
    "nothing around the data, a list with a time",
    { webhookEnvelope: "bare", webhookSignature: "list", webhookSignedContent: "timeDotBody" },
  ],
  [
    "late, out of order, repeated",
    { webhookDelay: "100ms", webhookOrder: "newestFirst", webhookDuplicates: "everyThird" },
  ],
])("a conforming way to deliver raises nothing: %s", async (_name, behaviours) => {
  expect(findings(await trial({ behaviours }))).toEqual({});
});

const DEFECTS = slice<readonly [string, Record<string, string>]>(
  [
    ["webhooks/signature.present/missing-on-retries", { "webhooks/auth/signature.present": "violation" }],
    ["webhooks/signature.covers-body/constant", { "webhooks/auth/signature.covers-body": "violation" }],
    ["webhooks/signature.valid/every-fifth-wrong", { "webhooks/auth/signature.valid": "violation" }],
    ["webhooks/signature.secret/other-secret", { "webhooks/auth/signature.known-scheme": "warning" }],
    ["webhooks/recipient.business_type.enum/wrong", { "webhooks/response/recipient.business_type.enum": "violation" }],
    [
      "webhooks/recipient.recipient_id.present/missing",
      { "webhooks/response/recipient.recipient_id.present": "warning" },
    ],
    ["webhooks/customer.agrees/contact-altered", { "webhooks/echo/customer.agrees": "violation" }],
    ["webhooks/deposit.agrees/other-amount", { "webhooks/echo/deposit.agrees": "warning" }],
    ["webhooks/delivered.return/never", { "webhooks/state/delivered.return": "warning" }],
    ["webhooks/envelope.data/missing", { "webhooks/response/envelope.data": "violation" }],
  ],
  2,
);

test.concurrent.each(DEFECTS.entries)(
  `the defect %s is found by its check alone (${DEFECTS.told})`,
  async (defect, expected) => {
    expect(findings(await trial({ defects: [defect] }))).toEqual(expected);
  },
);

test.concurrent("a finding shows the delivery and how to judge it again, and no secret", async () => {
  const report = await trial({ defects: ["webhooks/signature.secret/api-secret"] });
  const [finding] = report.checks.find(({ id }) => id === "webhooks/auth/signature.secret")?.findings ?? [];
  expect(finding?.message).toContain("signed with the API secret");
  expect(finding?.exchange.request.headers["x-webhook-signature"]).toMatch(/^[0-9a-f]{64}$/);
  expect(finding?.replay).toMatch(
    /^ppconform run --base-url \S+ --check webhooks.auth.signature.secret --webhook-port \d+$/,
  );
  expect(finding?.curl).toContain("$CONFORMANCE_RECEIVER_URL");
  expect(finding?.curl).not.toContain("X-API-Key");
});

test.concurrent("where nothing is registered nothing is claimed, and the reason says what to do", async () => {
  const report = await trial({ registered: false, waitMs: 300 });
  expect(findings(report)).toEqual({});
  expect(new Set(report.checks.map(({ verdict }) => verdict))).toEqual(new Set(["not-exercised"]));
  expect(report.checks.find(({ id }) => id === "webhooks/state/delivered.recipient")?.reason).toMatch(
    /^nothing was delivered to http.*: is that address registered\?$/,
  );
});

test.concurrent("without the secret signatures are seen and not judged", async () => {
  const report = await trial({ secret: "unknown" });
  const verdicts = new Map(report.checks.map(({ id, verdict }) => [id, verdict]));
  expect(findings(report)).toEqual({});
  expect(verdicts.get("webhooks/auth/signature.present")).toBe("pass");
  expect(verdicts.get("webhooks/auth/signature.valid")).toBe("not-exercised");
});
