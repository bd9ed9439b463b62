/**
 * The report, format 1: what a run found, as data. Everything that is printed or written is derived from it.
 */
import type { Area } from "../schemas/areas.js";
import type { Json } from "../schemas/json.js";
import type { Subject } from "../schemas/operations.js";

export { AREAS, type Area } from "../schemas/areas.js";

/** Requirement level: `must` is stated outright, `should` is implied. */
export type Level = "must" | "should";

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

export interface ReportedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

export interface ReportedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request with its answer; response is null when none came. */
export interface ReportedExchange {
  request: ReportedRequest;
  response: ReportedResponse | null;
}

/** What was done to the request, where ids that have to be new differ from its control anyway. */
export interface ReportedEdit {
  /** Where: a body path, `header Api-Version`, `query file_type`, `credentials`, `method`, `path`, `body`. */
  at: string;
  /** The control's value, or null when it was absent. */
  from: unknown;
  /** The value sent, or null when it was removed. */
  to: unknown;
}

export interface Finding {
  /** F1, F2, … in the order of the report. */
  id: string;
  /** One sentence that states the failure. */
  message: string;
  expected: string;
  actual: string;
  /** Null when the request was not edited: the control itself shows the fault. */
  edit: ReportedEdit | null;
  /** The accepted request that was held against it, or an earlier step; null where there is none. */
  control: ReportedExchange | null;
  exchange: ReportedExchange;
  /** Where it takes several requests to show the fault: all of them in order, `exchange` among them. */
  steps?: ReportedExchange[];
  /** Of what a random case showed: the seed that drew it, where it is not the run's. */
  seed?: number;
  /** Where a text is refused for characters in it, each of them alone: these. */
  characters?: string[];
  /** Of a check that is about no field of its own: the fields in which it was seen. */
  fields?: string[];
  /** Shell commands that send the request again, or all steps; secrets are taken from the environment. */
  curl: string;
  /** A ppconform command that repeats the finding. */
  replay: string;
}

export interface CheckResult {
  /** Stable id: `operation/area/rule`. */
  id: string;
  title: string;
  operation: Subject;
  area: Area;
  section: string;
  level: Level;
  /** Ids of the ledger's statements that the check is about. */
  statements: string[];
  /** Of a check on a field's rule: the field's path, empty for the whole body, and the keyword or aspect. */
  field?: string;
  keyword?: string;
  verdict: Verdict;
  /** Why, for every verdict but pass, violation and warning. */
  reason?: string;
  /** Requests whose answers the check judged. */
  requests: number;
  /** Judgements: how often something was held against the rule, be it a case or a part of an answer. */
  cases: number;
  /** Cases that failed, where some did. */
  failing?: number;
  /** Only values that were drawn at random show it: a run with another seed may not. */
  onlyRandom?: true;
  /** Milliseconds that the requests of its own cases took in all, though others were under way with them. */
  durationMs?: number;
  findings: Finding[];
}

export interface Observation {
  id: string;
  section: string;
  operation: Subject | null;
  question: string;
  answer: string;
  /** The answer for code; null when the run could not tell. Not in reports of older versions. */
  value?: Json;
  evidence: ReportedExchange | null;
}

export interface Conflict {
  id: string;
  section: string;
  question: string;
  documented: string[];
  answer: string;
  /** As of an observation. */
  value?: Json;
  evidence: ReportedExchange | null;
}

/** How a limit was measured: in words, and by the two requests on either side of it. */
export interface LimitEvidence {
  /** `225 characters accepted with 200, 226 characters refused with 400` */
  text: string;
  /** The last request that was accepted; null where none was. */
  accepted: ReportedExchange | null;
  /** The first request that was not; null where all were accepted. */
  refused: ReportedExchange | null;
}

export interface Limit {
  operation: Subject;
  field: string;
  keyword: string;
  /** Null where the document gives none. */
  documented: number | string | null;
  /** A number, a sentence where no number tells it, or null where no limit was found as far as was tried. */
  measured: number | string | null;
  evidence: LimitEvidence;
}

export interface CreatedResource {
  operation: Subject;
  id: string;
  partnerId: string | null;
  /** ISO 8601 date-time. */
  at: string;
}

export type Outcome = "conforms" | "violations" | "incomplete" | "error";

/** Rules that were not judged, for one reason. */
export interface UnjudgedRules {
  /**
   * `not-tested`: the run did not come to it. `excluded` and `not-chosen`: the user left it out. `not-applicable`: it says
   * nothing about this target. `cannot-be`: no request shows it.
   */
  why: "not-tested" | "excluded" | "not-chosen" | "not-applicable" | "cannot-be";
  reason: string;
  /** Ids of the ledger's statements. */
  rules: string[];
  /** Ids of the checks that gave no verdict; empty where they were no part of the run. */
  checks: string[];
}

/** What was judged of the rules that the document states. */
export interface RuleSummary {
  stated: number;
  /** Rules of which each check that applies gave a verdict. */
  judged: number;
  /** The others, those of the most frequent reason first. */
  notJudged: UnjudgedRules[];
}

export interface Summary {
  pass: number;
  violation: number;
  warning: number;
  known: number;
  flaky: number;
  notExercised: number;
  notApplicable: number;
  error: number;
  observations: number;
  /** Not in reports of older versions. */
  rules?: RuleSummary;
  /** Cases that were sent and came to their point, of those that the profile and the selection plan; not of recorded traffic. */
  cases?: { planned: number; played: number };
}

/** What an answer must be. */
export interface Stated {
  /**
   * `answer`: this, as a whole. `contains`: each of these texts stands in it. `only`: every value in it is one of these.
   */
  kind: "answer" | "contains" | "only";
  /** One text for `answer`. */
  texts: string[];
}

/** Where an entry stands in a file of the user's. */
export interface FileLine {
  /** From 1. */
  line: number;
  /** The line itself, without the space around it. */
  text: string;
}

/** A known departure that is gone: the entry hides nothing any more. */
export interface StaleEntry extends FileLine {
  /** A check's id, with `*` for any characters. */
  check: string;
  reason: string;
  ticket: string | null;
  /** The entry's checks that pass now. */
  passed: string[];
}

/** A pinned answer that is another one now. */
export interface DriftedPin extends FileLine {
  /** Id of the observation or conflict, where its evidence is. */
  id: string;
  question: string;
  pinned: string;
  answer: string;
}

/** A known departure whose last day has passed: its checks count again. */
export interface ExpiredEntry extends FileLine {
  check: string;
  reason: string;
  ticket: string | null;
  /** `YYYY-MM-DD` */
  expires: string;
  checks: string[];
}

/** A known departure of which this run cannot tell whether it is still there. */
export interface UnjudgedEntry extends FileLine {
  check: string;
  why: string;
}

/** A known departure on whose checks the suite itself failed; that is never excused. */
export interface UnexcusedEntry extends FileLine {
  check: string;
  checks: string[];
}

/** A pinned answer that this run did not see. */
export interface UnobservedPin extends FileLine {
  id: string;
}

/** In what a run and its baseline disagree. Known departures themselves are verdicts of their checks. */
export interface BaselineReport {
  /** As the user named it. */
  file: string;
  /** Fails the run. */
  stale: StaleEntry[];
  /** Fails the run. */
  drift: DriftedPin[];
  /** Excuses nothing; what fails the run are the checks. */
  expired: ExpiredEntry[];
  notJudged: UnjudgedEntry[];
  notExcused: UnexcusedEntry[];
  notObserved: UnobservedPin[];
}

/** An answer that was agreed with the provider, and is judged like a documented rule. */
export interface AgreedAnswer extends FileLine {
  /** Id of the observation or conflict. */
  id: string;
  stated: Stated;
  reason: string | null;
  ticket: string | null;
}

/** What was agreed about the deployment before the run. */
export interface AnswersReport {
  /** As the user named it. */
  file: string;
  /** Each with the id of the check that judges it. */
  agreed: (AgreedAnswer & { check: string })[];
}

/** A stretch of time in which the target gave no answer. */
export interface ReportedOutage {
  from: string;
  /** Null when it lasted to the end of the run. */
  to: string | null;
  /** What was seen of it first. */
  seen: string;
  /** Requests that were not answered. */
  requests: number;
}

/** How long one operation took to answer, in milliseconds: a half of the answers, 19 of 20, and all of them. */
export interface ResponseTimes {
  operation: Subject;
  requests: number;
  p50: number;
  p95: number;
  max: number;
}

export interface ReportedRun {
  startedAt: string;
  finishedAt: string;
  durationMs: number;
  seed: number;
  profile: "smoke" | "standard" | "deep";
  requests: number;
  shard?: string;
  /** Seeds of the rounds of random cases that followed until the time was over; absent when there were none. */
  roundSeeds?: number[];
  /** Why the run ended before its end; absent when it did not. */
  ended?: {
    why:
      | "budget"
      | "time"
      | "creations"
      | "journal"
      | "interrupted"
      | "throttled"
      | "gone"
      | "unreachable"
      | "stalled"
      | "credentials"
      | "cut"
      | "forgotten";
    text: string;
  };
  /** Stretches of time in which the target gave no answer; absent when there were none. */
  outages?: ReportedOutage[];
  /** The file, when nothing was sent and recorded traffic was judged; seed and profile then say nothing. */
  recorded?: string;
  /** By operation, in the document's order. Not of recorded traffic, of merged shards, or in older reports. */
  responseTimes?: ResponseTimes[];
  /** How many answers came in each stretch of the run, from its start. As of responseTimes. */
  course?: { stretchMs: number; answers: number[] };
}

export interface Report {
  format: 1;
  suite: { name: string; version: string };
  contract: { version: string; statements: { rule: number; unknown: number; conflict: number } };
  target: { baseUrl: string; kind: "sandbox" | "remote" };
  run: ReportedRun;
  outcome: Outcome;
  exitCode: number;
  summary: Summary;
  checks: CheckResult[];
  observations: Observation[];
  conflicts: Conflict[];
  limits: Limit[];
  created: CreatedResource[];
  /** Only of a run with agreed answers. */
  deployment?: AnswersReport;
  /** Only of a run that was held against a baseline. */
  baseline?: BaselineReport;
}
