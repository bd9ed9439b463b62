import { afterEach, describe, expect, it } from "vitest";
import { AXES } from "../../sandbox/behaviours.js";
import { member } from "./partner.js";
import { closeReceivers } from "./webhooksReceiver.js";
import { faults, runScenario } from "./webhooksScenario.js";

afterEach(closeReceivers);

const valuesOf = (name: keyof typeof AXES): string[] => AXES[name].values.map(([value]) => value);

const envelopes = valuesOf("webhookEnvelope").flatMap((webhookEnvelope) =>
  valuesOf("webhookDataPlace").map((webhookDataPlace) => ({ webhookEnvelope, webhookDataPlace })),
);
const signatures = valuesOf("webhookSignature").flatMap((webhookSignature) =>
  valuesOf("webhookSignatureEncoding").flatMap((webhookSignatureEncoding) =>
    valuesOf("webhookSignedContent").map((webhookSignedContent) => ({
      webhookSignature,
      webhookSignatureEncoding,
      webhookSignedContent,
    })),
  ),
);
const others: readonly Readonly<Record<string, string>>[] = [
  { webhookTransferData: "brief" },
  { webhookReturnIds: "own" },
  { webhookReturnTimes: "created" },
  { webhookDelay: "100ms" },
  { webhookOrder: "atOnce" },
  { webhookOrder: "newestFirst" },
  { webhookDuplicates: "everyThird" },
  { webhookRetry: "steady" },
  { webhookEnvelope: "bare", jsonText: "escaped", keyOrder: "reversed" },
  { jsonText: "pretty", dateNotation: "offset", extraFields: "some" },
];

describe("deliveries conform", () => {
  it.each(envelopes)("in the envelope $webhookEnvelope, $webhookDataPlace", async (behaviours) => {
    expect(faults(await runScenario(behaviours))).toEqual([]);
  });

  it.each(signatures)(
    "signed as $webhookSignature in $webhookSignatureEncoding over $webhookSignedContent",
    async (behaviours) => {
      expect(faults(await runScenario(behaviours))).toEqual([]);
    },
  );

  it.each(others)("with %o", async (behaviours) => {
    expect(faults(await runScenario(behaviours))).toEqual([]);
  });
});

describe("event identifiers", () => {
  it.each([
    ["dotted", ["recipient.active", "customer.active", "transfer.completed", "deposit.succeeded", "return.completed"]],
    [
      "capitals",
      ["RECIPIENT_ACTIVE", "CUSTOMER_ACTIVE", "TRANSFER_COMPLETED", "DEPOSIT_SUCCEEDED", "RETURN_COMPLETED"],
    ],
    ["category", ["Recipient", "Customer", "Transfers", "Deposit", "Return"]],
  ])("are %s in an envelope and in a header", async (webhookEventNames, expected) => {
    const enveloped = await runScenario({ webhookEventNames });
    expect(enveloped.arrived.map(({ text }) => member(JSON.parse(text), "type"))).toEqual(
      expect.arrayContaining(expected),
    );
    const bare = await runScenario({ webhookEventNames, webhookEnvelope: "bare" });
    expect(bare.arrived.map(({ headers }) => headers["x-webhook-event"])).toEqual(expect.arrayContaining(expected));
  });
});
