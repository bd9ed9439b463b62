/**
 * Every text of the product in one table, by file: read aloud what a change adds to it. A text is a literal that reads as
 * words; `…` stands for what is filled in.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** What users do not run. */
const OTHERS = /^(?:\.|node_modules|dist|coverage|conformance-report|tests|bench|scripts|docs|recorded)/;
const LEAST_WORDS = 3;

function sources(): string[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter(({ name }) => !OTHERS.test(name))
    .flatMap((entry) => {
      if (!entry.isDirectory()) return [entry.name];
      return readdirSync(join(ROOT, entry.name), { recursive: true, encoding: "utf8" }).map((file) =>
        join(entry.name, file),
      );
    })
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/\.test\.ts$/.test(file))
    .toSorted();
}

/** The text of a literal, on one line; null for other nodes. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join("…");
}

function isSentence(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /^[\p{L}'’,.;:()"“”-]+$/u.test(word));
  return words.length >= LEAST_WORDS && /[a-z]{2}.* .*[a-z]{2}/s.test(text);
}

function textsOf(file: string): string[] {
  const texts = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const text = textOf(node);
    if (text !== null && isSentence(text)) texts.add(text.replace(/\s+/g, " ").trim());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest));
  return [...texts];
}

test("every text stands in tests/__snapshots__/texts.txt; npm run generate writes it", async () => {
  const table = sources().flatMap((file) => {
    const texts = textsOf(file);
    return texts.length === 0 ? [] : [`## ${file}`, ...texts, ""];
  });
  await expect(table.join("\n")).toMatchFileSnapshot("__snapshots__/texts.txt");
});
