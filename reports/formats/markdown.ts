/**
 * The report as Markdown for the summary of a build or a comment on a pull request: short, details folded, safe to post.
 */

import { cellText, matrix } from "../facts/matrix.js";
import { coverage } from "../facts/summary.js";
import { AREAS, type Report } from "../model.js";
import type { Block, CauseCard, ProofCard, Room, Section, Table } from "../page/blocks.js";
import { headOf } from "../page/head.js";
import { sectionsOf } from "../page/page.js";
import { amount, grouped, readable } from "../visible.js";
import type { Line, Span } from "./columns.js";
import { plainMarkdown } from "./markdownText.js";

/** Characters after which the rest is left to the page: GitHub refuses a comment of more than 65,536. */
const LONGEST = 60_000;
/** The same for findings, after which further causes are only counted. */
const FINDINGS = 40_000;
/** Lines of one table, and checks of one cause, after which the rest is only counted. */
const ROWS = 60;
const CHECKS = 10;
/** Characters of a command that is still shown. */
const COMMAND = 6000;

const ROOM: Room = { causes: Number.POSITIVE_INFINITY, proofs: 1, listed: 20, body: null, evidence: null };

const SYMBOLS = { good: "✅", warn: "⚠️", bad: "❌" } as const;

/** A piece of a line. Not a code span, which a backtick or a pipe in the text would end. */
function piece({ text, tone }: Span): string {
  const plain = plainMarkdown(text);
  if (plain.trim() === "") return plain;
  if (tone === "code" || tone === "mark") return `<code>${plain}</code>`;
  return tone === "bad" ? `**${plain.trim()}**` : plain;
}

function inline(line: Line): string {
  return line.map(piece).join("").replaceAll("</code><code>", "").trim();
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function rows(head: readonly string[], all: readonly (readonly string[])[]): string {
  const more = all.length - ROWS;
  return [
    row(head),
    row(head.map(() => "---")),
    ...all.slice(0, ROWS).map(row),
    ...(more > 0 ? ["", `and ${grouped(more)} more in report.html`] : []),
  ].join("\n");
}

function tableOf({ head, rows: all }: Table): string {
  const texts = all.map(({ cells }) => cells.map(({ lines }) => lines.map(inline).join("<br>")));
  return rows(head, texts);
}

function matrixOf(report: Report): string {
  return rows(
    ["", ...AREAS],
    matrix(report).map(({ operation, cells }) => [
      operation,
      ...cells.map((cell) => (cell.state === "failed" ? `**${cellText(cell)}**` : cellText(cell))),
    ]),
  );
}

function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Commands, in a block that shows them as they are. */
function preformatted(text: string): string {
  const lines = text.split("\n").map((line) => readable(line).replace(/[&<>]/g, (sign) => plainMarkdown(sign)));
  return `<pre>${lines.join("&#10;")}</pre>`;
}

function proof({ id, rows: labelled, curl, replay }: ProofCard): string {
  const table = rows(
    [id, ""],
    [...labelled.map(({ label, line }) => [label, inline(line)]), ["replay", `<code>${plainMarkdown(replay)}</code>`]],
  );
  return curl === "" || curl.length > COMMAND ? table : `${table}\n\n${preformatted(curl)}`;
}

function causeOf({ verdict, message, places, about, checks, proofs, further, findings }: CauseCard): string {
  const more = checks.length - CHECKS;
  const ids = further.map(({ id }) => id).join(", ");
  const content = [
    [
      ...checks.slice(0, CHECKS).map(({ id, title }) => `- <code>${plainMarkdown(id)}</code> ${plainMarkdown(title)}`),
      ...(more > 0 ? [`- and ${amount(more, "more check")}`] : []),
    ].join("\n"),
    ...proofs.map(proof),
    ...(findings > 1 ? [`and ${amount(findings - 1, "more finding")} of the same cause: ${ids}`] : []),
  ];
  const heading = `${verdict === "violation" ? "✗" : "!"} <b>${plainMarkdown(message)}</b> ${places} · ${about}`;
  return folded(heading, content.join("\n\n"));
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case "cause":
      return causeOf(block);
    case "table":
      return tableOf(block);
    case "text":
      return inline(block.line);
    case "matrix":
      return matrixOf(block.report);
    case "group":
      return [`**${block.title}**, ${block.count}`, ...block.blocks.map(blockOf)].join("\n\n");
    case "plots":
      return "";
    default:
      return block satisfies never;
  }
}

/** As many texts as there is room for, and a note about the others. */
function fitting(texts: readonly string[], room: number, others: (count: number) => string): string[] {
  let used = 0;
  const shown = texts.filter((text, index) => {
    used += text.length;
    return index === 0 ? text.length <= LONGEST : used <= room;
  });
  return shown.length === texts.length ? [...shown] : [...shown, others(texts.length - shown.length)];
}

/** Findings and the matrix are shown, the rest is folded. */
function sectionOf({ id, title, blocks }: Section): string {
  const texts = blocks.map(blockOf);
  if (id === "findings")
    return [
      `### ${title}`,
      ...fitting(texts, FINDINGS, (count) => `and ${amount(count, "more cause")} in report.html`),
    ].join("\n\n");
  if (id === "matrix" || id === "baseline") return [`### ${title}`, ...texts].join("\n\n");
  return folded(title, texts.join("\n\n"));
}

/** The report as Markdown. Nothing in it can be taken for markup, a link or a mention, whatever the target answered. */
export function renderMarkdown(report: Report): string {
  const { headline, tone, sentence, target, facts, counts } = headOf(report);
  const head = [
    `## ${SYMBOLS[tone]} ${headline}`,
    plainMarkdown(sentence, report.target.baseUrl),
    `${counts.map(({ text }) => text).join("")} · ${coverage(report)}`,
    `${plainMarkdown(target, report.target.baseUrl)} · ${plainMarkdown(facts.join(" · "))}`,
  ];
  const sections = sectionsOf(report, "markdown", ROOM).map(sectionOf);
  return `${[...head, ...fitting(sections, LONGEST, (count) => `and ${amount(count, "more section")} in report.html`)].join("\n\n")}\n`;
}
