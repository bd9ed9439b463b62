/** What a run says before it sends anything. */
import { expect, test } from "vitest";
import { planText } from "../../cli/plan.js";
import type { Plan } from "../../engine/plan/plan.js";

const PLAN: Plan = { cases: { read: 596, "refused write": 0, write: 12 }, created: { createRecipient: 3 } };

test("the plan fits the terminal, and warns of plain http to another machine", async () => {
  const text = await planText("http://192.0.2.1", PLAN, undefined, 60);
  const lines = text.split("\n");
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
  expect(lines.slice(1, -1).filter((line) => !line.startsWith("  "))).toEqual([]);
  expect(text).toContain("Warning: this is plain http.");
  expect(await planText("http://127.0.0.1:1", PLAN, undefined, 60)).not.toContain("Warning");
});
