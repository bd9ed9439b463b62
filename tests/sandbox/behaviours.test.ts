import { afterAll, describe, expect, it } from "vitest";
import { listBehaviours } from "../../sandbox/behaviours.js";
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

afterAll(closeAll);

const withBehaviours = (behaviours: Record<string, string>) => partnerOf({ behaviours, mode: "freeze" });
const axes = listBehaviours();
const single = axes.flatMap(({ axis, values }) => values.map(({ value }) => [axis, value] as const));

/** One request of each kind; all answers must be a success or have the error shape. */
async function tour(partner: Partner): Promise<void> {
  const { apiKey, apiSecret } = partner.sandbox.credentials;
  const credentials = { "x-api-key": apiKey, "x-api-secret": apiSecret };
  const created = await partner.createRecipient();
  const answers = [
    created,
    await partner.post(`/api/recipients/${member(created.body, "recipient_id")}/update`, recipientFields()),
    await partner.post("/api/files/upload?file_type=Invoice", { file: "aGVsbG8=" }),
    await partner.post("/api/customers/create", {
      partner_customer_id: "c-1",
      business_details: { business_name: "A" },
    }),
    await partner.get("/api/transactions"),
    await partner.get("/api/transactions/transfer/detail?transaction_id=txn_unknown"),
    await partner.get("/api/balances"),
    await partner.get("/api/transactions", { anonymous: true }),
    await partner.send("DELETE", "/api/balances", { anonymous: true, headers: credentials }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBeLessThan(500);
    expect(answer.status < 300 || isErrorShape(answer)).toBe(true);
  }
  expect(answers[7]?.status).toBe(401);
}

describe("every axis", () => {
  it("is one of at least 25, with two to five values each", () => {
    expect(axes.length).toBeGreaterThanOrEqual(25);
    for (const { values } of axes) {
      expect(values.length).toBeGreaterThanOrEqual(2);
      expect(values.length).toBeLessThanOrEqual(5);
    }
  });

  it.each(single)("serves with %s=%s", async (axis, value) => {
    await tour(await withBehaviours({ [axis]: value }));
  });
});

/** For each choice one request and what its answer must show. */
const effects: readonly (readonly [string, (partner: Partner) => Promise<unknown>, unknown])[] = [
  ["successStatus=201", async (partner) => (await partner.createRecipient()).status, 201],
  ["readStatus=202", async (partner) => (await partner.get("/api/balances")).status, 202],
  ["refusalStatus=422", async (partner) => (await partner.createRecipient({ website: 1 })).status, 422],
  ["recipientVersion=2024-12-01", async (partner) => (await partner.createRecipient()).status, 400],
  ["otherPartner=unknown", (partner) => foreignStatuses(partner), [404, 404]],
  ["otherPartner=forbidden", (partner) => foreignStatuses(partner), [403, 403]],
  ["otherPartner=shared", (partner) => foreignStatuses(partner), [200, 200]],
  ["createRequired=none", async (partner) => (await partner.post("/api/recipients/create", {})).status, 200],
  ["createRequired=all", async (partner) => (await partner.createRecipient()).status, 400],
  ["unknownFields=refused", async (partner) => (await partner.createRecipient({ colour: 1 })).status, 400],
  [
    "unknownFileIds=accepted",
    async (partner) => (await partner.createRecipient({ file_id_list: ["any"] })).status,
    200,
  ],
  [
    "fileTypeMissing=refused",
    async (partner) => (await partner.post("/api/files/upload", { file: "aaaa" })).status,
    400,
  ],
  ["fileEncoding=dataUri", (partner) => uploads(partner, "aGVsbG8=", "data:text/plain;base64,aGVsbG8="), [400, 200]],
  ["fileEncoding=base64url", (partner) => uploads(partner, "aGVs+G8=", "aGVs-G8"), [400, 200]],
  ["fileEncoding=any", (partner) => uploads(partner, "plain text", ""), [200, 200]],
  ["duplicatePartnerId=accepted", async (partner) => new Set(await twice(partner)).size, 2],
  ["duplicatePartnerId=existing", async (partner) => new Set(await twice(partner)).size, 1],
  ["optionalOnUpdate=cleared", async (partner) => member(await updated(partner), "website"), undefined],
  ["statusAfterUpdate=pending", async (partner) => member(await updated(partner), "status"), "pending"],
  ["accountSwitch=refused", async (partner) => member(await updated(partner), "errors.0.code"), "INVALID_PARAMETER"],
  ["unsentFields=empty", async (partner) => member((await partner.createRecipient()).body, "file_id_list"), []],
  ["recipientStart=active", async (partner) => member((await partner.createRecipient()).body, "status"), "active"],
  ["unknownTransaction=empty", unknownTransfer, [200, {}]],
  [
    "pageBase=0",
    async (partner) => member((await partner.get("/api/transactions?page_number=0")).body, "page_number"),
    0,
  ],
  ["pageBeyondEnd=notFound", async (partner) => (await partner.get("/api/transactions?page_number=99")).status, 404],
  [
    "pageSizeDefault=10",
    async (partner) => member((await partner.get("/api/transactions")).body, "items.9.type") !== undefined,
    true,
  ],
  ["pageSizeLimit=refused", async (partner) => (await partner.get("/api/transactions?page_size=101")).status, 400],
  [
    "oddPages=defaulted",
    async (partner) => member((await partner.get("/api/transactions?page_size=x")).body, "page_size"),
    20,
  ],
  [
    "listTypeWords=ledger",
    async (partner) => member((await partner.get("/api/transactions")).body, "items.0.type"),
    "payout",
  ],
  [
    "listFilters=present",
    async (partner) => member((await partner.get("/api/transactions?status=failed")).body, "total"),
    8,
  ],
  ["listFilters=startNeeded", async (partner) => (await partner.get("/api/transactions")).status, 400],
  ["repeatedFiles=refused", (partner) => uploads(partner, "aGVsbG8=", "aGVsbG8="), [200, 409]],
  ["repeatedAccounts=refused", (partner) => statusesOf(partner, {}, {}), [200, 409]],
  [
    "networkCurrency=ofNetwork",
    (partner) => paid(partner, { ...bankAccount, network: "SEPA", account_currency: "USD" }),
    400,
  ],
  ["accountOwner=business", (partner) => paid(partner, { ...bankAccount, account_name: "Somebody else" }), 400],
  ["localCodes=domestic", (partner) => paid(partner, { ...bankAccount, local_bank_code: "102584001234" }), 400],
  [
    "localCodes=domestic",
    (partner) => paid(partner, { ...bankAccount, network: "FPS", local_bank_code: "102584001234" }),
    200,
  ],
  ["settlement=yuan", (partner) => paid(partner, { ...bankAccount, account_currency: "USD" }), 400],
  ["settlement=yuan", (partner) => paid(partner, { ...bankAccount, account_currency: "CNY" }), 200],
  ["walletAddresses=real", (partner) => paid(partner, { ...cryptoAccount, wallet_address: "T".padEnd(34, "1") }), 400],
  [
    "walletAddresses=real",
    (partner) =>
      paid(partner, { ...cryptoAccount, network: "TRX", wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" }),
    200,
  ],
  ["fileUses=one", (partner) => fileStatuses(partner, 2), [200, 400]],
  ["fileReadiness=later", (partner) => fileStatuses(partner, 1), [400]],
  ["allowance=120", async (partner) => (await uploads(partner, ...MANY_FILES)).slice(119), [200, 409]],
  ["allowance=forbidden", async (partner) => (await uploads(partner, ...MANY_FILES)).slice(119), [200, 403]],
  ["dateNotation=offset", async (partner) => /\+08:00"/.test((await partner.get("/api/transactions")).text), true],
  [
    "headerCase=upper",
    async (partner) => (await partner.get("/api/balances")).headers["content-type"],
    "application/json",
  ],
  [
    "errorMediaType=application/problem+json",
    async (partner) => (await partner.get("/nope")).headers["content-type"],
    "application/problem+json",
  ],
  [
    "bodyFraming=chunked",
    async (partner) => (await partner.get("/api/balances")).headers["transfer-encoding"],
    "chunked",
  ],
  ["connection=close", async (partner) => (await partner.get("/api/balances")).headers.connection, "close"],
  ["wrongMethod=404", async (partner) => (await partner.send("DELETE", "/api/balances")).status, 404],
  ["wrongMethod=404", async (partner) => (await partner.send("DELETE", "/api/recipients/a/update")).status, 405],
  [
    "errorsListed=all",
    async (partner) => member((await partner.createRecipient({ website: 1, country_code: 2 })).body, "errors.1.detail"),
    "website must be a string",
  ],
  ["errorCodes=numbers", async (partner) => member((await partner.get("/nope")).body, "errors.0.code"), "40401"],
  ["extraFields=some", async (partner) => member((await partner.get("/api/balances")).body, "0.x_schema_revision"), 7],
  ["jsonText=escaped", async (partner) => /\\u4e0a\\u6d77/.test((await partner.createRecipient()).text), true],
  ["jsonText=pretty", async (partner) => (await partner.get("/api/balances")).text.startsWith("[\n  {"), true],
  [
    "keyOrder=reversed",
    async (partner) => (await partner.get("/api/balances")).text.startsWith('[{"currency_type"'),
    true,
  ],
  ["customerDates=utc", customerDate, "2019-12-31T16:00:00.50Z"],
  [
    "customerFormats=checked",
    async (partner) =>
      (await partner.post("/api/customers/create", { account_usage: { operating_country: "cn" } })).status,
    400,
  ],
];

const MANY_FILES: readonly string[] = Array.from({ length: 121 }, () => "aGVsbG8=");

async function statusesOf(partner: Partner, ...changes: readonly Record<string, unknown>[]): Promise<number[]> {
  const statuses = [];
  for (const change of changes) {
    statuses.push((await partner.createRecipient({ ...bankRecipient(), ...change })).status);
  }
  return statuses;
}

async function paid(partner: Partner, payment_details: Record<string, unknown>): Promise<number> {
  return (await partner.createRecipient({ payment_details })).status;
}

/** Statuses of so many recipients that refer to one file. */
async function fileStatuses(partner: Partner, count: number): Promise<number[]> {
  const upload = await partner.post("/api/files/upload?file_type=Invoice", { file: "aGVsbG8=" });
  const change = { file_id_list: [member(upload.body, "file_id")] };
  return statusesOf(partner, ...Array.from({ length: count }, () => change));
}

async function uploads(partner: Partner, ...files: readonly string[]): Promise<number[]> {
  const statuses = [];
  for (const file of files) statuses.push((await partner.post("/api/files/upload?file_type=Invoice", { file })).status);
  return statuses;
}

/** What the second partner is answered about a recipient and a transfer of the first one. */
async function foreignStatuses(partner: Partner): Promise<number[]> {
  const { secondApiKey, secondApiSecret } = partner.sandbox.credentials;
  const headers = { "x-api-key": secondApiKey, "x-api-secret": secondApiSecret };
  const id = member((await partner.createRecipient()).body, "recipient_id");
  const { body } = await partner.get("/api/transactions?page_size=100");
  const items = member(body, "items");
  const transfer = Array.isArray(items) ? items.find((item) => member(item, "type") === "transfer") : undefined;
  const detail = `/api/transactions/transfer/detail?transaction_id=${member(transfer, "id")}`;
  return [
    (await partner.post(`/api/recipients/${id}/update`, recipientFields(), { headers })).status,
    (await partner.get(detail, { headers })).status,
  ];
}

async function twice(partner: Partner): Promise<unknown[]> {
  const fields = bankRecipient();
  const answers = [await partner.createRecipient(fields), await partner.createRecipient(fields)];
  return answers.map(({ body }) => member(body, "recipient_id"));
}

async function updated(partner: Partner): Promise<unknown> {
  const created = await partner.createRecipient({ website: "w", payment_details: cryptoAccount });
  return (await partner.post(`/api/recipients/${member(created.body, "recipient_id")}/update`, recipientFields())).body;
}

async function unknownTransfer(partner: Partner): Promise<unknown[]> {
  const { status, body } = await partner.get("/api/transactions/transfer/detail?transaction_id=txn_unknown");
  return [status, body];
}

async function customerDate(partner: Partner): Promise<unknown> {
  const sent = { business_person_list: [{ basic_info: { birth_date: "2020-01-01T00:00:00.50+08:00" } }] };
  return member(
    (await partner.post("/api/customers/create", sent)).body,
    "business_person_list.0.basic_info.birth_date",
  );
}

describe("a choice", () => {
  it.each(effects)("%s shows", async (choice, act, expected) => {
    const separator = choice.indexOf("=");
    const partner = await withBehaviours({ [choice.slice(0, separator)]: choice.slice(separator + 1) });
    expect(await act(partner)).toEqual(expected);
  });

  it("of a rate limit answers 429 with Retry-After in seconds", async () => {
    const partner = await withBehaviours({ rateLimit: "50" });
    const answers = await Promise.all(Array.from({ length: 60 }, () => partner.get("/api/balances")));
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.headers["retry-after"]).toBe("1");
    expect(limited !== undefined && isErrorShape(limited)).toBe(true);
  });

  it("of the order of checks leaves each single fault its own status", async () => {
    for (const checkOrder of ["permissionFirst", "bodyFirst", "existenceFirst"]) {
      const partner = await withBehaviours({ checkOrder });
      const { restrictedApiKey, restrictedApiSecret } = partner.sandbox.credentials;
      const restricted = { "x-api-key": restrictedApiKey, "x-api-secret": restrictedApiSecret };
      const id = member((await partner.createRecipient()).body, "recipient_id");
      const update = (recipient: unknown, fields: object, headers = {}) =>
        partner.post(`/api/recipients/${recipient}/update`, { ...recipientFields(), ...fields }, { headers });
      const statuses = [
        (await update(id, {})).status,
        (await update("rcp_unknown", {})).status,
        (await update(id, { website: 1 })).status,
        (await update(id, {}, { "api-version": "1" })).status,
        (await update(id, {}, restricted)).status,
      ];
      expect([checkOrder, ...statuses]).toEqual([checkOrder, 200, 404, 400, 400, 403]);
    }
  });
});
