/** A value that must be accepted is put where another stands: the control by itself proves nothing about it. */
import { expect, test } from "vitest";
import { isObject } from "../../../schemas/json.js";
import { trialOnSandbox } from "../../engine/trial.js";

/** The values of a field of the account that were sent, one list for each template, without repetitions. */
function sentValues(bodies: readonly string[], name: string): string[][] {
  const byTemplate = new Map<string, Set<string>>();
  for (const text of bodies) {
    const body: unknown = JSON.parse(text);
    if (!isObject(body) || !isObject(body.payment_details)) continue;
    const template = String(body.business_name);
    const values = byTemplate.get(template) ?? new Set();
    byTemplate.set(template, values.add(String(body.payment_details[name])));
  }
  return [...byTemplate.values()].map((values) => [...values]);
}

test.each([
  ["bank", "payment_method", ["INTERNATIONAL_WIRE", "LOCAL"]],
  ["bank", "network", ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"]],
  ["crypto", "network", ["ETH", "TRX"]],
  ["crypto", "currency", ["USDT", "USDC"]],
])("each value of %s.%s is sent in place of another one", async (account, name, members) => {
  const { report, exchanges } = await trialOnSandbox({
    profile: "standard",
    operations: ["createRecipient"],
    checks: [`createRecipient/accepts/payment_details.${account}.${name}.enum`],
  });
  expect(report.checks.map(({ verdict }) => verdict)).toEqual(["pass"]);
  const bodies = exchanges.flatMap(({ wire }) =>
    wire.path === "/api/recipients/create" && typeof wire.body === "string" ? [wire.body] : [],
  );
  // Where a template was sent with one value only, that was its own.
  const changed = sentValues(bodies, name).flatMap((values) => values.slice(1));
  expect(new Set(changed)).toEqual(new Set(members));
});
