import { describe, expect, test } from "vitest";
import { conformingOutcome, defectOutcome } from "../../selftest/outcomes.js";
import { scoreFile, scorePage } from "../../selftest/page.js";
import { scoreOf } from "../../selftest/score.js";
import { scoreText } from "../../selftest/terminal.js";
import { conforming, defect, plan, record, violation } from "./fixture.js";

const LOOSE = "updateRecipient/refuses/website.maxLength";
const ECHO = "updateRecipient/echo/website";
const checks = [
  { id: LOOSE, level: "must", operation: "updateRecipient", area: "refuses" },
  { id: ECHO, level: "must", operation: "updateRecipient", area: "echo" },
] as const;
const caught = defectOutcome(defect("long"), record("long", [violation(LOOSE)]));
const survived = defectOutcome(
  defect("longer", { family: "echo", title: "website comes back longer" }),
  record("longer", [], { sent: ["POST /api/recipients/rcp_1/update {} → 200"] }),
);
const silent = conformingOutcome(conforming("defaults"), record("defaults", []));
const blamed = conformingOutcome(conforming("pageBase=0"), record("pageBase=0", [violation(ECHO)]));

describe("the score", () => {
  test("counts by family, and passes only when all is caught, silent and seen", () => {
    const score = scoreOf(plan(), [caught, survived], [silent, blamed], checks, []);
    expect(score.families).toEqual([
      { family: "too-loose", total: 1, caught: 1, attributed: 1, collateral: 0 },
      { family: "echo", total: 1, caught: 0, attributed: 0, collateral: 0 },
    ]);
    expect(score.checks).toEqual([
      { id: LOOSE, operation: "updateRecipient", area: "refuses", caught: ["long"], reason: null },
      { id: ECHO, operation: "updateRecipient", area: "echo", caught: [], reason: null },
    ]);
    expect([score.passed, score.failed]).toEqual([3, 3]);
  });

  test("takes a written reason for a check that was never seen failing", () => {
    const reasons = [{ pattern: "updateRecipient/echo/*", reason: "no service can get it wrong" }];
    const score = scoreOf(plan(), [caught], [silent], checks, reasons);
    expect(score.checks?.[1]?.reason).toBe("no service can get it wrong");
    expect(score.failed).toBe(0);
  });

  test("refuses a reason that is no longer needed", () => {
    const reasons = [
      { pattern: "updateRecipient/*", reason: "either" },
      { pattern: LOOSE, reason: "caught meanwhile" },
      { pattern: "updateRecipient/gone/*", reason: "of a check that is gone" },
    ];
    const score = scoreOf(plan(), [caught], [silent], checks, reasons);
    expect(score.staleReasons).toEqual([LOOSE, "updateRecipient/gone/*"]);
    expect(score.failed).toBe(2);
  });

  test("says nothing of checks when it is of a sample", () => {
    const score = scoreOf(plan({ extent: "slice", leftOut: 5 }), [caught], [silent], checks, []);
    expect(score.checks).toBeNull();
    expect(score.failed).toBe(0);
    expect(() => scorePage(score)).toThrow("all defects");
  });

  test("tells which checks a conforming service leaves nothing for, unless cases were left out anyway", () => {
    const idle = { ...violation(ECHO), verdict: "not-exercised", message: "nothing is listed" } as const;
    const standard = conformingOutcome(conforming("listOrder=byId"), record("a", [idle]));
    const smoke = conformingOutcome(conforming("pageBase=0", "smoke"), record("b", [idle]));
    const score = scoreOf(plan(), [], [standard, smoke], checks, []);
    expect(score.unexercised).toEqual([{ id: ECHO, reason: "nothing is listed", services: ["listOrder=byId"] }]);
  });
});

describe("a check that had nothing to judge on any conforming service", () => {
  const idle = { ...violation(ECHO), verdict: "not-exercised", message: "nothing is listed" } as const;
  const without = conformingOutcome(conforming("listOrder=byId"), record("a", [idle]));

  test("fails the score", () => {
    const score = scoreOf(plan({ extent: "slice", leftOut: 5 }), [], [without], checks, []);
    expect(score.idle).toEqual([ECHO]);
    expect(score.failed).toBe(1);
    expect(scoreText(score, 1)).toContain(`had nothing to judge on any conforming service\n    ${ECHO}\n`);
    expect(scoreText(score, 1)).toContain("1 of 1 conforming service left alone, 1 of 2 checks judged on them");
  });

  test("is one of another operation than those that were judged", () => {
    const other = {
      id: "uploadFile/refuses/file.type",
      level: "must",
      operation: "uploadFile",
      area: "refuses",
    } as const;
    expect(scoreOf(plan(), [], [silent], [...checks, other], []).idle).toEqual([other.id]);
  });

  test("is none that another service was judged by", () => {
    const score = scoreOf(plan({ extent: "slice", leftOut: 5 }), [], [without, silent], checks, []);
    expect([score.idle, score.failed]).toEqual([[], 0]);
  });

  test("is not asked for where no service was tried that conforms, or not the sandbox", () => {
    expect(scoreOf(plan({ leftOut: 5 }), [caught], [], checks, []).idle).toBeNull();
    expect(scoreOf(plan({ service: "outsider" }), [], [without], checks, []).idle).toBeNull();
  });
});

describe("its text", () => {
  const score = scoreOf(plan(), [caught, survived], [silent, blamed], checks, []);
  const text = scoreText(score, 12.4);

  test("has a line for each family and one for all", () => {
    expect(text).toMatch(/too-loose +1\/1 +1 +0\n/);
    expect(text).toMatch(/echo +0\/1 +0 +0\n/);
    expect(text).toMatch(/all +1\/2 +1 +0\n/);
  });

  test("shows what got away with what was sent, and what was invented", () => {
    expect(text).toContain("✗ longer\n      what      website comes back longer\n");
    expect(text).toContain("sent      POST /api/recipients/rcp_1/update {} → 200");
    expect(text).toContain(`✗ pageBase=0\n      violation ${ECHO}:`);
    expect(text).toContain(`Checks never seen failing\n    ${ECHO}\n`);
  });

  test("ends with the counts", () => {
    expect(text.trimEnd().split("\n").at(-1)).toBe("3 passed, 3 failed");
  });
});

test("the page and the file tell what was not caught and what was invented", () => {
  const score = scoreOf(plan(), [caught, survived], [silent, blamed], checks, []);
  const page = scorePage(score);
  expect(page).toContain("- `longer`: website comes back longer");
  expect(page).toContain("| updateRecipient |  |  |  | 1/1 |  | 0/1 |  |  |  | 2 |");
  expect(page).toContain(`- pageBase=0: \`${ECHO}\``);
  expect(JSON.parse(scoreFile(score))).toMatchObject({
    alarms: ["pageBase=0"],
    neverSeenFailing: [{ id: ECHO, reason: null }],
    defects: [
      { id: "long", does: "website may be longer than 225 characters", fate: "attributed" },
      { id: "longer", fate: "survived", failed: [] },
    ],
  });
});

test("the file names the checks that told a defect, where those are not all of its rule", () => {
  const both = defect("both", { checks: [LOOSE, ECHO] });
  const of = (...failed: string[]) => defectOutcome(both, record("both", failed.map(violation)));
  const file = JSON.parse(scoreFile(scoreOf(plan(), [of(LOOSE), of(LOOSE, ECHO)], [silent], checks, [])));
  expect(file.defects.map(({ failed }: { readonly failed?: string[] }) => failed)).toEqual([[LOOSE], undefined]);
});

test("what a smoke run finds is counted by the level of the rule", () => {
  const levels = checks.map((check) => (check.id === ECHO ? { ...check, level: "should" as const } : check));
  const of = (id: string, check: string, inSmoke: boolean) => ({
    ...defectOutcome(defect(id, { checks: [check] }), record(id, [])),
    inSmoke,
  });
  const outcomes = [of("first", LOOSE, true), of("second", LOOSE, false), of("third", ECHO, true)];
  expect(scoreOf(plan(), outcomes, [], levels, []).smoke).toEqual([
    { level: "must", total: 2, caught: 1, missed: ["second"] },
    { level: "should", total: 1, caught: 1, missed: [] },
  ]);
});
