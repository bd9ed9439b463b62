import { describe, expect, test } from "vitest";
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
} from "./preflighting.js";

describe("a stated fact", () => {
  const LIST = { "GET /api/balances": BALANCES };
  const TRANSFERS = {
    ...LIST,
    "GET /api/transactions": pagesFrom(1, ITEMS),
    "GET /api/transactions/transfer/detail": detailOf("transfer"),
  };
  let files = 0;
  const recipients =
    (taken: readonly (string | undefined)[]): Answer =>
    ({ headers }, _query, body) =>
      taken.includes(headers["api-version"])
        ? json({
            ...body,
            recipient_id: `rcp_${String(body.partner_recipient_id)}`,
            created_at: new Date(OPTIONS.now).toISOString(),
          })
        : REFUSED;
  const WRITES: Readonly<Record<string, Answer>> = {
    ...LIST,
    "POST /api/files/upload": () => json({ file_id: `file_${files++}` }),
    "POST /api/recipients/create": recipients(["2024-12-01", "2026-08-31", "2030-01-01", undefined]),
    "POST /api/customers/create": () => json({ customer_id: "cus_1" }),
  };

  test.each([
    ["2026-08-31", "2026-08-31", "createRecipient takes Api-Version 2026-08-31"],
    ["2030-01-01", "2030-01-01", "createRecipient takes Api-Version 2030-01-01"],
    [null, undefined, "createRecipient takes no Api-Version"],
  ])("about the version of recipient creation is tried first: %j", async (recipientVersion, header, found) => {
    const { target, sent, facts } = await preflight(WRITES, { noWrites: null, stated: { recipientVersion } });
    const [first] = sent.filter(({ path }) => path === "/api/recipients/create");
    expect(first?.headers["api-version"]).toBe(header);
    expect(target.templates.createRecipient[0]?.version).toBe(recipientVersion);
    expect(facts.get("conflict.createRecipient.apiVersion")).toMatchObject({ kind: "kept", found });
  });

  test("that is refused twice is a failure, and what is taken instead is used", async () => {
    const { target, sent, facts } = await preflight(
      { ...WRITES, "POST /api/recipients/create": recipients(["2024-12-01"]) },
      { noWrites: null, stated: { recipientVersion: "2026-08-31" } },
    );
    const versions = sent
      .filter(({ path }) => path === "/api/recipients/create")
      .map(({ headers }) => headers["api-version"]);
    expect(versions.slice(0, 4)).toEqual(["2026-08-31", "2026-08-31", "2024-12-01", "2024-12-01"]);
    expect(target.templates.createRecipient[0]?.version).toBe("2024-12-01");
    expect(facts.get("conflict.createRecipient.apiVersion")).toMatchObject({
      kind: "differs",
      found: "createRecipient takes Api-Version 2024-12-01; what is stated is answered with 400",
      edit: { at: "header Api-Version", from: "2024-12-01", to: "2026-08-31" },
      control: { response: { status: 200 } },
      exchange: { response: { status: 400 } },
    });
  });

  test("that is refused once and then taken is kept", async () => {
    let refusals = 0;
    const { target, facts } = await preflight(
      {
        ...WRITES,
        "POST /api/customers/create": ({ headers }) =>
          headers["api-version"] === "2026-08-31" && refusals++ === 0 ? REFUSED : json({ customer_id: "cus_1" }),
      },
      { noWrites: null, stated: { customerVersion: "2026-08-31" } },
    );
    expect(target.templates.createCustomer[0]?.version).toBe("2026-08-31");
    expect(facts.get("unknown.createCustomer.apiVersionValues")).toMatchObject({ kind: "kept" });
  });

  test("that no version fulfils says nothing", async () => {
    const { facts } = await preflight(
      { ...WRITES, "POST /api/recipients/create": () => REFUSED },
      { noWrites: null, stated: { recipientVersion: "2026-08-31" } },
    );
    expect(facts.has("conflict.createRecipient.apiVersion")).toBe(false);
  });

  test.each([
    ["hexadecimal", "kept", "a file written as hexadecimal is accepted"],
    [
      "data URI",
      "differs",
      "a file written as base64 is accepted; refused: data URI; what is stated is answered with 400",
    ],
  ])("about the file encoding is tried first: %s", async (fileEncoding, kind, found) => {
    const { facts, sent } = await preflight(
      {
        ...WRITES,
        "POST /api/files/upload": (_, _query, body) =>
          String(body.file).startsWith("data:") ? REFUSED : json({ file_id: `file_${files++}` }),
      },
      { noWrites: null, stated: { fileEncoding } },
    );
    const [first] = sent.filter(({ path }) => path.startsWith("/api/files/upload"));
    expect(String(first?.body)).toMatch(fileEncoding === "data URI" ? /"data:/ : /"255044462d/);
    expect(facts.get("unknown.uploadFile.fileEncoding")).toMatchObject({ kind, found });
  });

  test.each([
    [0, 0, "kept"],
    [1, 1, "kept"],
    [0, 1, "differs"],
    [1, 0, "differs"],
  ])("about the first page is held against the list: stated %d, counted from %d", async (firstPage, real, kind) => {
    const { target, facts } = await preflight(
      { ...LIST, "GET /api/transactions": pagesFrom(real, ITEMS) },
      { stated: { firstPage } },
    );
    expect(target.pages?.firstPage).toBe(real);
    expect(facts.get("unknown.listTransactions.pageBase")).toMatchObject({ kind });
  });

  test("about the first page of an empty list is taken, and neither kept nor broken", async () => {
    const empty: Answer = () => json({ page_number: 0, page_size: 5, total: 0, items: [] });
    const { target, facts, observed } = await preflight(
      { ...LIST, "GET /api/transactions": empty },
      { stated: { firstPage: 0 } },
    );
    expect(target.pages?.firstPage).toBe(0);
    expect(facts.size).toBe(0);
    expect(observed("unknown.listTransactions.pageBase")).toBeUndefined();
  });

  test.each([
    ["payment", "payment", "kept", "the receipt takes payment"],
    ["payment", "id", "differs", "the receipt takes id; what is stated is answered with 400"],
  ])("about the receipt's parameter is tried first: stated %s, real %s", async (stated, real, kind, found) => {
    const { target, facts } = await preflight(
      {
        ...TRANSFERS,
        "GET /api/transactions/transfer/receipt": (_, query) => (query.has(real) ? json(["JVBERi0xLjQK"]) : REFUSED),
      },
      { stated: { receiptParameter: stated } },
    );
    expect(Object.keys(target.templates.getTransferReceipt[0]?.query ?? {})).toEqual([real]);
    expect(facts.get("unknown.getTransferReceipt.parameterName")).toMatchObject({ kind, found });
  });
});
