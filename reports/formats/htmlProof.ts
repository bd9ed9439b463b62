/**
 * Causes and exchanges as the HTML templates take them: plain texts and lists, everything bounded, nothing decided in a template.
 */
import { type BodyLine, bodyLines } from "../facts/bodyLines.js";
import type { Cause, CausedFinding } from "../facts/causes.js";
import { difference, type Parts } from "../facts/difference.js";
import { documentedText, measuredLimit, measuredText } from "../facts/limits.js";
import {
  answered,
  answerSteps,
  controlValue,
  failureText,
  headerLine,
  otherField,
  pathOf,
  pathSteps,
  proofSteps,
  requestLine,
  sentValue,
} from "../facts/proof.js";
import { shellLines } from "../facts/shellLines.js";
import type { Level, Report, ReportedExchange } from "../model.js";
import { amount, brief, listed, readable } from "../visible.js";

/** A foldable block: one message of an exchange. */
export interface MessageView {
  /** Request line, or status. */
  start: BodyLine;
  headers: readonly BodyLine[];
  lines: readonly BodyLine[];
  note: string | null;
}

export interface ExchangeView {
  /** `POST /api/… → 200`, on one line. */
  title: string;
  status: string;
  request: MessageView;
  /** Null when no answer came. */
  response: MessageView | null;
}

export interface ValueView {
  parts: Parts;
  size: string | null;
}

/** A finding as a card. */
export interface ProofView {
  id: string;
  anchor: string;
  operation: string;
  message: string;
  /** Where the edit was made; null when nothing was edited. */
  place: string | null;
  from: ValueView | null;
  to: ValueView | null;
  expected: Parts;
  actual: Parts;
  /** Whether expected and actual are values, to be set as code. */
  values: boolean;
  /** What a failing answer says; empty when it adds nothing. */
  failure: string;
  /** That the refusal is about another field; null when it is not. */
  note: string | null;
  limit: string | null;
  control: ExchangeView | null;
  exchange: ExchangeView;
  /** All requests, where it takes several to show the fault. */
  steps: { label: string; changes: string; shows: boolean; exchange: ExchangeView }[];
  /** Null when it is too long for a command line. */
  curl: string | null;
  replay: string;
}

/** A finding beyond those that are proved in full: one line. */
export interface FurtherView {
  id: string;
  operation: string;
  sent: string;
  actual: string;
}

export interface CauseView {
  anchor: string;
  verdict: Cause["verdict"];
  level: Level;
  key: string;
  operations: string[];
  sections: string;
  /** The rules in words, one for each check title. */
  statements: { text: string; section: string; ids: string }[];
  message: string;
  count: string;
  proofs: ProofView[];
  further: FurtherView[];
  /** Findings that are in report.json only; empty when there are none. */
  omitted: string;
}

/** How much of a report the page takes in. */
export interface Room {
  /** Findings of one cause that are proved in full. */
  readonly proofs: number;
  /** Characters that are shown of a body of a proof. */
  readonly body: number;
  /** The same of evidence for what was observed; null leaves it out. */
  readonly evidence: number | null;
}

/** Findings of one cause that are listed behind those that are proved. */
const LISTED = 200;
/** Characters of a value that are shown beside the control's; the body shows more, and report.json all. */
const VALUE = 1000;
/** Characters of a command that can still be pasted. */
const CURL_LIMIT = 20_000;

/** A text as a fragment identifier. */
export function anchor(...names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[^A-Za-z0-9_-]+/g, "-")).join("-");
}

/** What is marked in an exchange, and how much of it is shown. */
interface Shown {
  /** Where the edit was made. */
  readonly at?: string | null;
  /** Steps of the place in the answer that matters. */
  readonly answer?: readonly string[];
  /** Whether the status is what is wrong. */
  readonly status?: boolean;
  /** Characters of a body. */
  readonly limit: number;
  /** Whether it shows what was observed: then the headers that all messages have are left out. */
  readonly isEvidence?: boolean;
}

/** Headers that say nothing of what was observed. */
const USUAL_HEADERS: ReadonlySet<string> = new Set(
  "accept connection content-length date keep-alive user-agent vary x-api-key x-api-secret".split(" "),
);
const CREDENTIALS = /^x-api-|^authorization$|^cookie$/i;
/** Places of an edit that are none in the body. */
const OUTSIDE = /^(?:header |query |credentials$|method$|path$|body$)/;

function headersOf(headers: Readonly<Record<string, string>>, { at, isEvidence = false }: Shown): BodyLine[] {
  return Object.entries(headers)
    .filter(([name]) => !isEvidence || !USUAL_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => ({
      text: headerLine(name, value),
      marked: at?.toLowerCase() === `header ${name.toLowerCase()}` || (at === "credentials" && CREDENTIALS.test(name)),
    }));
}

/** An exchange as two messages, with marks at what matters in it. */
export function exchangeView(exchange: ReportedExchange, shown: Shown): ExchangeView {
  const { request, response } = exchange;
  const { at = null, answer = [], status = false, limit } = shown;
  return {
    title: brief(`${request.method} ${pathOf(request.url)}`, 120),
    status: answered(exchange),
    request: {
      start: { text: requestLine(request, 2000), marked: at !== null && /^(?:query |method$|path$)/.test(at) },
      headers: headersOf(request.headers, shown),
      ...bodyLines(request.body ?? "", at === null || OUTSIDE.test(at) ? [] : pathSteps(at), limit),
    },
    response:
      response === null
        ? null
        : {
            start: { text: `HTTP ${response.status}`, marked: status },
            headers: headersOf(response.headers, { ...shown, at: null }),
            ...bodyLines(response.body, answer, limit),
          },
  };
}

/** What was observed, as far as there is room for it. @param at where the edit was made */
export function evidenceView(
  exchange: ReportedExchange | null,
  { evidence }: Room,
  at: string | null = null,
): ExchangeView | null {
  return exchange === null || evidence === null
    ? null
    : exchangeView(exchange, { at, limit: evidence, isEvidence: true });
}

function whole(text: string): Parts {
  return { before: text, changed: "", after: "" };
}

function proofView(report: Report, { check, finding }: CausedFinding, { body }: Room): ProofView {
  const sent = sentValue(finding, VALUE);
  const control = controlValue(finding, VALUE);
  const limit = measuredLimit(report, check);
  const expected = brief(finding.expected, 1000);
  const actual = brief(finding.actual, 1000);
  // Two texts in quotes are values to compare; anything else is a sentence.
  const values = expected.startsWith('"') && actual.startsWith('"');
  const compared = difference(expected, actual);
  const answer = answerSteps(check);
  const status = actual.startsWith(answered(finding.exchange));
  const differing = control === null ? null : difference(control.value, sent.value);
  return {
    id: finding.id,
    anchor: anchor(finding.id),
    operation: check.operation,
    message: brief(finding.message, 600),
    place: finding.edit === null ? null : sent.place,
    from: differing === null ? null : { parts: differing.from, size: control?.size ?? null },
    to: { parts: differing?.to ?? whole(sent.value), size: sent.size },
    expected: values ? compared.from : whole(expected),
    actual: values ? compared.to : whole(actual),
    values,
    failure: failureText(finding, 1000),
    note: otherField(check, finding),
    limit:
      limit === undefined
        ? null
        : `documented ${documentedText(limit)}, measured ${measuredText(limit)} (${brief(limit.evidence.text, 400)})`,
    control:
      finding.control === null || finding.edit === null
        ? null
        : exchangeView(finding.control, { at: finding.edit.at, answer, limit: body }),
    // What should have come back is marked where it was sent, too.
    exchange: exchangeView(finding.exchange, {
      at: finding.edit?.at ?? (check.area === "echo" ? answer.join(".") : null),
      answer,
      status,
      limit: body,
    }),
    steps: proofSteps(finding).map(({ number, changes, shows, exchange }) => ({
      label: `Step ${number}`,
      changes: brief(changes, 300),
      shows,
      exchange: exchangeView(exchange, { ...(shows ? { answer, status } : {}), limit: body }),
    })),
    curl: finding.curl.length > Math.min(CURL_LIMIT, 5 * body) ? null : shellLines(finding.curl),
    replay: finding.replay,
  };
}

/** The first finding of each operation first: together they show where the cause is. */
function ordered(cause: Cause): CausedFinding[] {
  const first = cause.operations.flatMap((operation) => {
    const found = cause.findings.find(({ check }) => check.operation === operation);
    return found === undefined ? [] : [found];
  });
  return [...first, ...cause.findings.filter((caused) => !first.includes(caused))];
}

/** A cause with its proofs. */
export function causeView(report: Report, cause: Cause, index: number, room: Room): CauseView {
  const { proofs } = room;
  const findings = ordered(cause);
  const unlisted = findings.length - proofs - LISTED;
  const statements = new Map(cause.checks.map((check) => [`${check.title}\n${check.section}`, check]));
  return {
    anchor: `cause-${index + 1}`,
    verdict: cause.verdict,
    level: cause.verdict === "violation" ? "must" : "should",
    key: readable(cause.key),
    operations: cause.operations,
    sections: listed(cause.sections),
    statements: [...statements.values()].map((check) => ({
      text: brief(check.title, 400),
      section: check.section,
      ids: brief(check.statements.join(", "), 200),
    })),
    message: brief(cause.message, 600),
    count: amount(cause.findings.length, "finding"),
    proofs: findings.slice(0, proofs).map((caused) => proofView(report, caused, room)),
    further: findings.slice(proofs, proofs + LISTED).map(({ check, finding }) => {
      const { place, joint, value } = sentValue(finding, 80);
      return {
        id: finding.id,
        operation: check.operation,
        sent: `${place}${joint}${value}`,
        actual: brief(finding.actual, 300),
      };
    }),
    omitted: unlisted > 0 ? `${amount(unlisted, "more finding")} of this cause in report.json.` : "",
  };
}
