import { expect, test } from "vitest";
import type { Exchange } from "../../client/model.js";
import { proveRefusals } from "../../engine/refusalProof.js";
import { Results } from "../../engine/results.js";
import { sampleTemplates } from "../../generators/cases.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { REQUEST, sessionWith } from "./executing.js";

const [TEMPLATE] = sampleTemplates(1).get("createRecipient") ?? [];
const FULL = "there is no room for 61 recipients";
const WRONG = "city: may have 64 characters";
const TAKEN = exchangeOf(responseOf({}, 200));

function refused(detail: string): Exchange {
  return exchangeOf(responseOf({ errors: [{ code: "REFUSED", detail }] }, 400));
}

/** What is left of two checks whose cases are answered one after the other, the first ones of `city`, the last of `website`. */
async function proved(
  seen: readonly ("taken" | "barred" | { readonly check: string; readonly says: string })[],
  now: Exchange,
) {
  const answers: Exchange[] = seen.map((entry) =>
    entry === "taken" ? { ...TAKEN } : refused(entry === "barred" ? FULL : entry.says),
  );
  const session = sessionWith((_, number) => answers[number] ?? { ...now });
  const results = new Results();
  for (const entry of seen) {
    const exchange = await session.send(REQUEST);
    if (TEMPLATE === undefined) continue;
    if (typeof entry === "string") session.witness(results, entry, "control", TEMPLATE, exchange);
    else {
      session.witness(results, "refused", entry.check, TEMPLATE, exchange);
      results.writer("case").pass(entry.check);
    }
  }
  await proveRefusals(session, results);
  return { city: results.of("city"), website: results.of("website") };
}

test("a refusal proves something where a plain request is taken after it", async () => {
  const { city } = await proved(["taken", { check: "city", says: FULL }], TAKEN);
  expect(city).toMatchObject({ passes: 1, letGo: null });
});

test("a refusal proves nothing where a plain request is refused in the same words by the end", async () => {
  const { city } = await proved(["taken", { check: "city", says: FULL }], refused(FULL));
  expect(city.passes).toBe(0);
  expect(city.letGo?.reason).toMatch(/refused in the same words \(400 “there is no room for 61 recipients”\)/);
});

test("a refusal in other words than those of a full service proves what it says", async () => {
  const { city } = await proved(["taken", { check: "city", says: WRONG }], refused(FULL));
  expect(city.passes).toBe(1);
});

test("what was refused before plain requests were taken again is proved, unless one was refused in between", async () => {
  const { city } = await proved([{ check: "city", says: FULL }, "taken", "barred", "taken"], TAKEN);
  expect(city.passes).toBe(1);
  const lull = await proved(["taken", { check: "city", says: FULL }, "barred", "taken"], TAKEN);
  expect(lull.city.passes).toBe(0);
});

test("where a full service still tells what is wrong, a case in which it does not may hide a fault", async () => {
  const { city, website } = await proved(
    [
      "taken",
      { check: "city", says: WRONG },
      { check: "city", says: FULL },
      { check: "website", says: "website: may have 225 characters" },
    ],
    refused(FULL),
  );
  expect(city.passes).toBe(0);
  expect(website.passes).toBe(1);
});
