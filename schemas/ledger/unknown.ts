/** What the contract document leaves open or contradicts, and how the unknowns from one gap in it are declared. */
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

/** `integration`: needed to integrate. `useful`: it helps. `trivia`: hardly anybody asks. */
export type Importance = "integration" | "useful" | "trivia";

export interface Needed {
  /** The lowest matters most. */
  readonly rank: number;
  /** What goes wrong for those who do not know it. */
  readonly why: string;
  /** The question about all points of the topic, where there are several. */
  readonly all?: string;
}

export interface OpenPoint {
  /** `unknown.<topic>` or `conflict.<topic>`; the operation before its topic when it is about one, or about webhooks. */
  readonly id: string;
  /** Section of the contract document; of a conflict, the one in which it is met. */
  readonly section: string;
  /** Null when it is about several operations, or about none. */
  readonly operation: Subject | null;
  /** The operation that shows it: its own, or the one that best shows what several do. */
  readonly shownBy: Subject;
  /** The area of the check that judges an answer of the provider. */
  readonly area: Area;
  /** Its name in tables, next to its operation: at most 40 characters. Points with the same name are one topic. */
  readonly label: string;
  /** The topic, where its points have different names; default: the label. */
  readonly topic?: string;
  readonly importance: Importance;
  readonly needed?: Needed;
  /** What a partner would ask the provider: one plain sentence. */
  readonly question: string;
  /** Why no request of a run asks about it, although something else could answer it; absent when one does. */
  readonly unasked?: string;
}

export interface Unknown extends OpenPoint {
  readonly place: DocumentPlace;
  /** The path of the request field that must or need not be sent, without list marks; null for all other unknowns. */
  readonly field: string | null;
  /** What the document does say about it, in our words. */
  readonly documented: string;
  /** Why no request and no delivery could answer it; absent when one could. */
  readonly unanswerable?: string;
  /** The pair of credentials without which no request asks about it. */
  readonly needs?: "restricted" | "second-partner";
}

/** One conflict, or a remark: an oddity that contradicts nothing. */
export interface ConflictStatement extends OpenPoint {
  readonly places: readonly DocumentPlace[];
  /** The sides, in our words; each names its section when it is another. */
  readonly documented: readonly string[];
  /** What in the traffic shows the side that a deployment takes. */
  readonly seenIn: string;
  /** Whether it contradicts nothing, and so does not count as a conflict. */
  readonly isRemark?: true;
}

/** The topic that a point belongs to: operations that leave the same open have one. */
export function topicOf({ topic, label }: Pick<OpenPoint, "topic" | "label">): string {
  return topic ?? label;
}

/** The sort key that puts what matters most first. @param point undefined for one that this version does not know */
export function rankOf(point: Pick<OpenPoint, "importance" | "needed"> | undefined): number {
  return point?.needed?.rank ?? (point?.importance === "trivia" ? 2_000 : 1_000);
}

/** Why no request asks about a delivery. */
export const ONLY_DELIVERIES = { unasked: "Only deliveries show it, and they need a receiver." } as const;

export const TRIVIA = { importance: "trivia" } as const;

/** For requirements of creations and uploads beyond the documented rules. */
export const FURTHER_REQUIREMENTS: Needed = {
  rank: 26,
  why: "Requests that follow the document may be refused for reasons that a client cannot foresee.",
  all: "What do requests have to meet beyond the documented rules?",
};

/** An unknown in the ledger: its name, its question, and what else is specific to it. */
export type Row = readonly [label: string, question: string, more?: Partial<Unknown>];

type Draft = Partial<Unknown> & Pick<Unknown, "id" | "area" | "label" | "question" | "documented">;

/** The unknowns from one gap in the document, by topic. @param documented what it does say, in our words */
export function silence(area: Area, documented: string, rows: Readonly<Record<string, Row>>): readonly Draft[] {
  const all = Object.entries(rows);
  return all.map(([id, [label, question, more]]) => ({ id, area, label, question, documented, ...more }));
}

/** Unknowns of one section that have more in common, such as the operation. */
export function about(
  shared: Partial<Unknown> & Pick<Unknown, "section" | "operation">,
  silences: readonly (readonly Draft[])[],
): readonly Unknown[] {
  const { operation } = shared;
  return silences.flat().map((draft) => ({
    // The simplest read represents what applies to all operations alike.
    shownBy: operation ?? "listBalances",
    place: "operation",
    field: null,
    importance: draft.needed === undefined ? "useful" : "integration",
    ...shared,
    ...draft,
    id: operation === null ? `unknown.${draft.id}` : `unknown.${operation}.${draft.id}`,
  }));
}
