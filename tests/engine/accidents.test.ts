import { expect, test } from "vitest";
import { Accidents, mayBeAccident } from "../../engine/accidents.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

test.each([
  [500, true],
  [503, true],
  [200, false],
  [400, false],
])("an answer with %i may be an accident: %s", (status, expected) => {
  expect(mayBeAccident(exchangeOf(responseOf([], status)))).toBe(expected);
});

test("accidents are counted for each operation, and the first twenty are kept", () => {
  const accidents = new Accidents();
  const exchange = exchangeOf(responseOf([], 500));
  for (let number = 0; number < 25; number++) accidents.happened("listBalances", [exchange]);
  expect(accidents.of("listBalances").count).toBe(25);
  expect(accidents.of("listBalances").exchanges).toHaveLength(20);
  expect(accidents.of("uploadFile").count).toBe(0);
});

test("an operation that fails each time is not asked again for ever; one whose errors go away is granted more", () => {
  const accidents = new Accidents();
  for (let turn = 0; turn < 11; turn++) accidents.repeated("listBalances");
  expect(accidents.isWorthWhile("listBalances")).toBe(true);
  accidents.repeated("listBalances");
  expect(accidents.isWorthWhile("listBalances")).toBe(false);
  accidents.happened("listBalances", [exchangeOf(responseOf([], 500))]);
  expect(accidents.isWorthWhile("listBalances")).toBe(true);
});
