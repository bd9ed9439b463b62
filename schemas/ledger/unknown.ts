/** What the contract document leaves open or says twice, and how the unknowns that hang from one silence of it are written down. */
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

/** `integration`: one must know it to integrate. `useful`: it helps. `trivia`: hardly anybody asks. */
export type Importance = "integration" | "useful" | "trivia";

/** Of what one must know to integrate. */
export interface Needed {
  /** What matters most has the lowest. */
  readonly rank: number;
  /** What goes wrong for who does not know it. */
  readonly why: string;
  /** The question about all points of the topic, where there are several. */
  readonly all?: string;
}

/** What an unknown and a conflict have in common. */
export interface OpenPoint {
  /** `unknown.<topic>` or `conflict.<topic>`; the operation before its topic when it is about one, or about webhooks. */
  readonly id: string;
  /** Section of the contract document; of a conflict, the one in which it is met. */
  readonly section: string;
  /** Null when it is about several operations, or about none. */
  readonly operation: Subject | null;
  /** The operation that shows it: its own, or the one that shows best what several do. */
  readonly shownBy: Subject;
  /** The area of the check that judges an answer of the provider. */
  readonly area: Area;
  /** What it is called in tables, beside its operation: at most 40 characters. Points of one name are one topic. */
  readonly label: string;
  /** The topic, where its points have names of their own; default: the label. */
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

/** One conflict, or a remark: what is odd beside another statement, and contradicts none. */
export interface ConflictStatement extends OpenPoint {
  readonly places: readonly DocumentPlace[];
  /** The sides, in our words; each names its section when it is another. */
  readonly documented: readonly string[];
  /** What in the traffic shows the side that a deployment takes. */
  readonly seenIn: string;
  /** It contradicts nothing, and counts as no conflict. */
  readonly isRemark?: true;
}

/** The topic that a point belongs to: operations that leave the same open have one. */
export function topicOf({ topic, label }: Pick<OpenPoint, "topic" | "label">): string {
  return topic ?? label;
}

/** By this, what matters most comes first. @param point undefined for one that this version does not know */
export function rankOf(point: Pick<OpenPoint, "importance" | "needed"> | undefined): number {
  return point?.needed?.rank ?? (point?.importance === "trivia" ? 2_000 : 1_000);
}

/** Why no request asks about a delivery. */
export const ONLY_DELIVERIES = { unasked: "Only deliveries show it, and they need a receiver." } as const;

export const TRIVIA = { importance: "trivia" } as const;

/** Of what creations and uploads have to meet beyond the documented rules. */
export const FURTHER_REQUIREMENTS: Needed = {
  rank: 26,
  why: "Requests that follow the document may be refused for reasons that a client cannot foresee.",
  all: "What do requests have to meet beyond the documented rules?",
};

/** An unknown in the ledger: what it is called, what is asked, and what else is particular to it. */
export type Row = readonly [label: string, question: string, more?: Partial<Unknown>];

type Draft = Partial<Unknown> & Pick<Unknown, "id" | "area" | "label" | "question" | "documented">;

/** The unknowns that one silence of the document leaves, by topic. @param documented what it does say, in our words */
export function silence(area: Area, documented: string, rows: Readonly<Record<string, Row>>): readonly Draft[] {
  return Object.entries(rows).map(([id, [label, question, more]]) => ({
    id,
    area,
    label,
    question,
    documented,
    ...more,
  }));
}

/** Unknowns of one section that have more in common, such as the operation. */
export function about(
  shared: Partial<Unknown> & Pick<Unknown, "section" | "operation">,
  silences: readonly (readonly Draft[])[],
): readonly Unknown[] {
  const { operation } = shared;
  return silences.flat().map((draft) => ({
    // The simplest read stands for what surrounds all operations alike.
    shownBy: operation ?? "listBalances",
    place: "operation",
    field: null,
    importance: draft.needed === undefined ? "useful" : "integration",
    ...shared,
    ...draft,
    id: operation === null ? `unknown.${draft.id}` : `unknown.${operation}.${draft.id}`,
  }));
}
