import { expect, test } from "vitest";
import { KnownResources } from "../../webhooks/run/knownResources.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const created = exchangeOf(responseOf({ recipient_id: "rcp_1", partner_recipient_id: "partner-1" }));
const creation = { ...created, wire: { ...created.wire, method: "POST", path: "/api/recipients/create" } };

test("what a run showed is known until its deliveries are judged, and nothing is remembered after that", () => {
  const known = new KnownResources();
  known.note(creation);
  expect(known.viewsOf("Recipient", { recipient_id: "rcp_1" })).not.toBeNull();
  known.end();
  known.note(creation);
  expect(known.viewsOf("Recipient", { recipient_id: "rcp_1" })).toBeNull();
});
