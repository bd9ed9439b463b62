/** A plan of one's own: which checks of a release must be judged, which may be, and which do not apply, and why. */
import { isMap, isSeq, type Pair } from "yaml";
import { type FilePosition, UserFileReader } from "./userFile.js";

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
  /** The release whose checks the names stand for. */
  readonly release: string;
  readonly place: FilePosition;
  /** Null: everything that is named nowhere else. */
  readonly mandatory: readonly PlanLine[] | null;
  readonly optional: readonly ReasonedLine[];
  readonly notApplicable: readonly ReasonedLine[];
}

const KEYS = "release, mandatory, optional and not-applicable";
const LIKE = "mandatory: or not-applicable:";
const NAME = "Write an operation, what a run may lack, or the id of a check, with * for any characters.";
const REASON = "Say why.";

/** The entries of a list that need a reason each. */
function reasoned(reader: UserFileReader, pair: Pair<unknown, unknown>, key: string): ReasonedLine[] {
  const how = `Write each entry of ${key} as "- name: …" with a "reason: …" below.`;
  if (!isSeq(pair.value)) throw reader.fault(reader.place(pair.key), `${key} is not a list. ${how}`);
  return pair.value.items.map((item) => {
    if (!isMap(item)) throw reader.fault(reader.place(item), `An entry of ${key} needs a name and a reason. ${how}`);
    const values: Record<string, string> = {};
    for (const one of item.items) {
      const member = reader.key(one, "name:");
      if (member !== "name" && member !== "reason")
        throw reader.fault(reader.place(one.key), `${member} is not a key of an entry. There are name and reason.`);
      values[member] = reader.text(one, member, member === "name" ? NAME : REASON);
    }
    const { name, reason } = values;
    const place = reader.place(item);
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
    `A plan has the keys ${KEYS}. Write "release: 1.0.0" first.`,
  );
  let plan: PlanFile = {
    path,
    release: "latest",
    place: { line: 1, text: "" },
    mandatory: null,
    optional: [],
    notApplicable: [],
  };
  for (const pair of root?.items ?? []) {
    const key = reader.key(pair, LIKE);
    const place = reader.place(pair.key);
    if (key === "release") plan = { ...plan, place, release: reader.text(pair, key, "Write one like 1.0.0.") };
    else if (key === "mandatory")
      plan = { ...plan, mandatory: reader.texts(pair, key, NAME).map((name) => ({ name, place })) };
    else if (key === "optional") plan = { ...plan, optional: reasoned(reader, pair, key) };
    else if (key === "not-applicable") plan = { ...plan, notApplicable: reasoned(reader, pair, key) };
    else throw reader.fault(place, `${key} is not a key of a plan. There are ${KEYS}.`);
  }
  return plan;
}
