/** The score as it was published last: a release measures it anew (`npm run release`), a commit need not. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
const page = read("score.md");
const score: {
  readonly conforming: number;
  readonly alarms: readonly string[];
  readonly checks: number;
  readonly neverSeenFailing: readonly { readonly id: string; readonly reason: string | null }[];
  readonly defects: readonly { readonly id: string; readonly fate: string }[];
} = JSON.parse(read("score.json"));

/** The figure behind a row's name. */
function figure(name: string): number {
  return Number(new RegExp(`^\\| ${name} \\| (\\d+) \\|$`, "m").exec(page)?.[1]);
}

test("the page counts what stands in the file", () => {
  expect(new Set(score.defects.map(({ id }) => id)).size).toBe(figure("defects"));
  expect(score.conforming).toBe(figure("conforming services"));
  expect(score.checks).toBe(figure("checks"));
  expect(score.checks - score.neverSeenFailing.length).toBe(figure("seen failing"));
});

test("every defect is caught by the check of its rule, and nothing is invented", () => {
  expect(score.defects.filter(({ fate }) => fate !== "attributed")).toEqual([]);
  expect([figure("caught"), figure("attributed to the rule")]).toEqual([score.defects.length, score.defects.length]);
  expect(score.conforming).toBeGreaterThan(200);
  expect([score.alarms, figure("false alarms")]).toEqual([[], 0]);
});

test("every check was seen failing, or there is a reason why not", () => {
  expect(score.neverSeenFailing.filter(({ reason }) => reason === null)).toEqual([]);
  expect(figure("never seen failing, without one")).toBe(0);
});

test("neither holds dates or durations", () => {
  expect(page).not.toMatch(/\b20\d\d-\d\d-\d\d\b|\b\d\d:\d\d\b|\b\d+ ?(?:ms|s|seconds|minutes)\b/);
  expect(read("score.json")).not.toMatch(/"(?:durationMs|startedAt)"/);
});
