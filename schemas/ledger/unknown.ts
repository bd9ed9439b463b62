/** An open point of the contract document, and how a group of them is written down. */
import type { Subject } from "../operations.js";

/** One open point. */
export interface Unknown {
  /** `unknown.<topic>`, or `unknown.<operation>.<topic>` when it is about one operation or about webhooks. */
  readonly id: string;
  /** Section of the contract document. */
  readonly section: string;
  /** Null when the point is about several operations, or about none. */
  readonly operation: Subject | null;
  /** What a partner would ask the provider: one plain sentence. */
  readonly question: string;
  /** What the document does say about it, in our words. */
  readonly documented: string;
  /** Why no request and no delivery could answer it; absent when one could. */
  readonly unanswerable?: string;
}

/** Questions by topic that hang from the same silence of the document. */
export function open(
  section: string,
  operation: Subject | null,
  documented: string,
  questions: Readonly<Record<string, string>>,
  unanswerable?: string,
): readonly Unknown[] {
  const prefix = operation === null ? "unknown" : `unknown.${operation}`;
  return Object.entries(questions).map(([topic, question]) => ({
    id: `${prefix}.${topic}`,
    section,
    operation,
    question,
    documented,
    ...(unanswerable === undefined ? {} : { unanswerable }),
  }));
}
