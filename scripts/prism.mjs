// The mock server prism as a target: it validates requests by our OpenAPI document, and it is made by others. What that
// document makes it accept and refuse, the suite must also expect. Not part of the tests: it is fetched from the registry
// and needs a newer Node. `node scripts/prism.mjs`, after `npm run build`.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const main = join(dirname(fileURLToPath(import.meta.url)), "../dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "ppconform-prism-"));
const contract = join(folder, "contract.json");

/** Areas in which a mock without a memory can be right: the others ask for state, an echo or real credentials. */
const COMPARED = ["accepts", "refuses", "version", "method"];
/** The first start fetches the packages. */
const START_SECONDS = 300;

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function serves(baseUrl, prism) {
  for (let second = 0; second < START_SECONDS && prism.exitCode === null; second++) {
    if (await fetch(baseUrl).catch(() => null)) return true;
    await pause(1000);
  }
  return false;
}

/** Runs the suite against the mock; null when there is no report. */
async function judged(mode, prismOptions) {
  const port = await freePort();
  const packages = ["-p", "node@24", "-p", "@stoplight/prism-cli@5"];
  const command = ["-y", ...packages, "prism", "mock", contract, "-p", String(port), ...prismOptions];
  const environment = { ...process.env, SCARF_ANALYTICS: "false" };
  // A separate process group, so that the mock ends with the npx that started it.
  const prism = spawn("npx", command, { detached: true, stdio: ["ignore", "ignore", "inherit"], env: environment });
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    if (!(await serves(baseUrl, prism))) throw new Error("prism did not start");
    const reports = join(folder, mode);
    const { status } = spawnSync(process.execPath, [main, "run", "--base-url", baseUrl, "--report-dir", reports], {
      env: { ...process.env, CONFORMANCE_API_KEY: "any-key-will-do", CONFORMANCE_API_SECRET: "any-secret-will-do" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0 && status !== 1) throw new Error(`the run ended with exit code ${status}`);
    return JSON.parse(readFileSync(join(reports, "report.json"), "utf8"));
  } finally {
    process.kill(-prism.pid);
  }
}

/** Prints what was found, and returns whether the document and the suite agree. */
function agree(mode, { checks }) {
  const broken = checks.filter(({ verdict }) => ["violation", "warning", "flaky", "error"].includes(verdict));
  const areas = [...new Set(checks.map(({ area }) => area))];
  const counts = areas.map((area) => {
    const all = checks.filter((check) => check.area === area && check.verdict !== "not-applicable");
    return `${area} ${broken.filter((check) => check.area === area).length}/${all.length}`;
  });
  console.log(`${mode}: ${counts.join(" · ")} (found / checks)`);
  const wrong = broken.filter(({ area, verdict }) => COMPARED.includes(area) || verdict === "error");
  for (const { id, verdict, reason, findings } of wrong) {
    console.log(`  ${verdict} ${id}: ${reason ?? findings[0]?.message}`);
  }
  const exercised = checks.filter(({ area, verdict }) => COMPARED.includes(area) && verdict === "pass").length;
  return wrong.length === 0 && exercised > 0;
}

let agreed = true;
try {
  spawnSync(process.execPath, [main, "openapi", "--output", contract], { stdio: "inherit" });
  for (const [mode, options] of [
    ["examples", []],
    ["random", ["-d"]],
  ]) {
    if (!agree(mode, await judged(mode, options))) agreed = false;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(agreed ? "The document and the suite agree." : "The document and the suite differ.");
process.exitCode = agreed ? 0 : 1;
