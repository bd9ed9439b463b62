import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeAll, member, type Partner, partnerOf } from "./partner.js";

let partner: Partner;

beforeAll(async () => {
  partner = await partnerOf();
});
afterAll(closeAll);

const create = (json: object) => partner.post("/api/customers/create", json);

describe("creating a customer", () => {
  it("returns everything that was sent and adds the type and reference fields", async () => {
    const front = await partner.upload("Main page");
    const sent = {
      partner_customer_id: "c-1",
      business_details: {
        business_name: "样本有限公司",
        business_identifier_start_date: "2020-02-29T23:59:60+00:00",
        business_identifier_document_list: [await partner.upload("Business Registration")],
      },
      account_usage: { estimated_monthly_revenue_amount: 0.1 },
      business_person_list: [
        {
          basic_info: { birth_date: "1990-01-01T08:00:00+08:00" },
          identification: { id_document_front_file_id: front },
        },
        { residential_address: { residential_address_city: "Leeds" } },
      ],
    };
    const { status, body } = await create(sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...sent, status: "active" });
    expect(member(body, "customer_id")).toMatch(/^cus_/);
    expect(member(body, "business_details.business_type")).toBe("LIMITED_COMPANY");
    expect(member(body, "account_usage.account_usage_product_reference")).toBe("GLOBAL_PAYOUT");
    expect(member(body, "business_person_list.1.basic_info.role_type")).toBe("DIRECTOR");
    expect(member(body, "business_person_list.1.identification.id_type")).toBe("PASSPORT");
  });

  it("returns an amount with all the digits that were sent", async () => {
    for (const amount of ["12345678901234567890.1234567890", "1e400", "-0.10000000000000000001", "90071992547409931"]) {
      const raw = `{"account_usage":{"estimated_monthly_revenue_amount":${amount}}}`;
      const { text } = await partner.send("POST", "/api/customers/create", { raw });
      expect(text).toContain(`"estimated_monthly_revenue_amount":${amount}`);
    }
  });

  it("takes every date-time of RFC 3339 and nothing else", async () => {
    const birthDate = (birth_date: unknown) => create({ business_person_list: [{ basic_info: { birth_date } }] });
    for (const date of ["1990-01-01t00:00:00z", "1990-12-31T23:59:59.123456789-23:59", "2000-02-29T00:00:00Z"]) {
      expect([date, (await birthDate(date)).status]).toEqual([date, 200]);
    }
    const bad = [
      "1990-01-01",
      "1990-02-29T00:00:00Z",
      "1990-01-01T24:00:00Z",
      "1990-01-01T00:00:00",
      "1990-13-01T00:00:00Z",
    ];
    for (const date of [...bad, "1990-01-01T00:00:00Z\n", "1990-01-01T00:00:60Z", "", 631152000, null]) {
      expect([date, (await birthDate(date)).status]).toEqual([date, 400]);
    }
  });

  it("refuses values of another type at every level", async () => {
    const bodies = [
      { partner_customer_id: 1 },
      { business_details: [] },
      { business_details: { business_identifier_document_list: {} } },
      { business_details: { business_identifier_document_list: [null] } },
      { account_usage: { estimated_monthly_revenue_amount: "1" } },
      { account_usage: { estimated_monthly_revenue_amount: true } },
      { business_person_list: {} },
      { business_person_list: [{}, "person"] },
      { business_person_list: [{}, { identification: { id_number: 7 } }] },
      { registration_address: { registration_address_city: 123456789 } },
    ];
    for (const body of bodies) expect([body, (await create(body)).status]).toEqual([body, 400]);
  });

  it("refuses files that are unknown or belong to a recipient", async () => {
    const invoice = await partner.upload("Invoice");
    for (const file of ["", "file_unknown", invoice]) {
      const person = { identification: { id_document_back_file_id: file } };
      expect((await create({ business_person_list: [person] })).status).toBe(400);
    }
  });

  it("needs the contract version", async () => {
    const withVersion = (version: string) =>
      partner.post("/api/customers/create", {}, { headers: { "api-version": version } });
    expect((await withVersion("2024-12-01")).status).toBe(200);
    expect((await withVersion("2026-08-31")).status).toBe(400);
  });
});

describe("uploading a file", () => {
  it("returns an id for each of the six types", async () => {
    const types = ["Invoice", "Contract", "Business Registration", "Article of Association", "Main page", "Back page"];
    const ids = await Promise.all(types.map((type) => partner.upload(type)));
    expect(new Set(ids).size).toBe(6);
  });

  it("refuses another type, a type given twice and a file that is no base64", async () => {
    const upload = (query: string, json: object) => partner.post(`/api/files/upload${query}`, json);
    const file = { file: "aGVsbG8=" };
    expect((await upload("?file_type=Main+page", file)).status).toBe(200);
    expect((await upload("", file)).status).toBe(200);
    for (const query of [
      "?file_type=invoice",
      "?file_type=",
      "?file_type=Invoice&file_type=Invoice",
      "?file_type=Invoice%0A",
    ]) {
      expect([query, (await upload(query, file)).status]).toEqual([query, 400]);
    }
    for (const json of [{}, { file: "" }, { file: "aGVsbG8" }, { file: "a b=" }, { file: 1 }, { file: null }]) {
      expect([json, (await upload("?file_type=Invoice", json)).status]).toEqual([json, 400]);
    }
  });
});
