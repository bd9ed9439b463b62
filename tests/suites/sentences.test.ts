/** The sentences that a run makes, gathered from few of them, one of each kind: read them aloud when they change. */
import { expect, test } from "vitest";
import { type RunOptions, run, startSandbox } from "../../index.js";
import { labelOf } from "../../schemas/ledger/openPoints.js";
import { standardRun } from "../engine/standardRun.js";
import { kindOf } from "./kindOf.js";

/** One of each kind, where a kind is a way in which a check words what it saw; those on one operation leave each other alone. */
const DEFECTS = [
  "createRecipient/accepts/business_name.maxLength/bytes",
  "createRecipient/auth/restricted/401-for-403",
  "createRecipient/errors/errors/message-on-401",
  "createRecipient/refuses/business_name.minLength/ignored",
  "createRecipient/refuses/body.malformed/mended",
  "createRecipient/refuses/file_id_list.maxItems/one-more",
  "createRecipient/refuses/payment_details.bank.account_name.required/left-out",
  "createRecipient/refuses/payment_details.bank.country_code.enum/padded",
  "createRecipient/response/created_at.format/mail",
  "createRecipient/response/payment_details.bank.swift_code.pattern/small",
  "updateRecipient/echo/website/slash",
  "updateRecipient/errors/code/missing-on-400",
  "updateRecipient/method/GET/404-for-405",
  "updateRecipient/response/file_id_list.maxItems/too-many",
  "updateRecipient/response/payment_details.bank.bank_name.minLength/shortened",
  "updateRecipient/response/recipient_id.idPrefix/other",
  "updateRecipient/version/value/shorter",
  "uploadFile/errors/code/null",
  "uploadFile/refuses/file_type.enum/unknown-type-fails",
  "createCustomer/errors/mediaType/html",
  "createCustomer/response/account_usage.account_usage_product_reference.present/missing",
  "createCustomer/state/isolation/left-over",
  "getTransferDetail/errors/entries/empty-list-on-404",
  "getTransferDetail/state/customer.agrees/first-customer",
  "listTransactions/errors/code/number",
  "listTransactions/response/total.type/every-6",
  "listTransactions/state/details.agree/partner-ids",
  "getTransferReceipt/errors/items/texts",
  "getTransferReceipt/state/unknown-id/receipt-for-deposit",
  "listBalances/auth/empty-key/let-in",
  "listBalances/response/[].available_amount.type/text",
  "listBalances/state/repeat/coming-and-going",
  "getDepositDetail/errors/mediaType/unlabelled",
] as const;

/** The check that is to find a defect. */
function checkOf(defect: string): string {
  return defect.slice(0, defect.lastIndexOf("/"));
}

test("findings say in sentences what was wrong, what was expected and what came", async () => {
  const sandbox = await startSandbox({ defects: DEFECTS });
  try {
    const report = await run({ target: sandbox, profile: "smoke", checks: DEFECTS.map(checkOf), limitRequests: 0 });
    const told = report.checks.map(({ id, findings: [first] }) =>
      first === undefined
        ? `nothing was found by ${id}`
        : [
            kindOf(first.message.replace(/ \(\S+ of \S+ requests?\)$/, "")),
            `    expected  ${kindOf(first.expected)}`,
            `    actual    ${kindOf(first.actual)}`,
          ].join("\n"),
    );
    expect([...new Set(told)].toSorted().join("\n")).toMatchSnapshot();
  } finally {
    await sandbox.close();
  }
});

/** Lines of which the first of each kind is kept, in order. */
function oneOfEach(lines: readonly string[]): string {
  return [...new Set(lines.map(kindOf))].toSorted().join("\n");
}

/** Points whose answers depend on how long requests take. */
const TAKES_TIME = /Transitions$|statusAfterUpdate|inactiveRecipient|readiness|repeated$|shown$|moving$/;

test("answers to what the document does not show are read beside their label", async () => {
  const { report } = await standardRun();
  const answers = [...report.observations, ...report.conflicts].filter(({ id }) => !TAKES_TIME.test(id));
  expect(oneOfEach(answers.map(({ id, answer }) => `${labelOf(id)}: ${answer}`))).toMatchSnapshot();
});

/** Faults that leave other rules without a request that could show them. */
const IN_THE_WAY = [
  "createRecipient/accepts/control.bank/never",
  "uploadFile/response/body.json/empty",
  "listTransactions/response/body.json/empty",
] as const;

test("reasons say why a rule was not judged", async () => {
  const { report } = await standardRun();
  const sandbox = await startSandbox({ defects: IN_THE_WAY });
  const { apiKey, apiSecret } = sandbox.credentials;
  const part: RunOptions = {
    target: sandbox.baseUrl,
    credentials: { apiKey, apiSecret },
    profile: "smoke",
    checks: ["*/auth/*", "*/state/*", "*file_id*", "createRecipient/accepts/control.*"],
  };
  try {
    const hindered = await run(part);
    const reasons = [...report.checks, ...hindered.checks].flatMap(({ reason }) => reason ?? []);
    const absent = [report, hindered]
      .flatMap(({ summary }) => summary.rules?.notJudged ?? [])
      .map(({ reason }) => reason);
    expect(oneOfEach([...reasons, ...absent])).toMatchSnapshot();
  } finally {
    await sandbox.close();
  }
});
