import { expect, test } from "vitest";
import { parseAnswers } from "../../../reports/answers/file.js";
import { UserFileError } from "../../../reports/userFile.js";

test("every kind of entry is read, with its line", () => {
  const text = `# ours
agreed:
  # mail of 3 March
  - id: unknown.a
    answer: 201
    reason: " in the call "
    ticket: PAY-1
  - contains: refused with 409   # for both
    id: unknown.b
  - id: unknown.c
    contains: [one, "two"]
  - id: conflict.d
    only: [1.10, yes]
  - { id: unknown.e, only: [] }
`;
  expect(parseAnswers(text, "d.yaml")).toEqual({
    path: "d.yaml",
    attested: [],
    agreed: [
      {
        id: "unknown.a",
        stated: { kind: "answer", texts: ["201"] },
        reason: "in the call",
        ticket: "PAY-1",
        line: 4,
        text: "- id: unknown.a",
      },
      {
        id: "unknown.b",
        stated: { kind: "contains", texts: ["refused with 409"] },
        reason: null,
        ticket: null,
        line: 9,
        text: "id: unknown.b",
      },
      {
        id: "unknown.c",
        stated: { kind: "contains", texts: ["one", "two"] },
        reason: null,
        ticket: null,
        line: 10,
        text: "- id: unknown.c",
      },
      {
        id: "conflict.d",
        stated: { kind: "only", texts: ["1.10", "yes"] },
        reason: null,
        ticket: null,
        line: 12,
        text: "- id: conflict.d",
      },
      {
        id: "unknown.e",
        stated: { kind: "only", texts: [] },
        reason: null,
        ticket: null,
        line: 14,
        text: "- { id: unknown.e, only: [] }",
      },
    ],
  });
});

test.each(["", "# nothing yet\n", "agreed:\n", "agreed: []\n"])("a file may say nothing: %j", (text) => {
  expect(parseAnswers(text, "d.yaml")).toEqual({ path: "d.yaml", agreed: [], attested: [] });
});

/** The whole of each message stands in tests/__snapshots__/texts.txt. */
test.each([
  ["- a\n", 1, "A file of answers has the key agreed, with a list. Write each entry as"],
  ["agreed: [\n", 2, "This is not YAML: "],
  ["known:\n", 1, "known is not a key of a file of answers. Its keys are agreed and attested."],
  ["agreed:\n  unknown.a: 201\n", 1, "agreed is not a list. Write each entry as"],
  ["agreed:\n  - unknown.a\n", 2, "An entry of agreed needs keys. Write each entry as"],
  ["agreed:\n  - id: unknown.a\n    anser: 1\n", 3, "anser is not a key of an agreed answer."],
  ["agreed:\n  - answer: 1\n", 2, "The entry has no id. Write the id of an"],
  ["agreed:\n  - id: unknown.a\n    reason: x\n", 2, "The entry says nothing about the answer. Add"],
  ["agreed:\n  - id: unknown.a\n    answer: 1\n    only: [1]\n", 4, "The entry has answer already."],
  ["agreed:\n  - id: unknown.a\n    answer: [1]\n", 3, "answer is not a plain text."],
  ["agreed:\n  - id: unknown.a\n    answer:\n", 3, "answer is empty. Write the agreed answer"],
  ["agreed:\n  - id: unknown.a\n    contains: []\n", 3, "contains is empty. Write a text, or a list"],
  ["agreed:\n  - id: unknown.a\n    only:\n      - 1\n      - ''\n", 5, "An item of only is not a plain text."],
  [
    "agreed:\n  - id: unknown.a\n    answer: 1\n  - id: unknown.a\n    answer: 2\n",
    4,
    "The same question is already in",
  ],
])("a fault is told with the user's line: %j", (text, line, message) => {
  const entry = text.split("\n")[line - 1]?.trim();
  expect(() => parseAnswers(text, "d.yaml")).toThrow(UserFileError);
  expect(() => parseAnswers(text, "d.yaml")).toThrow(`d.yaml:${line}: "${entry}": ${message}`);
});
