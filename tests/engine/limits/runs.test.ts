/** Whole runs: what is measured of sandboxes whose limits are known. */

import { describe, expect, test } from "vitest";
import type { RunOptions } from "../../../engine/runOptions.js";
import { compareReports, differenceCount } from "../../../reports/across/compare.js";
import type { Limit } from "../../../reports/model.js";
import { validateReport } from "../../../reports/validate.js";
import { startSandbox } from "../../../sandbox/server.js";
import { slice, TRIES_ALL } from "../../slice.js";
import { trialOn, trialOnOutsider, trialOnSandbox } from "../trial.js";

function told({ operation, field, keyword, documented, measured }: Limit) {
  return [`${operation} ${field} ${keyword}`, documented, measured];
}

/** The limits that a standard run of a defect's own checks measures. */
async function limitsWith(defect: string, checks: readonly string[]): Promise<Limit[]> {
  const { report } = await trialOnSandbox({ profile: "standard", checks }, { defects: [defect] });
  expect(validateReport(report)).toMatchObject({ valid: true });
  return report.limits;
}

const MEASURED = slice<readonly [defect: string, documented: number, measured: number | string | null]>(
  [
    ["createRecipient/refuses/address_info.post_code.maxLength/one-more", 16, 17],
    ["updateRecipient/refuses/address_info.post_code.minLength/one-less", 3, 2],
    ["updateRecipient/refuses/address_info.address_line_2.maxLength/ignored", 255, null],
    ["createRecipient/refuses/business_name.minLength/ignored", 2, 0],
    ["createRecipient/refuses/payment_details.bank.account_name.minLength/one-less", 2, 1],
    ["createRecipient/refuses/partner_recipient_id.minLength/one-less", 20, 19],
    ["createRecipient/refuses/file_id_list.maxItems/one-more", 10, 11],
    ["updateRecipient/accepts/file_id_list.maxItems/one-less", 10, 9],
    ["updateRecipient/accepts/address_info.city.maxLength/half", 64, 32],
    ["createRecipient/accepts/payment_details.bank.account_number.maxLength/half", 64, 32],
    ["createRecipient/accepts/business_name.minLength/one-more", 2, 3],
    ["updateRecipient/accepts/business_name.maxLength/bytes", 128, "42 characters of 3 bytes each"],
    ["createRecipient/accepts/payment_details.bank.swift_code.minLength/eleven-only", 8, 11],
    ["createRecipient/refuses/payment_details.bank.swift_code.minLength/seven", 8, 7],
  ],
  3,
);

describe("a failure is measured", () => {
  test.each(MEASURED.entries)(`%s (${MEASURED.told})`, async (defect, documented, measured) => {
    const [operation, area, rule] = defect.split("/");
    const [field, keyword] = [rule?.replace(/\.\w+$/, ""), rule?.replace(/^.*\./, "")];
    const limits = await limitsWith(defect, [`${operation}/${area}/${rule}`]);
    expect(limits.map(told)).toEqual([[`${operation} ${field} ${keyword}`, documented, measured]]);
  });

  test("of a server of others as well", async () => {
    const { report } = await trialOnOutsider(
      { profile: "standard", checks: ["updateRecipient/refuses/website.maxLength"] },
      { fault: "updateRecipient.website.unlimited-accepted" },
    );
    expect(report.limits.map(told)).toEqual([["updateRecipient website maxLength", 225, null]]);
  });
});

test("what was let in on an update is put back", async () => {
  const { exchanges, report } = await trialOnSandbox(
    { profile: "standard", checks: ["updateRecipient/refuses/address_info.city.maxLength"] },
    { defects: ["updateRecipient/refuses/address_info.city.maxLength/one-more"] },
  );
  expect(report.limits.map(({ measured }) => measured)).toEqual([65]);
  const url = report.limits[0]?.evidence.accepted?.request.url;
  const last = exchanges.filter(({ request }) => request.url === url).at(-1);
  expect(JSON.parse(last?.request.body ?? "{}").address_info.city.length).toBeLessThan(20);
});

test("a standard run of a conforming deployment measures nothing", async () => {
  const { report } = await trialOnSandbox({ profile: "standard", operations: ["updateRecipient"] });
  expect(report.limits).toEqual([]);
});

test.runIf(TRIES_ALL)("a deep run measures every documented limit of the sandbox as documented", async () => {
  const { report } = await trialOnSandbox({
    profile: "deep",
    operations: ["createRecipient", "updateRecipient"],
    checks: ["*/refuses/*Length", "*/refuses/*Items"],
  });
  expect(report.limits.length).toBe(54);
  expect(report.limits.filter(({ documented, measured }) => documented !== measured).map(told)).toEqual([]);
  expect(report.limits.filter(({ evidence }) => evidence.accepted === null)).toEqual([]);
  expect(report.limits.filter(({ evidence }) => evidence.refused === null)).toEqual([]);
  expect([report.outcome, report.exitCode]).toEqual(["conforms", 0]);
});

test.runIf(TRIES_ALL)(
  "a deep run measures the customers' lengths that are not documented, the same each time",
  async () => {
    const sandbox = await startSandbox({ behaviours: { customerFormats: "checked" } });
    const { apiKey, apiSecret } = sandbox.credentials;
    const checks = ["createCustomer/refuses/primary_contact.*.type", "createCustomer/refuses/*_list.type"];
    const run = () =>
      trialOn(sandbox.baseUrl, { apiKey, apiSecret }, { profile: "deep", operations: ["createCustomer"], checks });
    try {
      const [first, second] = [await run(), await run()];
      expect(first.report.limits.map(told)).toEqual([
        ["createCustomer business_details.business_identifier_document_list minItems", null, 0],
        ["createCustomer business_details.business_identifier_document_list maxItems", null, null],
        ["createCustomer primary_contact.contact_phone minLength", null, null],
        ["createCustomer primary_contact.contact_phone maxLength", null, 25],
        ["createCustomer primary_contact.contact_email minLength", null, null],
        ["createCustomer primary_contact.contact_email maxLength", null, null],
        ["createCustomer business_person_list minItems", null, 0],
        ["createCustomer business_person_list maxItems", null, null],
      ]);
      expect(first.report.limits[2]?.evidence.text).toBe("none found down to 7 characters");
      expect(second.report.limits.map(told)).toEqual(first.report.limits.map(told));
      expect(differenceCount(compareReports([first.report, second.report]))).toBe(0);
    } finally {
      await sandbox.close();
    }
  },
);

test("where writes are not allowed nothing is measured", async () => {
  const { report, exchanges } = await trialOnSandbox({
    profile: "deep",
    noWrites: "not allowed",
    checks: ["*/refuses/*"],
  });
  expect(report.limits).toEqual([]);
  expect(new Set(exchanges.map(({ request }) => request.method))).toEqual(new Set(["GET"]));
});

test("an interruption while limits are measured leaves what was judged, and says that the run was stopped", async () => {
  const interruption = new AbortController();
  const { report, stop } = await trialOnSandbox({
    profile: "deep",
    checks: ["createRecipient/refuses/*Length"],
    signal: interruption.signal,
    onProgress: ({ phase, done }) => {
      if (phase === "measuring" && done === 3) interruption.abort();
    },
  });
  expect([stop, report.exitCode]).toEqual(["interrupted", 3]);
  expect(report.summary.pass).toBeGreaterThan(10);
  expect(report.limits.filter(({ documented, measured }) => documented === measured).length).toBeGreaterThanOrEqual(3);
  expect(report.limits.filter(({ evidence }) => evidence.text === "the run was interrupted").length).toBeGreaterThan(0);
});

test.each([
  [5, /^measuring limits takes at most \d requests$/],
  [18, /^nothing was left for measuring limits$/],
])("%d requests too few to measure limits leave the outcome as it was judged, and say so", async (fewer, reason) => {
  const options = { profile: "standard", checks: ["createRecipient/refuses/website.maxLength"] } as const;
  const defects = ["createRecipient/refuses/website.maxLength/one-more"];
  let measured = 0;
  const onProgress: RunOptions["onProgress"] = ({ phase, requests }) => {
    if (phase === "measuring") measured = requests;
  };
  const all = await trialOnSandbox({ ...options, onProgress }, { defects });
  const maxRequests = measured - fewer;
  const { report, stop } = await trialOnSandbox({ ...options, maxRequests }, { defects });
  expect(all.report.limits.map(({ measured }) => measured)).toEqual([226]);
  // What a budget leaves is kept for confirmations: measuring comes after them.
  expect(report.limits).toMatchObject([
    {
      measured: expect.stringMatching(/^not measured: /),
      evidence: { text: expect.stringMatching(reason) },
    },
  ]);
  const verdict = report.checks.find(({ id }) => id === "createRecipient/refuses/website.maxLength")?.verdict;
  expect(verdict).toBe("violation");
  expect(report.run.requests).toBeLessThanOrEqual(maxRequests);
  // What is proven stays proven, and every case was sent.
  expect([report.exitCode, stop]).toEqual([1, null]);
});
