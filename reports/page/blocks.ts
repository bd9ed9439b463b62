/**
 * A report as one tree of blocks, which three printers print: terminal, Markdown and HTML. The content is decided here and in
 * the files next to this one; a printer decides only how it looks.
 */
import type { Cause } from "../facts/causes.js";
import { type Line, type Span, span, type Tone } from "../formats/columns.js";
import type { Report, ReportedRun } from "../model.js";
import { brief } from "../visible.js";
import type { ExchangeView } from "./exchange.js";

/** A text of whatever origin as a piece of a line: bounded, with nothing hidden in it. */
export function say(text: string, tone: Tone = "plain", limit = 400): Span {
  return span(brief(text, limit), tone);
}

/** A text as a fragment identifier. */
export function anchor(...names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[^A-Za-z0-9_-]+/g, "-")).join("-");
}

/** The folded content of a cell: an exchange, or further lines. */
export type Fold =
  | { readonly kind: "exchange"; readonly label: string; readonly exchange: ExchangeView }
  | { readonly kind: "lines"; readonly label: string; readonly lines: readonly Line[] };

/** A cell of a table: its first line is the content, the others are details. */
export interface Cell {
  readonly lines: readonly Line[];
  readonly folds?: readonly Fold[];
}

/** What filters find a row by. Operations and areas are several names in one text. */
export interface Subjects {
  readonly verdict?: string;
  readonly operations?: string;
  readonly areas?: string;
}

export interface TableRow extends Subjects {
  readonly cells: readonly Cell[];
  /** Fragment identifiers that point here. */
  readonly anchors?: readonly string[];
}

export interface Table {
  readonly kind: "table";
  readonly head: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Something labelled: `sent`, `expected`, `seen`. */
export interface LabelledLine {
  readonly label: string;
  readonly line: Line;
}

export interface ProofCard {
  readonly id: string;
  readonly operation: string;
  readonly area: string;
  readonly message: string;
  readonly rows: readonly LabelledLine[];
  readonly folds: readonly (Extract<Fold, { kind: "exchange" }> & { readonly role: "control" | "failing" })[];
  /** One command per line. */
  readonly curl: string;
  readonly replay: string;
}

/** A cause with as many proofs as there is room for. */
export interface CauseCard {
  readonly kind: "cause";
  readonly anchor: string;
  readonly verdict: Cause["verdict"];
  /** The id of its first check, which `explain` and `--check` take. */
  readonly name: string;
  /** `updateRecipient`, `5 operations` */
  readonly places: string;
  readonly operations: readonly string[];
  readonly areas: readonly string[];
  /** `must · section 2.3` */
  readonly about: string;
  readonly message: string;
  readonly findings: number;
  /** What was seen first, and the id of that finding. */
  readonly first: { readonly id: string; readonly seen: string };
  /** The failing checks, with their titles. */
  readonly checks: readonly { readonly id: string; readonly title: string }[];
  readonly proofs: readonly ProofCard[];
  /** Findings without a proof, one line each. */
  readonly further: readonly (Subjects & { readonly id: string; readonly operation: string; readonly line: Line })[];
  /** How many more there are, and the rules that they break. */
  readonly omitted: number;
  readonly omittedRules: string;
}

export type Block =
  | Table
  | CauseCard
  | { readonly kind: "text"; readonly line: Line }
  | { readonly kind: "matrix"; readonly report: Report }
  | { readonly kind: "plots"; readonly run: ReportedRun }
  | {
      readonly kind: "group";
      readonly title: string;
      readonly count: string;
      readonly isOpen: boolean;
      readonly blocks: readonly Block[];
    };

/** Where a section is printed; `terminal` is the end of a run, `verbose` all that a terminal shows. */
export type Printer = "terminal" | "verbose" | "markdown" | "html";

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly blocks: readonly Block[];
}

/** How much of a report is shown. */
export interface Room {
  /** How many causes are shown with proofs; the others have one line each. */
  readonly causes: number;
  /** How many findings of one cause are shown with proofs, and how many are listed after those. */
  readonly proofs: number;
  readonly listed: number;
  /** Characters of a body of a proof, and of one that shows what was observed; null leaves bodies out. */
  readonly body: number | null;
  readonly evidence: number | null;
}
