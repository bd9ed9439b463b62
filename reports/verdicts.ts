/** What can come of a check. */
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
