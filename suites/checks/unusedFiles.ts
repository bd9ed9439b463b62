/**
 * Lists of files where each file belongs to one resource: no other request refers to theirs. Whether a file may be used twice is
 * left open (sections 2.1 and 4.3).
 */
import type { CaseDraft } from "../../discovery/check.js";
import type { Target } from "../../discovery/target.js";
import { sending } from "../../engine/cases/editCase.js";
import { valuesOf } from "../../engine/judge/failureText.js";
import type { Json } from "../../schemas/json.js";
import type { BodyOperation } from "../../schemas/operations.js";

const AT = ["file_id_list"];

/** The lists about each rule: how many files they need, and what is beside them. */
const LISTS: Readonly<
  Record<
    string,
    readonly { readonly files: number; readonly words: string; readonly value: (files: string[]) => Json }[]
  >
> = {
  "accepts file_id_list.maxItems": [
    { files: 10, words: "a list of 10 files", value: (files) => files },
    { files: 1, words: "a list of one file", value: (files) => files },
  ],
  "refuses file_id_list.maxItems": [{ files: 11, words: "a list of 11 files", value: (files) => files }],
  "refuses file_id_list[].type": [
    { files: 3, words: "a number after three files", value: (files) => [...files, 4711] },
    { files: 1, words: "a list in a list", value: (files) => [files] },
  ],
};

/** How often each list can be sent with files of its own: a failure is only told when it is seen again. */
const TIMES = 2;

/** The cases about a rule, where the target has files that were not used yet. @param rule as the lists are named */
export function onUnusedFiles(
  operation: BodyOperation,
  rule: string,
  { templates, unusedFiles = {} }: Target,
): CaseDraft[] {
  const unused = unusedFiles[operation];
  const [template] = templates[operation];
  if (unused === undefined || template === undefined) return [];
  let first = 0;
  return Object.entries(LISTS).flatMap(([about, lists]) =>
    lists.flatMap(({ files, words, value }) => {
      const each = Array.from({ length: TIMES }, (_, time) =>
        value(unused.slice(first + time * files).slice(0, files)),
      );
      first += TIMES * files;
      if (about !== rule) return [];
      const isValid = about.startsWith("accepts");
      const drafts = each.map((list) =>
        sending({
          tier: 0,
          template,
          edit: { kind: "set", at: AT, value: list },
          expect: { kind: isValid ? "accept" : "refuse" },
          message: valuesOf(AT.join("."), words),
        }),
      );
      return inTurn(drafts);
    }),
  );
}

/** One case for several: each time that it is sent, the next of them. */
function inTurn(drafts: readonly CaseDraft[]): CaseDraft[] {
  return drafts.slice(0, 1).map((draft) => ({
    ...draft,
    make(identity) {
      const cases = drafts.map(({ make }) => make(identity));
      let time = 0;
      const [first] = cases;
      if (first === undefined) throw new Error("no case was made");
      return { ...first, execute: (execution) => (cases[time++] ?? first).execute(execution) };
    },
  }));
}
