import { expect, test } from "vitest";
import { inTellingOrder } from "../../engine/order.js";
import { testCase } from "./executing.js";

const execute = (): void => {};
const of = (operation: "createRecipient" | "uploadFile", rule: string, index: number, tier = 0) =>
  testCase(`${operation}/${rule}`, execute, { operation, index, tier });

test("the first case of each check comes before the second of any, spread over the operations, tier by tier", () => {
  const cases = [
    of("createRecipient", "refuses/a", 0),
    of("createRecipient", "refuses/a", 1),
    of("createRecipient", "refuses/a", 2, 1),
    of("createRecipient", "refuses/b", 0),
    of("uploadFile", "refuses/c", 0),
    of("uploadFile", "refuses/c", 1, 1),
    of("uploadFile", "refuses/d", 0),
  ];
  expect(inTellingOrder(cases).map(({ id }) => id)).toEqual([
    "createRecipient/refuses/a#0",
    "uploadFile/refuses/c#0",
    "createRecipient/refuses/b#0",
    "uploadFile/refuses/d#0",
    "createRecipient/refuses/a#1",
    "createRecipient/refuses/a#2",
    "uploadFile/refuses/c#1",
  ]);
});
