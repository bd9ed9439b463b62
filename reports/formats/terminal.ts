/** The end of a run on a terminal: the findings, what was not judged, the result in one sentence, and the next step. */
import { settledIds } from "../answers/settled.js";
import { matrix } from "../facts/matrix.js";
import { conflictsOf } from "../facts/observed.js";
import { powerText } from "../facts/power.js";
import type { Report } from "../model.js";
import type { Block, CauseCard, Cell, LabelledLine, ProofCard, Room, Section, Table } from "../page/blocks.js";
import { type Head, headOf } from "../page/head.js";
import { sectionsOf } from "../page/page.js";
import { amount, readable, verb } from "../visible.js";
import { clipped, displayWidth, hanging, heading, type Line, print, span, type Tone } from "./columns.js";
import { matrixLines } from "./terminalMatrix.js";

export interface TerminalOptions {
  color: boolean;
  /** Columns; fewer than 60 are taken as 60. */
  width: number;
  /** What the preflight found, in short phrases. */
  preflight: readonly string[];
  /** Print everything: prove each finding, and list each observation. */
  verbose?: boolean;
  /** Print only findings and the sentence. */
  quiet?: boolean;
  /** Path of the HTML report, named at the end. */
  reportPath?: string;
}

const NARROWEST = 60;
const LABEL = 10;
/** Width of a row's first cell, in columns, above which the others are not aligned to it. */
const COLUMN = 34;
/** Columns of a column's name, where it precedes its cell. */
const COLUMN_NAME = 12;
/** Characters of a command that is printed. */
const COMMAND = 2000;

const USUAL: Room = { causes: 5, proofs: 1, listed: 4, body: null, evidence: null };
const WHOLE: Room = {
  causes: Number.POSITIVE_INFINITY,
  proofs: Number.POSITIVE_INFINITY,
  listed: 0,
  body: 600,
  evidence: null,
};

/** Joins the pieces of one value, which a terminal does not mark: a line is not broken between them. */
function joined(line: Line): Line {
  const whole: Line = [];
  for (const { text, tone } of line) {
    const last = whole.at(-1);
    if (last?.tone === "code" && (tone === "code" || tone === "mark")) last.text += text;
    else whole.push({ text, tone: tone === "mark" ? "code" : tone });
  }
  return whole;
}

/** Columns that a message needs on a line of its own; where there are fewer, it is wrapped. */
const LEAST_MESSAGE = 24;

/** Prints blocks for one width. */
class Printer {
  constructor(
    private readonly width: number,
    private readonly isWhole: boolean,
    private readonly isOnly: boolean,
  ) {}

  #labelled({ label, line }: LabelledLine): Line[] {
    return hanging([span(`      ${label.padEnd(LABEL)}`, "dim")], joined(line), this.width);
  }

  /** A line of an answer, with its indent. */
  #indented(text: string): Line[] {
    const value = text.trimStart();
    const columns = 6 + LABEL + text.length - value.length;
    return hanging([span(" ".repeat(columns))], [span(value, "dim")], this.width);
  }

  /** A command that can be copied: none of its lines are broken. */
  #command(command: string): Line[] {
    const lines = command.split("\n").map((text): Line => [span(`        ${readable(text)}`)]);
    return [[span("      curl", "dim")], ...lines];
  }

  #proof({ rows, folds, curl, replay }: ProofCard): Line[] {
    const isShown = (this.isWhole || this.isOnly) && curl !== "" && curl.length <= COMMAND;
    return [
      ...rows.flatMap((row) => this.#labelled(row)),
      ...folds.flatMap(({ label, exchange }) =>
        this.#labelled({ label: label.toLowerCase(), line: [span(`${exchange.title} → ${exchange.status}`)] }).concat(
          (exchange.response?.lines ?? []).slice(1).flatMap(({ text }) => this.#indented(text)),
        ),
      ),
      // A command is copied as a whole, however long it is.
      [span(`      ${"replay".padEnd(LABEL)}`, "dim"), span(replay, "accent")],
      ...(isShown ? this.#command(curl) : []),
    ];
  }

  #cause(cause: CauseCard): Line[] {
    const [symbol, tone]: [string, Tone] = cause.verdict === "violation" ? ["✗", "bad"] : ["!", "warn"];
    const { proofs, further, omitted, omittedRules, first } = cause;
    if (proofs.length === 0) {
      const mark = `  ${symbol} `;
      const [seen, where] = [` → ${first.seen}`, `   ${cause.places} · ${first.id}`];
      const room = this.width - displayWidth(mark + seen + where);
      const message = room < LEAST_MESSAGE ? cause.message : clipped(cause.message, room);
      return hanging([span(mark, tone)], [span(message, tone), span(seen), span(where, "dim")], this.width);
    }
    const left = `  ${symbol} ${cause.name}`;
    const about = `${cause.about} · ${first.id}`;
    const gap = this.width - displayWidth(left) - displayWidth(about);
    const count = cause.findings > 1 ? [span(`   ${amount(cause.findings, "finding")}`, "dim")] : [];
    const more = `and ${amount(omitted, "more finding")} of the same cause (${omittedRules}); --verbose prints them`;
    return [
      ...(gap >= 2
        ? [[span(left, tone), span(" ".repeat(gap)), span(about, "dim")]]
        : [
            ...hanging([span(`  ${symbol} `, tone)], [span(cause.name, tone)], this.width),
            [span(`    ${about}`, "dim")],
          ]),
      ...hanging([span("    ")], [span(cause.message), ...count], this.width),
      ...proofs.flatMap((proof) => this.#proof(proof)),
      ...further.flatMap(({ id, operation, line }) =>
        this.#labelled({ label: "also", line: [span(`${id}  ${operation}: `), ...line] }),
      ),
      ...(omitted > 0 ? this.#labelled({ label: "", line: [span(more, "dim")] }) : []),
      [],
    ];
  }

  /** A row with a cell of several lines: each cell below the first, after its column's name. */
  #tall(head: readonly string[], cells: readonly Cell[]): Line[] {
    return cells.flatMap(({ lines }, at) =>
      lines.flatMap((line, index) =>
        at === 0
          ? hanging([span(index === 0 ? "    " : "        ")], line, this.width)
          : hanging(
              [span(`        ${(index === 0 ? (head[at] ?? "").toLowerCase() : "").padEnd(COLUMN_NAME)}`, "dim")],
              line,
              this.width,
            ),
      ),
    );
  }

  /** A row on one line: the first cell in a column, the others after it, and their further lines below. */
  #table({ head: names, rows }: Table): Line[] {
    const firsts = rows.map(({ cells }) => cells[0]?.lines[0] ?? []);
    const widths = firsts.map((line) => displayWidth(line.map(({ text }) => text).join("")));
    const column = Math.max(0, ...widths.filter((width) => width <= COLUMN));
    const isNumber = firsts.every((line) => /^[\d,]*$/.test(line[0]?.text ?? ""));
    return rows.flatMap(({ cells }, at): Line[] => {
      if (cells.slice(1).some(({ lines }) => lines.length > 1)) return this.#tall(names, cells);
      const space = span(" ".repeat(Math.max(0, column - (widths[at] ?? 0))));
      const head = isNumber ? [space, ...(firsts[at] ?? [])] : [...(firsts[at] ?? []), space];
      const rest = cells
        .slice(1)
        .flatMap(({ lines: [line = []] }) => (line.length === 0 ? [] : [span("   "), ...line]))
        .slice(1);
      const below = cells.flatMap(({ lines, folds = [] }) => [
        ...lines.slice(1),
        ...(this.isWhole ? folds.flatMap((fold) => (fold.kind === "lines" ? fold.lines : [])) : []),
      ]);
      const wide = (widths[at] ?? 0) > COLUMN;
      return [
        ...(wide
          ? hanging([span("    ")], [...head, span("   "), ...rest], this.width)
          : hanging(
              [span("    "), ...head, span(rest.length === 0 ? "" : "  ")],
              rest.length === 0 ? [span("")] : rest,
              this.width,
            )),
        ...below.flatMap((line) => hanging([span("        ")], line, this.width)),
      ];
    });
  }

  #block(block: Block): Line[] {
    switch (block.kind) {
      case "cause":
        return this.#cause(block);
      case "table":
        return this.#table(block);
      case "text":
        return hanging([span("    ")], block.line, this.width);
      case "matrix":
        return matrixLines(matrix(block.report), this.width);
      case "group":
        return [
          [span(`    ${block.title}`, "strong"), span(`   ${block.count}`, "dim")],
          ...block.blocks.flatMap((each) => this.#block(each)),
        ];
      case "plots":
        return [];
      default:
        return block satisfies never;
    }
  }

  section({ id, title, note, blocks }: Section): Line[] {
    const lines = blocks.flatMap((block) => this.#block(block));
    if (id !== "findings") return [...heading(title, this.width, note), ...lines, []];
    return lines.at(-1)?.length === 0 ? lines : [...lines, []];
  }
}

function header({ target, facts: [, ...facts] }: Head, options: TerminalOptions, width: number): Line[] {
  const name = facts.pop() ?? "";
  const spans = [
    span(name, "strong"),
    span("   "),
    span(target, "accent"),
    ...facts.map((fact) => span(`   ${fact}`, "dim")),
  ];
  const preflight = options.verbose ? options.preflight.map(readable).join(" · ") : "";
  return [
    ...hanging([span("  ")], spans, width),
    ...(preflight === "" ? [] : hanging([span("  preflight   ", "dim")], [span(preflight)], width)),
    [],
  ];
}

/** What the run saw besides its findings, in one count. */
function besides(report: Report, isWhole: boolean): Line[] {
  const agreed = settledIds(report);
  const open = (points: readonly { readonly id: string }[]): number =>
    points.filter(({ id }) => !agreed.has(id)).length;
  const [silent, torn] = [open(report.observations), open(conflictsOf(report))];
  if (isWhole || silent + torn === 0) return [];
  const questions = report.openQuestions?.length ?? 0;
  const asked =
    questions > 0
      ? `to ${questions === 1 ? "the open question" : `the ${questions} open questions`}`
      : `where ${silent > 0 ? "it" : "the document"} contradicts itself`;
  const seen = [
    ...(silent > 0 ? [`${amount(silent, "observation")} where the document is silent`] : []),
    ...(torn > 0 ? [`${amount(torn, "answer")} ${asked}`] : []),
  ];
  const text = `${seen.join(", ")}: --verbose lists ${verb(silent + torn, "it", "them")}`;
  return [[span(text, "dim")]];
}

/** The power of the run, in known defects. */
function powerLine({ power, run }: Report): Line[] {
  if (power === undefined) return [];
  return [[span(powerText(power, `a run like this would detect${run.ended === undefined ? "" : " at most"}`), "dim")]];
}

/** How the run ended, and what to do now. */
function closing(report: Report, head: Head, options: TerminalOptions, causes: readonly Block[]): Line[] {
  const { reportPath, verbose = false } = options;
  const [first] = causes;
  const next =
    first?.kind === "cause" ? `Next: fix ${first.first.id} first. Its replay command shows whether it is gone.` : "";
  return [
    [...head.counts],
    [span(head.sentence, head.tone)],
    ...besides(report, verbose),
    ...powerLine(report),
    ...(reportPath === undefined ? [] : [[span(reportPath, "accent")]]),
    ...(next === "" || report.outcome === "error" ? [] : [[span(next, "strong")]]),
  ];
}

/**
 * The end of a run as text for a terminal, ending in a line feed. Pure; what came from the target no longer holds control
 * characters.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const width = Math.max(NARROWEST, Math.floor(options.width));
  const isWhole = options.verbose === true && options.quiet !== true;
  const all = sectionsOf(report, isWhole ? "verbose" : "terminal", isWhole ? WHOLE : USUAL);
  const causes = all.find(({ id }) => id === "findings")?.blocks ?? [];
  const printer = new Printer(width, isWhole, causes.length === 1);
  const head = headOf(report);
  const shown = options.quiet ? all.filter(({ id }) => id === "findings" || id === "flaky") : all;
  const end = options.quiet ? [[span(head.sentence, head.tone)]] : closing(report, head, options, causes);
  const lines = [
    ...(options.quiet ? [] : header(head, options, width)),
    ...shown.flatMap((section) => printer.section(section)),
    ...end.flatMap((line) => hanging([span("  ")], line, width)),
  ];
  return `${print(lines, options.color)}\n`;
}
