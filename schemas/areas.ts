/** The kinds of rules that a check can be about. */
export const AREAS = [
  "auth",
  "version",
  "accepts",
  "refuses",
  "response",
  "echo",
  "errors",
  "state",
  "method",
] as const;
/** One of them: the second part of a check's id. */
export type Area = (typeof AREAS)[number];
