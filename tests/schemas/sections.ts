/** What the tests of the ledger share. */

/** The sections of the contract document, and how many subsections each has. */
export const SUBSECTIONS: Readonly<Record<string, number>> = { 1: 0, 2: 9, 3: 0, 4: 10, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0 };

/** Whether the document has a section of that number: `4` or `4.10`. */
export function sectionExists(section: string): boolean {
  const [, chapter = "", subsection] = /^(\d)(?:\.(\d+))?$/.exec(section) ?? [];
  const count = SUBSECTIONS[chapter];
  return count !== undefined && (subsection === undefined || (Number(subsection) >= 1 && Number(subsection) <= count));
}

/** The texts that stand in a list more than once. */
export function repeated(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text).size);
}
