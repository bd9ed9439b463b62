import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Edit } from "../../generators/edits/edit.js";
import type { Unit } from "../../engine/model.js";
import { shrinkable } from "../../engine/shrinking.js";

const texts = fc.string({ minLength: 3, maxLength: 40 }).map((value): Edit => ({ kind: "set", at: ["name"], value }));

function textOf(edit: Edit): string {
  return edit.kind === "set" ? String(edit.value) : "";
}

/** A unit that remembers its edit in its id. */
function unitOf(edit: Edit): Unit {
  return { id: textOf(edit), check: "c", operation: "createRecipient", tier: 100, play: () => Promise.resolve() };
}

describe("shrinking inside the fault", () => {
  const seed = 7;
  const drawn = fc.sample(texts, { seed, numRuns: 5 })[4];
  if (drawn === undefined) throw new Error("nothing was drawn");

  test("ends at the smallest edit that still departs", async () => {
    const unit = shrinkable(unitOf, drawn, { arbitrary: texts, seed, index: 4 }, () => true);
    const smallest = await unit.shrink?.((candidate) => Promise.resolve(candidate.id.length >= 5));
    expect([...(smallest?.id ?? "")]).toHaveLength(5);
  });

  test("never leaves the fault, however small the other edits are", async () => {
    const sameFault = (edit: Edit) => textOf(edit).length >= 8;
    const unit = shrinkable(unitOf, drawn, { arbitrary: texts, seed, index: 4 }, sameFault);
    const asked: string[] = [];
    await unit.shrink?.((candidate) => {
      asked.push(candidate.id);
      return Promise.resolve(true);
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((text) => text.length >= 8)).toBe(true);
  });

  test("keeps the drawn edit when no smaller one departs", async () => {
    const unit = shrinkable(unitOf, drawn, { arbitrary: texts, seed, index: 4 }, () => true);
    const smallest = await unit.shrink?.((candidate) => Promise.resolve(candidate.id === textOf(drawn)));
    expect(smallest).toBeNull();
  });
});
