import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Case } from "../../engine/model.js";
import { shrinkable } from "../../engine/shrinking.js";
import type { Edit } from "../../generators/edits/edit.js";

const texts = fc.string({ minLength: 3, maxLength: 40 }).map((value): Edit => ({ kind: "set", at: ["name"], value }));

function textOf(edit: Edit): string {
  return edit.kind === "set" ? String(edit.value) : "";
}

/** A case that remembers its edit in its id. */
function caseOf(edit: Edit): Case {
  return {
    id: textOf(edit),
    check: "c",
    operation: "createRecipient",
    effect: "write",
    tier: 100,
    execute: () => Promise.resolve(),
  };
}

describe("shrinking inside the fault", () => {
  const seed = 7;
  const drawn = fc.sample(texts, { seed, numRuns: 5 })[4];
  if (drawn === undefined) throw new Error("nothing was drawn");

  test("ends at the smallest edit that still fails", async () => {
    const testCase = shrinkable(caseOf, drawn, { arbitrary: texts, seed, index: 4 }, () => true);
    const smallest = await testCase.shrink?.((candidate) => Promise.resolve(candidate.id.length >= 5));
    expect([...(smallest?.id ?? "")]).toHaveLength(5);
  });

  test("never leaves the fault, however small the other edits are", async () => {
    const sameFault = (edit: Edit) => textOf(edit).length >= 8;
    const testCase = shrinkable(caseOf, drawn, { arbitrary: texts, seed, index: 4 }, sameFault);
    const asked: string[] = [];
    await testCase.shrink?.((candidate) => {
      asked.push(candidate.id);
      return Promise.resolve(true);
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((text) => text.length >= 8)).toBe(true);
  });

  test("keeps the drawn edit when no smaller one fails", async () => {
    const testCase = shrinkable(caseOf, drawn, { arbitrary: texts, seed, index: 4 }, () => true);
    const smallest = await testCase.shrink?.((candidate) => Promise.resolve(candidate.id === textOf(drawn)));
    expect(smallest).toBeNull();
  });
});
