import { describe, expect, test } from "vitest";
import { type Accord, accordOf, agreedCheckId, agreedText, isAgreed } from "../../../reports/answers/answers.js";
import type { Stated } from "../../../reports/model.js";
import type { Json } from "../../../schemas/json.js";

function accord(kind: Stated["kind"], texts: string[], text: string, value: Json = text): Accord["kind"] {
  return accordOf({ kind, texts }, { value, text, listed: null, whole: true }).kind;
}

/** The same of an answer that lists what was met in all traffic; `none` when nothing was. */
function accordOfList(kind: Stated["kind"], texts: string[], listed: readonly string[], whole = true): Accord {
  const text = listed.length === 0 ? "none" : listed.join(", ");
  return accordOf({ kind, texts }, { value: [...listed], text, listed, whole });
}

test.each([
  ["201", "201", "kept"],
  ["201", "200", "differs"],
  ["pages are counted from 1", "pages are counted from 1; page 0 is answered with 400", "differs"],
  ["rcp_1a at 2026-01-01T00:00:00Z, after 2.1 s", "rcp_2b at 2026-06-15T10:00:00Z, after 950 ms", "kept"],
  ["12 of 12 came again", "9 of 9 came again", "kept"],
  ["12 of 12 came again", "8 of 9 came again", "differs"],
])("answer %j beside %j: %s", (stated, seen, expected) => {
  expect(accord("answer", [stated], seen)).toBe(expected);
});

test.each([
  [["refused with 409"], "a second creation is refused with 409 ALREADY_EXISTS", "kept"],
  [["409", "ALREADY_EXISTS"], "a second creation is refused with 409 ALREADY_EXISTS", "kept"],
  [["409", "400"], "a second creation is refused with 409 ALREADY_EXISTS", "differs"],
  [["counted from 1"], "pages are counted from 10", "differs"],
  [["ALREADY"], "refused with 409 ALREADY_EXISTS", "differs"],
  [['"a.b*c"'], 'values: "a.b*c", "d"', "kept"],
])("contains %j in %j: %s", (stated, seen, expected) => {
  expect(accord("contains", stated, seen)).toBe(expected);
});

describe("only", () => {
  test.each<readonly [string[], Json, string]>([
    [["transfer", "deposit"], { transfer: ["transfer"], deposit: ["deposit"] }, "kept"],
    [["transfer"], { transfer: ["transfer"], deposit: ["deposit"] }, "differs"],
    [["transfer", "deposit", "return"], { values: ["deposit"], absent: false }, "kept"],
    [["2024-12-01"], ["2024-12-01"], "kept"],
    [["2024-12-01"], ["2024-12-01", "none"], "differs"],
    [['say "a"'], ['say "a"'], "kept"],
    [["200"], { accepted: 200 }, "kept"],
    [["400"], { accepted: 200 }, "differs"],
  ])("%j around %j: %s", (stated, value, expected) => {
    expect(accord("only", stated, "in words", value)).toBe(expected);
  });

  test("may be the answer in words", () => {
    expect(accord("only", ["in words", "otherwise"], "in words", { accepted: 200 })).toBe("kept");
  });
});

describe("an answer that lists what was met in all traffic", () => {
  test("may lack something that is agreed, and may have nothing else", () => {
    expect(accordOfList("answer", ["400 A, 401 B"], ["400 A"])).toEqual({ kind: "kept" });
    expect(accordOfList("only", ["400 A", "401 B"], ["400 A"])).toEqual({ kind: "kept" });
    expect(accordOfList("answer", ["400 A, 401 B"], ["400 A", "409 C"])).toEqual({
      kind: "differs",
      strange: ["409 C"],
    });
    expect(accordOfList("only", ["400 A"], ["400 A", "409 C"])).toEqual({ kind: "differs", strange: ["409 C"] });
  });

  test("cannot be judged when nothing was met, unless that is agreed", () => {
    const open = { kind: "open", why: "none of it was encountered in this run" };
    expect(accordOfList("answer", ["400 A"], [])).toEqual(open);
    expect(accordOfList("only", ["400 A"], [])).toEqual(open);
    expect(accordOfList("answer", ["none"], [])).toEqual({ kind: "kept" });
    expect(accordOfList("only", [], [])).toEqual({ kind: "kept" });
    expect(accordOfList("only", [], ["memo"])).toEqual({ kind: "differs", strange: ["memo"] });
  });

  test("must contain what it is said to contain, when everything was sent", () => {
    expect(accordOfList("contains", ["409 C"], ["400 A"]).kind).toBe("differs");
    expect(accordOfList("contains", ["409 C"], ["400 A"], false)).toEqual({
      kind: "open",
      why: "only a part of the suite was run, and 409 C was not encountered in it",
    });
    expect(accordOfList("contains", ["400 A"], ["400 A"], false)).toEqual({ kind: "kept" });
  });
});

test("what is agreed has words", () => {
  expect(agreedText({ kind: "answer", texts: ["201"] })).toBe("201");
  expect(agreedText({ kind: "contains", texts: ["a", "b"] })).toBe('an answer with "a" and "b"');
  expect(agreedText({ kind: "only", texts: ["a"] })).toBe('nothing but "a"');
  expect(agreedText({ kind: "only", texts: [] })).toBe("no value at all");
});

test("the check of an agreed answer is about what the document leaves open", () => {
  const unknown = "unknown.listTransactions.pageBase";
  const id = agreedCheckId("listTransactions", "state", unknown);
  expect(id).toBe("listTransactions/state/agreed.unknown.listTransactions.pageBase");
  expect(isAgreed({ statements: [unknown] })).toBe(true);
  expect(isAgreed({ statements: ["listTransactions.state.steady"] })).toBe(false);
  expect(isAgreed({ statements: [] })).toBe(false);
});
