/** Which category a delivery is of: by its event's name, and by what its data looks like (section 6). */
import { type Category, dataSchema, detailSchema } from "../../schemas/deliveries.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import type { JsonRecord } from "../../schemas/json.js";

/** Words of an event's name, most specific first: a return is about a transfer too. */
const WORDS: readonly (readonly [Category, RegExp])[] = [
  ["Return", /return|refund|reversal/i],
  ["Recipient", /recipient|beneficiar|payee/i],
  ["Customer", /customer|onboarding|kyb|kyc|verification/i],
  ["Deposit", /deposit|pay-?_?in\b|incoming/i],
  ["Transfers", /transfer|pay-?_?out|payment|transaction/i],
];

/** The category that a text speaks of. */
export function categoryOfWord(text: string): Category | null {
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

function fieldsOf(category: Category): ReadonlySet<string> {
  const schema = dataSchema(category) ?? detailSchema(category) ?? "";
  return new Set(fieldTree(schema).children.map(({ location }) => location[0] ?? ""));
}

/** Fields of every kind of data object. A return has those of the transaction that comes back. */
const FIELDS: Readonly<Record<Exclude<Category, "Return">, ReadonlySet<string>>> = {
  Transfers: fieldsOf("Transfers"),
  Deposit: fieldsOf("Deposit"),
  Customer: fieldsOf("Customer"),
  Recipient: fieldsOf("Recipient"),
};
/** Fields that envelopes and other data have, too: they tell little. */
const INDISTINCT: ReadonlySet<string> = new Set([
  "status",
  "created_at",
  "completed_at",
  "audit_at",
  "notes",
  "customer",
  "recipient",
  "source",
  "target",
]);
/** Ids that a kind of data object alone has as its own. */
const ID_FIELDS: Readonly<Partial<Record<string, Category>>> = {
  recipient_id: "Recipient",
  partner_recipient_id: "Recipient",
  customer_id: "Customer",
  partner_customer_id: "Customer",
};

/** A category, and how much an object looks like its data. */
export interface Resemblance {
  readonly category: Category;
  readonly score: number;
}

/** How much an object looks like the data of each category; the best one, or null when it looks like none. */
export function resemblance(object: JsonRecord): Resemblance | null {
  const names = Object.keys(object);
  const type = typeof object.transaction_type === "string" ? categoryOfWord(object.transaction_type) : null;
  let best: Resemblance | null = null;
  for (const [category, fields] of Object.entries(FIELDS) as [Exclude<Category, "Return">, ReadonlySet<string>][]) {
    const distinct = names.filter((name) => fields.has(name) && !INDISTINCT.has(name));
    if (distinct.length === 0) continue;
    const common = names.filter((name) => INDISTINCT.has(name) && fields.has(name)).length;
    const own =
      distinct.some((name) => ID_FIELDS[name] === category) && (category === "Recipient" || category === "Customer")
        ? 1
        : 0;
    const score = distinct.length * 2 + common + own + (type === category ? 6 : 0);
    if (best === null || score > best.score) best = { category, score };
  }
  if (best === null) return null;
  const returned =
    type === "Return" || names.some((name) => /^(return|refund)(ed)?_|^original_(partner_)?transaction/i.test(name));
  const transaction = best.category === "Transfers" || best.category === "Deposit";
  return transaction && returned ? { category: "Return", score: best.score + 6 } : best;
}

/** A transaction's fields are alike in three categories: then the name decides. */
export function settledCategory(structural: Category, named: Category | null): Category {
  const transactions: readonly (Category | null)[] = ["Transfers", "Deposit", "Return"];
  if (transactions.includes(structural) && named !== null && transactions.includes(named))
    return structural === "Return" ? structural : named;
  return structural;
}
