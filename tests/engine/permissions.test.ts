import { expect, test } from "vitest";
import { BALANCES, detailOf, ITEMS, json, pagesFrom, preflight } from "../discovery/preflighting.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const FORBIDDEN = exchangeOf(responseOf({ errors: [{ detail: "Not for you.", code: "FORBIDDEN" }] }, 403));
const REASON = "this key has no permission (403 “Not for you.”)";
const LIST = { "GET /api/transactions": pagesFrom(1, ITEMS) };

test("an operation that answers 403 to everything is not exercised for want of permission", async () => {
  const { target, lines } = await preflight({
    ...LIST,
    "GET /api/balances": BALANCES,
    "GET /api/transactions/transfer/detail": () => FORBIDDEN,
    "GET /api/transactions/detail": detailOf("deposit"),
  });
  expect(target.unready.getTransferDetail).toBe(REASON);
  expect(target.unready.getDepositDetail).toBeUndefined();
  expect(lines[0]).toBe("credentials accepted");
});

test("a single 403 is asked again", async () => {
  const answers = [FORBIDDEN, json([])];
  const { target } = await preflight({ ...LIST, "GET /api/balances": () => answers.shift() ?? json([]) });
  expect(target.unready.listBalances).toBeUndefined();
});

test("a 403 that is not in the shape of the service tells of no permission", async () => {
  const { target } = await preflight({ ...LIST, "GET /api/balances": () => json("<html>", 403) });
  expect(target.unready.listBalances).toBeUndefined();
});

test("403 for everything ends the run", async () => {
  const reads = ["balances", "transactions", "transactions/transfer/detail", "transactions/detail"];
  const running = preflight(Object.fromEntries(reads.map((path) => [`GET /api/${path}`, () => FORBIDDEN])));
  await expect(running).rejects.toThrow(`refuses every operation that was tried with 403: ${REASON}.`);
});

test("credentials are accepted only where an operation said so", async () => {
  const { lines } = await preflight({});
  expect(lines[0]).toBe("no answer tells whether the credentials are accepted");
});
