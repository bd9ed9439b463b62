// Compiles to dist/ and puts the data files (schemas, templates) next to the compiled code. --no-check leaves the types
// unchecked; --missing does nothing where a build exists.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

if (process.argv.includes("--missing")) {
  if (existsSync(join(root, "dist/cli/main.js"))) process.exit();
  console.log("Compiling once …");
}

rmSync(join(root, "dist"), { recursive: true, force: true });
const unchecked = process.argv.includes("--no-check") ? ["--noCheck"] : [];
execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), ...unchecked], {
  cwd: root,
  stdio: "inherit",
});
for (const folder of ["schemas", "reports", "sandbox", "cli", "plans"]) {
  cpSync(join(root, folder), join(root, "dist", folder), {
    recursive: true,
    filter: (source) => !source.endsWith(".ts") && !source.endsWith(".md"),
  });
}
chmodSync(join(root, "dist/cli/main.js"), 0o755);
