/** Reads what a journal of creations says. */

/** Something that a request created, or may have created. */
export interface JournalEntry {
  readonly operation: string;
  /** What the service calls it; null where its answer did not say so, or never came. */
  readonly id: string | null;
  /** The id that we gave it, or null where the request carried none. */
  readonly partnerId: string | null;
  /** When it was answered, or sent where no answer is noted; ISO 8601. */
  readonly at: string;
}

/** What a journal lists. */
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
 * Reads a journal. A line that was cut off is passed over: what it says was about to be sent was not sent, and of what was
 * sent the outcome is then not known.
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
