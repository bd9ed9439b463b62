import { describe, expect, it } from "vitest";
import { shellLines } from "../../../reports/facts/shellLines.js";

describe("shellLines", () => {
  it("puts an option on a line, and lays JSON out", () => {
    expect(
      shellLines(
        `curl -sS -i -X 'POST' "$CONFORMANCE_BASE_URL"'/a' -H "X-API-Key: $CONFORMANCE_API_KEY" --data-raw '{"a":[1e2,"-H x"]}'`,
      ),
    ).toBe(
      [
        `curl -sS -i -X 'POST' "$CONFORMANCE_BASE_URL"'/a' \\`,
        `  -H "X-API-Key: $CONFORMANCE_API_KEY" \\`,
        `  --data-raw '{`,
        `  "a": [`,
        "    1e2,",
        `    "-H x"`,
        "  ]",
        "}'",
      ].join("\n"),
    );
  });

  it("changes nothing in a body that is no JSON, or is written with escapes", () => {
    expect(shellLines(`curl -sS -i --data-raw '{"a":'\\''}'`)).toBe(`curl -sS -i \\\n  --data-raw '{"a":'\\''}'`);
    expect(shellLines(`curl -sS -i --data-raw $'{"a":"\\n"}'`)).toBe(`curl -sS -i \\\n  --data-raw $'{"a":"\\n"}'`);
    expect(shellLines("# step 1 of 2\nprintf %s eA== | base64 --decode | curl -H 'a: b'")).toBe(
      "# step 1 of 2\nprintf %s eA== | base64 --decode | curl -H 'a: b'",
    );
  });
});
