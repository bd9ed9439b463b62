import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SAMPLE_FILES, sampleTemplatesOf } from "../../generators/cases.js";
import { materialise } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { arbitraries } from "../../library/arbitraries.js";
import { isObject, type JsonObject } from "../../schemas/json.js";

/** Realistic requests that nothing was changed in, those of every seed that bodies come from. */
const UNCHANGED = Array.from({ length: 50 }, (_, seed) =>
  sampleTemplatesOf("createRecipient", seed, SAMPLE_FILES).map((template): JsonObject => {
    const { sent } = materialise(template, null, partnerId("own", "0", 0));
    return isObject(sent) ? sent : {};
  }),
).flat();

/** What a property that does not hold shrinks to. */
function shrunk(seed: number, holds: (body: JsonObject) => boolean): JsonObject {
  const { counterexample } = fc.check(fc.property(arbitraries.createRecipient(), holds), { seed, numRuns: 1000 });
  return counterexample?.[0] ?? {};
}

/** The fields in which a body differs from the realistic request that is nearest to it. */
function changedIn(body: JsonObject): string[] {
  const changes = UNCHANGED.map((own) => {
    const names = new Set([...Object.keys(own), ...Object.keys(body)]);
    return [...names].filter((name) => !isDeepStrictEqual(own[name], body[name]));
  });
  return changes.reduce((fewest, names) => (names.length < fewest.length ? names : fewest));
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test.each(SEEDS)(
  "a name that is too long for a client shrinks to one character too many, in a realistic request (seed %i)",
  (seed) => {
    const body = shrunk(seed, ({ business_name: name }) => [...String(name)].length <= 60);
    expect([[...String(body.business_name)].length, changedIn(body)]).toEqual([61, ["business_name"]]);
  },
);

test.each(SEEDS)(
  "a name with a letter that a client loses shrinks to a realistic request with that letter (seed %i)",
  (seed) => {
    const body = shrunk(seed, ({ business_name: name }) => !String(name).includes("é"));
    expect(changedIn(body)).toEqual(["business_name"]);
  },
);
