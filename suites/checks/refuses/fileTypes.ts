/** Values that file_type does not have (section 4.3). Whether the query parameter is required is open. */
import { check } from "../../../engine/check.js";
import { sending } from "../../../engine/editCase.js";
import { refusalText } from "../../../engine/expectations.js";
import { enumNearMisses } from "../../../generators/edits/enum.js";
import { FILE_TYPES } from "../../../schemas/operations.js";

/** Texts that are nearly a documented value. An empty parameter may count as none. */
function nearMisses(known: string): string[] {
  const underlined = known.includes(" ") ? [known.replaceAll(" ", "_")] : [];
  const texts = enumNearMisses("file_type", FILE_TYPES, known).filter((text) => text !== "");
  return [...new Set([...texts.slice(0, 2), ...underlined, ...texts])];
}

/** How many of them are let through by a mistake of their own. */
const TELLING = 4;

/** No other value is taken. */
export const refusedFileTypes = check("uploadFile/refuses/file_type.enum", {
  title: "A file_type outside its list of values is refused",
  sends: "an accepted upload in which only file_type differs",
  expects: refusalText("uploadFile"),
  cases: ({ templates: { uploadFile } }) => {
    const misses = uploadFile.map((template) => ({ template, texts: nearMisses(template.id) }));
    const longest = Math.max(0, ...misses.map(({ texts }) => texts.length));
    // Each control in turn: the value may be looked at for some of them only.
    return Array.from({ length: longest }, (_, tier) => tier).flatMap((tier) => {
      const { template, texts } = misses[tier % misses.length] ?? {};
      const value = texts?.[tier];
      if (template === undefined || value === undefined) return [];
      return sending({
        tier: Math.max(0, tier - TELLING + 1),
        template,
        edit: { kind: "query", name: "file_type", value },
        expect: { kind: "refuse" },
        message: "A file_type outside its list of values is not refused as documented",
      });
    });
  },
});
