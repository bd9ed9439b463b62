/** Faults of an outsider's server are found at the check of the rule that they break. */
import { expect, test } from "vitest";
import { OPERATION_IDS } from "../../schemas/operations.js";
import { FAULTS as ALL_FAULTS } from "../outsiders/server.mjs";
import { slice, TRIES_ALL } from "../slice.js";
import { trialOnOutsider } from "./trial.js";

/** Each fault with the checks of its operation that show it, and their verdicts. */
const FAULTS: readonly (readonly [fault: string, ...shown: string[]])[] = [
  ["createRecipient.business_name.too-short-accepted", "violation refuses/business_name.minLength"],
  [
    "createRecipient.payment_details.bank.swift_code.required-ignored",
    "violation refuses/payment_details.bank.swift_code.required",
  ],
  [
    "createRecipient.payment_details.crypto.network.case-ignored",
    "violation refuses/payment_details.crypto.network.enum",
  ],
  [
    "createRecipient.payment_details.crypto.wallet_address.end-unanchored",
    "violation refuses/payment_details.crypto.wallet_address.pattern",
  ],
  ["updateRecipient.website.longest-refused", "violation accepts/website.maxLength"],
  [
    "updateRecipient.payment_details.account_number.echo-leading-zeros-lost",
    "violation echo/payment_details.bank.account_number",
    // Of the shortest numbers too little is left.
    "violation response/payment_details.bank.account_number.minLength",
  ],
  ["uploadFile.let-in.no-secret", "violation auth/no-secret"],
  [
    "createCustomer.account_usage.estimated_monthly_revenue_amount.echo-rounded",
    "violation echo/account_usage.estimated_monthly_revenue_amount",
  ],
  ["createCustomer.error-401-secret", "warning errors/leak"],
  ["getTransferDetail.created_at.answer-no-zone", "violation response/created_at.format"],
  ["getTransferDetail.partner_transaction_id.answer-missing", "warning response/partner_transaction_id.present"],
  ["listTransactions.pages.one-too-few", "warning state/page_size", "warning state/pages.complete"],
  ["listBalances.error-401-html", "warning errors/mediaType", "violation errors/body"],
  ["getDepositDetail.reads.unstable", "violation state/both-ways", "warning state/repeat", "warning state/list.agrees"],
];
const TRIED = slice(FAULTS, 3);

test("each fault has an id of its own that begins with its operation, and says which rule it breaks", () => {
  expect(new Set(ALL_FAULTS.map(({ id }) => id)).size).toBe(ALL_FAULTS.length);
  const nameless = ALL_FAULTS.filter(
    ({ id, operation, rule, describe }) => !id.startsWith(`${operation}.`) || rule === "" || describe === "",
  );
  expect(nameless).toEqual([]);
});

test.each(TRIED.entries)(`the fault %s is found there and nowhere else (${TRIED.told})`, async (fault, ...expected) => {
  const operation = OPERATION_IDS.find((id) => fault.startsWith(`${id}.`));
  if (operation === undefined) throw new Error(`${fault} is a fault of no operation`);
  const shown = expected.map((text) => text.split(" ")).map(([verdict, rule]) => [`${operation}/${rule}`, verdict]);
  // What one check shows needs only the first cases of the others; all of them are sent where everything is tried.
  const focus = TRIES_ALL || shown.length > 1 ? undefined : shown.map(([id = ""]) => id);
  const { report } = await trialOnOutsider({ profile: "standard", operations: [operation], focus }, { fault });
  const found = report.checks.filter(({ verdict }) => ["violation", "warning", "flaky", "error"].includes(verdict));
  expect(Object.fromEntries(found.map(({ id, verdict }) => [id, verdict]))).toEqual(Object.fromEntries(shown));
  for (const { findings } of found) {
    expect(findings[0]?.exchange.request.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(findings[0]?.exchange.response).not.toBeNull();
  }
  expect(report.exitCode).toBe(expected.some((text) => text.startsWith("violation")) ? 1 : 0);
});

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
