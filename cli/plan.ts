/** Says, before anything is sent, what a run is going to send and what it leaves behind. */
import { addressesOf, isLoopback } from "../client/loopback.js";
import type { Plan } from "../engine/plan/plan.js";
import { powerText } from "../reports/facts/power.js";
import { print, span, wrap } from "../reports/formats/columns.js";
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
 * The plan in words, one line each, or several where a line is too short for it.
 * @param most things that may be created; undefined for as many as needed
 * @param width columns of a line
 */
export async function planText(baseUrl: string, plan: Plan, most: number | undefined, width: number): Promise<string> {
  const addresses = await addressesOf(baseUrl);
  const where = addresses.length === 0 ? "" : ` (${addresses.slice(0, 3).join(", ")})`;
  const { read, "refused write": refused, write } = plan.cases;
  const kinds = [
    `${amount(read, "case")} that read${read > 0 ? " (more where several transfers and deposits are found)" : ""}`,
    `${grouped(refused)} that must be refused`,
    `${grouped(write)} that change data`,
  ];
  const isOpen = baseUrl.toLowerCase().startsWith("http:") && !(addresses.length > 0 && addresses.every(isLoopback));
  const texts = [
    `Plan for ${readable(baseUrl)}${where}: ${kinds.join(", ")}, in one or a few requests each.`,
    createdText(plan, most),
    ...(plan.power === undefined ? [] : [powerText(plan.power, "such a run would detect about")]),
    ...(isOpen ? ["Warning: this is plain http. Anyone on the network path can read the credentials."] : []),
  ];
  const lines = texts.flatMap((text) => wrap([span(text)], width - 2));
  return `${print(lines, false).replaceAll("\n", "\n  ")}\n`;
}
