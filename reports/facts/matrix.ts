/**
 * The matrix of operations × areas, counted in cases.
 */
import { SUBJECTS, type Subject } from "../../schemas/operations.js";
import { AREAS, type Area, type CheckResult, type Report } from "../model.js";
import { grouped } from "../visible.js";

/** One field of the matrix: cases of one operation and one area. */
export interface MatrixCell {
  operation: Subject;
  area: Area;
  checks: number;
  /** Cases judged. */
  cases: number;
  passed: number;
  failed: number;
  warned: number;
  known: number;
  flaky: number;
  /** Checks that should have run and did not. */
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

/** Cases of a check that failed: one for each finding where the report does not say, and at least one. */
function failedCases({ failing, findings }: CheckResult): number {
  return Math.max(1, failing ?? findings.length);
}

function stateOf(cell: MatrixCell): MatrixCell["state"] {
  if (cell.checks === 0) return "none";
  if (cell.errors > 0) return "error";
  if (cell.failed > 0) return "failed";
  if (cell.warned > 0) return "warned";
  if (cell.flaky > 0) return "flaky";
  if (cell.known > 0) return "known";
  return cell.passed > 0 ? "passed" : "not-exercised";
}

function cellOf(operation: Subject, area: Area, checks: readonly CheckResult[]): MatrixCell {
  const cell: MatrixCell = {
    operation,
    area,
    checks: 0,
    cases: 0,
    passed: 0,
    failed: 0,
    warned: 0,
    known: 0,
    flaky: 0,
    notExercised: 0,
    errors: 0,
    state: "none",
  };
  for (const check of checks) {
    if (check.operation !== operation || check.area !== area || check.verdict === "not-applicable") continue;
    cell.checks++;
    if (check.verdict === "not-exercised") cell.notExercised++;
    else if (check.verdict === "error") cell.errors++;
    else {
      const failed = check.verdict === "pass" ? 0 : failedCases(check);
      cell.cases += Math.max(check.cases, failed);
      cell.passed += Math.max(check.cases, failed) - failed;
      if (check.verdict === "violation") cell.failed += failed;
      if (check.verdict === "warning") cell.warned += failed;
      if (check.verdict === "known") cell.known += failed;
      if (check.verdict === "flaky") cell.flaky += failed;
    }
  }
  cell.state = stateOf(cell);
  return cell;
}

/** Operations × areas, in cases. Subjects without any check are left out. */
export function matrix(report: Report): MatrixRow[] {
  return SUBJECTS.filter((operation) => report.checks.some((check) => check.operation === operation)).map(
    (operation) => ({
      operation,
      cells: AREAS.map((area) => cellOf(operation, area, report.checks)),
    }),
  );
}

/** What a cell says: cases passed, or the symbol of its worst verdict with the cases concerned and all cases. */
export function cellText(cell: MatrixCell): string {
  const of = `/${grouped(cell.cases)}`;
  switch (cell.state) {
    case "none":
      return "–";
    case "passed":
      return grouped(cell.passed);
    case "failed":
      return `✗ ${grouped(cell.failed)}${of}`;
    case "warned":
      return `! ${grouped(cell.warned)}${of}`;
    case "flaky":
      return `~ ${grouped(cell.flaky)}${of}`;
    case "known":
      return `k ${grouped(cell.known)}${of}`;
    case "not-exercised":
      return `○ ${grouped(cell.notExercised)}`;
    case "error":
      return `E ${grouped(cell.errors)}`;
    default:
      return cell.state satisfies never;
  }
}
