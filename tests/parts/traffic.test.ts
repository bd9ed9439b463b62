/** What the division of a run into parts relies on, held against a whole run. */
import { beforeAll, describe, expect, test } from "vitest";
import { COSTS } from "../../discovery/resources.js";
import { type Sent, type StandardRun, standardRun } from "../engine/standardRun.js";

describe("the traffic of a standard run", () => {
  let run: StandardRun;

  beforeAll(async () => {
    run = await standardRun();
  });

  test("comes from cases that name every operation whose answers they have judged", () => {
    expect(run.unnamed).toEqual([]);
  });

  test("is about what shards take its cost to be; correct COSTS where it is not", () => {
    const total = (costs: Readonly<Record<string, Sent>>): number =>
      Object.values(costs).reduce((sum, { refusals, rest }) => sum + refusals + rest, 0);
    const off = Object.entries(run.sent).flatMap(([operation, counts]) =>
      (["refusals", "rest"] as const).flatMap((piece) => {
        const taken = Object.entries(COSTS).find(([name]) => name === operation)?.[1][piece] ?? 0;
        return Math.abs(taken - counts[piece]) > total(run.sent) / 20
          ? [`${operation} ${piece}: ${counts[piece]}`]
          : [];
      }),
    );
    expect(off).toEqual([]);
  });
});
