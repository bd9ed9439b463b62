/** Which reading departs where the two documented ids of a transaction lead to different ones. */
import { expect, test } from "vitest";
import { trialOnSandbox } from "../../engine/trial.js";

test("where transaction_id leads to another transaction, the reading by it is the one that departs", async () => {
  const { report } = await trialOnSandbox(
    { operations: ["getTransferDetail"], profile: "smoke" },
    { defects: ["getTransferDetail/state/asked-for/next-one"] },
  );
  const of = (name: string) => report.checks.find(({ id }) => id === `getTransferDetail/state/${name}`);
  for (const name of ["asked-for", "both-ways"]) {
    const [finding] = of(name)?.findings ?? [];
    const asked = new URL(finding?.exchange.request.url ?? "").searchParams.get("transaction_id");
    expect(finding?.expected, name).toBe(`transaction_id "${asked}"`);
    expect(JSON.parse(finding?.exchange.response?.body ?? "").transaction_id, name).not.toBe(asked);
  }
  // The other id alone does find it, and neither is refused.
  expect(of("either-id")?.verdict).toBe("pass");
});
