import { describe, expect, test } from "vitest";
import { type Accord, accordOf, agreedCheckId, isAgreed, statedText } from "../../../reports/answers/answers.js";
import type { Stated } from "../../../reports/model.js";

const LIST = { none: "none" };

function accord(kind: Stated["kind"], texts: string[], answer: string): Accord["kind"] {
  return accordOf({ kind, texts }, { answer, growing: null, whole: true }).kind;
}

/** The same of an answer that lists what was met in all traffic. */
function accordOfList(kind: Stated["kind"], texts: string[], answer: string, whole = true): Accord {
  return accordOf({ kind, texts }, { answer, growing: LIST, whole });
}

describe("answer", () => {
  test.each([
    ["201", "201", "kept"],
    ["201", "200", "departs"],
    ["pages are counted from 1", "pages are counted from 1; page 0 is answered with 400", "departs"],
    ["rcp_1a at 2026-01-01T00:00:00Z, after 2.1 s", "rcp_2b at 2026-06-15T10:00:00Z, after 950 ms", "kept"],
    ["12 of 12 came again", "9 of 9 came again", "kept"],
    ["12 of 12 came again", "8 of 9 came again", "departs"],
  ])("%j beside %j: %s", (stated, seen, expected) => {
    expect(accord("answer", [stated], seen)).toBe(expected);
  });
});

describe("contains", () => {
  test.each([
    [["refused with 409"], "a second creation is refused with 409 ALREADY_EXISTS", "kept"],
    [["409", "ALREADY_EXISTS"], "a second creation is refused with 409 ALREADY_EXISTS", "kept"],
    [["409", "400"], "a second creation is refused with 409 ALREADY_EXISTS", "departs"],
    [["counted from 1"], "pages are counted from 10", "departs"],
    [["ALREADY"], "refused with 409 ALREADY_EXISTS", "departs"],
    [['"a.b*c"'], 'values: "a.b*c", "d"', "kept"],
  ])("%j in %j: %s", (stated, seen, expected) => {
    expect(accord("contains", stated, seen)).toBe(expected);
  });
});

describe("only", () => {
  test.each([
    [["transfer", "deposit"], '"deposit" for a deposit, "transfer" for a transfer', "kept"],
    [["transfer"], '"deposit" for a deposit, "transfer" for a transfer', "departs"],
    [["transfer", "deposit", "return"], 'seen: "deposit"', "kept"],
    [["2024-12-01"], "taken: 2024-12-01", "kept"],
    [["2024-12-01"], "taken: 2024-12-01, none", "departs"],
    [['say "a"'], 'seen: "say \\"a\\""', "kept"],
  ])("%j around %j: %s", (stated, seen, expected) => {
    expect(accord("only", stated, seen)).toBe(expected);
  });
});

describe("an answer that lists what was met in all traffic", () => {
  test("may lack something that is agreed, and may have nothing else", () => {
    expect(accordOfList("answer", ["400 A, 401 B"], "400 A")).toEqual({ kind: "kept" });
    expect(accordOfList("only", ["400 A", "401 B"], "400 A")).toEqual({ kind: "kept" });
    expect(accordOfList("answer", ["400 A, 401 B"], "400 A, 409 C")).toEqual({ kind: "departs", strange: ["409 C"] });
    expect(accordOfList("only", ["400 A"], "400 A, 409 C")).toEqual({ kind: "departs", strange: ["409 C"] });
  });

  test("cannot be judged when nothing was met, unless that is agreed", () => {
    const open = { kind: "open", why: "nothing of it was met in this run" };
    expect(accordOfList("answer", ["400 A"], "none")).toEqual(open);
    expect(accordOfList("only", ["400 A"], "none")).toEqual(open);
    expect(accordOfList("answer", ["none"], "none")).toEqual({ kind: "kept" });
    expect(accordOfList("only", [], "none")).toEqual({ kind: "kept" });
    expect(accordOfList("only", [], "memo")).toEqual({ kind: "departs", strange: ["memo"] });
  });

  test("must contain what it is said to contain, when everything was sent", () => {
    expect(accordOfList("contains", ["409 C"], "400 A").kind).toBe("departs");
    expect(accordOfList("contains", ["409 C"], "400 A", false)).toEqual({
      kind: "open",
      why: "only a part of the suite was run, and 409 C was not met in it",
    });
    expect(accordOfList("contains", ["400 A"], "400 A", false)).toEqual({ kind: "kept" });
  });
});

test("what is agreed has words", () => {
  expect(statedText({ kind: "answer", texts: ["201"] })).toBe("201");
  expect(statedText({ kind: "contains", texts: ["a", "b"] })).toBe('an answer with "a" and "b"');
  expect(statedText({ kind: "only", texts: ["a"] })).toBe('nothing but "a"');
  expect(statedText({ kind: "only", texts: [] })).toBe("no value at all");
});

test("the check of an agreed answer is known by its id", () => {
  const id = agreedCheckId("listTransactions", "state", "unknown.listTransactions.pageBase");
  expect(id).toBe("listTransactions/state/agreed.unknown.listTransactions.pageBase");
  expect(isAgreed({ id })).toBe(true);
  expect(isAgreed({ id: "listTransactions/state/steady" })).toBe(false);
  expect(isAgreed({ id: "agreed." })).toBe(false);
});
