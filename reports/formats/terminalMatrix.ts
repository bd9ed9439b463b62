/**
 * The matrix of operations × areas for a terminal, in as many blocks as the width calls for.
 */

import { cellText, type MatrixCell, type MatrixRow } from "../facts/matrix.js";
import { AREAS } from "../model.js";
import { displayWidth, hanging, type Line, padded, span, type Tone } from "./columns.js";

const INDENT = 2;
const GAP = 2;

const TONES: Readonly<Record<MatrixCell["state"], Tone>> = {
  none: "dim",
  passed: "good",
  failed: "bad",
  warned: "warn",
  flaky: "warn",
  known: "accent",
  "not-exercised": "dim",
  error: "bad",
};

const LEGEND: readonly { state: MatrixCell["state"]; text: string }[] = [
  { state: "failed", text: "✗ violations/checks" },
  { state: "warned", text: "! warnings/checks" },
  { state: "flaky", text: "~ flaky/checks" },
  { state: "known", text: "k known/checks" },
  { state: "not-exercised", text: "○ not judged/checks" },
  { state: "error", text: "E errors of the suite" },
  { state: "none", text: "– not applicable" },
];

function block(
  rows: readonly MatrixRow[],
  columns: readonly number[],
  widths: readonly number[],
  label: number,
): Line[] {
  const head: Line = [span(" ".repeat(INDENT + label))];
  for (const column of columns) {
    head.push(span(" ".repeat(GAP)), span(padded(AREAS[column] ?? "", widths[column] ?? 0, true), "dim"));
  }
  return [
    head,
    ...rows.map((row): Line => {
      const line: Line = [span(" ".repeat(INDENT)), span(padded(row.operation, label))];
      for (const column of columns) {
        const cell = row.cells[column];
        if (cell === undefined) continue;
        line.push(span(" ".repeat(GAP)), span(padded(cellText(cell), widths[column] ?? 0, true), TONES[cell.state]));
      }
      return line;
    }),
  ];
}

/**
 * The matrix as lines: counts of checks passed, `✗ failed/total` where a rule is violated, `–` where nothing applies.
 * @param width columns of the terminal; areas that do not fit follow in a second block
 */
export function matrixLines(rows: readonly MatrixRow[], width: number): Line[] {
  if (rows.length === 0) return [];
  const label = Math.max(...rows.map((row) => displayWidth(row.operation)));
  const widths = AREAS.map((area, column) =>
    Math.max(
      displayWidth(area),
      ...rows.map((row) => displayWidth(row.cells[column] ? cellText(row.cells[column]) : "")),
    ),
  );
  const blocks: number[][] = [[]];
  let used = INDENT + label;
  for (const [column, columns] of widths.entries()) {
    if (used + GAP + columns > width && (blocks.at(-1)?.length ?? 0) > 0) {
      blocks.push([]);
      used = INDENT + label;
    }
    blocks.at(-1)?.push(column);
    used += GAP + columns;
  }
  const states = new Set(rows.flatMap((row) => row.cells.map((cell) => cell.state)));
  const symbols = LEGEND.filter(({ state }) => states.has(state)).map(({ text }) => text);
  const key = hanging([span(" ".repeat(INDENT))], [span(["passed", ...symbols].join(" · "), "dim")], width);
  return [
    ...blocks.flatMap((columns, index) => [...(index > 0 ? [[]] : []), ...block(rows, columns, widths, label)]),
    ...(symbols.length > 0 ? [[], ...key] : []),
  ];
}
