import { expect, test } from "vitest";
import type { Witnessed } from "../../engine/model.js";
import { Results } from "../../engine/results.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import type { OperationId } from "../../schemas/operations.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { failure } from "./executing.js";

test("a check of which nothing was written has an empty record", () => {
  expect(new Results().of("a")).toEqual({
    fields: new Map(),
    passes: 0,
    requests: 0,
    failures: [],
    own: 0,
    failing: 0,
    seen: 0,
    unseen: [],
    letGo: null,
    broken: null,
  });
});

test("what several cases write about a check adds up", () => {
  const results = new Results();
  results.writer("one").pass("a");
  results.writer("two").pass("a", 4);
  results.writer("two").request("a");
  results.writer("two").seen("a");
  results.writer("three").pass("b");
  expect(results.of("a")).toMatchObject({ passes: 5, requests: 1, seen: 1 });
  expect(results.of("b")).toMatchObject({ passes: 1, requests: 0 });
});

test("a failure that no edit shows is kept with the requests that led to it, in their order", () => {
  const [first, second, third] = [1, 2, 3].map(() => exchangeOf(responseOf("", 200)));
  if (!first || !second || !third) throw new Error("no exchanges");
  const results = new Results();
  const writer = results.writer("one", "a", [first, second, third]);
  writer.fail("a", failure("m", second));
  writer.fail("b", { ...failure("m", first), control: third });
  writer.fail("c", failure("m", first));
  writer.fail("d", { ...failure("m", second), control: exchangeOf(responseOf("", 200)) });
  const stepsOf = (check: string) => results.of(check).failures[0]?.failure.steps;
  expect(["a", "b", "c", "d"].map(stepsOf)).toEqual([[first, second], [first, second, third], undefined, undefined]);
});

test("a failure is kept with the case that met it", () => {
  const results = new Results();
  results.writer("one").fail("a", failure("wrong"));
  expect(results.of("a").failures).toMatchObject([{ testCase: "one", failure: { message: "wrong" } }]);
});

test("of many failures all are counted and fifty are kept", () => {
  const results = new Results();
  for (let index = 0; index < 120; index++) results.writer(`testCase ${index}`).fail("a", failure("wrong"));
  for (let index = 0; index < 120; index++) results.writer(`testCase ${index}`).unseen("a", failure("never"));
  expect(results.of("a").failing).toBe(120);
  expect(results.of("a").failures.length).toBe(50);
  expect(results.of("a").unseen.length).toBe(50);
});

test("failures that a check's own cases met are kept after many others", () => {
  const results = new Results();
  for (let index = 0; index < 120; index++) results.writer(`other#${index}`).fail("a", failure("wrong"));
  for (let index = 0; index < 120; index++) results.writer(`a#${index}`, "a").fail("a", failure("wrong"));
  expect(results.of("a").failures.filter(({ isOwn }) => isOwn)).toHaveLength(50);
});

test("the first reason for which a case is let go stays", () => {
  const results = new Results();
  results.writer("one").blocked("a", "first");
  results.writer("two").blocked("a", "second");
  expect(results.of("a").letGo).toEqual({ mechanism: "premise", reason: "first" });
});

test("fields that a finding names are counted, with the first records in which one did not hold", () => {
  const results = new Results();
  const { field } = results.writer("c");
  for (const [held, where] of [
    [true, null],
    [false, "t1"],
    [false, "t2"],
    [false, "t3"],
    [false, "t4"],
  ] as const) {
    field("a", "fee", held, where);
  }
  expect(results.of("a").fields.get("fee")).toEqual({ held: 1, failing: 4, records: new Set(["t1", "t2", "t3"]) });
});

test("fields that were seen elsewhere are added", () => {
  const [results, other] = [new Results(), new Results()];
  results.writer("c").field("a", "fee", true, null);
  other.writer("d").field("a", "fee", false, "t1");
  results.add(other);
  expect(results.of("a").fields.get("fee")).toEqual({ held: 1, failing: 1, records: new Set(["t1"]) });
});

test("of what rounds say of refusals the first stays of each operation that tells why nothing was seen", () => {
  const results = new Results();
  const say = (witnessed: Witnessed, operation: OperationId, quote: string) => {
    const template = { ...readTemplate("listBalances", {}), operation };
    results.testimonies.push({ witnessed, check: "a", template, words: "", quote, sent: 1, answered: 2 });
  };
  for (let round = 0; round < 100; round++) {
    say("taken", "createRecipient", "");
    say("refused", "createRecipient", "");
    say("barred", "createRecipient", `barred ${round}`);
    say("untaken", "uploadFile", `untaken ${round}`);
    results.forgetTestimonies();
  }
  expect(results.testimonies.map(({ quote }) => quote)).toEqual(["barred 0", "untaken 0"]);
});
