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

beforeAll(async () => {
  partner = await partnerOf({ mode: "freeze" });
});
afterAll(closeAll);

async function createdId(fields: object = {}): Promise<string> {
  return String(member((await partner.createRecipient(fields)).body, "recipient_id"));
}

describe("creating a recipient", () => {
  it("returns everything that was sent and adds id, status and time", async () => {
    const fields = {
      ...bankRecipient(),
      website: "",
      address_info: { address_line_1: " 1  Road ", post_code: "", city: "深圳" },
      payment_details: { ...cryptoAccount },
      file_id_list: [await partner.upload("Contract")],
    };
    const { status, body } = await partner.createRecipient(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...fields, status: "pending" });
    expect(member(body, "recipient_id")).toMatch(/^rcp_[0-9a-f]{24}$/);
    expect(member(body, "created_at")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("fills in a business_type that was left out, as the response must carry one", async () => {
    const { business_type: _left, ...fields } = bankRecipient();
    const { body } = await partner.post("/api/recipients/create", fields);
    expect(member(body, "business_type")).toBe("Business");
  });

  it("refuses a partner id that is already taken", async () => {
    const fields = bankRecipient();
    expect((await partner.createRecipient(fields)).status).toBe(200);
    const second = await partner.createRecipient(fields);
    expect(second.status).toBe(409);
    expect(isErrorShape(second)).toBe(true);
  });

  it("refuses a file id that nobody uploaded and one of a customer's document", async () => {
    expect((await partner.createRecipient({ file_id_list: ["file_unknown"] })).status).toBe(400);
    expect((await partner.createRecipient({ file_id_list: [await partner.upload("Main page")] })).status).toBe(400);
  });

  it("takes both listed versions, and no other", async () => {
    const versions = ["2024-12-01", "2026-08-31", "2024-12-02", "", " 2024-12-01, 2024-12-01"];
    const statuses = [];
    for (const version of versions) {
      statuses.push((await partner.createRecipient({}, { headers: { "api-version": version } })).status);
    }
    expect(statuses).toEqual([200, 200, 400, 400, 400]);
  });
});

describe("updating a recipient", () => {
  it("replaces what was sent, keeps the rest, and changes neither id", async () => {
    const created = await partner.createRecipient({ website: "https://a.example.com", address_info: { city: "A" } });
    const id = member(created.body, "recipient_id");
    const { status, body } = await partner.post(`/api/recipients/${id}/update`, {
      ...recipientFields(),
      business_name: "Another name",
      partner_recipient_id: "another-partner-id-000000",
      payment_details: cryptoAccount,
      address_info: { state: "B" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      recipient_id: id,
      partner_recipient_id: member(created.body, "partner_recipient_id"),
      created_at: member(created.body, "created_at"),
      business_name: "Another name",
      website: "https://a.example.com",
    });
    expect(member(body, "payment_details")).toEqual(cryptoAccount);
    expect(member(body, "address_info")).toEqual({ state: "B" });
  });

  it("answers 404 for a recipient that does not exist", async () => {
    const answer = await partner.post("/api/recipients/rcp_unknown/update", recipientFields());
    expect(answer.status).toBe(404);
    expect(isErrorShape(answer)).toBe(true);
  });

  it("answers 405 to every other method", async () => {
    const id = await createdId();
    for (const method of ["GET", "PUT", "PATCH", "DELETE"] as const) {
      expect((await partner.send(method, `/api/recipients/${id}/update`)).status).toBe(405);
    }
  });

  it("needs each of its four required fields, and the contract version", async () => {
    const id = await createdId();
    for (const name of ["business_name", "business_type", "country_code", "payment_details"]) {
      const { [name]: _left, ...fields } = recipientFields();
      expect((await partner.post(`/api/recipients/${id}/update`, fields)).status).toBe(400);
    }
    const path = `/api/recipients/${id}/update`;
    const withVersion = (version: string) =>
      partner.post(path, recipientFields(), { headers: { "api-version": version } });
    expect((await withVersion("2024-12-01")).status).toBe(200);
    expect((await withVersion("2026-08-31")).status).toBe(400);
    const json = JSON.stringify(recipientFields());
    const without = await partner.send("POST", path, { headers: { "content-type": "application/json" }, raw: json });
    expect(without.status).toBe(200);
  });
});

describe("the states of a recipient", () => {
  it("is active at once in a sandbox whose states move at once", async () => {
    const instant = await partnerOf({ mode: "instant" });
    expect(member((await instant.createRecipient()).body, "status")).toBe("active");
  });

  it("becomes active after a second in a live one", async () => {
    const live = await partnerOf();
    const created = await live.createRecipient();
    expect(member(created.body, "status")).toBe("pending");
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const path = `/api/recipients/${member(created.body, "recipient_id")}/update`;
    const updated = await live.post(path, { ...recipientFields(), payment_details: bankAccount });
    expect(member(updated.body, "status")).toBe("active");
  });
});
