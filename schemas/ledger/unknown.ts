/** An unknown of the contract document, and how a group of them is written down. */
import type { Area } from "../areas.js";
import type { Subject } from "../operations.js";

/** The part of an OpenAPI document that an unknown or a conflict is about; `field` is a field of the request's body. */
export type DocumentPlace =
  | "operation"
  | "success"
  | "refusal"
  | "version"
  | "field"
  | "page_number"
  | "page_size"
  | "file_type"
  | "receipt"
  | "signature"
  | "transferData"
  | "depositData"
  | "returnData";

/** One unknown. */
export interface Unknown {
  /** `unknown.<topic>`, or `unknown.<operation>.<topic>` when it is about one operation or about webhooks. */
  readonly id: string;
  /** Section of the contract document. */
  readonly section: string;
  /** Null when the unknown is about several operations, or about none. */
  readonly operation: Subject | null;
  /** The operation that shows it: its own, or the one that shows best what several do. */
  readonly shownBy: Subject;
  /** The area of the check that judges an answer of the provider. */
  readonly area: Area;
  readonly place: DocumentPlace;
  /** The path of the request field that must or need not be sent, without list marks; null for all other unknowns. */
  readonly field: string | null;
  /** What a partner would ask the provider: one plain sentence. */
  readonly question: string;
  /** What the document does say about it, in our words. */
  readonly documented: string;
  /** Why no request and no delivery could answer it; absent when one could. */
  readonly unanswerable?: string;
  /** Why no request of a run asks about it, although something else could answer it; absent when one does. */
  readonly unasked?: string;
  /** The pair of credentials without which no request asks about it. */
  readonly needs?: "restricted" | "second-partner";
}

/** Why a run does not answer a group of unknowns. */
export type Reason = Pick<Unknown, "unanswerable"> | Pick<Unknown, "unasked"> | Pick<Unknown, "needs">;

/** Why no request asks about a delivery. */
export const ONLY_DELIVERIES: Reason = {
  unasked: "Only deliveries show it, and they need a receiver.",
};

/** The columns of an unknown about one operation: area, question, and where it stands if not at the operation itself. */
export type Row = readonly [area: Area, question: string, place?: DocumentPlace];

/** The simplest read stands for what surrounds all operations alike. */
const ANY_OPERATION: Subject = "listBalances";

type Words = Pick<Unknown, "id" | "section" | "operation" | "shownBy" | "area" | "question" | "documented">;

function unknown(words: Words, rest: Partial<Unknown>): Unknown {
  return { place: "operation", field: null, ...words, ...rest };
}

/** Unknowns of one operation by topic, which hang from the same silence of the document. */
export function open(
  section: string,
  operation: Subject,
  documented: string,
  rows: Readonly<Record<string, Row>>,
  reason: Reason = {},
): readonly Unknown[] {
  return Object.entries(rows).map(([topic, [area, question, place = "operation"]]) => {
    const id = `unknown.${operation}.${topic}`;
    return unknown({ id, section, operation, shownBy: operation, area, question, documented }, { place, ...reason });
  });
}

/** Unknowns about several operations or about none. A row's third column is the operation that shows it best. */
export function openEverywhere(
  section: string,
  documented: string,
  rows: Readonly<Record<string, readonly [area: Area, question: string, shownBy?: Subject]>>,
  reason: Reason = {},
): readonly Unknown[] {
  return Object.entries(rows).map(([topic, [area, question, shownBy = ANY_OPERATION]]) =>
    unknown({ id: `unknown.${topic}`, section, operation: null, shownBy, area, question, documented }, reason),
  );
}

/** Whether a field of a request must be sent. */
export function openField(
  section: string,
  operation: Subject,
  documented: string,
  field: string,
  question: string,
): Unknown {
  const id = `unknown.${operation}.required.${field}`;
  const words = { id, section, operation, shownBy: operation, area: "accepts", question, documented } as const;
  return unknown(words, { place: "field", field });
}
