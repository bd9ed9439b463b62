/** Findings whose value was drawn at random: `replay` draws it again from seed and path. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { replayCommand } from "../../cli/replay.js";
import { sandboxDeployment } from "../../engine/settings/deployment.js";
import { hash32 } from "../../generators/texts/partnerId.js";
import { type RunningSandbox, startSandbox } from "../../sandbox/server.js";
import { emptyFolder } from "../files.js";
import { check, exchange, finding, reportOf } from "../reports/smallReport.js";
import { captured } from "./captured.js";

const CHECK = "createRecipient/refuses/address_info.city.maxLength";
const CREATE = "/api/recipients/create";
/** From what a run with the report's seed draws values of this check. */
const DRAWN = hash32(`42 ${CHECK}`);

let sandbox: RunningSandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ defects: [`${CHECK}/one-more`] });
  const { apiKey, apiSecret } = sandboxDeployment(sandbox).credentials;
  vi.stubEnv("CONFORMANCE_BASE_URL", "");
  vi.stubEnv("CONFORMANCE_API_KEY", apiKey);
  vi.stubEnv("CONFORMANCE_API_SECRET", apiSecret);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await sandbox.close();
});

/** What replaying tells of a finding of this value, whose recorded control no service accepts. */
async function replayed(draw: { readonly seed: number; readonly path: string }): Promise<string> {
  const found = finding("F1", {
    expected: "refused",
    expectation: { kind: "refuse" },
    actual: "200",
    edit: { at: "address_info.city", from: "Shenzhen", to: "S".repeat(65) },
    control: exchange("POST", CREATE, "{}", 200),
    exchange: exchange("POST", CREATE, "{}", 200),
  });
  const path = join(emptyFolder(), "report.json");
  const report = reportOf({ checks: [check(CHECK, "violation", { findings: [{ ...found, draw }] })] });
  writeFileSync(
    path,
    JSON.stringify(report).replaceAll("https://payments.example", sandboxDeployment(sandbox).baseUrl),
  );
  return (await captured(replayCommand(), [path])).output;
}

test("the value of a seed and a path is sent again, and no other", async () => {
  // One character too many, which the service takes, and more than that.
  expect(await replayed({ seed: DRAWN, path: "0" })).toMatch(
    /✗ F1 {2}still there.* 200 {3}\(with other random values\)/s,
  );
  expect(await replayed({ seed: DRAWN, path: "1" })).toMatch(/✓ F1 {2}fixed.*in 1 case$/ms);
});

test("what seed and path draw no more is sent as it was recorded, or by its check", async () => {
  expect(await replayed({ seed: DRAWN + 1, path: "0" })).toContain("(its check was run again)");
});
