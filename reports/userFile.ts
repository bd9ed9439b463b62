/**
 * A user's YAML file: parsed once at the edge. Every fault is reported with the user's own line and with what to write
 * instead.
 */
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type Scalar, type YAMLMap } from "yaml";
import { UsageError } from "../schemas/usageError.js";
import { listed } from "./visible.js";

/** Where something is in the user's file. */
export interface FilePosition {
  /** From 1. */
  readonly line: number;
  /** The line itself, without the space around it. */
  readonly text: string;
}

/** A user's file that cannot be used. The message quotes the line, says what is wrong and what to write. */
export class UserFileError extends UsageError {}

/** `baseline.yaml:4: "- chek: a/b"` */
export function quoted(path: string, place: FilePosition): string {
  return `${path}:${place.line}: "${place.text}"`;
}

/** Reads one file; holds what every message needs. */
export class UserFileReader {
  private readonly lines: readonly string[];
  private readonly counter = new LineCounter();

  private constructor(
    private readonly path: string,
    private readonly source: string,
  ) {
    this.lines = source.split(/\r?\n/);
  }

  /**
   * Opens a file whose top level is a map.
   * @param path the file's name, for messages
   * @param otherwise what to say when the top level is something else
   * @returns the map; null when the file says nothing
   * @throws UserFileError for anything that is not YAML, or has another top level
   */
  static open(
    source: string,
    path: string,
    otherwise: string,
  ): { readonly reader: UserFileReader; readonly root: YAMLMap<unknown, unknown> | null } {
    const reader = new UserFileReader(path, source);
    const contents = reader.contents();
    if (contents === null || isEmpty(contents)) return { reader, root: null };
    if (!isMap(contents)) throw reader.fault(reader.place(contents), otherwise);
    return { reader, root: contents };
  }

  private contents(): unknown {
    const document = parseDocument(this.source, { lineCounter: this.counter, prettyErrors: false });
    const [error] = document.errors;
    if (error === undefined) return document.contents;
    throw this.fault(this.lineAt(this.counter.linePos(error.pos[0]).line), `This is not YAML: ${error.message}`);
  }

  place(node: unknown): FilePosition {
    const offset = isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? 0) : 0;
    return this.lineAt(this.counter.linePos(offset).line);
  }

  private lineAt(line: number): FilePosition {
    const number = Math.max(1, line);
    return { line: number, text: (this.lines[number - 1] ?? "").trim().slice(0, 120) };
  }

  fault(place: FilePosition, wrong: string): UserFileError {
    return new UserFileError(`${quoted(this.path, place)}: ${wrong}`);
  }

  /**
   * Reads a map whose keys are all known, in the order of the file.
   * @param what the map in words, for messages: `a baseline`
   */
  members<K extends string>(
    map: YAMLMap<unknown, unknown> | null,
    { what, like, keys }: { readonly what: string; readonly like: string; readonly keys: readonly K[] },
    read: (key: K, pair: Pair<unknown, unknown>) => void,
  ): void {
    for (const pair of map?.items ?? []) {
      const name = this.key(pair, like);
      const key = keys.find((known) => known === name);
      if (key === undefined)
        throw this.fault(this.place(pair.key), `${name} is not a key of ${what}. Its keys are ${listed(keys)}.`);
      read(key, pair);
    }
  }

  /**
   * Reads a list of maps; nothing after its key is an empty one.
   * @param how what to write, for messages
   */
  entries<T>(
    pair: Pair<unknown, unknown>,
    key: string,
    how: string,
    read: (entry: YAMLMap<unknown, unknown>) => T,
  ): T[] {
    if (isEmpty(pair.value)) return [];
    if (!isSeq(pair.value)) throw this.fault(this.place(pair.key), `${key} is not a list. ${how}`);
    return pair.value.items.map((item) => {
      if (isMap(item)) return read(item);
      throw this.fault(this.place(item), `An entry of ${key} needs keys. ${how}`);
    });
  }

  /** @throws UserFileError where a name is in two places */
  once<T extends { readonly place: FilePosition }>(what: string, all: readonly T[], nameOf: (one: T) => string): void {
    for (const [at, one] of all.entries()) {
      const earlier = all.slice(0, at).find((other) => nameOf(other) === nameOf(one));
      if (earlier !== undefined)
        throw this.fault(
          one.place,
          `The same ${what} is already in line ${earlier.place.line}. Remove one of the two.`,
        );
    }
  }

  /** The key of a pair. @param like keys that a user may have meant */
  key(pair: Pair<unknown, unknown>, like: string): string {
    if (isScalar(pair.key)) return written(pair.key);
    throw this.fault(this.place(pair.key), `A key is one word. Write it like ${like}.`);
  }

  /** A value that is one text, with the space around it removed. */
  text(pair: Pair<unknown, unknown>, key: string, mend: string): string {
    const value = isScalar(pair.value) ? written(pair.value).trim() : null;
    if (value !== null && value !== "") return value;
    const what = value === null && pair.value !== null ? "is not a plain text" : "is empty";
    throw this.fault(this.place(pair.key), `${key} ${what}. ${mend}`);
  }

  /** A value that is a list of texts; one text alone is a list of one. */
  texts(pair: Pair<unknown, unknown>, key: string, mend: string): string[] {
    if (!isSeq(pair.value)) return [this.text(pair, key, mend)];
    return pair.value.items.map((item) => {
      const value = isScalar(item) ? written(item).trim() : "";
      if (value !== "") return value;
      throw this.fault(this.place(isScalar(item) ? item : pair.key), `An item of ${key} is not a plain text. ${mend}`);
    });
  }
}

/** Whether a value is missing after its key. */
export function isEmpty(value: unknown): boolean {
  return value === null || (isScalar(value) && value.value === null);
}

/** Whether a text is an existing day, like 2026-12-31. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A scalar as the user wrote it: 201 stays 201, and 1.10 does not become 1.1. */
function written(scalar: Scalar<unknown>): string {
  if (typeof scalar.value === "string") return scalar.value;
  if (scalar.value === null) return "";
  return scalar.source ?? String(scalar.value);
}
