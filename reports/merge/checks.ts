/** The checks of several shards as those of one run. */
import type { CheckResult, Finding, Verdict } from "../model.js";
import { timesText } from "../visible.js";

/** The verdicts from the one that counts most. */
const RANK: readonly Verdict[] = [
  "error",
  "violation",
  "warning",
  "known",
  "flaky",
  "pass",
  "not-exercised",
  "not-applicable",
];

/** Findings are numbered in this order, and others after them. */
const NUMBERED: readonly Verdict[] = ["violation", "warning"];

/** A check that several shards judged: what one of them saw fail does fail. */
function combined(one: CheckResult, other: CheckResult): CheckResult {
  const [worse, better] = RANK.indexOf(other.verdict) < RANK.indexOf(one.verdict) ? [other, one] : [one, other];
  const failing = (worse.failing ?? 0) + (better.failing ?? 0);
  const cases = worse.cases + better.cases;
  const [own, all] = [timesText(worse.failing ?? 0, worse.cases), timesText(failing, cases)];
  return {
    ...worse,
    requests: worse.requests + better.requests,
    cases,
    ...(failing === 0 ? {} : { failing }),
    findings: worse.findings.map((finding) => ({ ...finding, message: finding.message.replace(own, all) })),
  };
}

/** A finding under another number in another file. */
function renumbered(finding: Finding, id: string, reportFile: string): Finding {
  const call = /^.*(?:ppconform|main\.js) replay /.exec(finding.replay)?.[0];
  const replay =
    call !== undefined
      ? `${call}${reportFile} ${id}${/ --checks .+$/.exec(finding.replay)?.[0] ?? ""}`
      : finding.replay;
  return { ...finding, id, replay };
}

/** Numbers all findings anew, violations first. */
function numbered(checks: readonly CheckResult[], reportFile: string): CheckResult[] {
  const weight = ({ verdict }: CheckResult): number =>
    (NUMBERED.indexOf(verdict) + NUMBERED.length + 1) % (NUMBERED.length + 1);
  let number = 0;
  const found = new Map(
    checks
      .toSorted((left, right) => weight(left) - weight(right))
      .map((check) => [check, check.findings.map((one) => renumbered(one, `F${++number}`, reportFile))] as const),
  );
  return checks.map((check) => ({ ...check, findings: found.get(check) ?? [] }));
}

/** What a check was before a baseline excused it. */
function unexcused(check: CheckResult): CheckResult {
  if (check.verdict !== "known") return check;
  const { reason: _, ...others } = check;
  return { ...others, verdict: check.level === "must" ? "violation" : "warning" };
}

/**
 * Each check once, in the order of a whole run.
 * @param order ids of all checks in that order; what it does not name comes last
 * @param reportFile path of the report.json that they are written into
 */
export function mergedChecks(all: readonly CheckResult[], order: readonly string[], reportFile: string): CheckResult[] {
  const byId = new Map<string, CheckResult>();
  for (const check of all.map(unexcused)) {
    const known = byId.get(check.id);
    byId.set(check.id, known === undefined ? check : combined(known, check));
  }
  const place = new Map(order.map((id, at) => [id, at]));
  const placeOf = ({ id }: CheckResult): number => place.get(id) ?? order.length;
  return numbered(
    [...byId.values()].toSorted((left, right) => placeOf(left) - placeOf(right)),
    reportFile,
  );
}
