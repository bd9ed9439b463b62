import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bankAccount,
  bankRecipient,
  closeAll,
  cryptoAccount,
  isErrorShape,
  member,
  type Partner,
  partnerOf,
  recipientFields,
} from "./partner.js";

let partner: Partner;
let updatePath: string;

beforeAll(async () => {
  partner = await partnerOf({ mode: "freeze" });
  updatePath = `/api/recipients/${member((await partner.createRecipient()).body, "recipient_id")}/update`;
});
afterAll(closeAll);

const bank = (fields: object) => ({ payment_details: { ...bankAccount, ...fields } });
const crypto = (fields: object) => ({ payment_details: { ...cryptoAccount, ...fields } });
const address = (fields: object) => ({ address_info: fields });
const without = (account: object, name: string) => ({
  payment_details: Object.fromEntries(Object.entries(account).filter(([key]) => key !== name)),
});
const letters = (count: number) => "A".repeat(count);

/** Values on both sides of every limit of sections 2.1 to 2.3: name, what is accepted, what is refused. */
const table: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    "business_name",
    [
      { business_name: "Ab" },
      { business_name: letters(128) },
      { business_name: "  " },
      { business_name: "样".repeat(128) },
    ],
    [
      { business_name: "A" },
      { business_name: letters(129) },
      { business_name: "" },
      { business_name: 12 },
      { business_name: null },
    ],
  ],
  [
    "business_type",
    [{ business_type: "Individual" }],
    [{ business_type: "individual" }, { business_type: " Business" }],
  ],
  [
    "country_code",
    [],
    [{ country_code: "cn" }, { country_code: "CHN" }, { country_code: "CN\n" }, { country_code: ["CN"] }],
  ],
  ["website", [{ website: "" }, { website: letters(225) }], [{ website: letters(226) }, { website: false }]],
  ["address_info", [address({})], [{ address_info: "text" }, { address_info: [] }, { address_info: null }]],
  ...["address_line_1", "address_line_2"].map(
    (name) =>
      [name, [address({ [name]: letters(255) })], [address({ [name]: letters(256) }), address({ [name]: 1 })]] as const,
  ),
  ...["city", "state"].map(
    (name) =>
      [name, [address({ [name]: letters(64) })], [address({ [name]: letters(65) }), address({ [name]: {} })]] as const,
  ),
  [
    "post_code",
    [address({ post_code: "" }), address({ post_code: "123" }), address({ post_code: letters(16) })],
    [address({ post_code: "12" }), address({ post_code: letters(17) }), address({ post_code: 518000 })],
  ],
  [
    "account_type",
    [],
    [
      bank({ account_type: "Bank" }),
      bank({ account_type: "crypto" }),
      without(bankAccount, "account_type"),
      { payment_details: [] },
    ],
  ],
  ["bank_name", [bank({ bank_name: letters(128) })], [bank({ bank_name: "A" }), bank({ bank_name: letters(129) })]],
  [
    "network of a bank account",
    ["ACH", "SEPA", "RTGS", "FPS"].map((network) => bank({ network })),
    [bank({ network: "ETH" }), bank({ network: "swift" }), bank({ network: "" })],
  ],
  [
    "payment_method",
    [bank({ payment_method: "LOCAL" })],
    [bank({ payment_method: "local" }), bank({ payment_method: "" })],
  ],
  ["account_name", [bank({ account_name: "AB" })], [bank({ account_name: "A" }), bank({ account_name: letters(129) })]],
  [
    "account_number",
    [bank({ account_number: letters(8) }), bank({ account_number: letters(64) })],
    [letters(7), letters(65), "abcdefgh", "ABCDEFG-1", "ABCDEFGH\n", "ABCDEFG１"].map((account_number) =>
      bank({ account_number }),
    ),
  ],
  [
    "swift_code",
    [bank({ swift_code: "ABCDEF1A" }), bank({ swift_code: "ABCDEF1A2B3" })],
    ["ABCDEF1", "ABCDEF1A2", "ABCDEF1A2B", "ABCDEF1A2B34", "ABCDE11A", "abcdef1a", "ABCDEF1A\n"].map((swift_code) =>
      bank({ swift_code }),
    ),
  ],
  [
    "account_currency",
    [bank({ account_currency: "usd" })],
    [bank({ account_currency: "US" }), bank({ account_currency: "USDT" })],
  ],
  ["country_code of a bank account", [], [bank({ country_code: "US" }), without(bankAccount, "country_code")]],
  [
    "local_bank_code",
    [bank({ local_bank_code: "123" }), bank({ local_bank_code: letters(23) })],
    [bank({ local_bank_code: "12" }), bank({ local_bank_code: letters(24) })],
  ],
  [
    "wallet_name",
    [crypto({ wallet_name: "AB" })],
    [crypto({ wallet_name: "A" }), crypto({ wallet_name: letters(129) })],
  ],
  [
    "wallet_address",
    [crypto({ wallet_address: letters(26) }), crypto({ wallet_address: letters(64) })],
    [letters(25), letters(65), `${letters(26)}-`, `${letters(26)}\n`].map((wallet_address) =>
      crypto({ wallet_address }),
    ),
  ],
  [
    "network of a crypto account",
    [crypto({ network: "TRX" })],
    [crypto({ network: "SWIFT" }), crypto({ network: "trx" })],
  ],
  ["currency", [crypto({ currency: "USDC" })], [crypto({ currency: "USD" }), crypto({ currency: "usdt" })]],
  [
    "required fields of the accounts",
    [],
    [
      ...["bank_name", "network", "account_name", "account_number", "swift_code", "account_currency"].map((name) =>
        without(bankAccount, name),
      ),
      ...["wallet_name", "wallet_address", "network", "currency"].map((name) => without(cryptoAccount, name)),
    ],
  ],
  ["file_id_list", [{ file_id_list: [] }], [{ file_id_list: {} }, { file_id_list: [1] }, { file_id_list: "a" }]],
];

describe.each(table)("%s", (_name, accepted, refused) => {
  it("is accepted up to its limits on create and on update", async () => {
    for (const fields of accepted) {
      expect([fields, (await partner.createRecipient(fields)).status]).toEqual([fields, 200]);
      expect([fields, (await partner.post(updatePath, { ...recipientFields(), ...fields })).status]).toEqual([
        fields,
        200,
      ]);
    }
  });

  it("is refused beyond them on create and on update", async () => {
    for (const fields of refused) {
      expect([fields, (await partner.createRecipient(fields)).status]).toEqual([fields, 400]);
      const update = await partner.post(updatePath, { ...recipientFields(), ...fields });
      expect([fields, update.status, isErrorShape(update)]).toEqual([fields, 400, true]);
    }
  });
});

describe("partner_recipient_id and the number of files", () => {
  it("has 20 to 64 characters", async () => {
    const statuses = [];
    for (const length of [19, 20, 64, 65]) {
      statuses.push((await partner.createRecipient({ partner_recipient_id: letters(length) })).status);
    }
    expect(statuses).toEqual([400, 200, 200, 400]);
  });

  it("counts a character outside the basic plane as one", async () => {
    expect((await partner.createRecipient({ business_name: "𠮷".repeat(128) })).status).toBe(200);
    expect((await partner.createRecipient({ business_name: "𠮷".repeat(129) })).status).toBe(400);
    expect((await partner.createRecipient({ business_name: "𠮷" })).status).toBe(400);
  });

  it("refers to at most ten files", async () => {
    const file = await partner.upload("Invoice");
    const lists = [10, 11].map((count) => ({ file_id_list: Array.from({ length: count }, () => file) }));
    const [ten, eleven] = await Promise.all(lists.map((fields) => partner.createRecipient(fields)));
    expect([ten?.status, eleven?.status]).toEqual([200, 400]);
  });

  it("reads a body only from a JSON object", async () => {
    for (const raw of ["", "{", "[]", "null", '"text"', "1", "{}}", "{'a':1}", Buffer.from([0x7b, 0xff, 0x7d])]) {
      const answer = await partner.send("POST", updatePath, { raw });
      expect([raw, answer.status, isErrorShape(answer)]).toEqual([raw, 400, true]);
    }
    expect((await partner.post("/api/recipients/create", bankRecipient())).status).toBe(200);
  });
});
