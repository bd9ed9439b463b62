/** What the document states of a request field, rule or freedom, is exercised: nothing may be forgotten silently. */
import { describe, expect, test } from "vitest";
import { fieldTree, impliedRules, isOpen, keywordsOf, mayBeEmpty, walk } from "../../../schemas/fieldTree.js";
import { OPERATIONS } from "../../../schemas/operations.js";
import { CHECKS } from "../../../suites/suites.js";
import { BODY_OPERATIONS, generatedCases } from "../../generators/generatedCases.js";

const ids = new Set(CHECKS.map(({ id }) => id));

describe.each(BODY_OPERATIONS)("%s", (operation) => {
  const fields = [...walk(fieldTree(OPERATIONS[operation].requestSchema ?? ""))].filter(({ path }) => path !== "");
  const made = new Set(
    [...generatedCases(operation, { seed: 1, draws: 0 })].map(
      ({ side, field, keyword }) => `${side} ${field.path}.${keyword}`,
    ),
  );

  test("every rule of a field is broken by the cases of a check, unless another rule implies it", () => {
    const implied = fields.flatMap((field) => impliedRules(field).map(({ keyword }) => `${field.path}.${keyword}`));
    const stated = fields.flatMap((field) =>
      keywordsOf(field).flatMap((keyword) => (keyword === "idPrefix" ? [] : [`${field.path}.${keyword}`])),
    );
    const rules = stated.filter((rule) => !implied.includes(rule));
    expect(implied.filter((rule) => made.has(`outside ${rule}`))).toEqual([]);
    expect(rules.filter((rule) => !made.has(`outside ${rule}`))).toEqual([]);
    expect(rules.filter((rule) => !ids.has(`${operation}/refuses/${rule}`))).toEqual([]);
  });

  test("every freedom of a field is used by the cases of a check", () => {
    const freedoms = fields.flatMap((field) => [
      ...(field.absence === "optional" ? [`${field.path}.optional`] : []),
      ...(mayBeEmpty(field) && !isOpen(field, "empty") ? [`${field.path}.empty`] : []),
    ]);
    expect(freedoms.filter((freedom) => !made.has(`inside ${freedom}`))).toEqual([]);
    expect(freedoms.filter((freedom) => !ids.has(`${operation}/accepts/${freedom}`))).toEqual([]);
  });
});
