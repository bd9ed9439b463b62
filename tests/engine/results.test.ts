import { expect, test } from "vitest";
import { TallyBook } from "../../engine/results.js";
import { departure } from "./executing.js";

test("a check of which nothing was written has an empty tally", () => {
  expect(new TallyBook().of("a")).toEqual({
    passes: 0,
    requests: 0,
    departures: [],
    own: 0,
    failing: 0,
    seen: 0,
    unseen: [],
    blocked: null,
  });
});

test("what several units write about a check adds up", () => {
  const book = new TallyBook();
  book.writer("one").pass("a");
  book.writer("two").pass("a", 4);
  book.writer("two").request("a");
  book.writer("two").seen("a");
  book.writer("three").pass("b");
  expect(book.of("a")).toMatchObject({ passes: 5, requests: 1, seen: 1 });
  expect(book.of("b")).toMatchObject({ passes: 1, requests: 0 });
});

test("a departure is kept with the unit that met it", () => {
  const book = new TallyBook();
  book.writer("one").fail("a", departure("wrong"));
  expect(book.of("a").departures).toMatchObject([{ unit: "one", departure: { message: "wrong" } }]);
});

test("of many departures all are counted and fifty are kept", () => {
  const book = new TallyBook();
  for (let index = 0; index < 120; index++) book.writer(`unit ${index}`).fail("a", departure("wrong"));
  for (let index = 0; index < 120; index++) book.writer(`unit ${index}`).unseen("a", departure("never"));
  expect(book.of("a").failing).toBe(120);
  expect(book.of("a").departures.length).toBe(50);
  expect(book.of("a").unseen.length).toBe(50);
});

test("departures that a check's own units met are kept after many others", () => {
  const book = new TallyBook();
  for (let index = 0; index < 120; index++) book.writer(`other#${index}`).fail("a", departure("wrong"));
  for (let index = 0; index < 120; index++) book.writer(`a#${index}`).fail("a", departure("wrong"));
  expect(book.of("a").departures.filter(({ unit }) => unit.startsWith("a#"))).toHaveLength(50);
});

test("the first reason for which a check is blocked stays", () => {
  const book = new TallyBook();
  book.writer("one").blocked("a", "first");
  book.writer("two").blocked("a", "second");
  expect(book.of("a").blocked).toBe("first");
});
