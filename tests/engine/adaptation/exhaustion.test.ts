import { expect, test } from "vitest";
import type { Exchange } from "../../../client/model.js";
import { sampleTemplates } from "../../../generators/cases.js";
import type { Observations } from "../../../engine/session.js";
import { spentOperations, withoutSpent } from "../../../engine/adaptation/exhaustion.js";
import { TallyBook } from "../../../engine/results.js";
import { EMPTY_WORLD } from "../executing.js";

const CHECK = "createRecipient/accepts/website.maxLength";
const FULL = "the account has 100 of 100 recipients";

function refused(status: number, detail: string): Exchange {
  return {
    response: {
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ errors: [{ code: "LIMIT", detail }] }),
      truncated: false,
    },
  } as unknown as Exchange;
}

function bookOf(...exchanges: readonly Exchange[]): TallyBook {
  const book = new TallyBook();
  const texts = { message: "refused", expected: "a 2xx status", actual: "400", edit: null, control: null };
  for (const exchange of exchanges) book.writer("unit").fail(CHECK, { ...texts, exchange });
  return book;
}

function runOf(accepted: boolean, answer: () => Exchange) {
  const observations: Observations = new Map();
  if (accepted) observations.set("preflight.createRecipient.version", { answer: "taken", evidence: null });
  const world = { ...EMPTY_WORLD, templates: { ...EMPTY_WORLD.templates, ...templates() } };
  return { world, observations, send: () => Promise.resolve(answer()) };
}

function templates() {
  return { createRecipient: sampleTemplates(1).get("createRecipient") ?? [] };
}

test("refusals in the words with which every plain request is refused by now are no departures", async () => {
  const book = bookOf(refused(409, FULL), refused(409, "website is too long"));
  const run = runOf(true, () => refused(409, "the account has 101 of 101 recipients"));
  const spent = await spentOperations(run, book);
  withoutSpent(book, spent);
  const tally = book.of(CHECK);
  expect(tally.departures.map(({ departure }) => departure.exchange)).toEqual([refused(409, "website is too long")]);
  expect(tally.failing).toBe(1);
  expect(tally.blocked).toMatch(/refuses all of them by now: 409 .*101 of 101/);
  expect(run.observations.get("unknown.allowance")?.answer).toMatch(/refuses all of them/);
});

test.each([
  ["nothing was accepted at first", false, () => refused(409, FULL)],
  ["the credentials are refused", true, () => refused(401, FULL)],
  ["the service fails", true, () => refused(500, FULL)],
] as const)("an allowance is not used up where %s", async (_, accepted, answer) => {
  const book = bookOf(refused(409, FULL));
  const spent = await spentOperations(runOf(accepted, answer), book);
  expect(spent.size).toBe(0);
});

test("an allowance is not used up where plain requests are refused in other words each time", async () => {
  let turn = 0;
  const words = ["website is wrong", "city is wrong", "state is wrong"];
  const spent = await spentOperations(
    runOf(true, () => refused(400, words[turn++ % words.length] ?? "")),
    bookOf(refused(400, "website is wrong")),
  );
  expect(spent.size).toBe(0);
});
