/** The power that a run tells, held against runs on services with these very defects. */
import { expect, test } from "vitest";
import { type KnownDefect, powerOf, powerText } from "../../reports/facts/power.js";
import type { Report } from "../../reports/model.js";
import type { SandboxOptions } from "../../sandbox/server.js";
import type { Subject } from "../../schemas/operation.js";
import { sandboxDefects } from "../../selftest/services.js";
import { knownDefects } from "../../suites/knownDefects.js";
import { trialOnSandbox } from "../engine/trial.js";
import { check } from "../reports/smallReport.js";
import { TRIES_ALL } from "../slice.js";

const DEFECTS: readonly KnownDefect[] = [
  {
    id: "listBalances/auth/no-key/defect",
    operation: "listBalances",
    checks: ["listBalances/auth/no-key", "listBalances/auth/swapped"],
  },
  {
    id: "listBalances/errors/code/defect",
    operation: "listBalances",
    checks: ["listBalances/errors/code"],
    inSmoke: false,
  },
  { id: "listBalances/auth/restricted/defect", operation: "listBalances", checks: ["listBalances/auth/restricted"] },
  { id: "webhooks/auth/signature/defect", operation: "webhooks", checks: ["webhooks/auth/signature"] },
  {
    id: "webhooks/auth/signature.covers-body/defect",
    operation: "webhooks",
    checks: ["webhooks/auth/signature.covers-body"],
  },
];

const CHECKS = [
  check("listBalances/auth/no-key", "not-exercised"),
  check("listBalances/auth/swapped", "pass"),
  check("listBalances/errors/code", "violation"),
  check("listBalances/auth/restricted", "not-exercised", { reason: "no restricted pair" }),
];

test("a defect counts as told where one of the checks that told it was judged, and the others stand by reason", () => {
  expect(powerOf(DEFECTS, CHECKS, "standard")).toEqual({
    power: {
      known: 5,
      told: 2,
      notTold: [
        { reason: "not part of this run", defects: 2, operations: ["webhooks"] },
        { reason: "no restricted pair", defects: 1, operations: ["listBalances"] },
      ],
    },
  });
  expect(powerOf(DEFECTS, CHECKS, "smoke").power).toMatchObject({ told: 1 });
  expect(powerOf([], CHECKS, "standard")).toEqual({});
});

test("the sentence names numbers and reasons", () => {
  const { power } = powerOf(DEFECTS, CHECKS, "standard");
  expect(power && powerText(power, "a run like this would detect")).toBe(
    "Of the 5 defects that the suite was tried on, a run like this would detect 2. Not detected: webhooks 2 (not part of this run), listBalances 1 (no restricted pair).",
  );
});

test("a reason is shown completely, but for the service's words", () => {
  const notTold = (reason: string) => ({ reason, defects: 3, operations: ["uploadFile" as const] });
  const words = "the control uploadFile Invoice is not accepted: 400 “The header Api-Version must be 2025-06-01”";
  const long = "it is only in records in US dollars, about which the document contradicts itself";
  const power = { known: 9, told: 3, notTold: [notTold(words), notTold(long)] };
  expect(powerText(power, "it would detect")).toContain(
    `uploadFile 3 (the control uploadFile Invoice is not accepted), uploadFile 3 (${long}).`,
  );
});

/** A run that only reads, of all operations or of one, on a sandbox with these choices. */
async function readOnly(operations: readonly Subject[], service: SandboxOptions): Promise<Report> {
  const options = {
    profile: "standard",
    operations,
    noWrites: "only reads are sent",
    limitRequests: 0,
    failOn: "should",
  } as const;
  return (await trialOnSandbox(options, service)).report;
}

/** One defect in so many is tried. */
const EACH = 10;

test.skipIf(!TRIES_ALL)(
  "the power of a run that only reads is that of such runs on services with the defects, within 2 %",
  async () => {
    const { checks, power } = await readOnly([], {});
    const defects = sandboxDefects().filter((_, at) => at % EACH === 0);
    const wrong: string[] = [];
    let [predicted, told, tried] = [0, 0, 0];
    const known = new Map(knownDefects().map((defect) => [defect.id, defect]));
    for (const { id, operation, service } of defects) {
      const behaviours = service.kind === "sandbox" ? service.behaviours : {};
      const defect = known.get(id);
      // Later than the score; and without a receiver nothing is told of deliveries.
      if (defect === undefined) continue;
      tried += 1;
      const isPredicted = powerOf([defect], checks, "standard").power?.told === 1;
      const report = operation === "webhooks" ? null : await readOnly([operation], { behaviours, defects: [id] });
      const isTold =
        report?.checks.some(
          (one) => one.operation === operation && (one.verdict === "violation" || one.verdict === "warning"),
        ) ?? false;
      predicted += Number(isPredicted);
      told += Number(isTold);
      if (isPredicted !== isTold) wrong.push(`${isTold ? "told, not predicted" : "predicted, not told"}: ${id}`);
    }
    console.log(
      `${power?.told} of ${power?.known} by the score; of ${tried} tried, ${predicted} predicted and ${told} told; ${wrong.length} differ\n${wrong.join("\n")}`,
    );
    expect(tried).toBeGreaterThan(200);
    expect(Math.abs(predicted - told) / tried).toBeLessThanOrEqual(0.02);
    expect(wrong.length / tried).toBeLessThanOrEqual(0.02);
  },
  3_600_000,
);
