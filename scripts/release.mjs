// `npm run release`: what a commit need not wait for. All tests, with every situation and hostile target, then the whole selftest, which writes docs/score.md anew.
// Ends non-zero when a test fails, a defect is missed, something is invented, or the page that is committed is out of date.
import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const options = { cwd: root, stdio: "inherit", env: { ...process.env, PPCONFORM_TEST_ALL: "1" } };

function step(title, args) {
  console.log(`\n=== ${title}`);
  const { status } = spawnSync(process.execPath, args, options);
  if (status === 0) return;
  console.error(`\nNot fit for a release: ${title} failed.`);
  process.exit(1);
}

step("all tests", [join(root, "scripts/test.mjs")]);
step("the whole selftest", [join(root, "dist/cli/main.js"), "selftest", "--write-docs"]);
const changed = execFileSync("git", ["status", "--porcelain", "docs/score.md"], { cwd: root, encoding: "utf8" });
if (changed !== "") {
  console.error("\nNot fit for a release: docs/score.md has changed. Read it, and commit it.");
  process.exit(1);
}
console.log("\nFit for a release.");
