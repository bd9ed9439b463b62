import { expect, test } from "vitest";
import { executeAll } from "../../engine/execution.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { failure, REQUEST, sessionWith, testCase } from "./executing.js";

const LOCKED = exchangeOf(responseOf({ errors: [{ detail: "Locked.", code: "LOCKED" }] }, 401));
const OK = exchangeOf(responseOf([]));
const READ = { ...REQUEST, path: "/api/transactions" };

/** A case that passes when its request is answered with 401. */
const denied = (index: number, credentials: "neither" | "valid" = "neither") =>
  testCase(
    "listBalances/auth/neither",
    async (execution) => {
      const exchange = await execution.send({ ...REQUEST, credentials });
      if (exchange.response?.status === 401) execution.recorder.pass("listBalances/auth/neither");
      else execution.recorder.fail("listBalances/auth/neither", failure("let in", exchange));
    },
    { index },
  );

/** A session in which the read that is known to be good is refused from its n-th time on, and all else always is. */
function session(refusedFrom: number) {
  let reads = 0;
  return sessionWith((request) => (request.path === READ.path && ++reads < refusedFrom ? OK : LOCKED));
}

const cases = Array.from({ length: 20 }, (_, index) => denied(index));

test("what is refused as it should be counts once a good read was accepted after it", async () => {
  const good = { reads: [READ], requests: () => 7 };
  const { results, lost, stop } = await executeAll(session(100), cases, { concurrency: 4, good });
  expect(results.of("listBalances/auth/neither").passes).toBe(20);
  expect([lost, stop]).toEqual([null, null]);
});

test("nothing counts after the last good read that was accepted", async () => {
  const good = { reads: [READ], requests: () => 7 };
  const { results, lost, stop } = await executeAll(session(2), cases, { concurrency: 1, good });
  expect(results.of("listBalances/auth/neither").passes).toBe(8);
  expect(lost).toEqual({ request: 7, answer: "401 “Locked.”" });
  expect(stop).toBe("credentials");
});

test("the credentials are lost only when all good reads are refused, and more than once", async () => {
  const answers = [LOCKED, OK];
  const flickering = sessionWith((request) => (request.path === READ.path ? (answers.shift() ?? OK) : LOCKED));
  const good = { reads: [READ], requests: () => 7 };
  const { stop } = await executeAll(flickering, [denied(0, "valid")], { concurrency: 1, good });
  expect(stop).toBeNull();
  const other = { reads: [{ ...READ, path: "/api/refused" }, READ], requests: () => 7 };
  expect((await executeAll(session(100), cases, { concurrency: 4, good: other })).stop).toBeNull();
});

test("without a good read everything counts", async () => {
  const { results } = await executeAll(session(1), cases, { concurrency: 4 });
  expect(results.of("listBalances/auth/neither").passes).toBe(20);
});
