import { describe, expect, it } from "vitest";
import type { Exchange, WireRequest } from "../../client/model.js";
import { AnsweredControls } from "../../engine/answeredControls.js";
import { materialise, type Template } from "../../generators/edits/edit.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";

const CREATION: Template = {
  id: "bank-1",
  operation: "createRecipient",
  body: { partner_recipient_id: "template", business_name: "Lotus", website: "https://a.example" },
  query: {},
  path: {},
  version: "2024-12-01",
  freshField: "partner_recipient_id",
  freshTexts: [{ at: ["website"], text: "https://a.example", shape: (key) => `https://${key}.example` }],
};

function answering(status: number) {
  const answered = (wire: WireRequest): Exchange => ({
    wire,
    request: { method: wire.method, url: wire.path, headers: {}, body: null },
    response: { status, headers: {}, body: "{}", truncated: false },
    failure: null,
    startedAt: 0,
    durationMs: 1,
    leaked: [],
  });
  return new AnsweredControls({ send: async (wire) => answered(wire) });
}

describe("controls that the preflight sent", () => {
  it("are known again by all that is not new in each request, with the body that was sent", async () => {
    const answered = answering(200);
    await answered.send(materialise(CREATION, null, "first").wire);
    expect(answered.to(CREATION)?.sent).toEqual({
      partner_recipient_id: "first",
      business_name: "Lotus",
      website: "https://first.example",
    });
  });

  it("are other ones where the body, the version or the query differs", async () => {
    const answered = answering(200);
    await answered.send(materialise(CREATION, null, "first").wire);
    await answered.send(materialise(readTemplate("getTransferDetail", { transaction_id: "txn_1" }), null, "").wire);
    const other = { ...CREATION, body: { ...CREATION.body, business_name: "Orchid" } };
    expect(answered.to(other)).toBeUndefined();
    expect(answered.to({ ...CREATION, version: "2026-08-31" })).toBeUndefined();
    expect(answered.to(readTemplate("getTransferDetail", { transaction_id: "txn_2" }))).toBeUndefined();
    expect(answered.to(readTemplate("getTransferDetail", { transaction_id: "txn_1" }))).toBeDefined();
  });

  it("do not count when they were refused", async () => {
    const answered = answering(400);
    await answered.send(materialise(CREATION, null, "first").wire);
    expect(answered.to(CREATION)).toBeUndefined();
  });
});
