import { expect, test } from "vitest";
import type { Baseline } from "../../../reports/across/baseline.js";
import { parseBaseline } from "../../../reports/across/baselineFile.js";
import { entriesToPaste, updateBaseline } from "../../../reports/across/update.js";
import { check, conflict, observation, reportOf } from "../smallReport.js";

const TODAY = "2026-06-15";
const WHOLE = { today: TODAY, whole: true };

const REPORT = reportOf({
  checks: [
    check("listBalances/auth/no-key", "violation"),
    check("listBalances/errors/body", "warning"),
    check("listBalances/auth/no-secret", "pass"),
    check("listBalances/response/body.json", "flaky"),
  ],
  observations: [observation("unknown.pageBase", "1"), observation("unknown.order", "newest first: by created_at")],
  conflicts: [conflict("conflict.version", "2026-08-31")],
});

function baselineOf(text: string): Baseline {
  const file = parseBaseline(text, "baseline.yaml");
  return {
    ...file,
    known: file.known.map((entry) => ({ ...entry, checks: [entry.pattern] })),
    pinned: file.pinned.map((pin) => ({ ...pin, growing: pin.id === "unknown.codes" ? { none: "none" } : null })),
  };
}

test("a missing file is created with the departures and all answers", () => {
  const update = updateBaseline(null, null, REPORT, WHOLE);
  expect(update.text).toBe(`# What is known about a deployment, for ppconform run --baseline.
# known: departures that are accepted, each with its reason; may have a ticket and a last day (expires: 2026-12-31); seed: only random values of that seed show it.
# pinned: what the deployment does where the document is silent or contradicts itself; another answer fails the run.

known:
  - check: listBalances/auth/no-key
    reason: accepted on 2026-06-15; say why here
  - check: listBalances/errors/body
    reason: accepted on 2026-06-15; say why here
pinned:
  unknown.pageBase: "1"
  unknown.order: "newest first: by created_at"
  conflict.version: 2026-08-31
`);
  expect(update.added).toEqual(["listBalances/auth/no-key", "listBalances/errors/body"]);
  expect(update.pinned).toEqual(["unknown.pageBase", "unknown.order", "conflict.version"]);
});

test("entries, comments and their order survive; what is new is added, a changed answer is pinned anew", () => {
  const text = `# ours
pinned:
  # must not move
  unknown.order: 'oldest first' # seen in May
  unknown.gone: yes
known:
# agreed in the call
- check: listBalances/errors/body   # both kinds
  reason: "their gateway"
  expires: 2026-01-01
# to be removed soon
- check: listBalances/auth/no-secret
  reason: x
# the end
`;
  const update = updateBaseline(text, baselineOf(text), REPORT, WHOLE);
  expect(update.text).toBe(`# ours
pinned:
  # must not move
  unknown.order: "newest first: by created_at" # seen in May
  unknown.gone: yes
  unknown.pageBase: "1"
  conflict.version: 2026-08-31
known:
# agreed in the call
- check: listBalances/errors/body # both kinds
  reason: "their gateway"
  expires: 2026-01-01
# to be removed soon
- check: listBalances/auth/no-secret
  reason: x
- check: listBalances/auth/no-key
  reason: accepted on 2026-06-15; say why here

# the end
`);
  expect(update).toMatchObject({
    added: ["listBalances/auth/no-key"],
    pinned: ["unknown.pageBase", "conflict.version"],
    changed: ["unknown.order"],
  });
});

test("a second update changes nothing", () => {
  const first = updateBaseline(null, null, REPORT, WHOLE).text;
  const second = updateBaseline(first, baselineOf(first), REPORT, { today: "2027-01-01", whole: true });
  expect(second).toEqual({ text: first, added: [], pinned: [], changed: [] });
});

test.each([
  ["# only a comment\n", "# only a comment\n\npinned:\n  unknown.a: x\n"],
  ["known:\npinned: # none yet\n", "known:\npinned:\n  # none yet\n  unknown.a: x\n"],
  ["pinned: {}\r\n", "pinned: { unknown.a: x }\r\n"],
])("a file that says nothing yet keeps its comments: %j", (text, expected) => {
  const report = reportOf({ observations: [observation("unknown.a", "x")] });
  expect(updateBaseline(text, baselineOf(text), report, WHOLE).text).toBe(expected);
});

test("every answer is read back as it was", () => {
  const answers = [
    "201",
    "null",
    "true",
    "a: b # c",
    "- x",
    " spaced ",
    "two\nlines",
    "'",
    '"',
    "1e3",
    "2026-08-31",
    "~",
  ];
  const report = reportOf({ observations: answers.map((answer, index) => observation(`unknown.${index}`, answer)) });
  const { text } = updateBaseline(null, null, report, WHOLE);
  expect(parseBaseline(text, "b").pinned.map(({ answer }) => answer)).toEqual(answers.map((answer) => answer.trim()));
});

test("a part of a run adds to an answer that lists what was met, and takes nothing away", () => {
  const text = "pinned:\n  unknown.codes: A, C\n  unknown.order: A, C\n";
  const report = reportOf({
    observations: [observation("unknown.codes", "B, C"), observation("unknown.order", "B, C")],
  });
  const part = updateBaseline(text, baselineOf(text), report, { today: TODAY, whole: false });
  expect(part.text).toBe("pinned:\n  unknown.codes: A, B, C\n  unknown.order: B, C\n");
  const nothing = reportOf({ observations: [observation("unknown.codes", "none")] });
  expect(updateBaseline(text, baselineOf(text), nothing, { today: TODAY, whole: false }).changed).toEqual([]);
  expect(updateBaseline(text, baselineOf(text), report, WHOLE).text).toContain("unknown.codes: B, C\n");
});

test("the entries to paste are those that the baseline does not have", () => {
  const baseline = baselineOf("known:\n  - check: listBalances/errors/body\n    reason: x\n");
  expect(entriesToPaste(REPORT, baseline, TODAY)).toBe(
    "  - check: listBalances/auth/no-key\n    reason: accepted on 2026-06-15; say why here\n",
  );
  expect(entriesToPaste(reportOf({}), null, TODAY)).toBe("");
});

test("a pin shows what a target hides in an answer, and says the same; lines of the user's stay as they are", () => {
  const answer = "a\u202eb\u200b: #\n\u001b[31m";
  const report = reportOf({ observations: [observation("unknown.order", answer)] });
  const update = updateBaseline("\ufeff# ours: a\u200db\npinned:\n  unknown.other: x\n", null, report, WHOLE);
  expect(update.text).toContain("# ours: a\u200db\n");
  expect(update.text).toContain('  unknown.order: "a\\u202eb\\u200b: #\\n\\e[31m"\n');
  expect(parseBaseline(update.text, "baseline.yaml").pinned.at(-1)?.answer).toBe(answer);
});
