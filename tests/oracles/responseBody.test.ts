import { describe, expect, test } from "vitest";
import { readResponse } from "../../oracles/responseBody.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";
import { WALLET } from "./answers.js";

const RECIPIENT = {
  recipient_id: "rcp_1",
  partner_recipient_id: "partner-recipient-0001",
  status: "pending",
  business_name: "Blue Harbour",
  business_type: "Business",
  country_code: "CN",
  created_at: "2026-01-01T00:00:00Z",
};
const DEPOSIT = {
  partner_transaction_id: "partner-transaction-1",
  network: "TRX",
  account_currency: "USDT",
  amount: 12.5,
  transaction_type: "deposit",
  transaction_id: "txn_1",
  status: "Processing",
  created_at: "2026-01-01T00:00:00Z",
};

function factsOf(operation: OperationId, body: unknown, sent?: unknown) {
  return readResponse(OPERATIONS[operation].responseSchema, body, sent).facts;
}

function rules(operation: OperationId, body: unknown, sent?: unknown): string[] {
  return factsOf(operation, body, sent).map(({ outcome, rule }) => `${outcome} ${rule}`);
}

describe("a recipient", () => {
  test("that is as documented breaks nothing", () => {
    expect(rules("createRecipient", RECIPIENT)).toEqual([]);
  });

  test("may have fields that the document does not list", () => {
    expect(rules("createRecipient", { ...RECIPIENT, revision: 7 })).toEqual([]);
  });

  test("counts how often each rule held", () => {
    const { passes } = readResponse(OPERATIONS.createRecipient.responseSchema, RECIPIENT, undefined);
    expect(passes.get("status.enum")).toBe(1);
    expect(passes.get("recipient_id.present")).toBe(1);
    expect(passes.get("website.maxLength")).toBeUndefined();
  });

  test("that breaks a rule does not also count as keeping it", () => {
    const { passes } = readResponse(
      OPERATIONS.createRecipient.responseSchema,
      { ...RECIPIENT, status: "PENDING" },
      undefined,
    );
    expect(passes.get("status.enum")).toBe(0);
    expect(passes.get("status.type")).toBe(1);
  });

  test.each<[string, unknown, string]>([
    ["status", "Pending", "status.enum"],
    ["recipient_id", "recipient_1", "recipient_id.idPrefix"],
    ["recipient_id", 17, "recipient_id.type"],
    ["partner_recipient_id", "short", "partner_recipient_id.minLength"],
    ["business_name", "B", "business_name.minLength"],
    ["business_name", "B".repeat(129), "business_name.maxLength"],
    ["country_code", "US", "country_code.enum"],
    ["website", "w".repeat(226), "website.maxLength"],
    ["created_at", "2026-01-01 00:00:00", "created_at.format"],
    ["created_at", 1_767_225_600, "created_at.type"],
    ["address_info", "1 Canal Street", "address_info.type"],
    ["file_id_list", "f1", "file_id_list.type"],
    ["file_id_list", Array(11).fill("f"), "file_id_list.maxItems"],
    ["file_id_list", ["f1", 7], "file_id_list[].type"],
  ])("whose %s is %j breaks %s", (name, value, rule) => {
    expect(rules("createRecipient", { ...RECIPIENT, [name]: value })).toEqual([`broken ${rule}`]);
  });

  test.each(["business_name", "business_type", "country_code", "partner_recipient_id"])(
    "must have the required %s",
    (name) => {
      expect(rules("createRecipient", { ...RECIPIENT, [name]: undefined })).toEqual([`broken ${name}.present`]);
    },
  );

  test.each(["recipient_id", "status", "created_at"])("must have the listed %s", (name) => {
    expect(rules("createRecipient", { ...RECIPIENT, [name]: undefined })).toEqual([`broken ${name}.present`]);
  });

  test("has an optional field only when it was sent", () => {
    expect(rules("createRecipient", RECIPIENT, { website: "https://example.com" })).toEqual(["broken website.present"]);
    expect(rules("createRecipient", RECIPIENT, { website: "" })).toEqual([]);
    expect(rules("createRecipient", RECIPIENT, { file_id_list: [], address_info: {} })).toEqual([]);
  });
});

describe("null", () => {
  test("stands for an optional field that was not sent", () => {
    const empty = { website: null, address_info: null, file_id_list: null, payment_details: null };
    expect(rules("createRecipient", { ...RECIPIENT, ...empty })).toEqual([]);
  });

  test("is a value of the wrong type where a value was sent", () => {
    const body = { ...RECIPIENT, website: null };
    expect(rules("createRecipient", body, { website: "https://example.com" })).toEqual(["broken website.type"]);
  });

  test("is what a number is that no double holds", () => {
    const shown = { account_usage: { estimated_monthly_revenue_amount: null } };
    const rulesFor = (amount: number) =>
      rules("createCustomer", shown, { account_usage: { estimated_monthly_revenue_amount: amount } }).filter((rule) =>
        rule.includes("amount"),
      );
    expect(rulesFor(Number.POSITIVE_INFINITY)).toEqual([]);
    expect(rulesFor(7)).toEqual(["broken account_usage.estimated_monthly_revenue_amount.type"]);
  });

  test("is a value of the wrong type for a required field", () => {
    const found = rules("createRecipient", { ...RECIPIENT, business_name: null });
    expect(found).toContain("broken business_name.type");
    expect(found).not.toContain("broken business_name.present");
  });

  test("is told of a field that is not required, with its record", () => {
    const body = { ...RECIPIENT, created_at: null, website: null };
    const { facts, nulls } = readResponse(OPERATIONS.createRecipient.responseSchema, body, {});
    expect(facts.filter(({ outcome }) => outcome === "broken")).toEqual([]);
    const record = 'recipient_id "rcp_1"';
    expect(nulls).toHaveLength(2);
    expect(nulls).toEqual(
      expect.arrayContaining([
        { path: "created_at", record },
        { path: "website", record },
      ]),
    );
  });
});

describe("payment details", () => {
  const CRYPTO = {
    account_type: "crypto",
    wallet_name: "Till",
    wallet_address: "T".repeat(30),
    network: "TRX",
    currency: "USDT",
  };

  test("are judged by their own variant", () => {
    expect(rules("createRecipient", { ...RECIPIENT, payment_details: CRYPTO })).toEqual([]);
    expect(rules("createRecipient", { ...RECIPIENT, payment_details: { ...CRYPTO, network: "SWIFT" } })).toEqual([
      "broken payment_details.crypto.network.enum",
    ]);
  });

  test("may be shown empty, or with null for each of its fields, where nothing was sent", () => {
    const bare = { bank_name: "Blue Bank", network: "ACH", account_name: "Blue", account_number: "12345678" };
    const account = {
      ...bare,
      account_type: "bank",
      swift_code: "BKCHCNBJ",
      account_currency: "USD",
      country_code: "CN",
    };
    const sent = { ...RECIPIENT, address_info: {}, payment_details: account };
    const empty = { payment_method: "", local_bank_code: "" };
    const nulls = { address_line_1: null, post_code: null };
    const shown = { ...sent, address_info: nulls, payment_details: { ...account, ...empty } };
    expect(rules("createRecipient", shown, sent)).toEqual([]);
    const withCode = { ...sent, payment_details: { ...account, local_bank_code: "001" } };
    expect(rules("createRecipient", shown, withCode)).toContain(
      "broken payment_details.bank.local_bank_code.minLength",
    );
  });

  test("may have optional texts that are empty where the request is not known, as in a delivery", () => {
    const texts = (more: object) => ({ ...RECIPIENT, payment_details: { ...CRYPTO, ...more } });
    expect(rules("createRecipient", { ...texts({}), website: "" })).toEqual([]);
    expect(rules("createRecipient", texts({ network: "" }))).toContain("broken payment_details.crypto.network.enum");
  });

  test("are an empty object where none were sent", () => {
    const empty = { ...RECIPIENT, payment_details: {} };
    expect(rules("createRecipient", empty, RECIPIENT)).toEqual([]);
    expect(rules("createRecipient", empty, { ...RECIPIENT, payment_details: CRYPTO })).toContain(
      "broken payment_details.account_type.present",
    );
  });

  test("of no known variant break the rule of their type", () => {
    expect(rules("createRecipient", { ...RECIPIENT, payment_details: { ...CRYPTO, account_type: "paper" } })).toContain(
      "broken payment_details.account_type.enum",
    );
  });
});

describe("a deposit", () => {
  test("shows which of the later fields it has, and does not fail for those it lacks", () => {
    const later = { status: "Succeeded", audit_at: "2026-01-01T00:00:01Z" };
    expect(rules("getDepositDetail", { ...DEPOSIT, ...later })).toEqual([
      "unseen source_wallet_address.present",
      "unseen target_wallet_address.present",
      "seen audit_at.present",
      "unseen completed_at.present",
    ]);
  });

  test("shows nothing of later fields before their time", () => {
    const early = { ...DEPOSIT, status: "Processing", audit_at: "2026-01-01T00:00:01Z", completed_at: null };
    expect(rules("getDepositDetail", early).filter((rule) => /_at\.present/.test(rule))).toEqual([]);
  });

  test("is asked for its completion only when it is complete", () => {
    expect(rules("getDepositDetail", DEPOSIT)).not.toContain("unseen completed_at.present");
    expect(rules("getDepositDetail", { ...DEPOSIT, status: "Succeeded" })).toContain("unseen completed_at.present");
  });

  test.each([undefined, null, "", "FIAT"])("in US dollars may have the network %j", (network) => {
    const facts = rules("getDepositDetail", { ...DEPOSIT, account_currency: "USD", network });
    expect(facts.filter((fact) => fact.includes("network"))).toEqual([]);
  });

  test.each<[unknown, string]>([
    [undefined, "broken network.present"],
    ["BTC", "broken network.enum"],
  ])("in a stablecoin may not have the network %j", (network, fact) => {
    expect(rules("getDepositDetail", { ...DEPOSIT, network })).toContain(fact);
  });

  test("whose amount is a text breaks the rule of its type", () => {
    expect(rules("getDepositDetail", { ...DEPOSIT, amount: "12.50" })).toContain("broken amount.type");
  });
});

describe("balances", () => {
  const broken = (wallets: unknown) => rules("listBalances", wallets).filter((fact) => fact.startsWith("broken"));

  test("as documented break nothing, and none is fine as well", () => {
    expect(broken([WALLET, { ...WALLET, network: "ETH" }])).toEqual([]);
    expect(broken([])).toEqual([]);
  });

  test.each([undefined, null, "BANK"])("of a wallet of US dollars may have the network %j", (network) => {
    expect(broken([{ ...WALLET, currency: "USD", currency_type: "fiat", network }])).toEqual([]);
  });

  test("of a wallet of stablecoins may not have another network", () => {
    expect(broken([WALLET, { ...WALLET, network: "BTC" }])).toEqual(["broken [].network.enum"]);
  });

  test.each([[{ wallets: [WALLET] }], ["[]"], [null], [7]])("must be a list, and %j is none", (body) => {
    expect(broken(body)).toEqual(["broken body.type"]);
  });

  test("tell what was expected and what came", () => {
    expect(factsOf("listBalances", [{ ...WALLET, status: "Active" }])).toContainEqual(
      expect.objectContaining({ rule: "[].status.enum", outcome: "broken", actual: '"Active"' }),
    );
  });
});
