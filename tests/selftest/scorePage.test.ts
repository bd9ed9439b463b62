/** docs/score.md as it was published last: a release measures it anew (`npm run release`), a commit need not. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/score.md", import.meta.url), "utf8");

/** The figure behind a row's name. */
function figure(name: string): number {
  return Number(new RegExp(`^\\| ${name} \\| (\\d+) \\|$`, "m").exec(page)?.[1]);
}

describe("the page of the score", () => {
  test("lists as many defects as it counts", () => {
    const listed = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBe(figure("defects"));
  });

  test("counts every check: seen failing, or not with a reason", () => {
    const seen = figure("seen failing") + figure("never seen failing, with a reason");
    expect(seen + figure("never seen failing, without one")).toBe(figure("checks"));
  });

  test("shows that every defect is caught, by the check of its rule", () => {
    expect(figure("caught")).toBe(figure("defects"));
    expect(figure("attributed to the rule")).toBe(figure("defects"));
  });

  test("shows that nothing is invented", () => {
    expect(figure("conforming services")).not.toBe(0);
    expect(figure("false alarms")).toBe(0);
  });

  test("shows that every check was seen failing, or why it need not be", () => {
    expect(figure("never seen failing, without one")).toBe(0);
  });

  test("holds no dates and no durations", () => {
    const prose = page.slice(0, page.indexOf("## All defects"));
    expect(prose).not.toMatch(/\b20\d\d-\d\d-\d\d\b|\b\d\d:\d\d\b|\b\d+ ?(?:ms|s|seconds|minutes)\b/);
  });
});
