/**
 * The baseline file: which departures are known and excused, and which answers are pinned.
 */
import { isMap, isSeq, type Pair, type YAMLMap } from "yaml";
import { type FilePosition, isDay, isEmpty, UserFileReader } from "../userFile.js";

/** A departure that is known, as the file names it. */
export interface KnownLine {
  /** A check's id, with `*` for any characters. */
  readonly pattern: string;
  readonly reason: string;
  readonly ticket: string | null;
  /** The last day on which it is excused, `YYYY-MM-DD`; null when it does not end. */
  readonly expires: string | null;
  /** Of a departure that only random values show: with which seed. Null for any other. */
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

const ENTRY_KEYS = ["check", "reason", "ticket", "expires", "seed"] as const;
type EntryKey = (typeof ENTRY_KEYS)[number];

function isEntryKey(text: string): text is EntryKey {
  return ENTRY_KEYS.some((key) => key === text);
}

const LIKE = "known: or check:";

const HOW: Readonly<Record<EntryKey, string>> = {
  check: 'Write the id of a check; "ppconform list" shows all, and * stands for any characters.',
  reason: "Say why the departure is accepted.",
  ticket: "Name the ticket, or leave the key out.",
  expires: "Write a day like 2026-12-31, or leave the key out.",
  seed: "Write the seed with which the departure was seen, or leave the key out.",
};

function readKnown(reader: UserFileReader, entry: YAMLMap<unknown, unknown>): KnownLine {
  const values: Partial<Record<EntryKey, string>> = {};
  let checkPlace = reader.place(entry);
  for (const pair of entry.items) {
    const key = reader.key(pair, LIKE);
    if (!isEntryKey(key))
      throw reader.fault(
        reader.place(pair.key),
        `${key} is not a key of a known departure. There are ${ENTRY_KEYS.join(", ")}.`,
      );
    values[key] = reader.text(pair, key, HOW[key]);
    if (key === "check") checkPlace = reader.place(pair.key);
    if (key === "seed" && !/^\d{1,10}$/.test(values[key] ?? ""))
      throw reader.fault(reader.place(pair.key), `${values[key]} is not a seed. ${HOW.seed}`);
    if (key === "expires" && !isDay(values[key] ?? ""))
      throw reader.fault(reader.place(pair.key), `${values[key]} is not a calendar day. ${HOW.expires}`);
  }
  const { check, reason, ticket = null, expires = null, seed = null } = values;
  if (check === undefined) throw reader.fault(checkPlace, `The entry has no check. ${HOW.check}`);
  if (reason === undefined) throw reader.fault(checkPlace, `The entry has no reason. ${HOW.reason} Add "reason: …".`);
  return { pattern: check, reason, ticket, expires, seed: seed === null ? null : Number(seed), place: checkPlace };
}

function readKnownList(reader: UserFileReader, pair: Pair<unknown, unknown>): KnownLine[] {
  const { value } = pair;
  if (isEmpty(value)) return [];
  if (!isSeq(value))
    throw reader.fault(
      reader.place(pair.key),
      'known is not a list. Write each entry as "- check: …" with a "reason: …".',
    );
  const known: KnownLine[] = [];
  for (const item of value.items) {
    if (!isMap(item))
      throw reader.fault(
        reader.place(item),
        'An entry of known needs keys. Write "- check: …" with a "reason: …" below.',
      );
    const entry = readKnown(reader, item);
    const earlier = known.find(({ pattern }) => pattern === entry.pattern);
    if (earlier !== undefined)
      throw reader.fault(
        entry.place,
        `The same check is already in line ${earlier.place.line}. Remove one of the two.`,
      );
    known.push(entry);
  }
  return known;
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
  for (const pair of root?.items ?? []) {
    const key = reader.key(pair, LIKE);
    if (key === "known") known = readKnownList(reader, pair);
    else if (key === "pinned") pinned = readPinned(reader, pair);
    else throw reader.fault(reader.place(pair.key), `${key} is not a key of a baseline. There are known and pinned.`);
  }
  return { path, known, pinned };
}
