/** The documentation as tests read it: its pages, and the blocks of code and of output in them. */
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../", import.meta.url);

/** Pages that a program writes; tests of their own hold them. */
const WRITTEN = ["docs/rules-and-edits.md"];

export const PAGES: readonly string[] = [
  "README.md",
  "AGENTS.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(new URL("docs/", ROOT))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
].filter((page) => !WRITTEN.includes(page));

/** A block between fences. What stands behind its language, as a file's name, is its note. */
export interface Block {
  readonly page: string;
  readonly language: string;
  readonly note: string;
  readonly code: string;
}

export function pageText(page: string): string {
  return readFileSync(new URL(page, ROOT), "utf8");
}

export function blocksOf(page: string): Block[] {
  return [...pageText(page).matchAll(/^```(\w*)(?: ([^\n]*))?\n(.*?)^```/gms)].map(
    ([, language = "", note = "", code = ""]) => ({ page, language, note, code }),
  );
}

export const BLOCKS: readonly Block[] = PAGES.flatMap(blocksOf);

/** What stands in the blocks of a page in some languages. */
export function blocks(page: string, ...languages: readonly string[]): string[] {
  return BLOCKS.filter((block) => block.page === page && languages.includes(block.language)).map(({ code }) => code);
}
