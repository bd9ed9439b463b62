/**
 * The baseline file: which departures are known and excused, and which answers are pinned. YAML, parsed once at the
 * edge. Every fault is told with the user's own line and with what to write instead.
 */
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type Scalar, type YAMLMap } from "yaml";

/** Where something stands in the user's file. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** The line itself, without the space around it. */
  readonly text: string;
}

/** A departure that is known, as the file names it. */
export interface KnownLine {
  /** A check's id, with `*` for any characters. */
  readonly pattern: string;
  readonly reason: string;
  readonly ticket: string | null;
  /** The last day on which it is excused, `YYYY-MM-DD`; null when it does not end. */
  readonly expires: string | null;
  readonly place: Place;
}

/** The answer that is expected where the document is silent or says two things. */
export interface PinnedLine {
  /** Id of an observation or of a conflict. */
  readonly id: string;
  readonly answer: string;
  readonly place: Place;
}

export interface BaselineFile {
  readonly path: string;
  readonly known: readonly KnownLine[];
  readonly pinned: readonly PinnedLine[];
}

/** A baseline file that cannot be used. The message quotes the line, says what is wrong and what to write. */
export class BaselineError extends Error {
  override readonly name = "BaselineError";
}

/** `baseline.yaml:4: «- chek: a/b»` */
export function quoted(path: string, place: Place): string {
  return `${path}:${place.line}: «${place.text}»`;
}

const ENTRY_KEYS = ["check", "reason", "ticket", "expires"] as const;
type EntryKey = (typeof ENTRY_KEYS)[number];

function isEntryKey(text: string): text is EntryKey {
  return ENTRY_KEYS.some((key) => key === text);
}

/** Reads one file; holds what every message needs. */
class Reader {
  private readonly lines: readonly string[];
  readonly counter = new LineCounter();

  constructor(
    private readonly path: string,
    text: string,
  ) {
    this.lines = text.split(/\r?\n/);
  }

  place(node: unknown): Place {
    const offset = isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? 0) : 0;
    return this.lineAt(this.counter.linePos(offset).line);
  }

  lineAt(line: number): Place {
    const number = Math.max(1, line);
    return { line: number, text: (this.lines[number - 1] ?? "").trim().slice(0, 120) };
  }

  fault(place: Place, wrong: string): BaselineError {
    return new BaselineError(`${quoted(this.path, place)}: ${wrong}`);
  }

  /** The key of a pair. */
  key(pair: Pair<unknown, unknown>): string {
    if (isScalar(pair.key)) return written(pair.key);
    throw this.fault(this.place(pair.key), "A key is one word. Write it like known: or check:.");
  }

  /** A value that is one text, with the space around it removed. */
  text(pair: Pair<unknown, unknown>, key: string, mend: string): string {
    const value = isScalar(pair.value) ? written(pair.value).trim() : null;
    if (value !== null && value !== "") return value;
    const what = value === null && pair.value !== null ? "is not a plain text" : "is empty";
    throw this.fault(this.place(pair.key), `${key} ${what}. ${mend}`);
  }
}

/** A scalar as the user wrote it: 201 stays 201, and 1.10 does not become 1.1. */
function written(scalar: Scalar<unknown>): string {
  if (typeof scalar.value === "string") return scalar.value;
  if (scalar.value === null) return "";
  return scalar.source ?? String(scalar.value);
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const HOW: Readonly<Record<EntryKey, string>> = {
  check: "Write the id of a check; «ppconform list» shows all, and * stands for any characters.",
  reason: "Say why the departure is accepted.",
  ticket: "Name the ticket, or leave the key out.",
  expires: "Write a day like 2026-12-31, or leave the key out.",
};

function readKnown(reader: Reader, entry: YAMLMap<unknown, unknown>): KnownLine {
  const values: Partial<Record<EntryKey, string>> = {};
  let checkPlace = reader.place(entry);
  for (const pair of entry.items) {
    const key = reader.key(pair);
    if (!isEntryKey(key)) {
      throw reader.fault(
        reader.place(pair.key),
        `${key} is not a key of a known departure. There are ${ENTRY_KEYS.join(", ")}.`,
      );
    }
    values[key] = reader.text(pair, key, HOW[key]);
    if (key === "check") checkPlace = reader.place(pair.key);
    if (key === "expires" && !isDay(values[key] ?? "")) {
      throw reader.fault(reader.place(pair.key), `${values[key]} is no day of the calendar. ${HOW.expires}`);
    }
  }
  const { check, reason, ticket = null, expires = null } = values;
  if (check === undefined) throw reader.fault(checkPlace, `The entry has no check. ${HOW.check}`);
  if (reason === undefined) throw reader.fault(checkPlace, `The entry has no reason. ${HOW.reason} Add «reason: …».`);
  return { pattern: check, reason, ticket, expires, place: checkPlace };
}

function readKnownList(reader: Reader, pair: Pair<unknown, unknown>): KnownLine[] {
  const { value } = pair;
  if (value === null || (isScalar(value) && value.value === null)) return [];
  if (!isSeq(value)) {
    throw reader.fault(
      reader.place(pair.key),
      "known is not a list. Write each entry as «- check: …» with a «reason: …».",
    );
  }
  const known: KnownLine[] = [];
  for (const item of value.items) {
    if (!isMap(item)) {
      throw reader.fault(
        reader.place(item),
        "An entry of known needs keys. Write «- check: …» with a «reason: …» below.",
      );
    }
    const entry = readKnown(reader, item);
    const earlier = known.find(({ pattern }) => pattern === entry.pattern);
    if (earlier !== undefined) {
      throw reader.fault(
        entry.place,
        `The same check stands in line ${earlier.place.line} already. Remove one of the two.`,
      );
    }
    known.push(entry);
  }
  return known;
}

function readPinned(reader: Reader, pair: Pair<unknown, unknown>): PinnedLine[] {
  const { value } = pair;
  if (value === null || (isScalar(value) && value.value === null)) return [];
  if (!isMap(value)) {
    throw reader.fault(
      reader.place(pair.key),
      "pinned is not a map. Write each line as «id of the observation: its answer».",
    );
  }
  return value.items.map((item) => {
    const id = reader.key(item);
    const answer = reader.text(item, id, "Write the answer that is expected, as a report shows it.");
    return { id, answer, place: reader.place(item.key) };
  });
}

/**
 * Reads a baseline.
 * @param path the file's name, for messages
 * @throws BaselineError for anything that is not a baseline
 */
export function parseBaseline(text: string, path: string): BaselineFile {
  const reader = new Reader(path, text);
  const document = parseDocument(text, { lineCounter: reader.counter, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const place = reader.lineAt(reader.counter.linePos(error.pos[0]).line);
    throw reader.fault(place, `This is not YAML: ${error.message}`);
  }
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return { path, known: [], pinned: [] };
  if (!isMap(contents)) {
    throw reader.fault(
      reader.place(contents),
      "A baseline has the keys known and pinned. Write «known:» with a list below.",
    );
  }
  let known: KnownLine[] = [];
  let pinned: PinnedLine[] = [];
  for (const pair of contents.items) {
    const key = reader.key(pair);
    if (key === "known") known = readKnownList(reader, pair);
    else if (key === "pinned") pinned = readPinned(reader, pair);
    else throw reader.fault(reader.place(pair.key), `${key} is not a key of a baseline. There are known and pinned.`);
  }
  return { path, known, pinned };
}
