import { expect, test } from "vitest";
import { outageTexts } from "../../../reports/facts/run.js";
import { renderMarkdown } from "../../../reports/formats/markdown.js";
import { renderTerminal } from "../../../reports/formats/terminal.js";
import { fixture } from "../fixture.js";

const startedAt = "2026-11-22T20:00:00.000Z";
const SHORT = { from: "2026-11-22T20:00:04.700Z", to: "2026-11-22T20:00:06.900Z", seen: "502", requests: 14 };
const LAST = { from: "2026-11-22T20:02:00.000Z", to: null, seen: "connection refused", requests: 1 };
const TEXTS = [
  "Away after 4.7 s, for 2.2 s: 502, 14 requests not answered",
  "Away after 2 min 0 s, to the end of the run: connection refused, 1 request not answered",
];

test("an outage is told with when, how long, and what was seen", () => {
  const run = { ...fixture().run, startedAt, outages: [] };
  expect(outageTexts({ ...run, outages: [SHORT, LAST] })).toEqual(TEXTS);
  expect(outageTexts(run)).toEqual([]);
});

test("the terminal and the comment on a pull request list outages; a terminal no more than five", () => {
  const report = fixture();
  const render = (outages: (typeof SHORT)[]) => {
    const told = { ...report, run: { ...report.run, startedAt, outages } };
    return [renderTerminal(told, { color: false, width: 120, preflight: [] }), renderMarkdown(told)];
  };
  for (const text of render([SHORT])) expect(text).toContain("Away after 4.7 s, for 2.2 s");
  const [terminal] = render(Array.from({ length: 7 }, () => SHORT));
  expect(terminal?.match(/Away after/g)).toHaveLength(5);
  expect(terminal).toContain("and 2 more");
  for (const text of render([])) expect(text).not.toMatch(/outage/i);
});
