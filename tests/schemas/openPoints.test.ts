import { expect, test } from "vitest";
import { OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import { topicOf } from "../../schemas/ledger/unknown.js";
import { repeated } from "./sections.js";

const POINTS = [...OPEN_POINTS.values()];

test("every unknown and every conflict has a label of at most 40 characters", () => {
  expect(POINTS.filter(({ label }) => label === "" || label.length > 40)).toEqual([]);
});

test("no two points of one operation have the same label, but for the fields of a creation", () => {
  const others = POINTS.filter((point) => !("field" in point && point.field !== null));
  expect(repeated(others.map(({ operation, label }) => `${operation} ${label}`))).toEqual([]);
});

test("all points of a topic matter as much, and each topic that one must know has a rank of its own", () => {
  const ranks = new Map(POINTS.map((point) => [topicOf(point), point.needed?.rank]));
  expect(POINTS.filter((point) => ranks.get(topicOf(point)) !== point.needed?.rank)).toEqual([]);
  expect(repeated([...ranks.values()].filter((rank) => rank !== undefined).map(String))).toEqual([]);
});

test("who needs an answer follows from why it is needed", () => {
  const wrong = POINTS.filter(({ importance, needed }) => (importance === "integration") !== (needed !== undefined));
  expect(wrong.map(({ id }) => id)).toEqual([]);
});
