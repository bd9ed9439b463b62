/** Tables of a page: their rows, cells, and what is folded in them. */
import type { Line } from "../formats/columns.js";
import type { CheckResult, ReportedExchange } from "../model.js";
import { type Block, type Cell, type Fold, type Room, type Subjects, say, type TableRow } from "./blocks.js";
import { exchangeView } from "./exchange.js";

export function cell(...lines: Line[]): Cell {
  return { lines: lines.filter((line) => line.some(({ text }) => text !== "")) };
}

export function folded(line: Line[], folds: readonly (Fold | null)[]): Cell {
  return { ...cell(...line), folds: folds.filter((fold) => fold !== null) };
}

export function dim(text: string, limit?: number): Line {
  return [say(text, "dim", limit)];
}

export function evidence(exchange: ReportedExchange | null, label: string, room: Room, at?: string): Fold | null {
  const { evidence: limit } = room;
  if (exchange === null || limit === null) return null;
  return { kind: "exchange", label, exchange: exchangeView(exchange, { at: at ?? null, limit, isEvidence: true }) };
}

/** A block of rows, or none where there are none. */
export function table(head: readonly string[], rows: readonly TableRow[]): Block[] {
  return rows.length === 0 ? [] : [{ kind: "table", head, rows }];
}

export function subjectsOf({ verdict, operation, area }: CheckResult): Subjects {
  return { verdict, operations: operation, areas: area };
}
