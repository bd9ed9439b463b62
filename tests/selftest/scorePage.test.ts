import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sandboxDepartures } from "../../selftest/defects.js";
import { CHECKS } from "../../suites/suites.js";

const PAGE = new URL("../../docs/score.md", import.meta.url);
const page = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "";
const AGAIN = "write it again with «ppconform selftest --write-docs»";

/** The figure behind a row's name. */
function figure(name: string): number {
  return Number(new RegExp(`^\\| ${name} \\| (\\d+) \\|$`, "m").exec(page)?.[1]);
}

describe("the page of the score", () => {
  test("has every defect that there is, and no other", () => {
    const listed = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? "");
    const registered = sandboxDepartures().map(({ id }) => id);
    expect(listed.toSorted(), AGAIN).toEqual(registered.toSorted());
    expect(figure("defects"), AGAIN).toBe(registered.length);
  });

  test("counts the checks that there are", () => {
    expect(figure("checks"), AGAIN).toBe(CHECKS.length);
    const seen = figure("seen failing") + figure("never seen failing, with a reason");
    expect(seen + figure("never seen failing, without one"), AGAIN).toBe(CHECKS.length);
  });

  test("shows that every defect is caught, by the check of its rule", () => {
    expect(figure("caught")).toBe(figure("defects"));
    expect(figure("attributed to the rule")).toBe(figure("defects"));
  });

  test("shows that nothing is invented", () => {
    expect(figure("conforming services")).toBeGreaterThan(0);
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
