import type { OperationName } from "../../request.js";
import type { FieldRule } from "../../rules.js";
import { REQUEST_TABLES } from "../defect.js";

/** A field of a response. */
export interface ShownField {
  readonly rule: FieldRule;
  /** Whether it comes from the request, so that a fault in it is also one in the echo. */
  readonly isSent: boolean;
  /** What the ids of this kind begin with (section 1). */
  readonly prefix?: string;
}

const own = (path: string, part: Partial<FieldRule> = {}, prefix?: string): ShownField => ({
  rule: { path, kind: "text", ...part },
  isSent: false,
  ...(prefix === undefined ? {} : { prefix }),
});
const number = (path: string): ShownField => own(path, { kind: "number" });
const object = (path: string): ShownField => own(path, { kind: "object" });
const oneOf = (path: string, ...values: readonly string[]): ShownField => own(path, { values });
const dateTime = (path: string): ShownField => own(path, { dateTime: true });

function sent(rules: readonly FieldRule[]): ShownField[] {
  return rules.map((rule) => ({ rule, isSent: true }));
}

function inside(holder: string, fields: readonly ShownField[]): ShownField[] {
  return fields.map(({ rule, ...field }) => ({
    ...field,
    isSent: false,
    rule: { ...rule, path: `${holder}.${rule.path}` },
  }));
}

/** Section 2.1, for a request with these fields. */
function recipientWith(fields: readonly ShownField[]): ShownField[] {
  return [
    own("recipient_id", {}, "rcp_"),
    ...fields,
    oneOf("status", "pending", "active", "rejected", "suspended"),
    dateTime("created_at"),
  ];
}

const RECIPIENT = recipientWith(sent(REQUEST_TABLES.createRecipient));

/** An update is not sent the partner's id, and shows it all the same. */
const UPDATED_RECIPIENT = recipientWith([
  own("partner_recipient_id", { minLength: 20, maxLength: 64 }),
  ...sent(REQUEST_TABLES.updateRecipient),
]);

/** Section 2.4, without what only creation adds. */
const CUSTOMER: readonly ShownField[] = [
  own("customer_id", {}, "cus_"),
  ...sent(REQUEST_TABLES.createCustomer),
  own("status"),
  dateTime("created_at"),
];

const partnerTransactionId = own("partner_transaction_id", { minLength: 20, maxLength: 64 });
const TIMES = ["created_at", "audit_at", "completed_at"].map(dateTime);

/** The documented fields of the response of each operation (sections 2.1 to 2.9). */
export const RESPONSE_TABLES: Readonly<Record<OperationName, readonly ShownField[]>> = {
  createRecipient: RECIPIENT,
  updateRecipient: UPDATED_RECIPIENT,
  uploadFile: [own("file_id")],
  createCustomer: [
    ...CUSTOMER,
    own("business_details.business_type"),
    own("business_details.business_identifier_type"),
    own("account_usage.account_usage_product_reference"),
    own("business_person_list[].basic_info.role_type"),
    own("business_person_list[].identification.id_type"),
  ],
  getTransferDetail: [
    own("transaction_id", {}, "txn_"),
    partnerTransactionId,
    oneOf("transaction_type", "transfer"),
    ...["source", "target"].flatMap((side) => [
      object(side),
      own(`${side}.currency`),
      number(`${side}.amount`),
      own(`${side}.network`),
    ]),
    oneOf("status", "pending", "completed", "failed"),
    own("customer_id", {}, "cus_"),
    own("recipient_id", {}, "rcp_"),
    number("exchange_rate"),
    number("fee"),
    oneOf("purpose_code", "Payment for Physical Goods", "Other"),
    own("notes"),
    ...TIMES,
    object("customer"),
    ...inside("customer", CUSTOMER),
    object("recipient"),
    ...inside("recipient", RECIPIENT),
    own("file_id_list", { kind: "list" }),
    own("file_id_list[]"),
  ],
  listTransactions: [
    number("page_number"),
    number("page_size"),
    number("total"),
    own("items", { kind: "list" }),
    object("items[]"),
    ...["id", "reference_id", "type", "status"].map((name) => own(`items[].${name}`)),
    ...["sender_amount", "receiver_amount", "exchange_rate"].map((name) => number(`items[].${name}`)),
    dateTime("items[].created_at"),
  ],
  getTransferReceipt: [own("[]")],
  listBalances: [
    object("[]"),
    oneOf("[].status", "active", "inactive"),
    number("[].total_amount"),
    number("[].available_amount"),
    oneOf("[].currency", "USDT", "USDC", "USD"),
    oneOf("[].network", "ETH", "TRX"),
    oneOf("[].currency_type", "fiat", "crypto"),
  ],
  getDepositDetail: [
    partnerTransactionId,
    oneOf("network", "ETH", "TRX"),
    oneOf("account_currency", "USDT", "USDC", "USD"),
    number("amount"),
    oneOf("transaction_type", "deposit"),
    own("transaction_id", {}, "txn_"),
    own("source_wallet_address"),
    own("target_wallet_address"),
    oneOf("status", "Processing", "Succeeded", "Failed"),
    ...TIMES,
  ],
};
