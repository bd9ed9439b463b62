/** The categories of deliveries as data (contract document, section 6), and how the data of each is described. */

/** The five categories. */
export const CATEGORIES = ["Transfers", "Deposit", "Return", "Customer", "Recipient"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Categories as named in the ids of rules and checks. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  Transfers: "transfer",
  Deposit: "deposit",
  Return: "return",
  Customer: "customer",
  Recipient: "recipient",
};

const DATA_SCHEMAS: Readonly<Partial<Record<Category, string>>> = {
  Customer: "webhook-customer.schema.json",
  Recipient: "webhook-recipient.schema.json",
};

/** File name of the schema that the data of a category is documented to meet; null where its shape is not documented. */
export function dataSchema(category: Category): string | null {
  return DATA_SCHEMAS[category] ?? null;
}

/** Schema of the detail of the transaction that a delivery is about; a return is about the transfer that comes back. */
const DETAIL_SCHEMAS: Readonly<Partial<Record<Category, string>>> = {
  Transfers: "transfer-detail.schema.json",
  Deposit: "deposit-detail.schema.json",
  Return: "transfer-detail.schema.json",
};

/** File name of that schema; null for a category that is not about a transaction. */
export function detailSchema(category: Category): string | null {
  return DETAIL_SCHEMAS[category] ?? null;
}

/** Times and ids of a transaction: in data without a documented shape, the only fields that section 1 rules. */
export const TRANSACTION_TIMES = ["created_at", "audit_at", "completed_at"] as const;
export const TRANSACTION_IDS = ["transaction_id", "customer_id", "recipient_id"] as const;
