/** A second run with the same seed meets what the first one left behind. */
import { expect, test } from "vitest";
import { run } from "../../library/run.js";
import { parsedJson, valueAt } from "../../schemas/json.js";
import { type Decide, startFront } from "../reality/front.js";
import { refusal } from "../reality/situation.js";
import { startOutsider } from "./server.mjs";

test("a service that answers a repeated partner id with what it stored before is left alone by a second run", async () => {
  const outsider = await startOutsider({ preset: "northbank" });
  const { apiKey, apiSecret } = outsider.credentials;
  const once = () =>
    run({
      target: outsider.baseUrl,
      credentials: { apiKey, apiSecret },
      profile: "smoke",
      operations: ["createCustomer"],
    });
  const [first, second] = [await once(), await once()];
  await outsider.close();
  expect(first.summary).toMatchObject({ violation: 0, warning: 0 });
  expect(second.summary).toMatchObject({ violation: 0, warning: 0, pass: first.summary.pass });
});

/** What of a creation a service may want to be new, where it looks at nothing else. */
const UNIQUE = [
  ["wallet address", "updateRecipient", "/api/recipients/create", ["payment_details", "wallet_address"]],
  [
    "identifier of a business",
    "createCustomer",
    "/api/customers/create",
    ["business_details", "business_identifier_number"],
  ],
] as const;

test.each(UNIQUE)(
  "a service that takes each %s once only is judged as much by later runs",
  async (_, operation, path, at) => {
    const known = new Set<unknown>();
    const decide: Decide = async (arrival, pass) => {
      const value = arrival.path === path ? valueAt(parsedJson(arrival.body), at) : undefined;
      if (known.has(value)) return refusal(400, "Invalid Parameter");
      const answer = await pass();
      if (answer.status < 300 && typeof value === "string") known.add(value);
      return answer;
    };
    const front = await startFront(decide, { behaviours: { duplicatePartnerId: "accepted" } });
    const once = () =>
      run({ target: front.baseUrl, credentials: front.credentials, profile: "smoke", operations: [operation] });
    const [first, ...later] = [await once(), await once(), await once()];
    await front.close();
    expect(first?.summary).toMatchObject({ violation: 0, warning: 0 });
    for (const { summary } of later)
      expect(summary).toMatchObject({ violation: 0, warning: 0, pass: first?.summary.pass });
  },
  60_000,
);
