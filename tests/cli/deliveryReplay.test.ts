/** The command beside a finding about a delivery runs its check again: what is delivered then shows whether it is gone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Report } from "../../reports/model.js";
import { closedPort, emptyFolder, inTurn, PATIENCE, serveSandbox } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const CHECK = "webhooks/auth/signature.algorithm";

test("it fails on the same service, passes on one that is right, and is not complete without any", async () => {
  const port = await closedPort();
  const address = ["--webhook-url", `http://127.0.0.1:${port}/`];
  const [bad, good] = await Promise.all([
    serveSandbox(...address, "--defect", "webhooks/signature.algorithm/checksum"),
    serveSandbox(...address),
  ]);
  const folder = emptyFolder();
  const first = ["run", "--check", CHECK, "--webhook-port", String(port), "--report", "json", "--report-dir", folder];
  const environment = { ...bad.settings };
  expect((await inTurn(first, { environment })).code).toBe(1);
  const report: Report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  const { replay = "" } = report.checks.find(({ id }) => id === CHECK)?.findings[0] ?? {};
  const words = replay.split(" ").slice(1);
  expect(words).toContain(bad.baseUrl);
  const elsewhere = words.map((word) => (word === bad.baseUrl ? good.baseUrl : word));
  expect((await inTurn(words, { environment })).code).toBe(1);
  expect((await inTurn(elsewhere, { environment: { ...good.settings } })).code).toBe(0);
  await Promise.all([bad.stop(), good.stop()]);
  expect((await inTurn(words, { environment })).code).toBe(3);
});
