import { describe, expect, test } from "vitest";
import type { Case } from "../../engine/model.js";
import { patternMatcher, type Selection, selectCases } from "../../engine/selection.js";
import { CHECKS } from "../../suites/suites.js";
import { definition, testCase } from "./executing.js";

const ALL: Selection = {
  profile: "standard",
  checks: [],
  exclude: [],
  shard: null,
  noWrites: null,
  onlyRefused: false,
};
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

test("what is excluded is no part of a run", () => {
  const { definitions } = selectCases(CHECKS, [], { ...ALL, exclude: ["webhooks/*", "listBalances/auth/neither"] });
  const left = CHECKS.filter(({ id }) => !definitions.some((chosenCheck) => chosenCheck.id === id));
  expect(new Set(left.map(({ operation }) => operation))).toEqual(new Set(["webhooks", "listBalances"]));
  expect(left.filter(({ operation }) => operation === "listBalances").map(({ id }) => id)).toEqual([
    "listBalances/auth/neither",
  ]);
});

describe("what a run lacks is excluded by its name", () => {
  const left = (...exclude: readonly string[]): Set<string> => {
    const { definitions } = selectCases(CHECKS, [], { ...ALL, exclude });
    const kept = new Set(definitions.map(({ id }) => id));
    return new Set(CHECKS.filter(({ id }) => !kept.has(id)).map(({ credentials = "" }) => credentials));
  };

  test("webhooks and each pair of credentials, with just the checks that need it", () => {
    expect(left("webhooks")).toEqual(new Set([""]));
    expect(left("restricted")).toEqual(new Set(["restricted"]));
    expect(left("second-partner")).toEqual(new Set(["second"]));
  });

  test("what either pair can show is excluded with both", () => {
    const others = new Set(["restricted", "second", "foreign-key", "foreign-secret"]);
    expect(left("restricted", "second-partner")).toEqual(others);
    const { definitions } = selectCases(CHECKS, [], { ...ALL, exclude: ["restricted", "second-partner"] });
    expect(definitions.filter(({ credentials = "" }) => others.has(credentials))).toEqual([]);
  });
});

describe("cases", () => {
  const CASES = [
    testCase("listBalances/auth/wrong-key", execute),
    testCase("listBalances/auth/wrong-key", execute, { tier: 3, index: 1 }),
    testCase("listBalances/auth/neither", execute),
    testCase("listBalances/accepts/control.read", execute, { role: "control" }),
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

  test("of a chosen check are run, and the controls of its operation", () => {
    expect(chosen(CASES, { checks: ["listBalances/auth/wrong-key"] })).toEqual({
      checks: 1,
      cases: ["listBalances/auth/wrong-key#0", "listBalances/auth/wrong-key#1", "listBalances/accepts/control.read#0"],
    });
  });

  test("of one case of a check is that one, also when its tier is not the profile's", () => {
    expect(chosen(CASES, { profile: "smoke", checks: ["listBalances/auth/wrong-key#1"] })).toEqual({
      checks: 1,
      cases: ["listBalances/auth/wrong-key#1", "listBalances/accepts/control.read#0"],
    });
  });

  test("of another operation are none", () => {
    expect(chosen(CASES, { checks: ["uploadFile/*"] }).cases).toEqual([]);
  });
});

describe("a check that all traffic exercises", () => {
  const [operation, other] = ["createRecipient", "updateRecipient"] as const;
  const CASES = [
    testCase("createRecipient/accepts/website.maxLength", execute, { operation }),
    testCase("createRecipient/refuses/website.maxLength", execute, { operation, onlyRefusals: true }),
    testCase("createRecipient/errors/no-server-error", execute, { operation, tier: 3, role: "inquiry" }),
    testCase("updateRecipient/state/isolation", execute, { operation: other, touches: [operation] }),
    testCase("updateRecipient/refuses/website.maxLength", execute, { operation: other, onlyRefusals: true }),
  ];
  const cases = (...checks: readonly string[]): string[] => chosen(CASES, { checks }).cases;

  test("is sent every case of its operation when any answer can show it, and those of others that touch it", () => {
    const all = [
      "createRecipient/accepts/website.maxLength#0",
      "createRecipient/refuses/website.maxLength#0",
      "createRecipient/errors/no-server-error#0",
      "updateRecipient/state/isolation#0",
    ];
    expect(cases("createRecipient/errors/code")).toEqual(all);
    expect(cases("createRecipient/response/body.json")).toEqual(all);
    expect(cases("createRecipient/echo/normal-form.trimmed")).toEqual(all);
    expect(cases("createRecipient/state/steady")).toEqual(all);
  });

  test("is not sent what only refusals are judged of when a success shows it", () => {
    const successes = [
      "createRecipient/accepts/website.maxLength#0",
      "createRecipient/errors/no-server-error#0",
      "updateRecipient/state/isolation#0",
    ];
    expect(cases("createRecipient/response/status.enum")).toEqual(successes);
    expect(cases("createRecipient/echo/website")).toEqual(successes);
    expect(cases("createRecipient/state/recipient_id.unique")).toEqual(successes);
  });

  test("is sent one case alone when that is named", () => {
    expect(cases("createRecipient/errors/no-server-error#0")).toEqual(["createRecipient/errors/no-server-error#0"]);
  });

  test("brings nothing along for a check that has cases of its own", () => {
    expect(cases("createRecipient/refuses/website.maxLength")).toEqual(["createRecipient/refuses/website.maxLength#0"]);
  });
});

describe("an agreed answer", () => {
  const AGREED = {
    ...definition("state/agreed.unknown.listBalances.ordering"),
    statements: ["unknown.listBalances.ordering"],
  };
  const INQUIRIES = [
    testCase("createRecipient/errors/no-server-error", execute, {
      operation: "createRecipient",
      tier: 2,
      role: "inquiry",
    }),
    testCase("listBalances/errors/no-server-error", execute, { role: "inquiry" }),
    testCase("createRecipient/refuses/website.maxLength", execute, { operation: "createRecipient" }),
    testCase("listBalances/auth/neither", execute),
  ];
  const cases = (changes: Partial<Selection>): string[] =>
    selectCases([...CHECKS, AGREED], INQUIRIES, { ...ALL, ...changes }).cases.map(({ id }) => id);

  test("brings the inquiries of all operations with it, and all cases of its own", () => {
    expect(cases({ checks: ["*/agreed.*"] })).toEqual([
      "createRecipient/errors/no-server-error#0",
      "listBalances/errors/no-server-error#0",
      "listBalances/auth/neither#0",
    ]);
    expect(cases({ checks: ["listBalances/auth/neither"] })).toEqual(["listBalances/auth/neither#0"]);
  });

  test("brings no inquiry that the profile leaves out", () => {
    expect(cases({ checks: ["*/agreed.*"], profile: "smoke" })).toEqual([
      "listBalances/errors/no-server-error#0",
      "listBalances/auth/neither#0",
    ]);
  });
});
