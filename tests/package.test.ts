/** What the package holds, and what its users are told to run. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;

test("the package holds what it needs to run and its documentation, and nothing else", () => {
  const printed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed]: { files: { path: string }[] }[] = JSON.parse(printed);
  const paths = (packed?.files ?? []).map(({ path }) => path);
  expect(paths).toContain("dist/cli/main.js");
  const allowed =
    /^(?:dist\/.+\.(?:js|d\.ts|json|eta|css|svg|html)|docs\/[^/]+\.(?:md|json|png|svg)|README\.md|AGENTS\.md|CHANGELOG\.md|LICENSE|package\.json)$/;
  expect(
    paths.filter((path) => !allowed.test(path) || /(?:^|\/)(?:tests?|bench|scripts)\/|\.test\./.test(path)),
  ).toEqual([]);
});

test("npx finds the command by the name of the package, too", () => {
  const { name, bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(bin).toEqual({ ppconform: "dist/cli/main.js", [name]: "dist/cli/main.js" });
});

test("no command that we document or print may fetch a stranger's package", () => {
  const pages = readdirSync(join(ROOT, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(ROOT, "docs", file));
  const sources = ["cli", "engine", "reports/formats"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(ROOT, folder, file)),
  );
  const unsafe = [...pages, ...sources].filter((file) =>
    /npx (?:--yes |-y )?ppconform/.test(readFileSync(file, "utf8")),
  );
  expect(unsafe).toEqual([]);
});
