import { describe, expect, test } from "vitest";
import type { Unit } from "../../engine/model.js";
import { patternMatcher, type Selection, selectUnits, shardOf } from "../../engine/selection.js";
import { CHECKS } from "../../suites/suites.js";
import { definition, unit } from "./executing.js";

const ALL: Selection = { profile: "standard", checks: [], shard: null };
const play = (): void => {};

function chosen(units: readonly Unit[], changes: Partial<Selection>): { checks: number; units: string[] } {
  const selected = selectUnits(CHECKS, units, { ...ALL, ...changes });
  return { checks: selected.definitions.length, units: selected.units.map(({ id }) => id) };
}

describe("patterns", () => {
  test.each([
    ["listBalances/auth/neither", "listBalances/auth/neither", true],
    ["listBalances/auth", "listBalances/auth/neither", false],
    ["listBalances/*", "listBalances/auth/neither", true],
    ["*/auth/*", "listBalances/auth/neither", true],
    ["*", "listBalances/auth/neither", true],
    ["list*neither", "listBalances/auth/neither", true],
    ["", "listBalances/auth/neither", false],
    ["listbalances/*", "listBalances/auth/neither", false],
    ["a.b", "axb", false],
    ["a[].b", "a[].b", true],
    ["a[].*", "a[].b.c", true],
    ["(a|b)", "a", false],
    ["^a$", "a", false],
  ])("%j against %j is %j", (pattern, id, expected) => {
    expect(patternMatcher(pattern)(id)).toBe(expected);
  });
});

describe("shards", () => {
  test.each([1, 2, 3, 7])("%d of them part all checks among themselves", (count) => {
    const parts = Array.from(
      { length: count },
      (_, index) => selectUnits(CHECKS, [], { ...ALL, shard: { index: index + 1, count } }).definitions,
    );
    const ids = parts.flat().map(({ id }) => id);
    expect(ids.toSorted()).toEqual(CHECKS.map(({ id }) => id).toSorted());
    for (const part of parts) expect(part.length).toBeGreaterThan(CHECKS.length / count / 2);
  });

  test("a check is always in the same one, from 1 to the count", () => {
    expect(shardOf("listBalances/auth/neither", 4)).toBe(shardOf("listBalances/auth/neither", 4));
    expect(new Set(CHECKS.map(({ id }) => shardOf(id, 3)))).toEqual(new Set([1, 2, 3]));
  });
});

describe("units", () => {
  const UNITS = [
    unit("listBalances/auth/wrong-key", play),
    unit("listBalances/auth/wrong-key", play, { tier: 3, index: 1 }),
    unit("listBalances/auth/neither", play),
    unit("listBalances/accepts/control.read", play),
    unit("listBalances/state/steady", play, { tier: 1 }),
  ];

  test("of checks that are not in focus, the first cases alone are played; all checks are judged", () => {
    const selected = chosen(UNITS, { focus: ["listBalances/auth/wrong-key"] });
    expect(selected.units).toEqual([
      "listBalances/auth/wrong-key#0",
      "listBalances/auth/wrong-key#1",
      "listBalances/auth/neither#0",
      "listBalances/accepts/control.read#0",
    ]);
    expect(selected.checks).toBe(CHECKS.length);
  });

  test("all are played where nothing is chosen", () => {
    expect(chosen(UNITS, {})).toEqual({ checks: CHECKS.length, units: UNITS.map(({ id }) => id) });
  });

  test("of smoke are those of the first tier", () => {
    expect(chosen(UNITS, { profile: "smoke" }).units).toEqual([
      "listBalances/auth/wrong-key#0",
      "listBalances/auth/neither#0",
      "listBalances/accepts/control.read#0",
    ]);
  });

  test("of deep are those of every tier", () => {
    expect(chosen(UNITS, { profile: "deep" }).units.length).toBe(UNITS.length);
  });

  test("of a chosen check are played, and of its operation what else brings answers to judge", () => {
    expect(chosen(UNITS, { checks: ["listBalances/auth/wrong-key"] })).toEqual({
      checks: 1,
      units: [
        "listBalances/auth/wrong-key#0",
        "listBalances/auth/wrong-key#1",
        "listBalances/auth/neither#0",
        "listBalances/accepts/control.read#0",
      ],
    });
  });

  test("of a response rule are the controls of its operation", () => {
    expect(chosen(UNITS, { checks: ["listBalances/response/[].status.enum"] }).units).toEqual([
      "listBalances/auth/neither#0",
      "listBalances/accepts/control.read#0",
    ]);
  });

  test("of one case of a check is that one, also when its tier is not the profile's", () => {
    expect(chosen(UNITS, { profile: "smoke", checks: ["listBalances/auth/wrong-key#1"] })).toEqual({
      checks: 1,
      units: ["listBalances/auth/wrong-key#1", "listBalances/auth/neither#0", "listBalances/accepts/control.read#0"],
    });
  });

  test("of another operation are none", () => {
    expect(chosen(UNITS, { checks: ["uploadFile/*"] }).units).toEqual([]);
  });
});

describe("an agreed answer", () => {
  const AGREED = { ...definition("state/agreed.unknown.x"), id: "listBalances/state/agreed.unknown.x" };
  const PROBES = [
    unit("createRecipient/errors/no-server-error", play, { tier: 2 }),
    unit("listBalances/errors/no-server-error", play),
    unit("createRecipient/refuses/website.maxLength", play),
  ];
  const units = (changes: Partial<Selection>): string[] =>
    selectUnits([...CHECKS, AGREED], PROBES, { ...ALL, ...changes }).units.map(({ id }) => id);

  test("brings the probes of all operations with it, and nothing else of them", () => {
    expect(units({ checks: ["*/agreed.*"] })).toEqual([
      "createRecipient/errors/no-server-error#0",
      "listBalances/errors/no-server-error#0",
    ]);
    expect(units({ checks: ["listBalances/auth/neither"] })).toEqual([]);
  });

  test("brings no probe that the profile leaves out", () => {
    expect(units({ checks: ["*/agreed.*"], profile: "smoke" })).toEqual(["listBalances/errors/no-server-error#0"]);
  });
});
