/** The categories of deliveries as data (contract document, section 6), and how the data of each is described. */

/** The five categories. */
export const CATEGORIES = ["Transfers", "Deposit", "Return", "Customer", "Recipient"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Categories as the ids of rules and checks name them. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  Transfers: "transfer",
  Deposit: "deposit",
  Return: "return",
  Customer: "customer",
  Recipient: "recipient",
};

/** Schema of the data of a category, where its shape is shown. */
const DATA_SCHEMAS: Readonly<Partial<Record<Category, string>>> = {
  Customer: "webhook-customer.schema.json",
  Recipient: "webhook-recipient.schema.json",
};

/** File name of the schema that the data of a category is documented to meet; null where its shape is not shown. */
export function dataSchema(category: Category): string | null {
  return DATA_SCHEMAS[category] ?? null;
}

/** Times of a transaction: the only fields of data whose shape is not shown that section 1 rules. */
export const TRANSACTION_TIMES = ["created_at", "audit_at", "completed_at"] as const;
