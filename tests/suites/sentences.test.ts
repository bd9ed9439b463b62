/** The sentences of findings, gathered from defects of many kinds in one run: read them aloud when they change. */
import { expect, test } from "vitest";
import { run, startSandbox } from "../../index.js";
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
            kindOf(first.message.replace(/ \(\S+ of \S+ times\)$/, "")),
            `    expected  ${kindOf(first.expected)}`,
            `    actual    ${kindOf(first.actual)}`,
          ].join("\n"),
    );
    expect([...new Set(told)].toSorted().join("\n")).toMatchSnapshot();
  } finally {
    await sandbox.close();
  }
});
