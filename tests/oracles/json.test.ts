import { expect, test } from "vitest";
import { bodyOf, errorsIn, isJsonMediaType, jsonBody, successBody } from "../../oracles/json.js";
import { exchangeOf, responseOf } from "./answers.js";

test.each([
  ['{"a":1}', { a: 1 }],
  ["[]", []],
  ["null", null],
  ["0", 0],
  ['"text"', "text"],
  ['\uFEFF{"a":1}', { a: 1 }],
  [" \n[1]\n", [1]],
])("%j is read as JSON", (text, value) => {
  expect(jsonBody(responseOf(text))).toEqual({ ok: true, value });
});

test.each([
  ["", "empty"],
  [" \r\n\t", "empty"],
  ["{", "not JSON"],
  ["<html></html>", "not JSON"],
  ["{'a':1}", "not JSON"],
  ['{"a":1}{"b":2}', "not JSON"],
  ["NaN", "not JSON"],
])("%j is no JSON, and the reason is told", (text, reason) => {
  expect(jsonBody(responseOf(text))).toEqual({ ok: false, reason });
});

test("a body that was cut is not read, even when what is there is JSON", () => {
  expect(jsonBody({ ...responseOf("[]"), truncated: true })).toEqual({
    ok: false,
    reason: "longer than what is read of it",
    unread: true,
  });
});

test("a body is read once, however often it is asked for", () => {
  const response = responseOf({ a: 1 });
  expect(jsonBody(response)).toBe(jsonBody(response));
});

test("of a body that was cut, a beginning that is no JSON's is told", () => {
  expect(jsonBody({ ...responseOf("<html>"), truncated: true })).toEqual({ ok: false, reason: "not JSON" });
});

test("a body that is nested deeper than anybody can walk is read as deep as what is documented, and much deeper", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  const read = (text: string) => JSON.stringify(bodyOf(exchangeOf(responseOf(text))));
  expect(read(nested(500))).toBe(nested(500));
  expect(read(nested(100_000))).toBe(nested(501));
  expect(read(`{"b":[7],"__proto__":${'{"a":'.repeat(600)}1${"}".repeat(601)}`)).toBe(
    `{"b":[7],"__proto__":${'{"a":'.repeat(499)}{}${"}".repeat(500)}`,
  );
  expect(jsonBody(responseOf("[".repeat(100_000)))).toEqual({ ok: false, reason: "not JSON" });
});

test("a long body is not deep, and brackets inside texts do not count", () => {
  expect(jsonBody(responseOf(Array(2000).fill([{}]))).ok).toBe(true);
  expect(jsonBody(responseOf(['"['.repeat(2000), "\\[{".repeat(2000)])).ok).toBe(true);
});

test.each([
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON ;charset=UTF-8",
  "text/json",
  "Text/JSON; charset=utf-8",
  "application/problem+json",
  "application/vnd.example.v1+json",
])("%s is a JSON media type", (type) => {
  expect(isJsonMediaType({ headers: { "content-type": type } })).toBe(true);
});

test.each(["text/html", "application/jsonp", "application/json-seq", "text/plain; a=application/json", ""])(
  "%j is not a JSON media type",
  (type) => {
    expect(isJsonMediaType({ headers: { "content-type": type } })).toBe(false);
  },
);

test("a response without a content type does not say that it is JSON", () => {
  expect(isJsonMediaType({ headers: {} })).toBe(false);
});

test("the members of a success are read, and none of an error or of a list", () => {
  expect(successBody(exchangeOf(responseOf({ id: "a" })))).toEqual({ id: "a" });
  expect(successBody(exchangeOf(responseOf({ id: "a" }, 400)))).toEqual({});
  expect(successBody(exchangeOf(responseOf(["a"])))).toEqual({});
  expect(bodyOf(exchangeOf(responseOf({ id: "a" }, 400)))).toEqual({ id: "a" });
  expect(bodyOf(exchangeOf({ kind: "timeout", message: "no answer" }))).toBeUndefined();
});

test("the entries of an error body are those of its errors that are objects", () => {
  expect(errorsIn({ errors: [{ code: "A" }, "B", null] })).toEqual([{ code: "A" }]);
  expect([errorsIn({}), errorsIn(null), errorsIn([]), errorsIn({ errors: "A" })]).toEqual([[], [], [], []]);
});
