/** Reports of a few checks, for tests of what is run with reports. */

import { summarise } from "../../reports/facts/summary.js";
import type {
  CheckResult,
  Conflict,
  Finding,
  Limit,
  Observation,
  Report,
  ReportedExchange,
  Verdict,
} from "../../reports/model.js";
import { identified } from "./checkIds.js";

export const ADDRESS = "https://payments.example";

export function exchange(
  method: string,
  path: string,
  body: string | null,
  status: number,
  answer = "{}",
): ReportedExchange {
  return {
    request: {
      method,
      url: `${ADDRESS}${path}`,
      headers: { accept: "application/json", "X-API-Key": "<API_KEY>", "X-API-Secret": "<API_SECRET>" },
      body,
    },
    response: { status, headers: { "content-type": "application/json" }, body: answer },
  };
}

export function finding(id: string, fields: Partial<Finding> = {}): Finding {
  return {
    id,
    message: "A rule is not kept",
    expected: "answered with 401",
    actual: "200",
    edit: null,
    control: null,
    exchange: exchange("GET", "/api/balances", null, 200, "[]"),
    curl: "curl",
    replay: `ppconform replay report.json ${id}`,
    ...fields,
  };
}

/** A check as it ends with a verdict: with a finding when it fails, with a reason when it was not judged. */
export function check(id: string, verdict: Verdict, fields: Partial<CheckResult> = {}): CheckResult {
  const fails = verdict === "violation" || verdict === "warning" || verdict === "known" || verdict === "flaky";
  const judged = fails || verdict === "pass";
  return {
    ...identified(id),
    title: `what ${id} is about`,
    section: "5",
    level: verdict === "warning" ? "should" : "must",
    statements: [id],
    verdict,
    ...(verdict === "pass" || verdict === "violation" || verdict === "warning" ? {} : { reason: "for a reason" }),
    requests: judged ? 2 : 0,
    cases: judged ? 2 : 0,
    findings: fails ? [finding("F1")] : [],
    ...fields,
  };
}

export function observation(id: string, answer: string, evidence: ReportedExchange | null = null): Observation {
  return { id, section: "4.6", operation: null, question: `What about ${id}?`, answer, evidence };
}

export function conflict(id: string, answer: string): Conflict {
  return { id, section: "9", question: `Which side at ${id}?`, documented: ["one", "other"], answer, evidence: null };
}

export interface Parts {
  readonly checks?: CheckResult[];
  readonly observations?: Observation[];
  readonly conflicts?: Conflict[];
  readonly limits?: Limit[];
  readonly exitCode?: number;
  readonly outcome?: Report["outcome"];
  readonly profile?: Report["run"]["profile"];
  readonly baseUrl?: string;
}

/** A report whose counts agree with its checks. Unless told otherwise it ends as its violations say. */
export function reportOf({ checks = [], observations = [], conflicts = [], limits = [], ...parts }: Parts): Report {
  const summary = summarise(checks, observations.length);
  const failed = summary.violation > 0;
  return {
    format: 1,
    suite: { name: "partner-payments-conformance", version: "1.0.0" },
    contract: { version: "2024-12-01", statements: { rule: 10, unknown: 5, conflict: 2 } },
    target: { baseUrl: parts.baseUrl ?? ADDRESS, kind: "remote" },
    run: {
      startedAt: "2026-01-02T03:04:05.000Z",
      finishedAt: "2026-01-02T03:04:06.000Z",
      durationMs: 1000,
      seed: 42,
      profile: parts.profile ?? "standard",
      requests: 100,
    },
    outcome: parts.outcome ?? (failed ? "violations" : "conforms"),
    exitCode: parts.exitCode ?? (failed ? 1 : 0),
    summary,
    checks,
    observations,
    conflicts,
    limits,
    created: [],
  };
}

/** An answer that a file of answers states, and the check that judges it. */
export function agreedAnswer(id: string, text: string, check: string) {
  return {
    id,
    line: 2,
    text: `- id: ${id}`,
    stated: { kind: "answer" as const, texts: [text] },
    reason: null,
    ticket: null,
    check,
  };
}
