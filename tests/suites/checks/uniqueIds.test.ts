import { expect, test } from "vitest";
import { Results } from "../../../engine/results.js";
import { judgeTraffic } from "../../../engine/traffic.js";
import { givenOnce } from "../../../suites/checks/state/uniqueIds.js";
import { exchangeOf, responseOf } from "../../oracles/answers.js";

const UNIQUE = "createRecipient/state/recipient_id.unique";

function creations(pairs: readonly (readonly [sent: string, id: string, shown?: string])[]) {
  const results = new Results();
  const naming = { given: "recipient_id", own: "partner_recipient_id", isShown: true };
  const judges = new Map([["createRecipient", [givenOnce(naming)(UNIQUE)]]]);
  for (const [sent, id, shown = sent] of pairs) {
    const exchange = exchangeOf(responseOf({ recipient_id: id, partner_recipient_id: shown }));
    const judging = { check: UNIQUE, edit: null, control: null, response: true, echo: true, errors: true } as const;
    judgeTraffic(
      judges,
      exchange,
      { ...judging, operation: "createRecipient", sent: { partner_recipient_id: sent } },
      results.writer("testCase"),
    );
  }
  const { passes, failing, failures } = results.of(UNIQUE);
  return { passes, failing, proofs: failures.map(({ failure: { control } }) => control?.response?.body ?? null) };
}

const others = (count: number) =>
  Array.from({ length: count }, (_, index) => [`partner ${index}`, `rcp_${index}`] as const);

test("an id that is given again to another resource is a failure, and its first answer a proof", () => {
  expect(creations([["first", "rcp_a"], ...others(300), ["second", "rcp_a"]])).toEqual({
    passes: 301,
    failing: 1,
    proofs: ['{"recipient_id":"rcp_a","partner_recipient_id":"first"}'],
  });
});

test("of an id that was given long ago no answer is kept, and it is a failure all the same", () => {
  const seen = creations([["first", "rcp_a"], ...others(600), ["second", "rcp_a"]]);
  expect(seen).toEqual({ passes: 601, failing: 1, proofs: [null] });
});

test("the same resource may be shown again, and so may one that was there before", () => {
  expect(
    creations([
      ["first", "rcp_a"],
      ["first", "rcp_a"],
      ["second", "rcp_a", "first"],
    ]),
  ).toEqual({ passes: 2, failing: 0, proofs: [] });
});
