/** A fault of state that a long drawn sequence shows is told as the turns that matter, each with what it did. */
import { expect, test } from "vitest";
import type { Report } from "../../reports/model.js";
import { trialOnSandbox } from "./trial.js";

const CHECK = "updateRecipient/state/sequence";

/** What a finding must tell, by defect; the most turns that it takes. */
const DEFECTS: readonly (readonly [defect: string, turns: number, told: RegExp])[] = [
  ["updateRecipient/state/isolation/last-request", 4, /^website shows .*recipient 2 is updated/],
  ["updateRecipient/state/isolation/shared-address", 4, /^address_info shows .*recipient 2 is created/],
  [
    "updateRecipient/state/recipient_id.kept/previous-answer",
    4,
    /^(An update shows a recipient_id that is not the recipient's own|\w+ shows a value that the recipient was not given last)/,
  ],
  ["updateRecipient/state/sequence/back-to-creation", 4, /without optional fields; .*without optional fields/],
  ["updateRecipient/state/sequence/files-move", 4, /^file_id_list shows .*recipient 2 is/],
  ["updateRecipient/state/recipient_id.kept/new-one", 2, /^An update shows a recipient_id .*the service made it up/],
  [
    "updateRecipient/state/partner_recipient_id.kept/made-up",
    2,
    /^An update shows a partner_recipient_id .*made it up/,
  ],
];

test.each(DEFECTS)("%s is shrunk to %d turns or fewer", async (defect, turns, told) => {
  const { report } = await trialOnSandbox({ profile: "standard", checks: [CHECK] }, { defects: [defect] });
  const [finding] = report.checks.find(({ id }) => id === CHECK)?.findings ?? [];
  const [, after = ""] = /After: (.*?)(?:\. No turn .*)?(?: \(\d+ of .*)?$/.exec(finding?.message ?? "") ?? [];
  expect(finding?.message).toMatch(told);
  expect(after.split("; ").length).toBeLessThanOrEqual(turns);
  // Each turn is a request of the proof, in its order.
  expect(finding?.steps?.map(({ request }) => (request.url.endsWith("/create") ? "created" : "updated"))).toEqual(
    after.split("; ").map((turn) => /created|updated/.exec(turn)?.[0]),
  );
});

test("turns that do not hold the cause are not tried again, so that the budget lasts until none is left that is not needed", async () => {
  const trial = { profile: "standard", checks: [CHECK], seed: 1 } as const;
  const { report } = await trialOnSandbox(trial, { defects: ["updateRecipient/state/isolation/shared-address"] });
  expect(findingIn(report)?.steps?.length).toBeLessThanOrEqual(6);
});

function findingIn(report: Report) {
  return report.checks.find(({ id }) => id === CHECK)?.findings[0];
}

const MIXED_UP = ["state/sequence/third-in-memory", "state/sequence/files-move", "state/isolation/created-before"];

test.each([42, 1, 2, 3].flatMap((seed) => MIXED_UP.map((defect) => [defect, seed] as const)))(
  "the turns told of %s hold its cause, or none is said to (seed %d)",
  async (defect, seed) => {
    const trial = { profile: "standard", checks: [CHECK], seed } as const;
    const { report } = await trialOnSandbox(trial, { defects: [`updateRecipient/${defect}`] });
    const { message, actual, steps = [] } = findingIn(report) ?? { message: "", actual: "" };
    const earlier = steps.slice(0, -1).map(({ request }) => String(request.body));
    const shown = actual.match(/"(?:https|file_)[^"]*"/g) ?? [];
    const isSent = shown.length > 0 && shown.every((text) => earlier.some((body) => body.includes(text)));
    // A file is lost to another recipient.
    const others = defect.endsWith("files-move")
      ? steps.filter(({ request }) => request.url.endsWith("/create"))
      : steps;
    expect(message.includes("No turn sent what is shown")).toBe(!isSent || others.length < 2);
  },
);

test("the turns of a finding are drawn again from its seed and path", async () => {
  const trial = { profile: "standard", checks: [CHECK] } as const;
  const sandbox = { defects: ["updateRecipient/state/sequence/files-move"] };
  const first = findingIn((await trialOnSandbox(trial, sandbox)).report);
  if (first?.draw === undefined) throw new Error("the finding has no draw");
  const failed = { operation: "updateRecipient", check: CHECK, case: first.id, draw: first.draw, edit: null } as const;
  const again = await trialOnSandbox({ ...trial, corpus: [failed], onlyCorpus: true }, sandbox);
  const second = findingIn(again.report);
  const turns = /After: .*updated as [^(]*/.exec(first.message)?.[0];
  expect(turns).toMatch(/^After: recipient 1 is created/);
  expect([second?.message.includes(String(turns)), second?.steps?.length, second?.draw]).toEqual([
    true,
    first.steps?.length,
    first.draw,
  ]);
  expect(again.sentAgain).toEqual([failed]);
});

test("a sandbox without a defect of state shows none", async () => {
  const { report } = await trialOnSandbox({ profile: "standard", checks: [CHECK] });
  expect(report.checks.find(({ id }) => id === CHECK)).toMatchObject({ verdict: "pass", findings: [] });
});
