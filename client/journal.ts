/**
 * What a run created on the target, so that it can be found there afterwards, even if the run died: the document has no
 * operation that deletes. Each line of the file is a JSON object, written before the next thing happens.
 */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { fileJson } from "../schemas/unseen.js";

/** A request that may create something, before it is sent. */
export interface Intended {
  readonly operation: string;
  /** The id that we give to what it creates, or null where the request carries none. */
  readonly partnerId: string | null;
}

/** The outcome of such a request. */
export type Outcome =
  /** `id`: the service's id for it, or null where its answer does not give it. */
  | { readonly event: "created"; readonly id: string | null }
  | { readonly event: "refused"; readonly status: number }
  /** It may have created something. */
  | { readonly event: "unknown"; readonly why: string };

/** The journal cannot be written. The message names the file and what is wrong with it. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

/** How many bytes are copied at once. */
const PIECE = 64 * 1024;

/** An append-only file of lines, of which nothing is kept in memory; without a path nothing is written. */
export class Journal {
  /** Why it could not be written; null when it could. */
  problem: string | null = null;
  private descriptor: number | null = null;
  /** How many bytes were in the file before this run. */
  private before = 0;
  private count = 0;
  /** Keeps the requests of several runs that write to one file apart. */
  private readonly run = `${Date.now().toString(36)}-${process.pid}`;

  /**
   * Opens the file and says which target the run is about. Entries of earlier runs stay.
   * @param file its path, in a folder that exists
   * @throws JournalError when it cannot be written
   */
  constructor(
    private readonly file: string | null,
    target: string,
  ) {
    this.write({ event: "run", run: this.run, target });
  }

  /**
   * Notes a request before it is sent.
   * @returns what notes its outcome
   * @throws JournalError when it cannot be written: then the request must not be sent
   */
  begin({ operation, partnerId }: Intended): (outcome: Outcome) => void {
    this.count += 1;
    const request = `${this.run}-${this.count}`;
    this.write({ event: "sending", request, operation, partnerId });
    return ({ event, ...rest }) => this.write({ event, request, operation, partnerId, ...rest });
  }

  close(): void {
    if (this.descriptor === null) return;
    fsyncSync(this.descriptor);
    closeSync(this.descriptor);
    this.descriptor = null;
  }

  /** The write is synchronous on purpose: a process that dies in the next moment has handed it to the system. */
  private write(entry: Readonly<Record<string, unknown>>): void {
    if (this.file === null) return;
    const line = `${fileJson({ ...entry, at: new Date().toISOString() })}\n`;
    try {
      const known = this.descriptor ?? this.opened(this.file);
      this.descriptor = fstatSync(known).nlink > 0 ? known : this.restored(this.file, known);
      writeSync(this.descriptor, line);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problem = `The journal of what is created, ${this.file}, cannot be written: ${reason}.`;
      throw new JournalError(this.problem, { cause: error });
    }
  }

  private opened(file: string): number {
    const descriptor = toAppend(file);
    this.before = fstatSync(descriptor).size;
    return descriptor;
  }

  /** The file was deleted, perhaps with its folder: what the run wrote can still be read, and is written again. */
  private restored(file: string, deleted: number): number {
    let at = this.before;
    mkdirSync(dirname(file), { recursive: true });
    const descriptor = this.opened(file);
    const piece = Buffer.alloc(PIECE);
    for (let length = -1; length !== 0; at += length) {
      length = readSync(deleted, piece, 0, PIECE, at);
      writeSync(descriptor, piece, 0, length);
    }
    closeSync(deleted);
    return descriptor;
  }
}

/** Opens a file to append lines. A line that a dying process left unfinished is ended. */
function toAppend(file: string): number {
  const descriptor = openSync(file, "a+");
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() !== "\n")
    writeSync(descriptor, "\n");
  return descriptor;
}

/* Reads what a journal of creations says. */

/** Something that a request created, or may have created. */
export interface JournalEntry {
  readonly operation: string;
  /** The service's id for it; null where its answer did not give it, or never came. */
  readonly id: string | null;
  /** The id that we gave it, or null where the request carried none. */
  readonly partnerId: string | null;
  /** When it was answered, or sent, where no answer is noted; ISO 8601. */
  readonly at: string;
}

export interface Listed {
  /** Addresses of the targets, in the order of the runs. */
  readonly targets: readonly string[];
  readonly created: readonly JournalEntry[];
  /** Requests whose outcome is not known: the answer was lost, or the run died before it was noted. */
  readonly perhaps: readonly JournalEntry[];
}

type Line = Readonly<Record<string, unknown>>;

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function entryOf({ operation, id, partnerId, at }: Line): JournalEntry {
  return {
    operation: textOrNull(operation) ?? "",
    id: textOrNull(id),
    partnerId: textOrNull(partnerId),
    at: textOrNull(at) ?? "",
  };
}

function lineOf(text: string): Line | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "event" in value ? { ...value } : null;
  } catch {
    return null;
  }
}

/**
 * Reads a journal. A line that was cut off is skipped: if it announced a request, that was not sent; if it noted an
 * outcome, that is unknown.
 * @throws SyntaxError for a line of something else; its message names the line
 */
export function readJournal(text: string): Listed {
  const targets: string[] = [];
  const created: JournalEntry[] = [];
  const open = new Map<unknown, JournalEntry>();
  const perhaps: JournalEntry[] = [];
  for (const [index, written] of text.split("\n").entries()) {
    const line = lineOf(written);
    if (line === null) {
      if (written === "" || written.startsWith('{"')) continue;
      throw new SyntaxError(`line ${index + 1} is not a journal entry`);
    }
    switch (line.event) {
      case "run":
        targets.push(textOrNull(line.target) ?? "");
        break;
      case "sending":
        open.set(line.request, entryOf(line));
        break;
      default:
        open.delete(line.request);
        if (line.event === "created") created.push(entryOf(line));
        if (line.event === "unknown") perhaps.push(entryOf(line));
    }
  }
  return { targets, created, perhaps: [...perhaps, ...open.values()] };
}
