import { expect, test } from "vitest";
import { casesOfFailed, type FailedCase } from "../../engine/corpus.js";
import { testCase } from "./executing.js";
import { trialOnSandbox } from "./trial.js";

const CHECK = "listBalances/state/steady";
const failed = (more: Partial<FailedCase>): FailedCase => ({
  operation: "listBalances",
  check: CHECK,
  case: `${CHECK}#3`,
  edit: null,
  ...more,
});
const cases = [0, 1, 3].map((index) => testCase(CHECK, () => {}, { index, tier: index }));
const none = () => [];

/** Where the cases of one failure come from, and in which tier they are sent. */
function sent(one: FailedCase, redrawn: Parameters<typeof casesOfFailed>[2] = none) {
  return casesOfFailed([one], cases, redrawn)
    .get(one)
    ?.map(({ id, tier }) => `${id} ${tier}`);
}

test("a case that failed before comes before all others", () => {
  expect(sent(failed({}))).toEqual([`${CHECK}#3 -1`]);
});

test("in the place of a case that is not there any more the most telling ones of its check are sent", () => {
  expect(sent(failed({ case: `${CHECK}#77` }))).toEqual([`${CHECK}#0 -1`]);
});

test("a random case is drawn again with its own seed", () => {
  const drawn = { seed: 7, profile: "deep", id: `${CHECK}#3` } as const;
  const asked: unknown[] = [];
  const redrawn = (source: unknown) => {
    asked.push(source);
    return [testCase(CHECK, () => {}, { index: 9, drawn })];
  };
  expect(sent(failed({ seed: 7, profile: "deep" }), redrawn)).toEqual([`${CHECK}#9 -1`]);
  expect(asked).toEqual([{ seed: 7, profile: "deep" }]);
});

test("what fails in a run is told for the next one, which sends it first, whatever its profile", async () => {
  const id = "createRecipient/refuses/address_info.city.maxLength";
  const defects = [`${id}/one-more`];
  const deep: FailedCase = {
    operation: "createRecipient",
    check: id,
    case: `${id}#0`,
    edit: { at: "address_info.city", to: "x" },
  };
  const { failed: told, sentAgain } = await trialOnSandbox({ checks: [id], corpus: [deep] }, { defects });
  expect(told).toMatchObject([{ operation: "createRecipient", check: id, case: `${id}#0` }]);
  expect(sentAgain).toEqual([deep]);
});
