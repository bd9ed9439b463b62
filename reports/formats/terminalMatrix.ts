/** The matrix of operations × areas for a terminal, in as many blocks as the width requires. */

import { type CellState, cellText, type MatrixRow, STATES } from "../facts/matrix.js";
import { AREAS } from "../model.js";
import { displayWidth, hanging, type Line, padded, span, type Tone } from "./columns.js";

const INDENT = 2;
const GAP = 2;

const TONES: Readonly<Record<CellState, Tone>> = {
  passed: "good",
  failed: "bad",
  warned: "warn",
  flaky: "warn",
  known: "accent",
  "not-exercised": "dim",
  error: "bad",
  none: "dim",
};

function block(
  rows: readonly MatrixRow[],
  columns: readonly number[],
  widths: readonly number[],
  label: number,
): Line[] {
  const head: Line = [span(" ".repeat(INDENT + label))];
  for (const column of columns)
    head.push(span(" ".repeat(GAP)), span(padded(AREAS[column] ?? "", widths[column] ?? 0, true), "dim"));
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
  const states = new Set<string>(rows.flatMap((row) => row.cells.map((cell) => cell.state)));
  const legend = Object.entries(STATES).flatMap(([state, { sign, legend: text }]) =>
    state === "passed" || states.has(state) ? sign + text : [],
  );
  const key = hanging([span(" ".repeat(INDENT))], [span(legend.join(" · "), "dim")], width);
  return [
    ...blocks.flatMap((columns, index) => [...(index > 0 ? [[]] : []), ...block(rows, columns, widths, label)]),
    ...(legend.length > 1 ? [[], ...key] : []),
  ];
}
