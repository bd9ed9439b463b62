/** The possible results of a check. */
export const VERDICTS = [
  "pass",
  "violation",
  "warning",
  "known",
  "flaky",
  "not-exercised",
  "not-applicable",
  "error",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The verdicts of a broken rule that is not excused. */
export const DEPARTURES = ["violation", "warning"] as const;

export function isDeparture(verdict: Verdict | null): boolean {
  return verdict === "violation" || verdict === "warning";
}
