import { describe, expect, test } from "vitest";
import type { Case } from "../../engine/model.js";
import { patternMatcher, type Selection, selectCases, shardOf } from "../../engine/selection.js";
import { CHECKS } from "../../suites/suites.js";
import { definition, testCase } from "./executing.js";

const ALL: Selection = { profile: "standard", checks: [], exclude: [], shard: null };
const execute = (): void => {};

function chosen(cases: readonly Case[], changes: Partial<Selection>): { checks: number; cases: string[] } {
  const selected = selectCases(CHECKS, cases, { ...ALL, ...changes });
  return { checks: selected.definitions.length, cases: selected.cases.map(({ id }) => id) };
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
      (_, index) => selectCases(CHECKS, [], { ...ALL, shard: { index: index + 1, count } }).definitions,
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

test("what is excluded is no part of a run", () => {
  const { definitions } = selectCases(CHECKS, [], { ...ALL, exclude: ["webhooks/*", "listBalances/auth/neither"] });
  const left = CHECKS.filter(({ id }) => !definitions.some((chosenCheck) => chosenCheck.id === id));
  expect(new Set(left.map(({ operation }) => operation))).toEqual(new Set(["webhooks", "listBalances"]));
  expect(left.filter(({ operation }) => operation === "listBalances").map(({ id }) => id)).toEqual([
    "listBalances/auth/neither",
  ]);
});

describe("cases", () => {
  const CASES = [
    testCase("listBalances/auth/wrong-key", execute),
    testCase("listBalances/auth/wrong-key", execute, { tier: 3, index: 1 }),
    testCase("listBalances/auth/neither", execute, { role: "traffic" }),
    testCase("listBalances/accepts/control.read", execute, { role: "traffic" }),
    testCase("listBalances/state/steady", execute, { tier: 1 }),
  ];

  test("of checks that are not in focus, the first cases alone are run; all checks are judged", () => {
    const selected = chosen(CASES, { focus: ["listBalances/auth/wrong-key"] });
    expect(selected.cases).toEqual([
      "listBalances/auth/wrong-key#0",
      "listBalances/auth/wrong-key#1",
      "listBalances/auth/neither#0",
      "listBalances/accepts/control.read#0",
    ]);
    expect(selected.checks).toBe(CHECKS.length);
  });

  test("all are run where nothing is chosen", () => {
    expect(chosen(CASES, {})).toEqual({ checks: CHECKS.length, cases: CASES.map(({ id }) => id) });
  });

  test("of smoke are those of the first tier", () => {
    expect(chosen(CASES, { profile: "smoke" }).cases).toEqual([
      "listBalances/auth/wrong-key#0",
      "listBalances/auth/neither#0",
      "listBalances/accepts/control.read#0",
    ]);
  });

  test("of deep are those of every tier", () => {
    expect(chosen(CASES, { profile: "deep" }).cases.length).toBe(CASES.length);
  });

  test("of a chosen check are run, and of its operation what else brings answers to judge", () => {
    expect(chosen(CASES, { checks: ["listBalances/auth/wrong-key"] })).toEqual({
      checks: 1,
      cases: [
        "listBalances/auth/wrong-key#0",
        "listBalances/auth/wrong-key#1",
        "listBalances/auth/neither#0",
        "listBalances/accepts/control.read#0",
      ],
    });
  });

  test("of a response rule are the controls of its operation", () => {
    expect(chosen(CASES, { checks: ["listBalances/response/[].status.enum"] }).cases).toEqual([
      "listBalances/auth/neither#0",
      "listBalances/accepts/control.read#0",
    ]);
  });

  test("of one case of a check is that one, also when its tier is not the profile's", () => {
    expect(chosen(CASES, { profile: "smoke", checks: ["listBalances/auth/wrong-key#1"] })).toEqual({
      checks: 1,
      cases: ["listBalances/auth/wrong-key#1", "listBalances/auth/neither#0", "listBalances/accepts/control.read#0"],
    });
  });

  test("of another operation are none", () => {
    expect(chosen(CASES, { checks: ["uploadFile/*"] }).cases).toEqual([]);
  });
});

describe("an agreed answer", () => {
  const AGREED = {
    ...definition("state/agreed.unknown.listBalances.ordering"),
    statements: ["unknown.listBalances.ordering"],
  };
  const INQUIRIES = [
    testCase("createRecipient/errors/no-server-error", execute, { tier: 2, role: "inquiry" }),
    testCase("listBalances/errors/no-server-error", execute, { role: "inquiry" }),
    testCase("createRecipient/refuses/website.maxLength", execute),
  ];
  const cases = (changes: Partial<Selection>): string[] =>
    selectCases([...CHECKS, AGREED], INQUIRIES, { ...ALL, ...changes }).cases.map(({ id }) => id);

  test("brings the inquiries of all operations with it, and nothing else of them", () => {
    expect(cases({ checks: ["*/agreed.*"] })).toEqual([
      "createRecipient/errors/no-server-error#0",
      "listBalances/errors/no-server-error#0",
    ]);
    expect(cases({ checks: ["listBalances/auth/neither"] })).toEqual([]);
  });

  test("brings no inquiry that the profile leaves out", () => {
    expect(cases({ checks: ["*/agreed.*"], profile: "smoke" })).toEqual(["listBalances/errors/no-server-error#0"]);
  });
});
