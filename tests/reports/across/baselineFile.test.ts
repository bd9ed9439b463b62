import { expect, test } from "vitest";
import { parseBaseline } from "../../../reports/across/baselineFile.js";
import { UserFileError } from "../../../reports/userFile.js";

function messageOf(text: string): string {
  try {
    parseBaseline(text, "baseline.yaml");
  } catch (error) {
    if (error instanceof UserFileError) return error.message;
    throw error;
  }
  return "no error";
}

test("a baseline is read with its reasons, tickets, days and pinned answers, each with its line", () => {
  const file = parseBaseline(
    [
      "# ours",
      "known:",
      "  - check: listBalances/auth/*",
      "    reason: old gateway",
      "    ticket: 1182",
      "    expires: 2026-12-31",
      "pinned:",
      "  unknown.listTransactions.pageBase: 1.10",
    ].join("\n"),
    "baseline.yaml",
  );
  expect(file).toEqual({
    path: "baseline.yaml",
    known: [
      {
        pattern: "listBalances/auth/*",
        reason: "old gateway",
        ticket: "1182",
        expires: "2026-12-31",
        seed: null,
        place: { line: 3, text: "- check: listBalances/auth/*" },
      },
    ],
    pinned: [
      {
        id: "unknown.listTransactions.pageBase",
        answer: "1.10",
        place: { line: 8, text: "unknown.listTransactions.pageBase: 1.10" },
      },
    ],
  });
});

test.each(["", "# nothing yet\n", "known:\npinned:\n", "known: []\npinned: {}\n"])(
  "a baseline may be empty: %j",
  (text) => {
    expect(parseBaseline(text, "baseline.yaml")).toEqual({ path: "baseline.yaml", known: [], pinned: [] });
  },
);

/** The whole of each message stands in tests/__snapshots__/texts.txt. */
test.each([
  ["known:\n  - chek: a/b\n    reason: x\n", 2, "chek is not a key of a known departure. Its keys are check, reason,"],
  ["known:\n  - reason: x\n", 2, "The entry has no check. Write the id of a check;"],
  ["known:\n  - check: a/b\n", 2, 'The entry has no reason. Say why the departure is accepted. Add "reason: …".'],
  ["known:\n  - check: a/b\n    reason: ''\n", 3, "reason is empty. Say why the departure is accepted."],
  ["known:\n  - check: a/b\n    reason: [x]\n", 3, "reason is not a plain text. Say why"],
  ["known:\n  - check: a/b\n    reason: x\n    expires: 2026-02-30\n", 4, "2026-02-30 is not a calendar date."],
  ["known:\n  - check: a/b\n    reason: x\n  - check: a/b\n    reason: y\n", 4, "The same check is"],
  ["known:\n  - a/b\n", 2, "An entry of known needs keys. Write each entry as"],
  ["known: a/b\n", 1, 'known is not a list. Write each entry as "- check: …" with a "reason: …" below.'],
  ["pinned:\n  - a\n", 1, 'pinned is not a map. Write each line as "id of the observation: its answer".'],
  ["pinned:\n  unknown.a:\n", 2, "unknown.a is empty. Write the answer that is expected, as a report shows it."],
  ["knwon: []\n", 1, "knwon is not a key of a baseline. Its keys are known and pinned."],
  ["- check: a\n", 1, 'A baseline has the keys known and pinned. Write "known:" with a list below.'],
])("a fault is told with the line and how to mend it: %j", (text, line, message) => {
  const entry = text.split("\n")[line - 1]?.trim();
  expect(messageOf(text)).toContain(`baseline.yaml:${line}: "${entry}": ${message}`);
});

test("text that is no YAML is told with its line", () => {
  expect(messageOf("known:\n  - check: 'a\n")).toMatch(/^baseline\.yaml:\d: ".*": This is not YAML: /);
});
