import { expect, test } from "vitest";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { labelFor, TOPICS, topicOf } from "../../schemas/ledger/labels.js";
import { UNKNOWNS } from "../../schemas/ledger/unknowns.js";

const POINTS = [...UNKNOWNS, ...CONFLICTS];

test("every unknown and every conflict has a label of at most 40 characters", () => {
  const labels = POINTS.map(({ id }) => ({ id, label: labelFor(id)?.label ?? "" }));
  expect(labels.filter(({ label }) => label === "" || label.length > 40)).toEqual([]);
});

test("every label is that of a point", () => {
  const topics = new Set(POINTS.map(({ id }) => topicOf(id)));
  expect(TOPICS.filter((topic) => !topics.has(topic))).toEqual([]);
});

test("no two points of one operation have the same label, but for the fields of a creation", () => {
  const names = UNKNOWNS.filter(({ field }) => field === null).map(({ operation, label }) => `${operation} ${label}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
