/** A project of a user's, in which the packed package is installed. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const NAME = "partner-payments-conformance";

/** Installs what `npm pack` makes in a folder; what it depends on is what is here. */
export function install(project: string): void {
  if (!existsSync(join(ROOT, "dist/index.d.ts"))) throw new Error("The package is not built: npm run build");
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, NAME), { recursive: true });
  const [tarball = ""] = execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", project], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
    .trim()
    .split("\n")
    .slice(-1);
  execFileSync("tar", ["-xzf", join(project, tarball), "--strip-components=1", "-C", join(modules, NAME)]);
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (!name.startsWith(".")) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }\n');
}
