import { expect, test } from "vitest";
import { patternMatcher } from "../../engine/plan/selection.js";
import { listBehaviours } from "../../sandbox/behaviours.js";
import { OPERATION_IDS } from "../../schemas/operations.js";
import { partsOf, sandboxPlan, stratifiedSample } from "../../selftest/plan.js";
import { UNSEEN_REASONS } from "../../selftest/score.js";
import { choicesText, randomChoices, sandboxDefects, singleChoices } from "../../selftest/services.js";
import { CHECKS } from "../../suites/suites.js";
import { defect } from "./fixture.js";

const defects = sandboxDefects();
const ids = new Set(CHECKS.map(({ id }) => id));
const covered = new Set(CHECKS.map(({ operation }) => operation));

test("every defect names a check that there is", () => {
  const nameless = defects.filter(
    ({ operation, checks }) => covered.has(operation) && !checks.some((id) => ids.has(id)),
  );
  expect(nameless.map(({ id }) => id)).toEqual([]);
});

test("every check has a defect that fails it, or a reason why none can", () => {
  const caught = new Set(defects.flatMap(({ checks }) => checks));
  const excused = UNSEEN_REASONS.map(({ pattern }) => patternMatcher(pattern));
  const free = [...ids].filter((id) => !caught.has(id) && !excused.some((matches) => matches(id)));
  expect(free).toEqual([]);
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

test("a sample has every stratum in it and does not change with defects of others", () => {
  const loose = Array.from({ length: 20 }, (_, index) => defect(`loose-${index}`));
  const echo = defect("echo", { family: "echo" });
  const chosen = stratifiedSample([...loose, echo], 2).map(({ id }) => id);
  expect(chosen).toHaveLength(3);
  expect(chosen.at(-1)).toBe("echo");
  expect(stratifiedSample(loose, 2).map(({ id }) => id)).toEqual(chosen.slice(0, 2));
});

test("a sample has each kind of a field's rule in it, and of other rules one for all", () => {
  const checks = [
    "refuses/website.type",
    "refuses/address_info.city.type",
    "refuses/website.maxLength",
    "echo/website",
    "echo/address_info.city",
  ];
  const of = checks.map((rule) => defect(rule, { checks: [`updateRecipient/${rule}`] }));
  const kinds = stratifiedSample(of, 1).map(({ id }) => id.replace(/website|address_info\.city/, "…"));
  expect(kinds.toSorted()).toEqual(["echo/…", "refuses/….maxLength", "refuses/….type"]);
});

test("a slice has every family of defects, and every area of every operation that has one", () => {
  const plan = sandboxPlan({ extent: "slice", acrossOperations: false, seed: 1, only: [] });
  const parts = new Set(plan.defects.flatMap(({ defect }) => partsOf(defect)));
  expect(parts).toEqual(new Set(defects.flatMap(partsOf)));
  expect(plan.leftOut + plan.defects.length).toBe(defects.length);
  expect(plan.defects.length).toBeLessThan(defects.length / 4);
});

test("a defect is tried with every case of its rule's checks first, and with every case of all when that finds nothing", () => {
  const id = "updateRecipient/refuses/website.maxLength/one-more";
  const options = { extent: "all", seed: 1, only: [id] } as const;
  const [first] = sandboxPlan({ ...options, acrossOperations: false }).defects;
  expect(first?.trial).toMatchObject({ operations: ["updateRecipient"], profile: "standard", checks: [] });
  expect(first?.trial.focus).toContain("updateRecipient/refuses/website.maxLength");
  expect(first?.thorough).toMatchObject({ operations: ["updateRecipient"], focus: null });
  const [across] = sandboxPlan({ ...options, acrossOperations: true }).defects;
  expect(across?.trial).toMatchObject({ operations: OPERATION_IDS, focus: null });
  expect(across?.thorough).toBeNull();
});
