import { expect, test } from "vitest";
import { listBehaviours } from "../../sandbox/behaviours.js";
import { OPERATION_IDS } from "../../schemas/operations.js";
import { choicesText, randomChoices, singleChoices } from "../../selftest/conforming.js";
import { sandboxDepartures } from "../../selftest/departures.js";
import { sandboxPlan } from "../../selftest/plan.js";
import { stratifiedSample } from "../../selftest/stratified.js";
import { UNSEEN_REASONS } from "../../selftest/unseen.js";
import { patternMatcher } from "../../engine/selection.js";
import { CHECKS } from "../../suites/suites.js";
import { departure } from "./fixture.js";

const departures = sandboxDepartures();
const ids = new Set(CHECKS.map(({ id }) => id));
const covered = new Set(CHECKS.map(({ operation }) => operation));

test("every defect names a check that there is", () => {
  const nameless = departures.filter(
    ({ operation, checks }) => covered.has(operation) && !checks.some((id) => ids.has(id)),
  );
  expect(nameless.map(({ id }) => id)).toEqual([]);
});

test("every reason for an unseen check is written for a check that there is", () => {
  const idle = UNSEEN_REASONS.filter(({ pattern }) => ![...ids].some(patternMatcher(pattern)));
  expect(idle).toEqual([]);
  expect(UNSEEN_REASONS.filter(({ reason }) => reason.trim().length < 20)).toEqual([]);
});

test("every value of every behaviour is tried by itself, and the defaults together", () => {
  const singles = singleChoices().map(choicesText);
  const others = listBehaviours().flatMap(({ axis, values }) => values.slice(1).map(({ value }) => `${axis}=${value}`));
  expect(singles).toEqual(["defaults", ...others]);
});

test("random combinations are the same for the same seed, and decide every axis but the slow ones", () => {
  const combinations = randomChoices(40, 7);
  expect(combinations).toHaveLength(40);
  expect(combinations).toEqual(randomChoices(40, 7));
  expect(combinations).not.toEqual(randomChoices(40, 8));
  const axes = listBehaviours().map(({ axis }) => axis);
  expect(axes.filter((axis) => !Object.hasOwn(combinations[0] ?? {}, axis)).toSorted()).toEqual([
    "latency",
    "rateLimit",
    "webhookDelay",
  ]);
});

test("a sample has every stratum in it and does not change with departures of others", () => {
  const loose = Array.from({ length: 20 }, (_, index) => departure(`loose-${index}`));
  const echo = departure("echo", { family: "echo" });
  const chosen = stratifiedSample([...loose, echo], 2).map(({ id }) => id);
  expect(chosen).toHaveLength(3);
  expect(chosen.at(-1)).toBe("echo");
  expect(stratifiedSample(loose, 2).map(({ id }) => id)).toEqual(chosen.slice(0, 2));
});

test("a sample has each kind of a field's rule in it, and of other rules one for all", () => {
  const checks = [
    "refuses/website.type",
    "refuses/city.type",
    "refuses/website.maxLength",
    "echo/website",
    "echo/city",
  ];
  const of = checks.map((rule) => departure(rule, { checks: [`updateRecipient/${rule}`] }));
  const kinds = stratifiedSample(of, 1).map(({ id }) => id.replace(/website|city/, "…"));
  expect(kinds.toSorted()).toEqual(["echo/…", "refuses/….maxLength", "refuses/….type"]);
});

test("a slice has every family of defects, and every area of every operation that has one", () => {
  const plan = sandboxPlan({ extent: "slice", acrossOperations: false, seed: 1, only: [] });
  const kind = (one: (typeof departures)[number]): string =>
    `${one.family} ${one.operation} ${one.checks[0]?.split("/")[1]}`;
  expect(new Set(plan.departures.map((planned) => kind(planned.departure)))).toEqual(new Set(departures.map(kind)));
  expect(plan.leftOut + plan.departures.length).toBe(departures.length);
  expect(plan.departures.length).toBeLessThan(departures.length / 4);
});

test("a defect is tried with every case of its rule's checks first, and with every case of all when that finds nothing", () => {
  const id = "updateRecipient/refuses/website.maxLength/one-more";
  const options = { extent: "all", seed: 1, only: [id] } as const;
  const [first] = sandboxPlan({ ...options, acrossOperations: false }).departures;
  expect(first?.trial).toMatchObject({ operations: ["updateRecipient"], profile: "standard", checks: [] });
  expect(first?.trial.focus).toContain("updateRecipient/refuses/website.maxLength");
  expect(first?.thorough).toMatchObject({ operations: ["updateRecipient"], focus: null });
  const [across] = sandboxPlan({ ...options, acrossOperations: true }).departures;
  expect(across?.trial).toMatchObject({ operations: OPERATION_IDS, focus: null });
  expect(across?.thorough).toBeNull();
});
