import { describe, expect, test } from "vitest";
import { PATIENCE } from "../cli/child.js";
import { slice, TRIES_ALL } from "../slice.js";
import { measure, unmet } from "./measuring.js";
import { SITUATIONS } from "./situations/index.js";

/** What is not tried: expectations yet to be met, what waits for minutes, and what is like another one that is tried. */
const UNTRIED: readonly string[] = [
  "nothing is wrong",
  "killed at request 150, comes back",
  "killed at request 750, comes back",
  "killed at request 150, stays away",
  "killed at request 400, stays away",
  "killed at request 750, stays away",
  "an update is seen 2000 ms late",
  "429 for ever",
  "Retry-After of a year",
  "503 with a Retry-After of a year",
  "room for 25: createRecipient",
  "room for 60: createRecipient",
  "room for 10: createCustomer",
  "local_bank_code: digits only",
  "post_code: digits only",
  "bank_name: digits only",
  "business_name: digits only",
  "websites and e-mail addresses under a top-level name that exists",
  "names of at least two words",
];

/** What takes as long as all others of the part together: tried where everything is. */
const LONG: readonly string[] = TRIES_ALL
  ? []
  : ["room for 60, and limits that are not kept", "unique business names, and answers that get lost"];

/** One choice of a service; all but these four are tried together with others. */
const SINGLE_CHOICE =
  /^unusual: (?!customers: clean of files|a return of each failed|ids of the list in each other's place|two empty wallets)/;

test("each situation has a name of its own, and what is not tried is one", () => {
  const names = SITUATIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect([...UNTRIED, ...LONG].filter((name) => !names.includes(name))).toEqual([]);
});

// Each takes whole runs of the command: of those in one profile that end with one exit code, the first.
const TRIED = slice(
  SITUATIONS.filter(({ name }) => ![...UNTRIED, ...LONG].includes(name) && !SINGLE_CHOICE.test(name)),
  ({ profile, expected: { exitCode } }) => `${profile} ${exitCode}`,
);

describe(`a run (${TRIED.told})`, () => {
  // Many of them wait most of the time.
  test.concurrent.each(TRIED.entries)("is true: $name", { timeout: PATIENCE }, async (situation) => {
    expect(unmet(situation, await measure(situation))).toEqual([]);
  });
});
