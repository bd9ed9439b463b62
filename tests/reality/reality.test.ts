import { describe, expect, test } from "vitest";
import { PATIENCE } from "../cli/child.js";
import { slice } from "../slice.js";
import { measure, unmet } from "./measuring.js";
import { MET } from "./met.js";
import { SITUATIONS } from "./situations/index.js";

test("each situation has a name of its own", () => {
  const names = SITUATIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("what is said to be met is a situation", () => {
  const names = SITUATIONS.map(({ name }) => name);
  expect(MET.filter((name) => !names.includes(name))).toEqual([]);
});

// Each takes whole runs of the command.
const MET_TODAY = slice(
  SITUATIONS.filter(({ name }) => MET.includes(name)),
  30,
);

describe(`a run (${MET_TODAY.told})`, () => {
  // Many of them wait most of the time.
  test.concurrent.each(MET_TODAY.entries)("is true: $name", { timeout: PATIENCE }, async (situation) => {
    expect(unmet(situation, await measure(situation))).toEqual([]);
  });
});
