import { expect, test } from "vitest";
import type { Trial } from "../../selftest/model.js";
import { runTrial } from "../../selftest/trial.js";

function balancesTrial(defect: string | null, more: Partial<Trial> = {}): Trial {
  return {
    id: defect ?? "conforming",
    service: { kind: "sandbox", behaviours: {}, defect },
    profile: "smoke",
    operations: ["listBalances"],
    checks: [],
    focus: null,
    waits: false,
    tellsRequests: false,
    ...more,
  };
}

test("a trial of a conforming service finds nothing", async () => {
  const record = await runTrial(balancesTrial(null));
  expect(record).toMatchObject({ failure: null, sent: [] });
  expect(record.others.filter(({ verdict }) => verdict !== "not-exercised")).toEqual([]);
  expect(record.passed).toBeGreaterThan(20);
});

test("a trial of a defect finds it, and tells what was sent when asked to", async () => {
  const record = await runTrial(
    balancesTrial("listBalances/auth/neither/let-in", { checks: ["listBalances/auth/neither"], tellsRequests: true }),
  );
  expect(record).toMatchObject({ failure: null });
  expect(record.others).toMatchObject([{ id: "listBalances/auth/neither", verdict: "violation" }]);
  expect(record.sent.join("\n")).toMatch(/^GET \/api\/balances → 200$/m);
});

test("a trial of an unknown defect says so instead of throwing", async () => {
  const record = await runTrial(balancesTrial("listBalances/nothing"));
  expect(record.failure).toContain('Unknown defect "listBalances/nothing"');
});
