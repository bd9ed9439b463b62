/**
 * Requests that refer to files where each file belongs to one resource: no other request refers to theirs. Whether a file may be
 * used twice is left open (sections 2.1 and 4.3).
 */
import type { CaseDraft } from "../../discovery/check.js";
import type { Target } from "../../discovery/target.js";
import { type EditOptions, sending } from "../../engine/cases/editCase.js";
import { valuesOf } from "../../engine/judge/failureText.js";
import type { Template } from "../../generators/edits/edit.js";
import { CUSTOMER_FILES, withCustomerFiles } from "../../generators/templates/customers.js";
import type { Json, Pointer } from "../../schemas/json.js";
import type { BodyOperation } from "../../schemas/operations.js";

interface Use {
  /** The end of the check's id: on which side of which rule it is. */
  readonly rule: string;
  readonly files: number;
  readonly options: (template: Template, files: readonly string[]) => Omit<EditOptions, "tier">;
}

/** A value that refers to files, where the rest of the request refers to none. */
function value(rule: string, at: Pointer, words: string, files: number, of: (files: readonly string[]) => Json): Use {
  return {
    rule,
    files,
    options: (template, given) => ({
      template,
      edit: { kind: "set", at, value: of(given) },
      expect: { kind: rule.startsWith("accepts") ? "accept" : "refuse" },
      message: valuesOf(at.join("."), words),
    }),
  };
}

function list(rule: string, words: string, files: number, of = (given: readonly string[]): Json => [...given]): Use {
  return value(rule, ["file_id_list"], words, files, of);
}

const LISTS: readonly Use[] = [
  list("accepts/file_id_list.maxItems", "a list of 10 files", 10),
  list("accepts/file_id_list.maxItems", "a list of one file", 1),
  list("refuses/file_id_list.maxItems", "a list of 11 files", 11),
  list("refuses/file_id_list[].type", "a number after three files", 3, (files) => [...files, 4711]),
  list("refuses/file_id_list[].type", "a list in a list", 1, (files) => [[...files]]),
];

function identity(side: "front" | "back"): Use {
  const rule = `refuses/business_person_list[].identification.id_document_${side}_file_id.type`;
  return value(rule, CUSTOMER_FILES[side], "a list of one file", 1, (files) => [...files]);
}

function documents(rule: string, words: string, of: (files: readonly string[]) => Json): Use {
  return value(`refuses/${CUSTOMER_FILES.documents.join(".")}${rule}`, CUSTOMER_FILES.documents, words, 1, of);
}

/** What is used by each operation, in the order in which the files were uploaded. */
const USES: Readonly<Partial<Record<BodyOperation, readonly Use[]>>> = {
  createRecipient: LISTS,
  updateRecipient: LISTS,
  createCustomer: [
    {
      // A refusal may be about something else: no customer with files of their types was accepted twice.
      rule: "accepts/file_type.context",
      files: 5,
      options: (template, files) => ({
        template: withCustomerFiles(template, {
          corporate: files.slice(0, 3),
          front: files.slice(3, 4),
          back: files.slice(4),
        }),
        edit: null,
        expect: { kind: "observe" },
        response: true,
        echo: true,
      }),
    },
    identity("front"),
    identity("back"),
    documents(".type", "the id of a file", ([id = null]) => id),
    documents("[].type", "a list in a list", (files) => [[...files]]),
  ],
};

interface Deployment extends Pick<Target, "unusedFiles"> {
  readonly templates: Partial<Target["templates"]>;
}

/** How often each can be sent with files of its own: a failure is only told when it is seen again. */
const TIMES = 2;

/** The files of a use, each time. Where not all could be uploaded, those that would lack some are left out. */
function filesOf(uses: readonly Use[], use: Use, unused: readonly string[]): readonly (readonly string[])[] {
  const before = uses.slice(0, uses.indexOf(use)).reduce((sum, { files }) => sum + TIMES * files, 0);
  const each = Array.from({ length: TIMES }, (_, time) => {
    const start = before + time * use.files;
    return unused.slice(start, start + use.files);
  });
  return each.filter((files) => files.length === use.files);
}

/** The cases of a check of files, where the target has some that were not used yet. @param rule the end of the check's id */
export function onUnusedFiles(
  operation: BodyOperation,
  rule: string,
  { templates, unusedFiles = {} }: Deployment,
): CaseDraft[] {
  const unused = unusedFiles[operation];
  const [template] = templates[operation] ?? [];
  const { [operation]: uses = [] } = USES;
  if (unused === undefined || template === undefined) return [];
  return uses
    .filter((use) => use.rule === rule)
    .flatMap((use) =>
      inTurn(filesOf(uses, use, unused).map((files) => sending({ tier: 0, ...use.options(template, files) }))),
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
