import { expect, test } from "vitest";
import type { WireRequest } from "../../client/model.js";
import { createRecipients } from "../../discovery/recipients.js";
import { willingRecipients } from "../../discovery/willingRecipients.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const CONTEXT = {
  seed: 42,
  createVersion: "2024-12-01",
  customerVersion: null,
  recipientFiles: [],
  customerFiles: { corporate: [], front: [], back: [] },
};
const SMOKE = { run: "abcde", profile: "smoke" } as const;
const REFUSAL = exchangeOf(responseOf({ errors: [{ detail: "under review", code: "STATE" }] }, 400));

/** What is left of nine bank recipients, rcp_1 to rcp_9, and eight of wallets, rcp_10 to rcp_17, where some take no update. */
async function willingWhere(isUnwilling: (number: number) => boolean) {
  let number = 0;
  const updated: number[] = [];
  const sender = {
    send: async ({ path }: WireRequest) => {
      const [, id] = /\/rcp_(\d+)\/update$/.exec(path) ?? [];
      if (id === undefined) return exchangeOf(responseOf({ recipient_id: `rcp_${++number}` }));
      updated.push(Number(id));
      return isUnwilling(Number(id)) ? REFUSAL : exchangeOf(responseOf({}));
    },
  };
  const made = await createRecipients(sender, CONTEXT, SMOKE.run, SMOKE.profile);
  const unwilling = Object.values(made.recipients)
    .flat()
    .filter(({ recipientId }) => isUnwilling(Number(recipientId.slice(4))))
    .map((recipient) => ({ recipient, wire: REFUSAL.wire, sent: undefined, exchange: REFUSAL }));
  const { bank, crypto } = await willingRecipients(sender, CONTEXT, SMOKE, made, { age: 0, unwilling });
  const idsOf = (pool: typeof bank) => pool.map(({ recipientId }) => Number(recipientId.slice(4)));
  return { bank: idsOf(bank), crypto: idsOf(crypto), created: number, updated };
}

test("others are created in the place of recipients that take no update, and only those are tried", async () => {
  expect(await willingWhere((number) => number === 2 || number === 12)).toEqual({
    bank: [1, 18, 3, 4, 5, 6, 7, 8, 9],
    crypto: [10, 11, 19, 13, 14, 15, 16, 17],
    created: 19,
    updated: [18, 19],
  });
});

test("after three rounds those are left that take updates", async () => {
  expect(await willingWhere((number) => number === 2 || number > 17)).toEqual({
    bank: [1, 3, 4, 5, 6, 7, 8, 9],
    crypto: [10, 11, 12, 13, 14, 15, 16, 17],
    created: 20,
    updated: [18, 19, 20],
  });
});

test("of an account type of which none takes updates those stay that there are", async () => {
  const { bank, crypto, created } = await willingWhere((number) => number > 9);
  expect(bank).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(crypto).toHaveLength(8);
  expect(created).toBe(17 + 3 * 8);
});

test("where all take updates nothing is sent", async () => {
  expect(await willingWhere(() => false)).toMatchObject({ created: 17, updated: [] });
});
