/** The baseline file: which departures are known and excused, and which answers are pinned. */
import { isMap, type Pair, type YAMLMap } from "yaml";
import { type FilePosition, isDay, isEmpty, UserFileReader } from "../userFile.js";

/** A known departure, as the file names it. */
export interface KnownLine {
  /** A check's id, with `*` for any characters. */
  readonly pattern: string;
  readonly reason: string;
  readonly ticket: string | null;
  /** The last day on which it is excused, `YYYY-MM-DD`; null when it has no end. */
  readonly expires: string | null;
  /** For a departure that only random values show: the seed. Null for any other. */
  readonly seed: number | null;
  readonly place: FilePosition;
}

/** The answer that is expected where the document is silent or contradicts itself. */
export interface PinnedLine {
  /** Id of an observation or of a conflict. */
  readonly id: string;
  readonly answer: string;
  readonly place: FilePosition;
}

export interface BaselineFile {
  readonly path: string;
  readonly known: readonly KnownLine[];
  readonly pinned: readonly PinnedLine[];
}

const LIKE = "known: or check:";
const BASELINE = { what: "a baseline", like: LIKE, keys: ["known", "pinned"] } as const;
const KNOWN = {
  what: "a known departure",
  like: LIKE,
  keys: ["check", "reason", "ticket", "expires", "seed"],
} as const;

const HOW: Readonly<Record<(typeof KNOWN.keys)[number], string>> = {
  check: 'Write the id of a check; "ppconform list" shows all, and * stands for any characters.',
  reason: "Say why the departure is accepted.",
  ticket: "Name the ticket, or leave the key out.",
  expires: "Write a date like 2026-12-31, or leave the key out.",
  seed: "Write the seed with which the departure was seen, or leave the key out.",
};

function readKnown(reader: UserFileReader, entry: YAMLMap<unknown, unknown>): KnownLine {
  const values: Partial<Record<keyof typeof HOW, string>> = {};
  let checkPlace = reader.place(entry);
  reader.members(entry, KNOWN, (key, pair) => {
    const value = reader.text(pair, key, HOW[key]);
    const place = reader.place(pair.key);
    if (key === "check") checkPlace = place;
    if (key === "seed" && !/^\d{1,10}$/.test(value)) throw reader.fault(place, `${value} is not a seed. ${HOW.seed}`);
    if (key === "expires" && !isDay(value))
      throw reader.fault(place, `${value} is not a calendar date. ${HOW.expires}`);
    values[key] = value;
  });
  const { check, reason, ticket = null, expires = null, seed = null } = values;
  if (check === undefined) throw reader.fault(checkPlace, `The entry has no check. ${HOW.check}`);
  if (reason === undefined) throw reader.fault(checkPlace, `The entry has no reason. ${HOW.reason} Add "reason: …".`);
  return { pattern: check, reason, ticket, expires, seed: seed === null ? null : Number(seed), place: checkPlace };
}

function readPinned(reader: UserFileReader, pair: Pair<unknown, unknown>): PinnedLine[] {
  const { value } = pair;
  if (isEmpty(value)) return [];
  if (!isMap(value))
    throw reader.fault(
      reader.place(pair.key),
      'pinned is not a map. Write each line as "id of the observation: its answer".',
    );
  return value.items.map((item) => {
    const id = reader.key(item, LIKE);
    const answer = reader.text(item, id, "Write the answer that is expected, as a report shows it.");
    return { id, answer, place: reader.place(item.key) };
  });
}

/**
 * Reads a baseline.
 * @param path the file's name, for messages
 * @throws UserFileError for anything that is not a baseline
 */
export function parseBaseline(text: string, path: string): BaselineFile {
  const { reader, root } = UserFileReader.open(
    text,
    path,
    'A baseline has the keys known and pinned. Write "known:" with a list below.',
  );
  let known: KnownLine[] = [];
  let pinned: PinnedLine[] = [];
  reader.members(root, BASELINE, (key, pair) => {
    if (key === "pinned") pinned = readPinned(reader, pair);
    else
      known = reader.entries(pair, key, 'Write each entry as "- check: …" with a "reason: …" below.', (entry) =>
        readKnown(reader, entry),
      );
  });
  reader.once("check", known, ({ pattern }) => pattern);
  return { path, known, pinned };
}
