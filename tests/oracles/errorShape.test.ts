import { expect, test } from "vitest";
import { errorShape, innards, isForbiddingPage } from "../../oracles/errorShape.js";
import { exchangeOf, responseOf } from "./answers.js";

const ok = { ok: true };
const RIGHT = { detail: "The name is too short.", code: "INVALID_PARAMETER" };

test("several errors, further fields and empty texts are within the shape", () => {
  const body = { errors: [RIGHT, { detail: "", code: "", field: "name" }], trace_id: "t1" };
  expect(Object.values(errorShape(responseOf(body, 422))).every((part) => part.ok)).toBe(true);
});

test.each([
  ["text/html", "content-type text/html"],
  ["text/plain; charset=utf-8", "content-type text/plain; charset=utf-8"],
])("an error as %s has no JSON media type", (type, actual) => {
  const shape = errorShape(responseOf({ errors: [RIGHT] }, 400, { "content-type": type }));
  expect(shape.mediaType).toEqual({ ok: false, actual });
  expect(shape.code).toEqual(ok);
});

test("an error without a content type is told so", () => {
  expect(errorShape(responseOf({ errors: [RIGHT] }, 400, {})).mediaType).toEqual({
    ok: false,
    actual: "no content-type",
  });
});

test.each<[unknown, string]>([
  ["", "a body that is empty"],
  ["<html>", "a body that is not JSON"],
  [[RIGHT], "a body that is a list of 1 item"],
  ["null", "a body that is null"],
  ['"no"', 'a body that is the string "no"'],
  ["42", "a body that is the number 42"],
])("the body %j is not an object, and nothing inside it is judged", (body, actual) => {
  expect(errorShape(responseOf(body, 500))).toEqual({ mediaType: ok, body: { ok: false, actual } });
});

test("a byte order mark is a fault of the body, and what follows it is judged", () => {
  const text = `\uFEFF${JSON.stringify({ errors: [{ detail: RIGHT.detail }] })}`;
  const shape = errorShape(responseOf(text, 400));
  expect(shape.body).toEqual({ ok: false, actual: "a body that is JSON after a byte order mark" });
  expect(shape.code).toEqual({ ok: false, actual: "errors[].code is absent" });
});

test.each<[unknown, string]>([
  [{}, "errors is absent"],
  [{ errors: null }, "errors is null"],
  [{ errors: RIGHT }, "errors is an object"],
  [{ errors: "no" }, 'errors is the string "no"'],
  [{ error: RIGHT, message: "no" }, "errors is absent"],
])("in %j errors is not a list", (body, actual) => {
  expect(errorShape(responseOf(body, 400))).toEqual({ mediaType: ok, body: ok, errors: { ok: false, actual } });
});

test.each<[unknown, string]>([
  [["no"], 'errors[] holds the string "no"'],
  [[null], "errors[] holds null"],
  [[[RIGHT]], "errors[] holds a list of 1 item"],
  [[RIGHT, 7], "errors[] holds the number 7"],
])("the errors %j are not all objects", (errors, actual) => {
  expect(errorShape(responseOf({ errors }, 400)).items).toEqual({ ok: false, actual });
});

test.each<[object, "detail" | "code", string]>([
  [{ code: "A" }, "detail", "errors[].detail is absent"],
  [{ detail: null, code: "A" }, "detail", "errors[].detail is null"],
  [{ detail: ["a"], code: "A" }, "detail", "errors[].detail is a list of 1 item"],
  [{ detail: "a" }, "code", "errors[].code is absent"],
  [{ detail: "a", code: 400 }, "code", "errors[].code is the number 400"],
])("in the error %j one text is wrong, and the other is right", (error, part, actual) => {
  const shape = errorShape(responseOf({ errors: [RIGHT, error] }, 400));
  expect(shape[part]).toEqual({ ok: false, actual });
  expect(shape[part === "code" ? "detail" : "code"]).toEqual(ok);
});

test.each([
  "Error: x\n    at Object.<anonymous> (/srv/app/index.js:10:3)",
  "Traceback (most recent call last)",
  "at com.example.Payments.create(Payments.java:42)",
  "goroutine 12 [running]",
  "java.lang.NullPointerException",
  "Exception in thread main",
])("the stack trace in %j is seen, also inside JSON", (trace) => {
  expect(innards(responseOf(trace, 500))).toMatch(/^a stack trace: /);
  if (!trace.startsWith("Exception")) {
    expect(innards(responseOf({ errors: [{ detail: trace, code: "X" }] }, 500))).toMatch(/^a stack trace: /);
  }
});

test("an ordinary description gives nothing away", () => {
  const detail = "The service could not look at (8:3) of the list: try again at 10:00.";
  expect(innards(responseOf({ errors: [{ detail, code: "X" }] }, 500))).toBeNull();
});

test("an empty list is a list without entries", () => {
  const actual = "errors is an empty list";
  expect(errorShape(responseOf({ errors: [] }, 400))).toEqual({
    mediaType: ok,
    body: ok,
    errors: ok,
    entries: { ok: false, actual },
  });
});

test("an error that is too long to be read is not judged by its body, and one that is too deep by what is near", () => {
  const deep = `${"[".repeat(600)}${"]".repeat(600)}`;
  expect(errorShape(responseOf(deep, 400)).body).toEqual({ ok: false, actual: "a body that is a list of 1 item" });
  expect(errorShape({ ...responseOf({ errors: [RIGHT] }, 400), truncated: true })).toEqual({ mediaType: ok });
});

test.each<[number, string, boolean]>([
  [403, "text/html; charset=utf-8", true],
  [406, "text/html", true],
  [403, "application/json", false],
  [400, "text/html", false],
])("a page that forbids a request: %i as %s is %s", (status, type, forbids) => {
  expect(isForbiddingPage(exchangeOf(responseOf("Request blocked", status, { "content-type": type })))).toBe(forbids);
});
