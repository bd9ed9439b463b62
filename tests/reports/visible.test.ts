import { describe, expect, it } from "vitest";
import {
  amount,
  bounded,
  brief,
  duration,
  listed,
  measure,
  readable,
  timesText,
  visible,
} from "../../reports/visible.js";

describe("visible", () => {
  it("shows a value as JSON", () => {
    expect(visible("200001")).toBe('"200001"');
    expect(visible(17.5)).toBe("17.5");
    expect(visible(null)).toBe("null");
    expect(visible({ city: "Shanghai", list: [1] })).toBe('{"city":"Shanghai","list":[1]}');
    expect(visible(undefined)).toBe("absent");
  });

  it("makes a trailing line feed, full-width digits, a zero-width space and a bidi control visible", () => {
    expect(visible("12\n")).toBe('"12\\n"');
    expect(visible("１２")).toBe('"\\uff11\\uff12"');
    expect(visible("a\u200bb")).toBe('"a\\u200bb"');
    expect(visible("a\u202eb")).toBe('"a\\u202eb"');
    expect(visible("a\u00a0b")).toBe('"a\\u00a0b"');
    expect(visible("\u{1d7d9}")).toBe('"\\ud835\\udfd9"');
    expect(visible("e\u0301")).toBe('"e\\u0301"');
  });

  it("leaves the letters of other scripts alone unless they imitate Latin ones beside them", () => {
    expect(visible("上海远洋贸易有限公司")).toBe('"上海远洋贸易有限公司"');
    expect(visible("Москва")).toBe('"Москва"');
    expect(visible("PаyPal")).toBe('"P\\u0430yPal"');
    expect(visible("café")).toBe('"café"');
  });

  it("shows the beginning of a long string and tells its length in characters", () => {
    expect(visible("7".repeat(4096), 9)).toBe('"777777777…" (4,096 characters)');
    expect(visible("𝄞".repeat(20), 6)).toBe('"𝄞𝄞𝄞𝄞𝄞𝄞…" (20 characters)');
    expect(visible("很".repeat(9), 9)).toBe('"很很很很很很很很很"');
  });

  it("names a notable character that is not shown", () => {
    const value = `${"1".repeat(50)}\u200b${"1".repeat(50)}`;

    expect(visible(value, 10)).toBe('"1111111111…" (101 characters, with U+200B at 51)');
  });

  it("writes text so that a pasted value is the value again", () => {
    const value = 'a"b\\\u0000\u200b１\ud800\n';

    expect(JSON.parse(visible(value))).toBe(value);
  });
});

describe("words", () => {
  it("keeps escape sequences from reaching a terminal", () => {
    expect(readable("\u001b[31mred\u009b")).toBe("\\u001b[31mred\\u009b");
  });

  it("counts requests only where each was judged once, and deliveries where these were", () => {
    const times = (failing: number, cases: number, requests: number, area: string) =>
      timesText({ failing, cases, requests, area, operation: area === "auth" ? "webhooks" : "createRecipient" });
    expect(times(2, 6, 6, "refuses")).toBe(" (2 of 6 requests)");
    expect(times(220, 220, 9, "response")).toBe(" (220 of 220 values)");
    expect(times(3, 8, 0, "state")).toBe(" (3 of 8 cases)");
    expect(times(1, 106, 106, "auth")).toBe(" (1 of 106 deliveries)");
  });

  it("measures strings in code points and arrays in items", () => {
    expect(measure("很𝄞")).toBe("2 characters");
    expect(measure(["a"])).toBe("1 item");
    expect(measure(5)).toBeNull();
  });

  it("bounds a body and tells how long it was", () => {
    expect(bounded("a\nb\u0007", 10)).toEqual({ text: "a\nb\\u0007", cutFrom: null });
    expect(bounded("x".repeat(50), 3)).toEqual({ text: "xxx", cutFrom: 50 });
  });

  it("counts, lists and times in prose", () => {
    expect(amount(1, "violation")).toBe("1 violation");
    expect(amount(4310, "request")).toBe("4,310 requests");
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
    expect(brief("a".repeat(10), 4)).toBe("aaaa… (10 characters)");
    expect([duration(850), duration(3214), duration(125_400)]).toEqual(["850 ms", "3.2 s", "2 min 5 s"]);
  });
});
