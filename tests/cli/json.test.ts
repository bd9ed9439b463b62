/** What the commands print for programs: JSON, and nothing else on standard output. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explainCommand } from "../../cli/explain.js";
import { validateReport } from "../../reports/validate.js";
import { captured } from "./captured.js";
import { emptyFolder, PATIENCE, ppconform, type Served, serveSandbox } from "./child.js";

let sandbox: Served;

beforeAll(async () => {
  sandbox = await serveSandbox();
}, PATIENCE);
afterAll(() => sandbox.stop());

test(
  "run --json prints the report that it writes, also where GitHub is told, and a corpus is kept",
  async () => {
    const folder = emptyFolder();
    const { stdout, code } = await ppconform(
      "run --json --check listBalances/response/* --corpus corpus --baseline b.yaml --update-baseline".split(" "),
      { folder, environment: { ...sandbox.settings, GITHUB_ACTIONS: "true" } },
    );
    expect(code).toBe(0);
    expect(stdout).toBe(readFileSync(join(folder, "conformance-report", "report.json"), "utf8"));
    expect(validateReport(JSON.parse(stdout))).toMatchObject({ valid: true });
  },
  PATIENCE,
);

test(
  "run --json prints a report of a target that is away, too, and nothing for a usage error",
  async () => {
    const away = { ...sandbox.settings, CONFORMANCE_BASE_URL: "http://127.0.0.1:9" };
    const gone = await ppconform(["run", "--json", "--patience", "1"], { environment: away });
    expect(gone.code).toBe(3);
    expect(JSON.parse(gone.stdout)).toMatchObject({ outcome: "incomplete", exitCode: 3, run: { ended: {} } });
    const wrong = await ppconform(["run", "--json", "--profile", "none"], { environment: sandbox.settings });
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
  },
  PATIENCE,
);

test("explain --json prints what it explains, by its labels", async () => {
  const { output } = await captured(explainCommand(), ["listBalances/errors/errors", "--json"]);
  expect(JSON.parse(output)).toMatchObject({
    id: "listBalances/errors/errors",
    about: { kind: ["check"], operation: ["listBalances"], "run it": [expect.stringContaining("--check")] },
  });
});
