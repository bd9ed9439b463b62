import { describe, expect, it } from "vitest";
import { bodyLines } from "../../../reports/facts/bodyLines.js";
import { difference } from "../../../reports/facts/difference.js";

function text(body: string, target: string[] = [], limit?: number): string[] {
  return bodyLines(body, target, limit).lines.map(({ text: line, marked }) => (marked ? `>${line}` : line));
}

describe("bodyLines", () => {
  it("lays JSON out and marks the lines that the edit changed", () => {
    expect(text('{"a":{"b":"1","c":[]},"list":[{"b":2},{"b":3}]}', ["a", "b"])).toEqual([
      "{",
      '  "a": {',
      '>    "b": "1",',
      '    "c": []',
      "  },",
      '  "list": [',
      "    {",
      '      "b": 2',
      "    },",
      "    {",
      '      "b": 3',
      "    }",
      "  ]",
      "}",
    ]);
    expect(text('{"list":[{"b":2},{"b":3}]}', ["list", "1", "b"])).toContain('>      "b": 3');
  });

  it("marks the same place in every item of a list", () => {
    expect(text('[{"a":1,"b":2},{"a":3}]', ["[]", "a"]).filter((line) => line.startsWith(">"))).toEqual([
      '>    "a": 1,',
      '>    "a": 3',
    ]);
  });

  it("changes no token: long numbers, doubled keys and escapes stay as they were sent", () => {
    expect(text('{"n":12345678901234567890.10,"n":1e400,"s":"\\u0041"}')).toEqual([
      "{",
      '  "n": 12345678901234567890.10,',
      '  "n": 1e400,',
      '  "s": "\\u0041"',
      "}",
    ]);
  });

  it("shows what is not JSON as it is", () => {
    expect(text('{"a":1,}\u0007')).toEqual(['{"a":1,}\\u0007']);
    expect(text("")).toEqual([""]);
  });

  it("bounds a body, a string in it and its nesting", () => {
    const long = bodyLines(JSON.stringify({ list: Array.from({ length: 5000 }, (_, index) => index) }), [], 100);
    const nested = bodyLines(`${"[".repeat(900)}${"]".repeat(900)}`, [], 100_000);

    expect(long.lines.length).toBeLessThan(30);
    expect(long.note).toBe("cut; the whole body has 23,900 characters");
    expect(text(JSON.stringify(["x".repeat(5000)]))[1]).toMatch(
      /^ {2}"x{3999}…" \(5,000 characters; report\.json holds them all\)$/,
    );
    expect(Math.max(...nested.lines.map((line) => line.text.length))).toBeLessThan(60);
  });
});

describe("the mark in a body", () => {
  it("stands at what should hold a member that is missing", () => {
    expect(text('{"a":{"b":1},"c":2}', ["a", "gone"]).filter((line) => line.startsWith(">"))).toEqual(['>  "a": {']);
  });

  it("is shown with the lines around it, however far down it stands", () => {
    const body = JSON.stringify({ list: Array.from({ length: 200 }, (_, index) => index), last: "wrong", more: 1 });
    const { lines, note } = bodyLines(body, ["last"], 90);
    expect(lines[0]?.text).toBe("{");
    expect(lines.slice(-4).map((line) => (line.marked ? `>${line.text}` : line.text))).toEqual([
      "  ],",
      '>  "last": "wrong",',
      '  "more": 1',
      "}",
    ]);
    expect(lines.length).toBeLessThan(20);
    expect(note).toBe("cut; the whole body has 724 characters");
  });
});

it("difference finds what stands between the common ends", () => {
  expect(difference('"2000"', '"20001"')).toEqual({
    from: { before: '"2000', changed: "", after: '"' },
    to: { before: '"2000', changed: "1", after: '"' },
  });
});
