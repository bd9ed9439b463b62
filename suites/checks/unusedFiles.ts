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

interface List {
  /** The end of the check's id: on which side of which rule it is. */
  readonly rule: string;
  readonly words: string;
  readonly files: number;
  /** What is sent, where that is not the files alone. */
  readonly value?: (files: readonly string[]) => Json;
}

const LISTS: readonly List[] = [
  { rule: "accepts/file_id_list.maxItems", words: "a list of 10 files", files: 10 },
  { rule: "accepts/file_id_list.maxItems", words: "a list of one file", files: 1 },
  { rule: "refuses/file_id_list.maxItems", words: "a list of 11 files", files: 11 },
  {
    rule: "refuses/file_id_list[].type",
    words: "a number after three files",
    files: 3,
    value: (files) => [...files, 4711],
  },
  { rule: "refuses/file_id_list[].type", words: "a list in a list", files: 1, value: (files) => [[...files]] },
];

interface Deployment extends Pick<Target, "unusedFiles"> {
  readonly templates: Partial<Target["templates"]>;
}

/** How often each list can be sent with files of its own: a failure is only told when it is seen again. */
const TIMES = 2;

/** The files of each list, each time. Where not all could be uploaded, the lists that would be shorter are left out. */
function filesOf(list: List, unused: readonly string[]): readonly (readonly string[])[] {
  const before = LISTS.slice(0, LISTS.indexOf(list)).reduce((sum, { files }) => sum + TIMES * files, 0);
  const each = Array.from({ length: TIMES }, (_, time) => {
    const start = before + time * list.files;
    return unused.slice(start, start + list.files);
  });
  return each.filter((files) => files.length === list.files);
}

/** The cases of a check of lists, where the target has files that were not used yet. @param rule the end of the check's id */
export function onUnusedFiles(
  operation: BodyOperation,
  rule: string,
  { templates, unusedFiles = {} }: Deployment,
): CaseDraft[] {
  const unused = unusedFiles[operation];
  const [template] = templates[operation] ?? [];
  if (unused === undefined || template === undefined) return [];
  return LISTS.filter((list) => list.rule === rule).flatMap((list) => {
    const drafts = filesOf(list, unused).map((files) =>
      sending({
        tier: 0,
        template,
        edit: { kind: "set", at: AT, value: list.value?.(files) ?? [...files] },
        expect: { kind: rule.startsWith("accepts") ? "accept" : "refuse" },
        message: valuesOf(AT.join("."), list.words),
      }),
    );
    return inTurn(drafts);
  });
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
