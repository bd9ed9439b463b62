/** Values outside those of file_type (section 4.3). Whether the query parameter is required is open. */
import { check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { refusalText } from "../../../engine/judge/expectations.js";
import { valuesOf } from "../../../engine/judge/failureText.js";
import { enumNearMisses } from "../../../generators/edits/enum.js";
import { FILE_TYPES } from "../../../schemas/operations.js";

/** Types of files that a person would think of, and a service may have beside the documented ones. */
export const OTHER_TYPES = [
  "Passport",
  "Front page",
  "Cover page",
  "Main",
  "ID card",
  "Receipt",
  "Articles of Association",
  "Other",
  "Bank Statement",
  "Proof of Address",
  "Business License",
  "Packing List",
];

/** How many near misses are each accepted by a different mistake. */
const TELLING = 4;

/**
 * Texts that are nearly a documented value, as many for each. An empty parameter may count as none: instead, one with
 * other separators between its words is used.
 */
function nearMisses(known: string): string[] {
  const underlined = known.includes(" ") ? known.replaceAll(" ", "_") : `${known}_`;
  const texts = enumNearMisses(FILE_TYPES, known, { outsiders: OTHER_TYPES }).filter((text) => text !== "");
  return [...texts.slice(0, TELLING - 2), underlined, ...texts.slice(TELLING - 2)];
}

/**
 * The near misses, each once, with the value whose turn it is: the parameter may be looked at for some values only.
 * @param values those that are accepted
 */
export function fileTypeMisses(values: readonly string[]): { known: number; text: string; turn: number }[] {
  const misses = values.map(nearMisses);
  const turns = Math.max(0, ...misses.map(({ length }) => length));
  const sent = new Set<string>();
  return Array.from({ length: turns }, (_, turn) => turn).flatMap((turn) => {
    const known = turn % misses.length;
    const text = misses[known]?.[turn];
    if (text === undefined || sent.has(text)) return [];
    sent.add(text);
    return { known, text, turn };
  });
}

export const refusedFileTypes = check("uploadFile/refuses/file_type.enum", {
  title: "file_type refuses values that are not documented",
  sends: "an accepted upload in which only file_type differs",
  expects: refusalText("uploadFile"),
  cases: ({ templates: { uploadFile } }) =>
    fileTypeMisses(uploadFile.map(({ id }) => id)).flatMap(({ known, text, turn }) => {
      const template = uploadFile[known];
      if (template === undefined) return [];
      return sending({
        tier: Math.max(0, turn - TELLING + 1),
        template,
        edit: { kind: "query", name: "file_type", value: text },
        expect: { kind: "refuse" },
        message: valuesOf("file_type", "values that are not documented"),
      });
    }),
});
