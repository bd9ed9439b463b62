/** A sandbox whose every open choice is drawn. That it conforms whatever is drawn, the selftest shows. */
import { afterAll, describe, expect, it } from "vitest";
import { listBehaviours, shuffledBehaviours } from "../../sandbox/behaviours.js";
import { closeAll, isErrorShape, partnerOf } from "./partner.js";

afterAll(closeAll);

describe("a draw", () => {
  it("is the same for the same seed, and reaches every value of every axis", () => {
    expect(shuffledBehaviours(7)).toEqual(shuffledBehaviours(7));
    const drawn = Array.from({ length: 200 }, (_, seed) => shuffledBehaviours(seed));
    for (const { axis, values } of listBehaviours())
      expect(new Set(drawn.map((choice) => choice[axis])), axis).toEqual(new Set(values.map(({ value }) => value)));
  });

  it("is what the sandbox decides by, but for what was chosen", async () => {
    const { get } = await partnerOf({ shuffle: 7, behaviours: { pageBase: "0" } });
    const { behaviour } = Object(JSON.parse((await get("/_sandbox/state")).text));
    expect(behaviour).toMatchObject({ ...shuffledBehaviours(7), pageBase: "0" });
  });
});

it("the two documented paths that nothing describes say so", async () => {
  const { post, get } = await partnerOf();
  const transfer = await post("/api/transfer/create", {});
  const returned = await get("/api/transactions/return/detail?transaction_id=1");
  for (const answer of [transfer, returned]) {
    expect(answer.status).toBe(404);
    expect(isErrorShape(answer)).toBe(true);
    expect(answer.text).toContain("section 4.10");
  }
  expect(transfer.text).toContain("/_sandbox/transfers");
  expect(returned.text).toContain("/_sandbox/returns");
});
