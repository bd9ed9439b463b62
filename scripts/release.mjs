// `npm run release`: tries everything, and rewrites docs/score.md and docs/score.json. Exits non-zero when a test fails, a
// defect is missed, something is falsely reported, or the committed page is out of date.
import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

function unfit(why) {
  console.error(`\nNot fit for a release: ${why}`);
  process.exit(1);
}

const all = [join(root, "scripts/test.mjs"), "--all", "--write-docs"];
const { status } = spawnSync(process.execPath, all, { cwd: root, stdio: "inherit" });
if (status !== 0) unfit("something failed.");
const changed = execFileSync("git", ["status", "--porcelain", "docs/score.md", "docs/score.json"], {
  cwd: root,
  encoding: "utf8",
});
if (changed !== "") unfit("The score has changed. Read docs/score.md, and commit it with docs/score.json.");
console.log("\nFit for a release.");
