import { expect, test } from "vitest";
import { CREDENTIALS_EDITS } from "../../client/credentials.js";
import { createTransport } from "../../client/transport.js";
import { casesOf } from "../../engine/check.js";
import { runPreflight } from "../../engine/preflight/preflight.js";
import { sandboxDeployment } from "../../engine/settings/deployment.js";
import { startSandbox } from "../../sandbox/server.js";
import { SUITES } from "../../suites/suites.js";
import { OPTIONS } from "../engine/preflighting.js";
import { repeated } from "../schemas/sections.js";

test("every case of a run has an id of its own, which begins with its check's", async () => {
  const sandbox = await startSandbox();
  const { baseUrl, credentials } = sandboxDeployment(sandbox);
  const transport = createTransport({ baseUrl, credentials, concurrency: 8, timeoutMs: 60_000 });
  try {
    const { target } = await runPreflight(
      transport,
      {
        ...OPTIONS,
        baseUrl: sandbox.baseUrl,
        profile: "standard",
        noWrites: null,
        credentialsEdits: new Set(CREDENTIALS_EDITS),
        now: Date.now(),
      },
      new Map(),
    );
    const cases = casesOf(SUITES, target);
    expect(repeated(cases.map(({ id }) => id))).toEqual([]);
    expect(cases.filter(({ id, check: about }) => !id.startsWith(`${about}#`))).toEqual([]);
    // Every operation is ready there: each has cases.
    const operations = new Set(cases.map(({ operation }) => operation));
    expect(SUITES.map(({ operation }) => operation).filter((operation) => !operations.has(operation))).toEqual([
      "webhooks",
    ]);
  } finally {
    await transport.close();
    await sandbox.close();
  }
});
