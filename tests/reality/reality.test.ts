import { describe, expect, test } from "vitest";
import { PATIENCE } from "../cli/child.js";
import { slice, TRIES_ALL } from "../slice.js";
import { measure, unmet } from "./measuring.js";
import { SITUATIONS } from "./situations/index.js";

/** What takes as long as all others of the part together: tried where everything is. */
const LONG: readonly string[] = TRIES_ALL
  ? []
  : ["room for 60, and limits that are not kept", "unique business names, and answers that get lost"];

test("each situation has a name of its own, and what takes long is one", () => {
  const names = SITUATIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(LONG.filter((name) => !names.includes(name))).toEqual([]);
});

// Each takes whole runs of the command: of those in one profile, the first.
const TRIED = slice(
  SITUATIONS.filter(({ name }) => !LONG.includes(name)),
  ({ profile }) => profile,
);

describe(`a run (${TRIED.told})`, () => {
  // Many of them wait most of the time.
  test.concurrent.each(TRIED.entries)("is true: $name", { timeout: PATIENCE }, async (situation) => {
    expect(unmet(situation, await measure(situation))).toEqual([]);
  });
});
