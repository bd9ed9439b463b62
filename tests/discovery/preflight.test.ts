import { describe, expect, test } from "vitest";
import type { Exchange, TransportFailure } from "../../client/model.js";
import { TargetError } from "../../engine/reachability.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import {
  type Answer,
  BALANCES,
  detailOf,
  ITEMS,
  json,
  OPTIONS,
  pagesFrom,
  preflight,
  REFUSED,
  UNAUTHORIZED,
} from "./preflighting.js";

test("nothing is stored for a run of operations that read", async () => {
  const { sent, target } = await preflight(
    { "GET /api/balances": BALANCES, "GET /api/transactions": pagesFrom(1, ITEMS) },
    { noWrites: null, storing: false },
  );
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(target.noWrites).toBeNull();
  expect(target.unready.createRecipient).toBe("only operations that read were asked for");
});

test("details are read from both ends of a long list", async () => {
  const items = Array.from({ length: 500 }, (_, index) => ({ id: `txn_${index}`, type: "transfer" }));
  const detail: Answer = (_, query) =>
    json({ transaction_id: query.get("transaction_id"), transaction_type: "transfer", status: "completed" });
  const { target } = await preflight(
    {
      "GET /api/balances": BALANCES,
      "GET /api/transactions": pagesFrom(1, items),
      "GET /api/transactions/transfer/detail": detail,
    },
    { profile: "standard" },
  );
  const ids = target.transfers.map(({ transactionId }) => transactionId);
  expect(ids).toHaveLength(120);
  expect(ids).toContain("txn_0");
  expect(ids).toContain("txn_499");
});

/** The reads that tell whether a target is there. */
const READS = ["balances", "transactions", "transactions/transfer/detail"];

describe("the door", () => {
  test.each<TransportFailure>([
    { kind: "unreachable", message: "connect ECONNREFUSED 192.0.2.1:443" },
    { kind: "timeout", message: "no answer within 100 ms" },
    { kind: "connection-lost", message: "the connection was closed" },
  ])("is shut when there is no answer: %j", async (failure) => {
    const running = preflight(Object.fromEntries(READS.map((path) => [`GET /api/${path}`, () => exchangeOf(failure)])));
    await expect(running).rejects.toThrow(TargetError);
    await expect(running).rejects.toThrow(
      `https://payments.example cannot be reached: ${failure.message}. Check the address`,
    );
  });

  test("is shut when all reads refuse the credentials", async () => {
    const running = preflight(Object.fromEntries(READS.map((path) => [`GET /api/${path}`, () => UNAUTHORIZED])));
    await expect(running).rejects.toThrow(TargetError);
    await expect(running).rejects.toThrow("refuses the credentials: every operation that was tried answers 401");
  });

  test("is open when one read alone answers 401: that is a fault to be found", async () => {
    const { target } = await preflight({
      "GET /api/balances": () => UNAUTHORIZED,
      "GET /api/transactions": pagesFrom(1, ITEMS),
    });
    expect(target.pages).toEqual({ firstPage: 1, size: 10, total: 30, needed: {} });
  });

  test.each([500, 503, 302, 404])("is open when the first answer is a %d", async (status) => {
    await expect(preflight({ "GET /api/balances": () => json("", status) })).resolves.toBeDefined();
  });
});

describe("pages", () => {
  test.each([
    [0, "pages are counted from 0"],
    [1, "pages are counted from 1; page 0 is answered with 400"],
  ])("counted from %d are found to be so", async (firstPage, answer) => {
    const { target, observed } = await preflight({
      "GET /api/balances": BALANCES,
      "GET /api/transactions": pagesFrom(firstPage, ITEMS),
    });
    expect(target.pages).toEqual({ firstPage, size: 10, total: 30, needed: {} });
    expect(observed("unknown.listTransactions.pageBase")).toBe(answer);
    expect(target.templates.listTransactions[0]?.query).toEqual({ page_number: String(firstPage), page_size: "10" });
  });

  test("of which number 0 shows the first are counted from 1", async () => {
    const fromOne = pagesFrom(1, ITEMS);
    const { target, observed } = await preflight({
      "GET /api/balances": BALANCES,
      "GET /api/transactions": (request, query, body) => {
        if (query.get("page_number") === "0") query.set("page_number", "1");
        return fromOne(request, query, body);
      },
    });
    expect(target.pages?.firstPage).toBe(1);
    expect(observed("unknown.listTransactions.pageBase")).toBe(
      "pages are counted from 1; page 0 is answered with 200 and shows the first page",
    );
  });

  test("that hold nothing leave the details out of reach, with a reason", async () => {
    const { target } = await preflight({ "GET /api/balances": BALANCES, "GET /api/transactions": pagesFrom(1, []) });
    expect(target.pages).toEqual({ firstPage: 1, size: 10, total: 0, needed: {} });
    expect(target.unready).toMatchObject({
      getTransferDetail: "no transfer is known: no transaction is listed, and CONFORMANCE_TRANSFER_ID names none",
      getDepositDetail: "no deposit is known: no transaction is listed, and CONFORMANCE_DEPOSIT_ID names none",
      getTransferReceipt: "no transfer is known whose receipt could be asked for",
    });
  });

  test.each([
    ["of at most five items", [1, 2, 3, 5], 5],
    ["of round sizes", [20, 50, 100], 20],
    ["of one item", [1], 1],
    ["without a size", [], null],
  ])("%s are read in a size that is accepted", async (_, sizes, size) => {
    const all = pagesFrom(1, ITEMS);
    const { target } = await preflight({
      "GET /api/balances": BALANCES,
      "GET /api/transactions": (request, query, body) => {
        const asked = query.get("page_size");
        if (asked !== null && !sizes.some((known) => String(known) === asked)) return REFUSED;
        if (asked === null) query.set("page_size", "12");
        return all(request, query, body);
      },
      "GET /api/transactions/transfer/detail": detailOf("transfer"),
      "GET /api/transactions/detail": detailOf("deposit"),
    });
    expect(target.pages).toEqual({ firstPage: 1, size, total: 30, needed: {} });
    expect(target.transfers.length).toBeGreaterThan(5);
    const query = { page_number: "1", ...(size === null ? {} : { page_size: String(size) }) };
    expect(target.templates.listTransactions[0]?.query).toEqual(query);
  });

  test("that are refused are not known", async () => {
    expect((await preflight({ "GET /api/balances": BALANCES })).target.pages).toBeNull();
  });
});

describe("transactions", () => {
  const READS = { "GET /api/balances": BALANCES, "GET /api/transactions": pagesFrom(1, ITEMS) };

  test("are found through the operation that knows them", async () => {
    const { target } = await preflight({
      ...READS,
      "GET /api/transactions/transfer/detail": detailOf("transfer"),
      "GET /api/transactions/detail": detailOf("deposit"),
    });
    expect([target.transfers.length, target.deposits.length]).toEqual([15, 15]);
    expect(target.transfers[0]?.query).toEqual({ transaction_id: "txn_0" });
    expect(target.deposits[0]).toMatchObject({ transactionId: "txn_1", partnerTransactionId: "partner-transaction-1" });
  });

  test("that the user names are found although none is listed", async () => {
    const { target } = await preflight(
      {
        "GET /api/balances": BALANCES,
        "GET /api/transactions": pagesFrom(1, []),
        "GET /api/transactions/transfer/detail": detailOf("transfer"),
        "GET /api/transactions/detail": detailOf("deposit"),
      },
      { transferId: "txn_4", depositId: "txn_7" },
    );
    expect(target.transfers.map(({ transactionId }) => transactionId)).toEqual(["txn_4"]);
    expect(target.deposits.map(({ transactionId }) => transactionId)).toEqual(["txn_7"]);
    expect(target.unready.getTransferDetail).toBeUndefined();
  });

  test.each(["transaction_id", "transactionId", "id", "txn_id"])(
    "have a receipt under the parameter %s",
    async (parameter) => {
      const { target, observed } = await preflight({
        ...READS,
        "GET /api/transactions/transfer/detail": detailOf("transfer"),
        "GET /api/transactions/transfer/receipt": (_, query) =>
          query.has(parameter) ? json(["JVBERi0xLjQK"]) : REFUSED,
      });
      expect(target.templates.getTransferReceipt[0]?.query).toEqual({ [parameter]: "txn_0" });
      expect(observed("unknown.getTransferReceipt.parameterName")).toBe(`the receipt takes ${parameter}`);
    },
  );

  test("have a receipt under the name that a refusal asks for", async () => {
    const detail = "payment_reference is required";
    const { target, sent } = await preflight({
      ...READS,
      "GET /api/transactions/transfer/detail": detailOf("transfer"),
      "GET /api/transactions/transfer/receipt": (_, query) =>
        query.has("payment_reference")
          ? json(["JVBERi0="])
          : exchangeOf(responseOf({ errors: [{ detail, code: "MISSING" }] }, 400)),
    });
    expect(target.unready.getTransferReceipt).toBeUndefined();
    expect(sent.filter(({ path }) => path.includes("receipt"))).toHaveLength(2);
  });

  test("are not held up by a refusal of a million letters", async () => {
    const endless = exchangeOf(responseOf({ errors: [{ detail: "a".repeat(1_000_000), code: "NO" }] }, 400));
    const { target } = await preflight({
      ...READS,
      "GET /api/transactions/transfer/detail": detailOf("transfer"),
      "GET /api/transactions/transfer/receipt": () => endless,
    });
    expect(target.unready.getTransferReceipt).toBe("no parameter name that was tried gets a receipt");
  });

  test("without a receipt under any name leave it out of reach", async () => {
    const { target } = await preflight({ ...READS, "GET /api/transactions/transfer/detail": detailOf("transfer") });
    expect(target.unready.getTransferReceipt).toBe("no parameter name that was tried gets a receipt");
  });
});

describe("writes", () => {
  let files = 0;
  const recipientOf = (body: Readonly<Record<string, unknown>>, id: string): Exchange =>
    json({ ...body, recipient_id: id, status: "pending", created_at: new Date(OPTIONS.now).toISOString() });
  const WRITES: Readonly<Record<string, Answer>> = {
    "GET /api/balances": BALANCES,
    "POST /api/files/upload": () => json({ file_id: `file_${files++}` }),
    "POST /api/recipients/create": (_, _query, body) => recipientOf(body, `rcp_${String(body.partner_recipient_id)}`),
    "POST /api/customers/create": () => json({ customer_id: "cus_1" }),
  };

  test("are not sent where they are not allowed", async () => {
    const { target, sent } = await preflight(WRITES);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(target.unready).toMatchObject({
      createRecipient: "it changes data",
      updateRecipient: "it changes data",
      uploadFile: "it changes data",
      createCustomer: "it changes data",
    });
  });

  test.each(["2024-12-01", "2026-08-31"])(
    "of recipients take the Api-Version %s where that is accepted",
    async (version) => {
      const { target, observed } = await preflight(
        {
          ...WRITES,
          "POST /api/recipients/create": ({ headers }, _query, body) =>
            headers["api-version"] === version
              ? recipientOf(body, `rcp_${String(body.partner_recipient_id)}`)
              : REFUSED,
        },
        { noWrites: null },
      );
      expect(observed("preflight.createRecipient.version")).toBe(`createRecipient takes Api-Version ${version}`);
      expect(target.templates.createRecipient.map((template) => template.version)).toEqual(
        target.templates.createRecipient.map(() => version),
      );
      expect(target.recipients.bank.length).toBe(9);
      expect(target.recipients.crypto.length).toBe(8);
    },
  );

  test("of recipients take the Api-Version that the user states", async () => {
    const { target } = await preflight(WRITES, { noWrites: null, apiVersion: "2030-01-01" });
    expect(target.templates.createRecipient[0]?.version).toBe("2030-01-01");
  });

  test("of customers take the Api-Version that is accepted", async () => {
    const { observed } = await preflight(
      {
        ...WRITES,
        "POST /api/customers/create": ({ headers }) =>
          headers["api-version"] === "2026-08-31" ? json({ customer_id: "cus_1" }) : REFUSED,
      },
      { noWrites: null },
    );
    expect(observed("preflight.createCustomer.version")).toBe("createCustomer takes Api-Version 2026-08-31");
  });

  test.each([
    ["base64", /^[A-Za-z0-9+/]+=*$/],
    ["data URI", /^data:application\/pdf;base64,/],
    ["hexadecimal", /^[0-9a-f]+$/],
  ])("of files are encoded as %s where nothing else is accepted", async (name, expression) => {
    const { target, observed } = await preflight(
      {
        ...WRITES,
        "POST /api/files/upload": (_, query, body) =>
          query.get("file_type") === "Main page" ||
          query.get("file_type") === "Back page" ||
          expression.test(String(body.file))
            ? json({ file_id: `file_${files++}` })
            : REFUSED,
      },
      { noWrites: null },
    );
    expect(observed("unknown.uploadFile.fileEncoding")).toContain(name);
    expect(String(target.templates.uploadFile[0]?.body?.file)).toMatch(expression);
    expect(target.recipientFiles.length).toBe(11);
  });

  test("that are all refused leave updates out of reach", async () => {
    const { target } = await preflight({ "GET /api/balances": BALANCES }, { noWrites: null });
    expect(target.recipients).toEqual({ bank: [], crypto: [] });
    expect(target.unready.updateRecipient).toBe("no recipient could be created, so there is none to update");
    expect(target.templates.createRecipient.length).toBeGreaterThan(0);
  });
});
