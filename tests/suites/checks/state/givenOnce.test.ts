import { expect, test } from "vitest";
import { Results } from "../../../../engine/results.js";
import { judgeTraffic } from "../../../../engine/traffic.js";
import { givenOnce } from "../../../../suites/checks/state/givenOnce.js";
import { exchangeOf, responseOf } from "../../../oracles/answers.js";

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
  const { passes, failing } = results.of(UNIQUE);
  return { passes, failing };
}

test("an id that is given again to another resource is a failure, however many others were made meanwhile", () => {
  const others = Array.from({ length: 300 }, (_, index) => [`partner ${index}`, `rcp_${index}`] as const);
  expect(creations([["first", "rcp_a"], ...others, ["second", "rcp_a"]])).toEqual({ passes: 301, failing: 1 });
});

test("the same resource may be shown again, and so may one that was there before", () => {
  expect(
    creations([
      ["first", "rcp_a"],
      ["first", "rcp_a"],
      ["second", "rcp_a", "first"],
    ]),
  ).toEqual({ passes: 2, failing: 0 });
});
