// The most memory that a run takes, with ever more random cases: the same run goes on for 1, 10 and 100 rounds of
// them. The sandbox is a process of its own, and its memory does not count.
// Usage: npm run build && node bench/memory.mjs
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Requests of a run: what is planned takes some 2,700 of them, a round some 200. */
const REQUESTS = [3_050, 5_000, 24_500];

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const usage = new URL("./usage.mjs", import.meta.url).href;

for (const requests of REQUESTS) {
  const folder = mkdtempSync(join(tmpdir(), "memory-"));
  const limits = ["--max-requests", requests, "--max-time", "1h", "--report-dir", folder];
  const child = spawn(
    process.execPath,
    ["--import", usage, main, "run", "--base-url", "sandbox", "--operation", "createRecipient", ...limits],
    {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    },
  );
  let peak = 0;
  child.on("message", (told) => {
    peak = Math.round(told.peak / 1024);
  });
  await once(child, "exit");
  const { run, created } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  const rounds = run.roundSeeds?.length ?? 0;
  console.log(`${rounds} rounds · ${run.requests} requests · ${created.length} created · peak ${peak} MiB`);
  rmSync(folder, { recursive: true });
}
