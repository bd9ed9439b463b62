/** A fault of state that a long drawn sequence shows is told as the turns that matter, each with what it did. */
import { expect, test } from "vitest";
import { trialOnSandbox } from "./trial.js";

const CHECK = "updateRecipient/state/sequence";

/** What a finding must tell, by defect; the most turns that it takes. */
const DEFECTS: readonly (readonly [defect: string, turns: number, told: RegExp])[] = [
  ["updateRecipient/state/isolation/last-request", 4, /^website shows .*recipient 2 is updated/],
  ["updateRecipient/state/isolation/shared-address", 4, /^address_info shows .*recipient 2 is created/],
  [
    "updateRecipient/state/recipient_id.kept/previous-answer",
    4,
    /^(An update shows the recipient_id of another|\w+ shows a value that the recipient was not given last)/,
  ],
  ["updateRecipient/state/sequence/back-to-creation", 4, /without optional fields; .*without optional fields/],
  ["updateRecipient/state/sequence/files-move", 4, /^file_id_list shows .*recipient 2 is/],
];

test.each(DEFECTS)("%s is shrunk to %d turns or fewer", async (defect, turns, told) => {
  const { report } = await trialOnSandbox({ profile: "standard", checks: [CHECK] }, { defects: [defect] });
  const [finding] = report.checks.find(({ id }) => id === CHECK)?.findings ?? [];
  const [, after = ""] = /After: (.*?)(?: \(\d+ of .*)?$/.exec(finding?.message ?? "") ?? [];
  expect(finding?.message).toMatch(told);
  expect(after.split("; ").length).toBeLessThanOrEqual(turns);
  // Each turn is a request of the proof, in its order.
  expect(finding?.steps?.map(({ request }) => (request.url.endsWith("/create") ? "created" : "updated"))).toEqual(
    after.split("; ").map((turn) => /created|updated/.exec(turn)?.[0]),
  );
});

test("a sandbox without a defect of state shows none", async () => {
  const { report } = await trialOnSandbox({ profile: "standard", checks: [CHECK] });
  expect(report.checks.find(({ id }) => id === CHECK)).toMatchObject({ verdict: "pass", findings: [] });
});
