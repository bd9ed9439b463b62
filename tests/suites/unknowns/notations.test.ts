/** What tells many values as one: whoever saw a part of them tells something else, and is in no conflict with the whole. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contains, type Growing, joinedAnswer, saysSame } from "../../../reports/across/answers.js";
import type { Json } from "../../../schemas/json.js";
import { ID_NOTATIONS, idNotation, TIME_NOTATIONS, timeNotation } from "../../../suites/unknowns/notations.js";
import { growing } from "../../../suites/unknowns/traffic.js";

const times = fc
  .tuple(fc.constantFrom("", ".5", ".25", ".125", ".123456"), fc.constantFrom("Z", "+08:00", "-03:30", ""))
  .map(([fraction, offset]): Json => timeNotation(`2026-01-02T03:04:05${fraction}${offset}`));

const ids = fc
  .tuple(
    fc.constantFrom("recipient_id", "file_id"),
    fc.constantFrom("", "rcp_", "file-"),
    fc.stringMatching(/^[\w-]{0,9}$/),
  )
  .map(([field, prefix, rest]): Json => idNotation(field, `${prefix}${rest}`));

describe.each([
  { id: "unknown.timestampNotation", summary: TIME_NOTATIONS, notations: times },
  { id: "unknown.idLength", summary: ID_NOTATIONS, notations: ids },
])("$id", ({ id, summary, notations }) => {
  const grows: Growing = growing(id) ?? { none: null };
  const saidOf = (values: readonly Json[]) => {
    const value = summary.join(values);
    return { value, answer: value.map(summary.text).sort().join(", ") };
  };

  test("a text tells the value that it was made of", () => {
    fc.assert(
      fc.property(notations, (value) => {
        expect(summary.read(summary.text(value))).toEqual(value);
      }),
    );
  });

  test("a part is contained in the whole, as a value and as a text, and parts together are the whole", () => {
    fc.assert(
      fc.property(fc.array(notations, { minLength: 1 }), fc.array(notations, { minLength: 1 }), (some, others) => {
        const [part, rest, whole] = [saidOf(some), saidOf(others), saidOf([...others, ...some])];
        expect(contains(whole, part, grows)).toBe(true);
        expect(contains({ answer: whole.answer }, part, grows)).toBe(true);
        expect(joinedAnswer(part.answer, rest.answer, grows)).toBe(whole.answer);
        expect(saysSame(saidOf([...part.value, ...rest.value]), whole, grows)).toBe(true);
      }),
    );
  });

  test("what a user wrote in words of his own contains itself only", () => {
    expect(contains({ answer: "as ever" }, { answer: "as ever" }, grows)).toBe(true);
    expect(contains({ answer: "as ever" }, saidOf(fc.sample(notations, 1)), grows)).toBe(false);
  });
});

test("a service that cuts off zeros writes a varying number of decimals", () => {
  const met = ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.12Z"].map((text): Json => timeNotation(text));
  expect(TIME_NOTATIONS.join(met).map(TIME_NOTATIONS.text)).toEqual(["Z with a varying number of decimals"]);
  expect(TIME_NOTATIONS.join(met.slice(1)).map(TIME_NOTATIONS.text)).toEqual(["Z with 2 decimals"]);
  expect(timeNotation("yesterday")).toBeNull();
});
