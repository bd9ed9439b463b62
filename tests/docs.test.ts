/** What the documents say of the sources holds: each file and folder that they name is there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MOST_REQUESTS } from "../engine/cases/modelSequence.js";
import { MOST_CANDIDATES } from "../engine/judge/shrinking.js";
import { BLOCKS, PAGES, pageText } from "./documentation.js";

const ROOMS =
  "bench|cli|client|docs|engine|generators|library|openapi|oracles|recorded|reports|sandbox|schemas|scripts|selftest|suites|tests|vitest|webhooks";

/** Files that the worked examples of contributing.md make anew. */
const EXAMPLES = new Set([
  "suites/checks/state/createdAt.ts",
  "reports/formats/csv.ts",
  "tests/reports/formats/csv.test.ts",
]);

test.each(["docs/architecture.md", "docs/contributing.md", "docs/README.md", "README.md"])(
  "%s names only what is there",
  (page) => {
    const text = readFileSync(new URL(`../${page}`, import.meta.url), "utf8");
    const named = [...text.matchAll(new RegExp(`[\`(]((?:${ROOMS})/[\\w./-]*)[\`)]`, "g"))].map(
      (match) => match[1] ?? "",
    );
    const missing = named.filter((path) => !EXAMPLES.has(path) && !existsSync(new URL(`../${path}`, import.meta.url)));
    expect(missing).toEqual([]);
  },
);

test("what a page shows of a source file stands in it", () => {
  const shown = BLOCKS.filter(({ note }) => note.startsWith("from "));
  expect(shown.length).toBeGreaterThan(0);
  for (const { note, code } of shown) {
    const source = readFileSync(new URL(`../${note.slice("from ".length)}`, import.meta.url), "utf8");
    expect(source).toContain(code);
  }
});

test("the page on runs states the budgets in which a random case is made smaller", () => {
  const page = pageText("docs/running.md");
  expect(page).toContain(`up to ${MOST_CANDIDATES} candidates`);
  expect(page).toContain(`up to ${MOST_REQUESTS} requests`);
});

test("the index of the documentation leads to every page", () => {
  const folder = new URL("../docs/", import.meta.url);
  const index = readFileSync(new URL("README.md", folder), "utf8");
  const linked = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page);
  const pages = readdirSync(folder).filter((file) => file.endsWith(".md") && file !== "README.md");
  expect(linked.sort()).toEqual(pages.sort());
});

test("every link between the pages leads to one", () => {
  const dead = PAGES.flatMap((page) =>
    [...pageText(page).matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !existsSync(new URL(link, new URL(`../${page}`, import.meta.url))))
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});
