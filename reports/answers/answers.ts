/** Agreed answers: whether an answer is the agreed one, and how both are worded. Pure. */

import { isObject, type Json } from "../../schemas/json.js";
import { OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import { comparable, contains, type Growing, sameAnswer } from "../across/answers.js";
import { indexOf } from "../across/index.js";
import type { AgreedAnswer, Attested, CheckResult, Report, Stated } from "../model.js";
import { amount, listed as listOf } from "../visible.js";

/** The beginning of such a check's title; the question follows. */
const TITLE = /^As agreed: /;

/** The title of the check of an agreed answer. */
export function agreedTitle(question: string): string {
  return `As agreed: ${question}`;
}

export function agreedCheckId(operation: CheckResult["operation"], area: CheckResult["area"], unknown: string): string {
  return `${operation}/${area}/agreed.${unknown}`;
}

/** Whether a check is about an agreed answer and not about a documented rule. */
export function isAgreed({ statements }: { readonly statements: readonly string[] }): boolean {
  return statements.some((statement) => OPEN_POINTS.has(statement));
}

/** How a seen answer compares with the agreed one. */
export type Accord =
  | { readonly kind: "kept" }
  | { readonly kind: "differs"; readonly strange: readonly string[] }
  /** Unknown, with the reason. */
  | { readonly kind: "open"; readonly why: string };

const KEPT: Accord = { kind: "kept" };

/** What is known of the seen answer. */
export interface Seen {
  readonly value: Json;
  readonly text: string;
  /** The parts of an answer that lists what was met in all traffic; null for any other. */
  readonly listed: readonly string[] | null;
  /** For an answer that combines several things: which. */
  readonly summary?: Growing["summary"];
  /** Whether everything was sent: only then does a missing text mean something. */
  readonly whole: boolean;
}

/** Every text and number in a value, at any depth. */
function valuesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  if (isObject(value)) return Object.values(value).flatMap(valuesIn);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** The parts of an agreed answer that lists what may be met: `400 A, 401 B` has two. */
function partsOf(text: string): string[] {
  return text.split(/,\s+/);
}

function beyond(values: readonly string[], allowed: readonly string[]): Accord {
  const known = new Set(allowed.map(comparable));
  const strange = values.filter((value) => !known.has(comparable(value)));
  return strange.length === 0 ? KEPT : { kind: "differs", strange };
}

/** Whether a text occurs in another one, as whole words. */
function standsIn(text: string, answer: string): boolean {
  const escaped = text.replaceAll(/[\\^$.|?+*()[\]{}]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "u").test(answer);
}

/** Compares what all traffic showed with what was agreed: nothing else may have been met. */
function ofAllTraffic(stated: readonly string[], met: readonly string[], summary: Growing["summary"]): Accord {
  const growing: Growing = { none: "", ...(summary === undefined ? {} : { summary }) };
  const agreed = { answer: stated.join(", ") };
  const strange = met.filter((part) => !contains(agreed, { answer: part }, growing));
  if (strange.length > 0) return { kind: "differs", strange };
  if (met.length > 0 || stated.length === 0) return KEPT;
  return { kind: "open", why: "none of it was encountered in this run" };
}

/** Compares a seen answer with the agreed one. */
export function accordOf({ kind, texts }: Stated, { value, text, listed, summary, whole }: Seen): Accord {
  switch (kind) {
    case "answer": {
      const [stated = ""] = texts;
      if (sameAnswer(stated, text)) return KEPT;
      return listed === null ? { kind: "differs", strange: [] } : ofAllTraffic(partsOf(stated), listed, summary);
    }
    case "contains": {
      const missing = texts.filter((part) => !standsIn(comparable(part), comparable(text)));
      if (missing.length === 0) return KEPT;
      if (listed === null || whole) return { kind: "differs", strange: [] };
      const why = `only a part of the suite was run, and ${listOf(missing)} was not encountered in it`;
      return { kind: "open", why };
    }
    case "only":
      if (listed !== null) return ofAllTraffic(texts, listed, summary);
      return texts.some((stated) => sameAnswer(stated, text)) ? KEPT : beyond(valuesIn(value), texts);
    default:
      return kind satisfies never;
  }
}

/** What was agreed, in words: `pages are counted from 0`, `an answer with "409"`, `nothing but "a" and "b"`. */
export function agreedText({ kind, texts }: Stated): string {
  const quoted = listOf(texts.map((text) => `"${text}"`));
  switch (kind) {
    case "answer":
      return texts[0] ?? "";
    case "contains":
      return `an answer with ${quoted}`;
    case "only":
      return texts.length === 0 ? "no value at all" : `nothing but ${quoted}`;
    default:
      return kind satisfies never;
  }
}

/** Where it was agreed: `answers.yaml line 4, mail of 3 March, PAY-1190`. */
export function agreedWhere(file: string, { line, reason, ticket }: AgreedAnswer): string {
  return [`${file} line ${line}`, reason, ticket].filter((part) => part !== null).join(", ");
}

/** The agreed answers of a report in the order of the file, with what became of them. */
export function agreedRows(report: Report) {
  const { deployment } = report;
  if (deployment === undefined) return [];
  const { points, checks } = indexOf(report);
  const judged = deployment.agreed.map((agreed) => {
    const result = checks.get(agreed.check);
    return {
      id: agreed.id,
      where: agreedWhere(deployment.file, agreed),
      // Empty when the run did not see the point.
      question: points.get(agreed.id)?.question ?? result?.title.replace(TITLE, "") ?? "",
      stated: agreedText(agreed.stated),
      seen: result?.findings[0]?.actual ?? points.get(agreed.id)?.answer ?? null,
      check: agreed.check,
      verdict: result?.verdict ?? null,
      reason: result === undefined ? "not part of this run" : (result.reason ?? ""),
    };
  });
  return [...judged, ...(deployment.attested ?? []).map((one) => attestedRow(deployment.file, one))];
}

/** What somebody attests besides what was agreed: it was not judged. */
function attestedRow(file: string, { line, id, statement, by, on, where, answer }: Attested) {
  return {
    id,
    where: `${file} line ${line}, ${where}`,
    question: statement,
    stated: answer ?? "as documented",
    seen: null,
    check: "",
    verdict: null,
    reason: `attested by ${by} on ${on}, not judged: no request shows it`,
  };
}

/** `12 of 14 agreed answers kept · 2 attested`; null when nothing was agreed or attested. */
export function agreedCount(report: Report): string | null {
  const rows = agreedRows(report).filter(({ verdict }) => verdict !== null);
  const kept = rows.filter(({ verdict }) => verdict === "pass").length;
  const attested = report.deployment?.attested?.length ?? 0;
  const texts = [
    ...(rows.length === 0 ? [] : [`${kept} of ${amount(rows.length, "agreed answer")} kept`]),
    ...(attested === 0 ? [] : [`${attested} attested`]),
  ];
  return texts.length === 0 ? null : texts.join(" · ");
}
