/**
 * What a run created on the target, so that it can be found there afterwards, even when the run died.
 */
import { appendFileSync } from "node:fs";

/** One thing that was created. */
export interface JournalEntry {
  /** The operation that created it. */
  readonly operation: string;
  /** The id that the service gave it. */
  readonly id: string;
  /** The id that we gave it, or null where the request carries none. */
  readonly partnerId: string | null;
  /** When, as an ISO 8601 date-time. */
  readonly at: string;
}

/** Keeps entries in the order in which they were added. */
export interface Journal<Entry extends JournalEntry> {
  /**
   * Remembers an entry and, with a file, writes it down before it returns.
   *
   * @throws Error when the file cannot be written
   */
  add(entry: Entry): void;
  entries(): readonly Entry[];
}

/**
 * Opens a journal. With a file, each entry is appended to it at once, as one line of JSON; entries of an earlier run
 * stay. The writes are synchronous on purpose: a process that dies in the next moment has written what it made.
 *
 * @param file path of the NDJSON file, in a folder that exists; kept in memory only when absent
 */
export function createJournal<Entry extends JournalEntry = JournalEntry>(file?: string): Journal<Entry> {
  const entries: Entry[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (file !== undefined) {
        appendFileSync(file, `${JSON.stringify(entry)}\n`);
      }
    },
    entries: () => entries,
  };
}
