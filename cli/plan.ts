/** Says before anything is sent what a run is going to send, and what it leaves behind. */
import { addressesOf } from "../client/loopback.js";
import type { Plan } from "../engine/plan.js";
import { amount, grouped, readable } from "../reports/visible.js";
import type { OperationId } from "../schemas/operation.js";

const THINGS: readonly (readonly [operation: OperationId, thing: string])[] = [
  ["createRecipient", "recipient"],
  ["createCustomer", "customer"],
  ["uploadFile", "file"],
];

function createdText({ created }: Plan, most: number | undefined): string {
  const things = THINGS.flatMap(([operation, thing]) => {
    const count = created[operation] ?? 0;
    return count === 0 ? [] : [amount(count, thing)];
  });
  if (things.length === 0) return "Nothing is created.";
  const bound = most === undefined ? "" : `, and no more than ${amount(most, "thing")} in all (--max-created)`;
  return `Up to about ${things.join(", ")} are created${bound}, and stay: there is no operation that deletes. created.ndjson in the report folder lists them.`;
}

/**
 * The plan in words.
 * @param most things that may be created; undefined for as many as it takes
 */
export async function planText(baseUrl: string, plan: Plan, most: number | undefined): Promise<string> {
  const addresses = await addressesOf(baseUrl);
  const where = addresses.length === 0 ? "" : ` (${addresses.slice(0, 3).join(", ")})`;
  const { read, "refused write": refused, write } = plan.cases;
  const kinds = [
    `${amount(read, "case")} that read${read > 0 ? " (more where several transfers and deposits are found)" : ""}`,
    `${grouped(refused)} that must be refused`,
    `${grouped(write)} that change data`,
  ];
  return `Plan for ${readable(baseUrl)}${where}: ${kinds.join(", ")}, in one request or a few each. ${createdText(plan, most)}\n`;
}
