/** Whatever a target does, a run on it ends, says what it saw, and stays small. */
import { expect, test } from "vitest";
import { PATIENCE } from "../cli/child.js";
import { slice } from "../slice.js";
import { endure } from "./endure.js";
import { ANSWERING } from "./targets/answering.js";
import { ANSWERS } from "./targets/answers.js";
import { BODIES } from "./targets/bodies.js";
import { CONNECTION } from "./targets/connection.js";
import { PACE } from "./targets/pace.js";

/**
 * A run takes some 200, on Node.js 24 some 240, and what a target makes it keep would take far more. How much is garbage is
 * the machine's choice.
 */
const MOST_MEBIBYTES = 320;
const SUBJECTS = { CONNECTION, BODIES, ANSWERS, PACE, ANSWERING };
const TARGETS = Object.entries(SUBJECTS).flatMap(([subject, targets]) =>
  targets.map((target) => ({ ...target, subject })),
);

test("each hostile target has a name of its own", () => {
  expect(new Set(TARGETS.map(({ name }) => name)).size).toBe(TARGETS.length);
});

/** One of each subject. */
const TRIED = slice(TARGETS, ({ subject }) => subject);

test.concurrent.each(TRIED.entries)(`$name (${TRIED.told})`, { timeout: PATIENCE }, async (target) => {
  const { exitCode, printed, report, junit, journal, peakMiB } = await endure(target);
  expect({ exitCode, printed }).toEqual({
    exitCode: target.exitCode,
    printed: expect.stringMatching(target.says ?? /./),
  });
  expect(report).toMatchObject({ exitCode: target.exitCode, summary: { error: 0 } });
  expect(junit).toMatch(/<testsuites.*<\/testsuites>\s*$/s);
  expect(journal).toMatch(/^\{"event":"run",/);
  expect(peakMiB).toBeGreaterThan(0);
  expect(peakMiB).toBeLessThan(MOST_MEBIBYTES);
  const { unspoilt } = target;
  if (unspoilt === undefined) return;
  const verdicts = (report?.checks ?? [])
    .filter(({ operation }) => operation === unspoilt)
    .map(({ verdict }) => verdict);
  expect(verdicts).toContain("pass");
  expect(verdicts.filter((verdict) => verdict === "violation" || verdict === "warning")).toEqual([]);
});
