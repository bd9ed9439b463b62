import { expect, test } from "vitest";
import { CHECKS, SUITES } from "../../suites/suites.js";
import { repeated } from "../schemas/sections.js";
import { kindOf } from "./kindOf.js";

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

/** Baselines and reports of users name these ids: one that changes or goes is a breaking change. */
test.each(SUITES.map(({ operation }) => operation))("the ids of %s are those that users know", (operation) => {
  const own = CHECKS.filter((check) => check.operation === operation).map(({ id }) => id);
  expect(own.toSorted().join("\n")).toMatchSnapshot();
});

/** Read these aloud when they change: people see them in every report. */
test("the titles of the checks are sentences", () => {
  const titles = new Set(CHECKS.map(({ title }) => kindOf(title)));
  expect([...titles].toSorted().join("\n")).toMatchSnapshot();
});

test("what checks send and expect is told in sentences", () => {
  const sent = new Set(CHECKS.map(({ sends, expects }) => `${kindOf(sends)} → ${kindOf(expects)}`));
  expect([...sent].toSorted().join("\n")).toMatchSnapshot();
});
