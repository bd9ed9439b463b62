import { expect, test } from "vitest";
import type { WireRequest } from "../../client/model.js";
import { Creations } from "../../engine/created.js";

/** The partner's id that is noted before a body is sent. */
async function noted(body: WireRequest["body"]): Promise<string | null | undefined> {
  const ids: (string | null)[] = [];
  const journal = {
    begin: ({ partnerId }: { readonly partnerId: string | null }) => {
      ids.push(partnerId);
      return () => {};
    },
  };
  const wire = { method: "POST", path: "/api/recipients/create", headers: {}, body, credentials: "valid" } as const;
  await new Creations(journal).begin(wire);
  return ids[0];
}

test.each<[name: string, body: WireRequest["body"]]>([
  ["plain", '{"partner_recipient_id":"partner-1"}'],
  ["with spaces", '{ "partner_recipient_id" : "partner-1" }'],
  ["with escapes in the name", '{"\\u0070artner_recipient_id":"partner-1"}'],
  ["with escapes in the value", '{"partner_recipient_id":"\\u0070artner-1"}'],
  ["cut short", '{"partner_recipient_id":"partner-1", "business_name"'],
  ["as bytes", Buffer.from('{"partner_recipient_id":"partner-1","x":"\u00e9"}')],
])("the partner's id is noted before it is sent: %s", async (_, body) => {
  expect(await noted(body)).toBe("partner-1");
});

test("a body without the partner's id is noted without it", async () => {
  expect(await noted('{"partner_recipient_id":5}')).toBeNull();
});
