import { expect, test } from "vitest";
import type { Exchange } from "../../client/model.js";
import { findExhausted, withoutExhausted } from "../../engine/exhaustion.js";
import type { Observations } from "../../engine/observations.js";
import { Results } from "../../engine/results.js";
import { sampleTemplates } from "../../generators/cases.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { EMPTY_TARGET } from "./executing.js";

const CHECK = "createRecipient/accepts/website.maxLength";
const FULL = "the account has 100 of 100 recipients";

function refused(status: number, detail: string): Exchange {
  const answer = exchangeOf(responseOf({ errors: [{ code: "LIMIT", detail }] }, status));
  return { ...answer, wire: { ...answer.wire, method: "POST", path: "/api/recipients/create" } };
}

function resultsOf(...exchanges: readonly Exchange[]): Results {
  const results = new Results();
  const texts = { message: "refused", expected: "a 2xx status", actual: "400", edit: null, control: null };
  for (const exchange of exchanges) results.writer("testCase").fail(CHECK, { ...texts, exchange });
  return results;
}

function runOf(accepted: boolean, answer: () => Exchange) {
  const observations: Observations = new Map();
  if (accepted)
    observations.set("preflight.createRecipient.version", {
      value: { version: null },
      text: "taken",
      evidence: null,
    });
  const target = { ...EMPTY_TARGET, templates: { ...EMPTY_TARGET.templates, ...templates() } };
  return { target, observations, send: () => Promise.resolve(answer()) };
}

function templates() {
  return { createRecipient: sampleTemplates(1).get("createRecipient") ?? [] };
}

test("refusals in the words with which every plain request is refused by now are no failures", async () => {
  const results = resultsOf(refused(409, FULL), refused(409, "website is too long"));
  const run = runOf(true, () => refused(409, "the account has 101 of 101 recipients"));
  const exhausted = await findExhausted(run, results);
  withoutExhausted(results, exhausted);
  const record = results.of(CHECK);
  expect(record.failures.map(({ failure }) => failure.exchange)).toEqual([refused(409, "website is too long")]);
  expect(record.failing).toBe(1);
  expect(record.letGo?.mechanism).toBe("allowance");
  expect(record.letGo?.reason).toMatch(/refuses all of them now: 409 .*101 of 101/);
  expect(run.observations.get("unknown.allowance")?.text).toMatch(/refuses all of them/);
});

test.each([
  ["nothing was accepted at first", false, () => refused(409, FULL)],
  ["the credentials are refused", true, () => refused(401, FULL)],
  ["the service fails", true, () => refused(500, FULL)],
] as const)("an allowance is not used up where %s", async (_, accepted, answer) => {
  const results = resultsOf(refused(409, FULL));
  const exhausted = await findExhausted(runOf(accepted, answer), results);
  expect(exhausted.size).toBe(0);
});

test("an allowance is not used up where plain requests are refused in other words each time", async () => {
  let turn = 0;
  const words = ["website is wrong", "city is wrong", "state is wrong"];
  const exhausted = await findExhausted(
    runOf(true, () => refused(400, words[turn++ % words.length] ?? "")),
    resultsOf(refused(400, "website is wrong")),
  );
  expect(exhausted.size).toBe(0);
});
