import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProbeRequest } from "./probes.js";
import { type Outsider, PRESETS, type PresetName, startOutsider } from "./server.mjs";
import { member, sender } from "./visits.js";

type Json = Record<string, unknown>;
type Answer = Awaited<ReturnType<ReturnType<typeof sender>>>;

const WALLET = {
  account_type: "crypto",
  wallet_name: "Till",
  wallet_address: `T${"q7".repeat(15)}`,
  network: "TRX",
  currency: "USDT",
};
const ACCOUNT = {
  account_type: "bank",
  bank_name: "Eastern Gate",
  network: "SWIFT",
  payment_method: "LOCAL",
  account_name: "Zoë & Söhne",
  account_number: "00AB1234",
  swift_code: "ABCDEF12",
  account_currency: "CNY",
  country_code: "CN",
  local_bank_code: "102",
};
const RECIPIENT = {
  business_name: "Café 名",
  business_type: "Individual",
  country_code: "CN",
  website: "https://example.com/?a=1&b=<2>",
  address_info: { address_line_1: "1 Canal Street", city: "杭州", post_code: "" },
  payment_details: ACCOUNT,
};
const CUSTOMER = {
  partner_customer_id: "customer-1",
  business_details: { business_name: "盐", business_identifier_start_date: "2018-04-01T00:00:00Z" },
  registration_address: { registration_address_city: "Shenzhen" },
  account_usage: { operating_country: "CN" },
  primary_contact: { contact_email: "office@example.com" },
  business_person_list: [{ basic_info: { first_name: "伟", birth_date: "1979-11-05T00:00:00Z" } }],
};

/** Values that break a documented rule of a recipient, one each. */
const BROKEN: readonly (readonly [string, Json])[] = [
  ["a name of one character", { business_name: "é" }],
  ["a name of 129 characters", { business_name: "é".repeat(129) }],
  ["a name that is a number", { business_name: 12 }],
  ["a type in small letters", { business_type: "individual" }],
  ["another country", { country_code: "US" }],
  ["a website of 226 characters", { website: "w".repeat(226) }],
  ["a city of 65 characters", { address_info: { city: "c".repeat(65) } }],
  ["a post code of two characters", { address_info: { post_code: "12" } }],
  ["an address that is a string", { address_info: "1 Canal Street" }],
  ["an account type of another kind", { payment_details: { ...ACCOUNT, account_type: "paper" } }],
  ["no account type", { payment_details: { ...ACCOUNT, account_type: undefined } }],
  ["no bank name", { payment_details: { ...ACCOUNT, bank_name: undefined } }],
  ["a wallet's network on a bank account", { payment_details: { ...ACCOUNT, network: "ETH" } }],
  ["a small letter in the account number", { payment_details: { ...ACCOUNT, account_number: "00ab1234" } }],
  ["a line break after the account number", { payment_details: { ...ACCOUNT, account_number: "00AB1234\n" } }],
  ["a SWIFT code of nine characters", { payment_details: { ...ACCOUNT, swift_code: "ABCDEF12X" } }],
  ["a currency of four characters", { payment_details: { ...ACCOUNT, account_currency: "CNYX" } }],
  ["a local bank code of two characters", { payment_details: { ...ACCOUNT, local_bank_code: "10" } }],
  ["a wallet address of 25 characters", { payment_details: { ...WALLET, wallet_address: "T".repeat(25) } }],
  ["a hyphen in the wallet address", { payment_details: { ...WALLET, wallet_address: `${"T".repeat(30)}-` } }],
  ["a currency that no wallet has", { payment_details: { ...WALLET, currency: "USD" } }],
  ["eleven files", { file_id_list: Array(11).fill("f") }],
  ["a file id that is a number", { file_id_list: ["f", 7] }],
];

/** On the limits, and characters that a careless rule refuses. */
const FINE: readonly (readonly [string, Json])[] = [
  ["a name of two characters", { business_name: "é名" }],
  ["a name of 128 characters", { business_name: "é".repeat(128) }],
  ["a website of 225 characters", { website: "w".repeat(225) }],
  ["no files", { file_id_list: [] }],
  ["the shortest account number", { payment_details: { ...ACCOUNT, account_number: "00000000" } }],
  ["a SWIFT code of eleven characters", { payment_details: { ...ACCOUNT, swift_code: "ABCDEFGH123" } }],
  ["the longest local bank code", { payment_details: { ...ACCOUNT, local_bank_code: "x".repeat(23) } }],
  ["a wallet address of 26 characters", { payment_details: { ...WALLET, wallet_address: "aZ".repeat(13) } }],
  ["a wallet address of 64 characters", { payment_details: { ...WALLET, wallet_address: "09".repeat(32) } }],
];

const parsed = ({ text }: Answer): unknown => JSON.parse(text);
const page = ({ text }: Answer) => ({
  total: Number(member(text, "total")),
  ids: [...text.matchAll(/"id":\s*"([^"]+)"/g)].map((found) => String(found[1])),
});
const ERROR = {
  errors: expect.arrayContaining([expect.objectContaining({ detail: expect.any(String), code: expect.any(String) })]),
};

describe.each(Object.keys(PRESETS).filter((name): name is PresetName => name in PRESETS))(
  "the company %s",
  (preset) => {
    const choices = PRESETS[preset];
    const agent = new Agent({ keepAlive: true });
    let outsider: Outsider;
    let ask: (request: ProbeRequest) => Promise<Answer>;
    let path = "";
    let partners = 0;

    const creation = (more: Json = {}): ProbeRequest => {
      partners += 1;
      const headers = { "api-version": choices.recipientVersions?.[0] };
      const body = {
        ...RECIPIENT,
        partner_recipient_id: `partner-recipient-${String(partners).padStart(6, "0")}`,
        ...more,
      };
      return { method: "POST", path: "/api/recipients/create", headers, body };
    };
    const update = (more: Json = {}): ProbeRequest => ({ method: "POST", path, body: { ...RECIPIENT, ...more } });
    const read = (target: string) => ask({ method: "GET", path: target });

    beforeAll(async () => {
      outsider = await startOutsider({ preset, choices: { unknownFileIds: "accepted" } });
      ask = sender(outsider, agent);
      path = `/api/recipients/${member((await ask(creation())).text, "recipient_id")}/update`;
    });
    afterAll(async () => {
      agent.destroy();
      await outsider.close();
    });

    it.each(BROKEN)("refuses %s", async (_name, more) => {
      const created = await ask(creation(more));
      const updated = await ask(update(more));

      expect([created.status, updated.status]).toEqual([choices.refusalStatus, 400]);
      expect(parsed(created)).toMatchObject(ERROR);
      expect(parsed(updated)).toMatchObject(ERROR);
    });

    it.each(FINE)("takes %s and gives it back", async (_name, more) => {
      const created = await ask(creation(more));
      const updated = await ask(update(more));

      expect([created.status, updated.status]).toEqual([choices.createdStatus.createRecipient, 200]);
      expect(parsed(created)).toMatchObject({ ...RECIPIENT, ...more });
      expect(parsed(updated)).toMatchObject({ ...RECIPIENT, ...more });
    });

    it("requires four fields on an update", async () => {
      const names = ["business_name", "business_type", "country_code", "payment_details"];
      const answers = await Promise.all(names.map((name) => ask(update({ [name]: undefined }))));

      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    });

    it("answers 401, 403, 404 and 405 where the document wants them", async () => {
      const { restrictedApiKey, restrictedApiSecret } = outsider.credentials;
      const restricted = { "x-api-key": restrictedApiKey, "x-api-secret": restrictedApiSecret };
      const answers = [
        await ask({ ...update(), headers: { "x-api-secret": undefined } }),
        await ask({ ...update(), headers: { "x-api-key": restrictedApiKey } }),
        await ask({ ...update(), headers: restricted }),
        await ask({ ...update(), path: "/api/recipients/rcp_none/update" }),
        await ask({ method: "PUT", path, body: RECIPIENT }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 404, 405]);
      for (const answer of answers) expect(parsed(answer)).toMatchObject(ERROR);
      expect((await ask({ method: "GET", path: "/api/balances", headers: restricted })).status).toBe(200);
    });

    it("takes the file types of the document and one version", async () => {
      const upload = (type: string, headers = {}) =>
        ask({
          method: "POST",
          path: `/api/files/upload?file_type=${encodeURIComponent(type)}`,
          headers,
          body: { file: choices.fileEncoding === "data-uri" ? "data:image/png;base64,QUJD" : "QUJD" },
        });
      const types = [
        "Invoice",
        "Contract",
        "Business Registration",
        "Article of Association",
        "Main page",
        "Back page",
      ];
      const answers = await Promise.all(types.map((type) => upload(type)));
      const refused = [
        await upload("invoice"),
        await upload("Invoice", { "api-version": "2026-08-31" }),
        await upload("Invoice", { "api-version": undefined }),
      ];

      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(choices.createdStatus.uploadFile));
      expect(new Set(answers.map(({ text }) => member(text, "file_id"))).size).toBe(6);
      expect(refused.map(({ status }) => status)).toEqual(Array(3).fill(choices.refusalStatus));
    });

    it("gives a customer back without losing digits, and refuses wrong types", async () => {
      const text = JSON.stringify({ ...CUSTOMER, account_usage: "?" }).replace(
        '"?"',
        '{"estimated_monthly_revenue_amount":12345678901234567890.123}',
      );
      const created = await ask({ method: "POST", path: "/api/customers/create", text });
      const wrong = [
        { ...CUSTOMER, partner_customer_id: 7 },
        { ...CUSTOMER, business_person_list: {} },
        { ...CUSTOMER, business_details: { business_identifier_start_date: "2024-02-30T00:00:00Z" } },
        { ...CUSTOMER, account_usage: { estimated_monthly_revenue_amount: "12" } },
      ];
      const refused = await Promise.all(
        wrong.map((body) => ask({ method: "POST", path: "/api/customers/create", body })),
      );

      expect(created.status).toBe(choices.createdStatus.createCustomer);
      expect(created.text).toContain("12345678901234567890.123");
      expect(parsed(created)).toMatchObject({
        customer_id: expect.stringMatching(/^cus_/),
        business_details: {
          business_name: "盐",
          business_type: expect.any(String),
          business_identifier_type: expect.any(String),
        },
        business_person_list: [
          {
            basic_info: { first_name: "伟", role_type: expect.any(String) },
            identification: { id_type: expect.any(String) },
          },
        ],
      });
      expect(refused.map(({ status }) => status)).toEqual(Array(4).fill(choices.refusalStatus));
    });

    it("shows every transaction on one page only, and each has one detail", async () => {
      const pages = [];
      for (let number = choices.firstPage; number < choices.firstPage + 10; number += 1) {
        pages.push(page(await read(`/api/transactions?page_size=5&page_number=${number}`)));
      }
      const ids = pages.flatMap((one) => one.ids);
      const details = await Promise.all(
        ids.flatMap((id) => [
          read(`/api/transactions/transfer/detail?transaction_id=${id}`),
          read(`/api/transactions/detail?transaction_id=${id}`),
        ]),
      );

      expect(ids).toHaveLength(46);
      expect(new Set(ids).size).toBe(46);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([46]));
      expect(details.filter(({ status }) => status === 200)).toHaveLength(46);
      expect(details.filter(({ status }) => status === choices.unknownTransactionStatus)).toHaveLength(46);
    });

    it("answers balances and receipts with arrays", async () => {
      const { ids } = page(await read("/api/transactions?page_size=15"));
      const receipts = await Promise.all(
        ids.map((id) => read(`/api/transactions/transfer/receipt?${choices.receiptParameter}=${id}`)),
      );
      const found = receipts.filter(({ status }) => status === 200).map(parsed);

      expect(found.length).toBeGreaterThan(0);
      for (const receipt of found) expect(receipt).toEqual(expect.arrayContaining([expect.any(String)]));
      expect(parsed(await read("/api/balances"))).toHaveLength(4);
    });
  },
);
