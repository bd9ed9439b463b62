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

// Each takes whole runs of the command: of those that end alike, one.
const TRIED = slice(
  SITUATIONS.filter(({ name }) => MET.includes(name)),
  ({ profile, expected: { exitCode, findings } }) =>
    `${profile} ${exitCode} ${findings.violations} ${findings.warnings}`,
);

describe(`a run (${TRIED.told})`, () => {
  // Many of them wait most of the time.
  test.concurrent.each(TRIED.entries)("is true: $name", { timeout: PATIENCE }, async (situation) => {
    expect(unmet(situation, await measure(situation))).toEqual([]);
  });
});
