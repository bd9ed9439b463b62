import { expect, test } from "vitest";
import { guessOf } from "../../client/credentials.js";
import type { CredentialsGuess } from "../../client/model.js";
import { executeAll } from "../../engine/execution.js";
import { executeLast, guessesLast } from "../../engine/lastCases.js";
import type { Case } from "../../engine/model.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { REQUEST, sessionWith, testCase } from "./executing.js";

const LOCKED = exchangeOf(responseOf({ errors: [{ detail: "Locked.", code: "LOCKED" }] }, 401));
const OK = exchangeOf(responseOf([]));

const guessing = (guesses: CredentialsGuess, index: number): Case => ({
  ...testCase(
    `listBalances/auth/${guesses}`,
    async (execution) => {
      const exchange = await execution.send({ ...REQUEST, credentials: "wrong-secret" });
      if (exchange.response?.status === 401) execution.recorder.pass(`listBalances/auth/${guesses}`);
    },
    { index },
  ),
  guesses,
});

test("a wrong secret of the real key is one, whatever else is wrong", () => {
  expect(guessOf("valid")).toBeUndefined();
  expect(guessOf("restricted")).toBeUndefined();
  expect([guessOf("wrong-secret"), guessOf("no-secret"), guessOf("key-twice")]).toEqual(["secret", "secret", "secret"]);
  expect([guessOf("neither"), guessOf("wrong-key"), guessOf("swapped")]).toEqual(
    Array.from({ length: 3 }, () => "credentials"),
  );
});

test("bad credentials go last, and wrong secrets last of all", () => {
  const usual = testCase("listBalances/accepts/control.read", () => {});
  const [secret, other] = [guessing("secret", 0), guessing("credentials", 0)];
  expect(guessesLast([secret, other, usual])).toEqual({ first: [usual], last: [other, secret] });
});

test("once the key is locked no more is sent, and what is left says why", async () => {
  let wrong = 0;
  const session = sessionWith((wire) => {
    if (wire.credentials !== "valid") wrong += 1;
    return { ...(wire.credentials !== "valid" || wrong > 10 ? LOCKED : OK), wire };
  });
  const good = { reads: [REQUEST], requests: () => wrong };
  const before = await executeAll(session, [], { concurrency: 4, good });
  const cases = Array.from({ length: 40 }, (_, index) => guessing("secret", index));
  const { results, locked, stop } = await executeLast(session, before, cases, { concurrency: 4, good });
  expect(wrong).toBe(24);
  expect(stop).toBeNull();
  expect(locked?.answer).toBe("401 “Locked.”");
  const record = results.of("listBalances/auth/secret");
  expect(record.passes).toBe(8);
  expect(record.letGo?.mechanism).toBe("lock");
  expect(record.letGo?.reason).toContain("the good ones are refused as well (401 “Locked.”)");
});
