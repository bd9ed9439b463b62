import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkPage, declarationOf } from "../../scripts/checkPage.mjs";
import { CHECKS } from "../../suites/suites.js";

const page = readFileSync(new URL("../../docs/checks.md", import.meta.url), "utf8");

test("docs/checks.md is up to date; npm run generate writes it anew", () => {
  expect(page).toBe(checkPage(CHECKS));
});

test("the id of every check stands there whole, each once", () => {
  const words = page.split(/\s+/);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  expect(CHECKS.filter(({ id }) => counts.get(id) !== 1).map(({ id }) => id)).toEqual([]);
});

test("the id of every check stands in one file, in the folder of its area", () => {
  for (const check of CHECKS) {
    const { file } = declarationOf(check);
    expect(file).toContain(check.operation === "webhooks" ? "webhooks/checks/" : `suites/checks/${check.area}/`);
  }
});
