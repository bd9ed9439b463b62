/**
 * The matrix of operations × areas. Every cell counts checks, each of which stands for one rule: how many answers a check
 * looked at differs from area to area, so that such numbers could not be compared.
 */
import { groupedBy } from "../../schemas/groups.js";
import { type Subject, subjects } from "../../schemas/operation.js";
import { AREAS, type Area, type CheckResult, type Report, type Verdict } from "../model.js";
import { grouped } from "../visible.js";

/** What a field of the matrix can show, by the verdict of checks: its sign, and what a legend and a label call it. None applies to the last. */
export const STATES = {
  passed: { sign: "", legend: "passed", counted: "passed" },
  failed: { sign: "✗ ", legend: "violations/checks", counted: "violated" },
  warned: { sign: "! ", legend: "warnings/checks", counted: "warned" },
  flaky: { sign: "~ ", legend: "flaky/checks", counted: "flaky" },
  known: { sign: "k ", legend: "known/checks", counted: "known" },
  "not-exercised": { sign: "○ ", legend: "not judged/checks", counted: "not judged" },
  error: { sign: "E ", legend: "suite errors", counted: "failed in the suite" },
  none: { sign: "–", legend: " not applicable", counted: "" },
} as const;
export type CellState = keyof typeof STATES;

export type MatrixCell = ReturnType<typeof cellOf>;
export type MatrixRow = ReturnType<typeof matrix>[number];

const STATE_OF: Readonly<Record<Verdict, CellState>> = {
  pass: "passed",
  violation: "failed",
  warning: "warned",
  known: "known",
  flaky: "flaky",
  "not-exercised": "not-exercised",
  "not-applicable": "none",
  error: "error",
};

const WORST_FIRST = ["error", "failed", "warned", "flaky", "known", "passed", "not-exercised"] as const;

/** One field of the matrix: the checks of one operation and one area that apply, how many show each state, and the worst of these. */
function cellOf(operation: Subject, area: Area, checks: readonly CheckResult[]) {
  const own = checks.filter((check) => check.operation === operation && check.area === area);
  const states = groupedBy(own, ({ verdict }) => STATE_OF[verdict]);
  states.delete("none");
  const counts = new Map([...states].map(([state, group]) => [state, group.length]));
  const state = WORST_FIRST.find((state) => counts.has(state)) ?? ("none" as const);
  return { operation, area, checks: [...counts.values()].reduce((sum, count) => sum + count, 0), counts, state };
}

/** Operations × areas, in checks. Subjects without any check that applies are left out. */
export function matrix({ checks }: Report) {
  return subjects()
    .map((operation) => ({ operation, cells: AREAS.map((area) => cellOf(operation, area, checks)) }))
    .filter(({ cells }) => cells.some((cell) => cell.checks > 0));
}

/** What a cell says: how many checks passed, or the symbol of the worst verdict with the checks concerned, and all checks. */
export function cellText({ checks, counts, state }: MatrixCell): string {
  const concerned = counts.get(state) ?? 0;
  const of = state === "passed" && concerned === checks ? "" : `/${grouped(checks)}`;
  return state === "none" ? STATES.none.sign : `${STATES[state].sign}${grouped(concerned)}${of}`;
}
