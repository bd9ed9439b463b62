// Compiles to dist/, puts the data files (schemas, templates) next to the compiled code, and joins what a command loads into
// few files, since a command that reads some 300 modules one by one starts a quarter later (bench/start.mjs). --no-check leaves
// the types unchecked; --missing does nothing where a build exists.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

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

/** What is started or imported from outside. All are joined at once, so that no module is there twice. */
const ENTRIES = ["index", "cli/main", "vitest/index", "vitest/reporter", "sandbox/child", "selftest/worker"];
/** Stands where a module reads a file beside it, until it is known in which file its code comes to stand. */
const PLACE = "place-of:";

const dist = join(root, "dist");
const places = {
  name: "places",
  transform: (code, id) =>
    code.includes("import.meta.url")
      ? code.replaceAll(
          "import.meta.url",
          `new URL("${PLACE}${relative(dist, id).split(sep).join("/")}", import.meta.url)`,
        )
      : null,
  renderChunk: (code, { fileName }) => {
    const up = posix.relative(posix.dirname(fileName), ".");
    return code.replaceAll(`"${PLACE}`, up === "" ? '"./' : `"${up}/`);
  },
};
const joined = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(dist, `${entry}.js`)])),
  platform: "node",
  tsconfig: false,
  transform: { target: "esnext" },
  // Packages stay outside; helpers of the bundler's own come in.
  external: (id) => !/^[./\0]|^[A-Za-z]:\\|^@oxc-project\//.test(id),
  plugins: [places],
});
await joined.write({
  dir: dist,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "joined/[name]-[hash].js",
});
await joined.close();
chmodSync(join(root, "dist/cli/main.js"), 0o755);
