/**
 * docs/checks.json holds every check as users know it: baselines and reports name the ids, and people read the sentences in
 * every report. Read what has changed in it aloud; an id that changes or goes is a breaking change.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkTable, declarationOf } from "../../scripts/checkTable.mjs";
import { CHECKS } from "../../suites/suites.js";
import { repeated } from "../schemas/sections.js";

const ids = CHECKS.map(({ id }) => id);

test("every check has an id of its own, made of operation, area and rule", () => {
  expect(repeated(ids)).toEqual([]);
  expect(CHECKS.filter(({ id, operation, area }) => !id.startsWith(`${operation}/${area}/`))).toEqual([]);
  expect(ids.filter((id) => !/^[A-Za-z]+\/[a-z]+\/[A-Za-z0-9_.[\]-]+$/.test(id))).toEqual([]);
});

test("every check says what it is about, what it sends and what it expects", () => {
  const silent = CHECKS.filter(({ title, sends, expects }) =>
    [title, sends, expects].some((text) => text.trim().length < 8 || text.includes("undefined")),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test("the checks are those of docs/checks.json; npm run generate writes it", () => {
  const known = readFileSync(new URL("../../docs/checks.json", import.meta.url), "utf8");
  expect(checkTable(CHECKS).split("\n")).toEqual(known.split("\n"));
});

test("the id of every check stands in one file, in the folder of its area", () => {
  for (const check of CHECKS) {
    const { file } = declarationOf(check);
    expect(file).toContain(`suites/checks/${check.operation === "webhooks" ? "webhooks" : check.area}/`);
  }
});
