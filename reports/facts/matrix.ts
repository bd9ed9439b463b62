/**
 * The matrix of operations × areas. Every cell counts checks, each of which stands for one rule: how many answers a check
 * looked at differs from area to area, so that such numbers could not be compared.
 */
import type { Subject } from "../../schemas/operation.js";
import { SUBJECTS } from "../../schemas/operations.js";
import { AREAS, type Area, type CheckResult, type Report, type Verdict } from "../model.js";
import { grouped } from "../visible.js";

/** One field of the matrix: the checks of one operation and one area. */
export interface MatrixCell {
  operation: Subject;
  area: Area;
  /** Checks that apply. */
  checks: number;
  passed: number;
  failed: number;
  warned: number;
  known: number;
  flaky: number;
  /** Checks that gave no verdict. */
  notExercised: number;
  /** Checks that broke on our side. */
  errors: number;
  state: "none" | "passed" | "failed" | "warned" | "known" | "flaky" | "not-exercised" | "error";
}

export interface MatrixRow {
  operation: Subject;
  /** One cell for each of {@link AREAS}, in that order. */
  cells: MatrixCell[];
}

function stateOf(cell: Omit<MatrixCell, "state">): MatrixCell["state"] {
  if (cell.checks === 0) return "none";
  if (cell.errors > 0) return "error";
  if (cell.failed > 0) return "failed";
  if (cell.warned > 0) return "warned";
  if (cell.flaky > 0) return "flaky";
  if (cell.known > 0) return "known";
  return cell.passed > 0 ? "passed" : "not-exercised";
}

function cellOf(operation: Subject, area: Area, checks: readonly CheckResult[]): MatrixCell {
  const own = checks.filter(
    (check) => check.operation === operation && check.area === area && check.verdict !== "not-applicable",
  );
  const count = (verdict: Verdict): number => own.filter((check) => check.verdict === verdict).length;
  const cell = {
    operation,
    area,
    checks: own.length,
    passed: count("pass"),
    failed: count("violation"),
    warned: count("warning"),
    known: count("known"),
    flaky: count("flaky"),
    notExercised: count("not-exercised"),
    errors: count("error"),
  };
  return { ...cell, state: stateOf(cell) };
}

/** Operations × areas, in checks. Subjects without any check that applies are left out. */
export function matrix({ checks }: Report): MatrixRow[] {
  return SUBJECTS.map((operation) => ({
    operation,
    cells: AREAS.map((area) => cellOf(operation, area, checks)),
  })).filter(({ cells }) => cells.some((cell) => cell.checks > 0));
}

/** What a cell says: how many checks passed, or the symbol of the worst verdict with the checks concerned, and all checks. */
export function cellText(cell: MatrixCell): string {
  const of = `/${grouped(cell.checks)}`;
  switch (cell.state) {
    case "none":
      return "–";
    case "passed":
      return cell.passed === cell.checks ? grouped(cell.passed) : `${grouped(cell.passed)}${of}`;
    case "failed":
      return `✗ ${grouped(cell.failed)}${of}`;
    case "warned":
      return `! ${grouped(cell.warned)}${of}`;
    case "flaky":
      return `~ ${grouped(cell.flaky)}${of}`;
    case "known":
      return `k ${grouped(cell.known)}${of}`;
    case "not-exercised":
      return `○ ${grouped(cell.notExercised)}${of}`;
    case "error":
      return `E ${grouped(cell.errors)}${of}`;
    default:
      return cell.state satisfies never;
  }
}
