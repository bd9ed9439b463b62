import { expect, test } from "vitest";
import { operationAt } from "../../schemas/paths.js";

test("a path asks for an operation, and what stands for its parameter is told without escapes", () => {
  expect(operationAt("/api/recipients/rcp%5F1/update?x=1", "POST")).toEqual({
    operation: "updateRecipient",
    parameter: "rcp_1",
  });
  expect(operationAt("/api/recipients/%zz/update", "POST")?.parameter).toBe("%zz");
  expect(operationAt("/api/balances", null)).toEqual({ operation: "listBalances", parameter: null });
  expect(operationAt("/api/balances", "POST")).toBeNull();
});
