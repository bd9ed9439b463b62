/** A sandbox whose every open choice is drawn, and a client that was developed against it: it settles on nothing that is open. */
import { afterAll, describe, expect, it } from "vitest";
import { listBehaviours, shuffledBehaviours } from "../../sandbox/behaviours.js";
import { bankAccount, closeAll, isErrorShape, member, type Partner, partnerOf, type Received } from "./partner.js";

afterAll(closeAll);

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

describe("a draw", () => {
  it("is the same for the same seed, and reaches every value of every axis", () => {
    expect(shuffledBehaviours(7)).toEqual(shuffledBehaviours(7));
    const drawn = Array.from({ length: 200 }, (_, seed) => shuffledBehaviours(seed));
    for (const { axis, values } of listBehaviours())
      expect(new Set(drawn.map((choice) => choice[axis])), axis).toEqual(new Set(values.map(({ value }) => value)));
  });

  it("is what the sandbox decides by, but for what was chosen", async () => {
    const { get } = await partnerOf({ shuffle: 7, behaviours: { pageBase: "0" } });
    const { behaviour } = Object(JSON.parse((await get("/_sandbox/state")).text));
    expect(behaviour).toMatchObject({ ...shuffledBehaviours(7), pageBase: "0" });
  });
});

/** A client of the documented interface. Where the document is silent, it tries, or looks. */
class Client {
  readonly #partner: Partner;
  #version = "2024-12-01";

  constructor(partner: Partner) {
    this.#partner = partner;
  }

  /** Sends again what came over a rate limit. */
  async #patiently(send: () => Promise<Received>): Promise<Received> {
    const received = await send();
    if (received.status !== 429) return received;
    const seconds = Number(received.headers["retry-after"] ?? 1);
    await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
    return this.#patiently(send);
  }

  /** The body of a success, whichever 2xx says so. */
  async #expected(send: () => Promise<Received>): Promise<unknown> {
    const { status, body, text } = await this.#patiently(send);
    if (status < 200 || status > 299) throw new Error(`${status}: ${text}`);
    return body;
  }

  /** Creates a recipient, with every field of the table: any of them may be needed. */
  async create(partnerId: string): Promise<unknown> {
    const fields = {
      partner_recipient_id: partnerId,
      business_name: "Sample Trading",
      business_type: "Business",
      country_code: "CN",
      website: "https://sample.example.com",
      address_info: {
        address_line_1: "1 Road",
        address_line_2: "",
        city: "Xiamen",
        state: "Fujian",
        post_code: "361000",
      },
      payment_details: { ...bankAccount, payment_method: "INTERNATIONAL_WIRE", account_currency: "CNY" },
      file_id_list: [],
    };
    const send = () =>
      this.#partner.post("/api/recipients/create", fields, { headers: { "api-version": this.#version } });
    const first = await this.#patiently(send);
    if (first.status < 300) return first.body;
    if (!isErrorShape(first)) throw new Error("an error without its shape");
    this.#version = "2026-08-31";
    return this.#expected(send);
  }

  async update(recipientId: string, name: string): Promise<unknown> {
    const fields = {
      business_name: name,
      business_type: "Business",
      country_code: "CN",
      website: "https://sample.example.com",
      payment_details: { ...bankAccount, account_name: name, account_currency: "CNY" },
    };
    return this.#expected(() => this.#partner.post(`/api/recipients/${recipientId}/update`, fields));
  }

  /** All items of the list, wherever its pages begin and however many items they have. */
  async list(): Promise<readonly unknown[]> {
    const items = new Map<unknown, unknown>();
    for (let page = 0; ; page++) {
      const query = `page_number=${page}&page_size=20&start_time=2020-01-01T00:00:00Z`;
      const { status, body } = await this.#patiently(() => this.#partner.get(`/api/transactions?${query}`));
      const own = member(body, "items");
      // A first page that is no page, or the end of the list.
      if (status > 299 || !Array.isArray(own) || own.length === 0) {
        if (page > 0) return [...items.values()];
        continue;
      }
      for (const item of own) items.set(member(item, "id"), item);
    }
  }

  balances(): Promise<unknown> {
    return this.#expected(() => this.#partner.get("/api/balances"));
  }
}

describe.each(SEEDS)("a client against a sandbox that is shuffled with seed %i", (shuffle) => {
  it("creates, updates, lists and reads", async () => {
    const client = new Client(await partnerOf({ shuffle, mode: "instant" }));
    const created = await client.create(`shuffled-partner-id-${shuffle}`);
    expect(member(created, "business_name")).toBe("Sample Trading");
    const updated = await client.update(String(member(created, "recipient_id")), "Sample Export");
    expect(member(updated, "recipient_id")).toBe(member(created, "recipient_id"));
    expect(member(updated, "business_name")).toBe("Sample Export");
    expect(await client.list()).toHaveLength(24 + 18);
    expect(await client.balances()).toHaveLength(5);
  });
});

it("a client that settles on a default fails against one of them", async () => {
  const statuses = await Promise.all(
    SEEDS.map(async (shuffle) => {
      const partner = await partnerOf({ shuffle });
      return (await partner.createRecipient({}, { headers: { "api-version": "2024-12-01" } })).status;
    }),
  );
  expect(new Set(statuses).size).toBeGreaterThan(1);
  expect(statuses.some((status) => status >= 400)).toBe(true);
});

it("the two documented paths that nothing describes say so", async () => {
  const { post, get } = await partnerOf();
  const transfer = await post("/api/transfer/create", {});
  const returned = await get("/api/transactions/return/detail?transaction_id=1");
  for (const answer of [transfer, returned]) {
    expect(answer.status).toBe(404);
    expect(isErrorShape(answer)).toBe(true);
    expect(answer.text).toContain("section 4.10");
  }
  expect(transfer.text).toContain("/_sandbox/transfers");
  expect(returned.text).toContain("/_sandbox/returns");
});
