/**
 * The matrix and the list of all checks as the HTML templates take them.
 */

import { isAgreed } from "../answers/answers.js";
import { cellText, type MatrixCell, matrix } from "../facts/matrix.js";
import type { Report, Verdict } from "../model.js";
import { amount, brief, grouped, readable } from "../visible.js";
import { anchor } from "./htmlProof.js";

/** A field of the matrix. */
export interface CellView {
  state: MatrixCell["state"];
  text: string;
  /** What a screen reader says, and what the pointer shows. */
  label: string;
  href: string | null;
  operation: string;
  area: string;
}

/** A row of the matrix. */
export interface RowView {
  operation: string;
  cells: CellView[];
}

/** A check as a row of the list. */
export interface CheckView {
  /** Null where nothing leads to it. */
  anchor: string | null;
  /** Anchor of the first check of its field of the matrix. */
  cellAnchor: string | null;
  /** In the steps between which a line may break. */
  id: string[];
  title: string;
  operation: string;
  area: string;
  section: string;
  level: string;
  verdict: Verdict;
  cases: string;
  requests: string;
  reason: string;
  findings: { id: string; href: string | null }[];
}

function cellLabel(cell: MatrixCell): string {
  if (cell.state === "none") return `${cell.operation}, ${cell.area}: nothing applies`;
  const parts = [
    { count: cell.passed, word: "passed" },
    { count: cell.failed, word: "violated" },
    { count: cell.warned, word: "warned" },
    { count: cell.flaky, word: "flaky" },
    { count: cell.known, word: "known" },
  ].filter(({ count }) => count > 0);
  const verdicts = parts.map(({ count, word }) => `${grouped(count)} ${word}`);
  const rest = [
    ...(cell.notExercised > 0 ? [`${grouped(cell.notExercised)} not judged`] : []),
    ...(cell.errors > 0 ? [amount(cell.errors, "error of the suite", "errors of the suite")] : []),
  ];
  return `${cell.operation}, ${cell.area}, of ${amount(cell.checks, "check")}: ${[...verdicts, ...rest].join(", ")}`;
}

function cellView(cell: MatrixCell): CellView {
  return {
    state: cell.state,
    text: cellText(cell),
    label: cellLabel(cell),
    href: cell.state === "none" ? null : `#${anchor("cell", cell.operation, cell.area)}`,
    operation: cell.operation,
    area: cell.area,
  };
}

/** All checks in the order of the report. @param proved ids of the findings that the page proves */
export function checkViews(report: Report, proved: ReadonlySet<string>): CheckView[] {
  const cells = new Set<string>();
  return report.checks.map((check): CheckView => {
    const cell = anchor("cell", check.operation, check.area);
    const isFirst = !cells.has(cell);
    cells.add(cell);
    return {
      anchor: isAgreed(check) ? anchor("check", check.id) : null,
      cellAnchor: isFirst ? cell : null,
      id: readable(check.id).split(/(?<=[/.])/),
      title: brief(check.title, 300),
      operation: check.operation,
      area: check.area,
      section: check.section,
      level: check.level,
      verdict: check.verdict,
      cases: grouped(check.cases),
      requests: grouped(check.requests),
      reason: brief(check.reason ?? "", 400),
      findings: check.findings.slice(0, 20).map(({ id }) => ({ id, href: proved.has(id) ? `#${anchor(id)}` : null })),
    };
  });
}

/** The matrix of operations × areas. */
export function rowViews(report: Report): RowView[] {
  return matrix(report).map(({ operation, cells }) => ({ operation, cells: cells.map(cellView) }));
}
