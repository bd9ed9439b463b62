import { expect, test } from "vitest";
import { agreedChecks } from "../../../engine/answers/checks.js";
import { AREAS } from "../../../reports/model.js";
import { OPEN_POINTS } from "../../../schemas/ledger/openPoints.js";
import { CHECKS } from "../../../suites/suites.js";
import { repeated } from "../../schemas/sections.js";

const POINTS = [...OPEN_POINTS.values()];
const ANSWER = { stated: { kind: "answer" as const, texts: ["x"] }, reason: null, ticket: null, line: 2, text: "-" };

test("every point of the ledger has a check of its own, which no other check is called like", () => {
  const points = agreedChecks(POINTS, { file: "d.yaml", agreed: POINTS.map(({ id }) => ({ ...ANSWER, id })) });
  const ids = points.map(({ definition }) => definition.id);
  expect(repeated([...ids, ...CHECKS.map(({ id }) => id)])).toEqual([]);
  expect(ids.filter((id) => !/^[A-Za-z]+\/[a-z]+\/agreed\.[A-Za-z0-9_.]+$/.test(id))).toEqual([]);
  expect(points.filter(({ definition }) => !AREAS.includes(definition.area))).toEqual([]);
  // Baselines of users name these: one that changes is a breaking change.
  expect(ids.toSorted().join("\n")).toMatchSnapshot();
});

test("a point about one operation belongs to that operation", () => {
  const strayed = POINTS.filter(({ operation, shownBy }) => operation !== null && shownBy !== operation);
  expect(strayed.map(({ id }) => id)).toEqual([]);
});

test("agreed answers about a point that the ledger does not have is a mistake of the caller", () => {
  const agreed = [{ ...ANSWER, id: "unknown.nothing" }];
  expect(() => agreedChecks(POINTS, { file: "d.yaml", agreed })).toThrow("the ledger has no unknown.nothing");
});
