/** A custom plan: which checks of a release must be judged, which may be, and which do not apply, and why. */
import type { Pair } from "yaml";
import { type FilePosition, UserFileReader } from "./userFile.js";
import { listed } from "./visible.js";

/** A name in a plan: an operation, what a run may lack, or a check with `*` for any characters. */
export interface PlanLine {
  readonly name: string;
  readonly place: FilePosition;
}

export interface ReasonedLine extends PlanLine {
  readonly reason: string;
}

export interface PlanFile {
  readonly path: string;
  /** The release whose checks the names refer to. */
  readonly release: string;
  readonly place: FilePosition;
  /** Null: everything not named elsewhere. */
  readonly mandatory: readonly PlanLine[] | null;
  readonly optional: readonly ReasonedLine[];
  readonly notApplicable: readonly ReasonedLine[];
}

const LIKE = "mandatory: or not-applicable:";
const PLAN = { what: "a plan", like: LIKE, keys: ["release", "mandatory", "optional", "not-applicable"] } as const;
const ENTRY = { what: "an entry", like: "name:", keys: ["name", "reason"] } as const;
const NAME = "Write an operation, what a run may lack, or the id of a check, with * for any characters.";
const REASON = "Say why.";

/** The entries of a list in which each needs a reason. */
function reasoned(reader: UserFileReader, pair: Pair<unknown, unknown>, key: string): ReasonedLine[] {
  const how = `Write each entry of ${key} as "- name: …" with a "reason: …" below.`;
  return reader.entries(pair, key, how, (entry) => {
    const values: Partial<Record<"name" | "reason", string>> = {};
    reader.members(entry, ENTRY, (member, one) => {
      values[member] = reader.text(one, member, member === "name" ? NAME : REASON);
    });
    const { name, reason } = values;
    const place = reader.place(entry);
    if (name === undefined) throw reader.fault(place, `The entry has no name. ${NAME}`);
    if (reason === undefined) throw reader.fault(place, `The entry has no reason. ${REASON} Add "reason: …".`);
    return { name, reason, place };
  });
}

/**
 * Reads a plan.
 * @param path the file's name, for messages
 * @throws UserFileError for anything that is not a plan
 */
export function parsePlan(text: string, path: string): PlanFile {
  const { reader, root } = UserFileReader.open(
    text,
    path,
    `A plan has the keys ${listed(PLAN.keys)}. Write "release: 1.0.0" first.`,
  );
  let plan: PlanFile = {
    path,
    release: "latest",
    place: { line: 1, text: "" },
    mandatory: null,
    optional: [],
    notApplicable: [],
  };
  reader.members(root, PLAN, (key, pair) => {
    const place = reader.place(pair.key);
    if (key === "release") plan = { ...plan, place, release: reader.text(pair, key, "Write one like 1.0.0.") };
    else if (key === "mandatory")
      plan = { ...plan, mandatory: reader.texts(pair, key, NAME).map((name) => ({ name, place })) };
    else plan = { ...plan, [key === "optional" ? key : "notApplicable"]: reasoned(reader, pair, key) };
  });
  return plan;
}
