/** Faults of an outsider's server are found at the check of the rule that they break. */
import { expect, test } from "vitest";
import type { OperationId } from "../../schemas/operations.js";
import { slice, TRIES_ALL } from "../slice.js";
import { trialOnOutsider } from "./trial.js";

const FAULTS: readonly (readonly [OperationId, string, Record<string, string>])[] = [
  [
    "createRecipient",
    "createRecipient.business_name.too-short-accepted",
    { "createRecipient/refuses/business_name.minLength": "violation" },
  ],
  [
    "createRecipient",
    "createRecipient.payment_details.bank.swift_code.required-ignored",
    { "createRecipient/refuses/payment_details.bank.swift_code.required": "violation" },
  ],
  [
    "createRecipient",
    "createRecipient.payment_details.crypto.network.case-ignored",
    { "createRecipient/refuses/payment_details.crypto.network.enum": "violation" },
  ],
  [
    "createRecipient",
    "createRecipient.payment_details.crypto.wallet_address.end-unanchored",
    { "createRecipient/refuses/payment_details.crypto.wallet_address.pattern": "violation" },
  ],
  [
    "updateRecipient",
    "updateRecipient.website.longest-refused",
    { "updateRecipient/accepts/website.maxLength": "violation" },
  ],
  [
    "updateRecipient",
    "updateRecipient.payment_details.account_number.echo-leading-zeros-lost",
    {
      "updateRecipient/echo/payment_details.bank.account_number": "violation",
      // Of the shortest numbers too little is left.
      "updateRecipient/response/payment_details.bank.account_number.minLength": "violation",
    },
  ],
  ["uploadFile", "uploadFile.let-in.no-secret", { "uploadFile/auth/no-secret": "violation" }],
  [
    "createCustomer",
    "createCustomer.account_usage.estimated_monthly_revenue_amount.echo-rounded",
    { "createCustomer/echo/account_usage.estimated_monthly_revenue_amount": "violation" },
  ],
  ["createCustomer", "createCustomer.error-401-secret", { "createCustomer/errors/leak": "warning" }],
  [
    "getTransferDetail",
    "getTransferDetail.created_at.answer-no-zone",
    { "getTransferDetail/response/created_at.format": "violation" },
  ],
  [
    "getTransferDetail",
    "getTransferDetail.partner_transaction_id.answer-missing",
    { "getTransferDetail/response/partner_transaction_id.present": "warning" },
  ],
  [
    "listTransactions",
    "listTransactions.pages.one-too-few",
    { "listTransactions/state/page_size": "warning", "listTransactions/state/pages.complete": "warning" },
  ],
  [
    "listBalances",
    "listBalances.error-401-html",
    { "listBalances/errors/mediaType": "warning", "listBalances/errors/body": "violation" },
  ],
  [
    "getDepositDetail",
    "getDepositDetail.reads.unstable",
    {
      "getDepositDetail/state/both-ways": "violation",
      "getDepositDetail/state/repeat": "warning",
      "getDepositDetail/state/list.agrees": "warning",
    },
  ],
];
const TRIED = slice(FAULTS, 3);

test.each(TRIED.entries)(
  `on %s the fault %s is found there and nowhere else (${TRIED.told})`,
  async (operation, fault, expected) => {
    const shown = Object.keys(expected);
    // What one check shows needs only the first cases of the others; all of them are sent where everything is tried.
    const focus = TRIES_ALL || shown.length > 1 ? undefined : shown;
    const { report } = await trialOnOutsider({ profile: "standard", operations: [operation], focus }, { fault });
    const found = report.checks.filter(({ verdict }) => ["violation", "warning", "flaky", "error"].includes(verdict));
    expect(Object.fromEntries(found.map(({ id, verdict }) => [id, verdict]))).toEqual(expected);
    for (const { findings } of found) {
      expect(findings[0]?.exchange.request.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
      expect(findings[0]?.exchange.response).not.toBeNull();
    }
    expect(report.exitCode).toBe(Object.values(expected).includes("violation") ? 1 : 0);
  },
);

test("a finding shows the one value that matters, and the control that differed only there", async () => {
  const fault = "createRecipient.business_name.too-short-accepted";
  const check = "createRecipient/refuses/business_name.minLength";
  const { report } = await trialOnOutsider({ checks: [check] }, { fault });
  const [finding] = report.checks.find(({ id }) => id === check)?.findings ?? [];
  expect(finding).toMatchObject({
    id: "F1",
    expected: "refused with a 4xx status (not 401, 403, 404 or 405, which mean something else)",
    actual: "201",
    edit: { at: "business_name" },
    control: { response: { status: 201 } },
    exchange: { response: { status: 201 } },
    replay: expect.stringMatching(/^ppconform replay conformance-report\/report.json F1 --base-url http:/),
  });
  expect(finding?.edit?.to).toHaveLength(1);
  const {
    business_name: edited,
    partner_recipient_id: newId,
    payment_details: { account_number: newAccount, ...details },
    ...rest
  } = JSON.parse(finding?.exchange.request.body ?? "");
  const {
    business_name: kept,
    partner_recipient_id: oldId,
    payment_details: { account_number: oldAccount, ...controlDetails },
    ...controlRest
  } = JSON.parse(finding?.control?.request.body ?? "");
  expect({ ...rest, ...details }).toEqual({ ...controlRest, ...controlDetails });
  expect(edited).toBe(finding?.edit?.to);
  expect(kept).toBe(finding?.edit?.from);
  // A recipient is made once: what the document leaves open is whether another may have the same id or account.
  expect([newId, newAccount]).not.toEqual([oldId, oldAccount]);
});

test("a warning fails the run only when it is asked to", async () => {
  const fault = "getTransferDetail.partner_transaction_id.answer-missing";
  const changes = { operations: ["getTransferDetail"], failOn: "should" } as const;
  const { report } = await trialOnOutsider(changes, { fault });
  expect([report.summary.violation, report.summary.warning, report.exitCode]).toEqual([0, 1, 1]);
});
