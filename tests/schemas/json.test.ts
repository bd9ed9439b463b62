import { expect, test } from "vitest";
import { cutJsonText, isEmpty, jsonText, parsedJson } from "../../schemas/json.js";

test.each([[undefined], [null], [""], [[]], [{}], [{ city: "", state: null }], [{ address: { city: "" } }]])(
  "nothing is in %j",
  (value) => {
    expect(isEmpty(value)).toBe(true);
  },
);

test.each([[0], [false], [" "], [[""]], [{ city: "", state: "x" }]])("something is in %j", (value) => {
  expect(isEmpty(value)).toBe(false);
});

test("a value is shown as it stands in JSON, and as absent where there is none", () => {
  expect([undefined, null, "a", 1].map(jsonText)).toEqual(["absent", "null", '"a"', "1"]);
});

test("a text of JSON is cut behind its limit, and not at it", () => {
  expect(cutJsonText("abc", 5)).toBe('"abc"');
  expect(cutJsonText("abc", 4)).toBe('"abc… (5 characters)');
});

test("a text that is no JSON holds nothing", () => {
  expect([parsedJson("[1]"), parsedJson("null"), parsedJson("{"), parsedJson("")]).toEqual([
    [1],
    null,
    undefined,
    undefined,
  ]);
});
