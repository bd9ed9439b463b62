import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { holdPdf } from "../../oracles/pdf.js";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n\u00e9\u00ff%%EOF\n", "latin1");
const BASE64 = PDF.toString("base64");

test.each([
  ["as it is", [PDF.toString("latin1")]],
  ["in base64", [BASE64]],
  ["in base64, in pieces", BASE64.match(/.{1,7}/g) ?? []],
  ["in a data URI", [`data:application/pdf;base64,${BASE64}`]],
  ["in hexadecimal digits", [PDF.toString("hex")]],
  ["as a number for each byte", [...PDF].map(String)],
  ["as signed numbers in one text", [`[${[...new Int8Array(PDF)].join(", ")}]`]],
  ["packed", [gzipSync(PDF).toString("base64")]],
])("a PDF is found %s", (_, texts) => {
  expect(holdPdf(texts)).toBe(true);
});

test.each([
  ["a page", ["<html><body>receipt</body></html>"]],
  ["numbers that are no PDF", ["60", "104", "116", "109", "108", "62"]],
  ["a number", ["20001357"]],
  ["something else in base64", [Buffer.from("no receipt of this transfer").toString("base64")]],
])("%s is none", (_, texts) => {
  expect(holdPdf(texts)).toBe(false);
});

test("what an address leads to is not known", () => {
  expect(holdPdf(["https://files.example.com/receipt.pdf"])).toBeNull();
});
