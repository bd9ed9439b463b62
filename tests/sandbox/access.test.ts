import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../sandbox/operations/index.js";
import { bankRecipient, closeAll, isErrorShape, member, type Partner, partnerOf } from "./partner.js";

let partner: Partner;

beforeAll(async () => {
  partner = await partnerOf();
});
afterAll(closeAll);

describe.each(OPERATIONS.map(({ name, method, path, writes }) => ({ name, method, path, writes })))(
  "credentials of $name",
  ({ method, path, writes }) => {
    const url = path.replace(":recipient_id", "rcp_any");
    const withPair = (key?: string, secret?: string, query = "") =>
      partner.send(method, `${url}${query}`, {
        anonymous: true,
        ...(method === "POST" ? { json: {} } : {}),
        headers: {
          ...(key === undefined ? {} : { "x-api-key": key }),
          ...(secret === undefined ? {} : { "x-api-secret": secret }),
        },
      });

    it("must be a valid pair in the headers", async () => {
      const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret, secondApiKey, secondApiSecret } =
        partner.sandbox.credentials;
      const attempts = [
        withPair(),
        withPair(apiKey),
        withPair(undefined, apiSecret),
        withPair("wrong", apiSecret),
        withPair(apiKey, "wrong"),
        withPair(apiSecret, apiKey),
        withPair("", ""),
        withPair(apiKey.slice(0, -1), apiSecret),
        withPair(apiKey, apiSecret.slice(0, -1)),
        withPair(`${apiKey}a`, apiSecret),
        withPair(apiKey.toLowerCase(), apiSecret),
        withPair(apiKey, apiSecret.toUpperCase()),
        withPair(apiKey, restrictedApiSecret),
        withPair(restrictedApiKey, apiSecret),
        withPair(apiKey, secondApiSecret),
        withPair(secondApiKey, apiSecret),
        withPair(undefined, undefined, `?x-api-key=${apiKey}&x-api-secret=${apiSecret}`),
      ];
      for (const answer of await Promise.all(attempts)) {
        expect([answer.status, isErrorShape(answer)]).toEqual([401, true]);
      }
      expect((await withPair(apiKey, apiSecret)).status).not.toBe(401);
    });

    it("may read but not write when they are the restricted ones", async () => {
      const { restrictedApiKey, restrictedApiSecret } = partner.sandbox.credentials;
      const { status } = await withPair(restrictedApiKey, restrictedApiSecret);
      expect(status === 403).toBe(writes);
    });

    it("do not make another method right", async () => {
      const other = await partner.send(method === "GET" ? "POST" : "GET", url);
      expect([other.status, isErrorShape(other)]).toEqual([405, true]);
    });
  },
);

describe("the same seed", () => {
  it("gives the same credentials, data and ids for the same requests", async () => {
    const run = async (seed: number) => {
      const { sandbox, ...own } = await partnerOf({ seed, mode: "freeze" });
      const list = await own.get("/api/transactions?page_size=100");
      const recipient = await own.createRecipient({
        ...bankRecipient(),
        partner_recipient_id: "the-same-partner-id-1",
      });
      return [sandbox.credentials, list.body, member(recipient.body, "recipient_id"), await own.upload("Invoice")];
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect((await run(8))[0]).not.toEqual(first[0]);
  });
});
