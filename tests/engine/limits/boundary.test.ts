import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Boundary, findBoundary, mostAsked, type Question } from "../../../engine/limits/boundary.js";

/** What a search came to, and the values that it asked. */
function searched(question: Question, isTaken: (value: number, turn: number) => boolean): [Boundary, number[]] {
  const asked: number[] = [];
  const search = findBoundary(question);
  let step = search.next();
  while (step.done !== true) {
    asked.push(step.value);
    step = search.next(isTaken(step.value, asked.length));
  }
  return [step.value, asked];
}

const MAXIMUM: Question = {
  outward: 1,
  start: 16,
  inmost: 6,
  outmost: 4096,
  firstStep: 1,
  isAskable: () => true,
};

describe("values that cannot be asked", () => {
  const code = { ...MAXIMUM, start: 11, inmost: 8, isAskable: (value: number) => value !== 9 && value !== 10 };

  test("are passed over inward", () => {
    expect(searched(code, (value) => value === 8)).toEqual([
      { kind: "found", limit: 8, beyond: 11 },
      [11, 4096, 2053, 8, 11],
    ]);
  });

  test("are not taken for a second limit", () => {
    const [found, asked] = searched(code, (value) => value === 8 || value === 11);
    expect(found).toEqual({ kind: "found", limit: 11, beyond: 12 });
    expect(asked).not.toContain(9);
    expect(asked).not.toContain(10);
  });
});

describe("answers without a single limit", () => {
  test("a far value is accepted again", () => {
    expect(searched(MAXIMUM, (value) => value <= 16 || value > 3000)[0]).toEqual({
      kind: "several",
      refused: 17,
      accepted: 4096,
    });
  });

  test("a value inside is refused", () => {
    expect(searched(MAXIMUM, (value) => value <= 16 && value !== 11)[0]).toEqual({
      kind: "several",
      refused: 11,
      accepted: 16,
    });
  });

  test("the same value is answered otherwise the second time", () => {
    let seen = 0;
    const isTaken = (value: number): boolean => (value === 17 ? ++seen > 1 : value <= 16);
    expect(searched(MAXIMUM, isTaken)[0]).toEqual({ kind: "unsteady", value: 17 });
  });
});

const questions = fc
  .record({
    outward: fc.constantFrom<1 | -1>(1, -1),
    inmost: fc.integer({ min: 0, max: 200 }),
    start: fc.integer({ min: 0, max: 300 }),
    outmost: fc.integer({ min: 0, max: 5000 }),
    firstStep: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ outward, inmost, start, outmost, firstStep }): Question => {
    const question = { outward, inmost: 0, start: outward * start, outmost: outward * (start + outmost), firstStep };
    return { ...question, inmost: outward * Math.min(start, inmost), isAskable: () => true };
  });

test("every single limit is found, within the number of values that was told beforehand", () => {
  fc.assert(
    fc.property(questions, fc.nat({ max: 6000 }), (question, distance) => {
      const { outward, inmost, outmost } = question;
      const limit = inmost + outward * distance;
      const [found, asked] = searched(question, (value) => outward * (limit - value) >= 0);
      expect(asked.length).toBeLessThanOrEqual(mostAsked(question));
      if (outward * (limit - outmost) >= 0) expect(found).toEqual({ kind: "none", outmost });
      else expect(found).toEqual({ kind: "found", limit, beyond: limit + outward });
    }),
  );
});

test("whatever is answered, the search ends within that number", () => {
  fc.assert(
    fc.property(questions, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (question, answers) => {
      const [, asked] = searched(question, (_, turn) => answers[turn % answers.length] ?? false);
      expect(asked.length).toBeLessThanOrEqual(mostAsked(question));
    }),
  );
});
