import { expect, test } from "vitest";
import { unknownIdLike, withOtherEnd } from "../../../generators/texts/unknownId.js";

test.each([
  ["a prefix and mixed letters", "txn_8fK2mQ7xLp0aZ"],
  ["a UUID", "0b8f5c1e-43aa-4d0e-9d57-2f7f0c9be611"],
  ["a number", "8412077"],
  ["letters of one kind", "aaaaaaaaaaaa"],
])("an unknown id is another one of the same shape: %s", (_, id) => {
  const shapeOf = (text: string): string => text.replace(/\d/g, "0").replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A");
  const unknown = unknownIdLike(id);
  expect(unknown).not.toBe(id);
  expect(unknownIdLike(id, 1)).not.toBe(unknown);
  expect(shapeOf(unknown)).toBe(shapeOf(id));
});

test("a hexadecimal id stays one", () => {
  expect(unknownIdLike("deadbeefcafe0123")).toMatch(/^[0-9a-f]{16}$/);
});

test("a short number becomes one that is far beyond it", () => {
  expect(unknownIdLike("17")).toBe("999999999");
});

test.each([
  ["rcp_5000000001", "rcp_5300000001", "rcp_5400000001"],
  ["000000000123", "030000000123", "040000000123"],
  ["7284905518234910721", "7584905518234910721", "7684905518234910721"],
])("a number that may be counted up, %s, becomes one far beyond it, which no neighbour has", (id, first, second) => {
  expect([unknownIdLike(id), unknownIdLike(id, 1)]).toEqual([first, second]);
});

test("no digit of another turn stays as it is", () => {
  expect(unknownIdLike("R-0505050505-x", 1)).toBe("R-0050505050-b");
});

test.each([
  ["txn_a1", "txn_a2"],
  ["txn_a9", "txn_a0"],
  ["idz", "ida"],
  ["idZ-", "idA-"],
])("%s with another end is %s", (id, other) => {
  expect(withOtherEnd(id)).toBe(other);
});
