/**
 * Questions for the provider: what the document does not show or states twice, what it does say, what was seen, and a
 * request that shows it; and the limits that were measured. Markdown, ready to be sent.
 */

import { distinct, groupedBy } from "../../schemas/groups.js";
import type { ConflictStatement } from "../../schemas/ledger/conflicts.js";
import { type Importance, labelFor, TOPICS, topicOf } from "../../schemas/ledger/labels.js";
import type { Unknown } from "../../schemas/ledger/unknown.js";
import { type AgreedRow, agreedRows } from "../answers/answers.js";
import { differs, documentedText, limitName, measuredText } from "../facts/limits.js";
import { answerOf } from "../facts/observed.js";
import { requestLine } from "../facts/proof.js";
import { targetName } from "../facts/summary.js";
import type { Limit, Report, ReportedExchange } from "../model.js";
import { amount, brief, readable } from "../visible.js";
import { plainMarkdown } from "./markdownText.js";

/** What of the ledger is a question. */
export interface QuestionLedger {
  readonly unknowns: readonly Pick<Unknown, "id" | "section" | "question" | "documented" | "unanswerable">[];
  readonly conflicts: readonly Pick<ConflictStatement, "id" | "section" | "question" | "documented">[];
}

/** A command that sends a recorded request again, on one line; null when the record does not hold it whole. */
export type CommandOf = (exchange: ReportedExchange) => string | null;

/** One question: a conflict, an unknown, or several unknowns of one topic. */
interface Question {
  readonly topic: string;
  readonly importance: Importance;
  readonly sections: readonly string[];
  readonly text: string;
  readonly documented: readonly string[];
  /** Null when nothing was seen. */
  readonly seen: string | null;
  readonly evidence: ReportedExchange | null;
  /** Why no request can answer it. */
  readonly unanswerable: string | null;
}

/** Characters of a command beyond which it is left to the report. */
const LONGEST_COMMAND = 6000;

/** A fence that no line of the text can end. */
function fenced(text: string, indent: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${indent}${fence}sh`, `${indent}${text}`, `${indent}${fence}`];
}

function commandLines(evidence: ReportedExchange, commandOf: CommandOf, indent: string): string[] {
  const command = commandOf(evidence);
  // A line feed would leave the fence's indentation; a command has none, so this one cannot be shown.
  if (command === null || command.length > LONGEST_COMMAND || command.includes("\n"))
    return [
      `${indent}- Request: ${plainMarkdown(requestLine(evidence.request), /^https?:\/\/[^/]+/.exec(evidence.request.url)?.[0])}`,
    ];
  return [`${indent}- Request:`, "", ...fenced(readable(command), indent)];
}

function questionLines({ text, documented, seen }: Question, number: number): string[] {
  const [only] = documented;
  // What belongs to an item stands below its text, behind the number.
  const indent = " ".repeat(`${number}. `.length);
  const document =
    documented.length === 1 && only !== undefined
      ? [`${indent}- The document: ${plainMarkdown(only)}`]
      : [`${indent}- The document says both:`, ...documented.map((side) => `${indent}  - ${plainMarkdown(side)}`)];
  return [
    `${number}. **${plainMarkdown(text)}**`,
    ...document,
    ...(seen === null ? [] : [`${indent}- Seen: ${plainMarkdown(seen)}`]),
    "",
  ];
}

/** What is settled already, so that nobody asks for them again. */
function agreedLines(report: Report): string[] {
  const rows = agreedRows(report);
  if (rows.length === 0) return [];
  const state = ({ verdict, seen, reason }: AgreedRow): string => {
    if (verdict === "pass") return "kept";
    if (verdict === "violation") return `not kept; seen: ${seen ?? "nothing"}`;
    return verdict === null ? reason : `${verdict}: ${reason}`;
  };
  return [
    "## Agreed already",
    "",
    ...rows.flatMap((row) => [
      `- **${plainMarkdown(row.question === "" ? row.id : row.question)}**`,
      `  - Agreed: ${plainMarkdown(row.stated)} (${plainMarkdown(row.where)})`,
      `  - In this run: ${plainMarkdown(state(row))}`,
    ]),
    "",
  ];
}

function conflictQuestions(report: Report, conflicts: QuestionLedger["conflicts"]): Question[] {
  return conflicts.map(({ id, section, question, documented }) => {
    const seen = report.conflicts.find((conflict) => conflict.id === id);
    return {
      topic: topicOf(id),
      importance: labelFor(id)?.importance ?? "useful",
      sections: [section],
      text: question,
      documented,
      seen: seen?.answer ?? null,
      evidence: seen?.evidence ?? null,
      unanswerable: null,
    };
  });
}

/** Unknowns of one topic are one question: of which fields it is, or of which operations, is told with the answer. */
function openQuestions(report: Report, unknowns: QuestionLedger["unknowns"]): Question[] {
  const observed = new Map(report.observations.map((observation) => [observation.id, observation]));
  return [...groupedBy(unknowns, ({ id }) => topicOf(id))].flatMap(([topic, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const label = labelFor(first.id);
    const seen = group.flatMap(({ id }) => observed.get(id) ?? []);
    return {
      topic,
      importance: label?.importance ?? "useful",
      sections: distinct(group.map(({ section }) => section)),
      text:
        group.length === 1
          ? first.question
          : `${label?.label ?? topic} (${amount(group.length, "question")} such as: ${first.question})`,
      documented: [distinct(group.map(({ documented }) => documented)).join(" ")],
      seen: seen.length === 0 ? null : answerOf(topic, seen),
      evidence: seen.find(({ evidence }) => evidence !== null)?.evidence ?? null,
      unanswerable: first.unanswerable ?? null,
    };
  });
}

function opening(report: Report, count: number): string[] {
  return [
    "# Questions for the provider",
    "",
    `What contract ${plainMarkdown(report.contract.version)} does not show, or says in two ways: ${amount(count, "question")}. ` +
      `Below each stands what ${plainMarkdown(targetName(report), report.target.baseUrl)} did on ${report.run.startedAt.slice(0, 10)}. ` +
      "Please confirm it, correct it, or say that it may change.",
    "",
  ];
}

/** Questions as a table, one line each. */
function tableLines(questions: readonly Question[], seen: (question: Question) => string, head: string): string[] {
  return [
    `| Section | Question | ${head} |`,
    "| --- | --- | --- |",
    ...questions.map(
      (question) =>
        `| ${question.sections.join(", ")} | ${plainMarkdown(question.text)} | ${plainMarkdown(brief(seen(question), 600))} |`,
    ),
    "",
  ];
}

/** The requests that show the answers to the numbered questions. */
function requestLines(questions: readonly Question[], commandOf: CommandOf): string[] {
  const shown = questions.flatMap(({ text, evidence }, index) =>
    evidence === null
      ? []
      : [`- **${index + 1}** ${plainMarkdown(text)}`, ...commandLines(evidence, commandOf, "  "), ""],
  );
  if (shown.length === 0) return [];
  return [
    "## Example requests",
    "",
    "They read the address and the credentials from CONFORMANCE_BASE_URL, CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.",
    "",
    ...shown,
  ];
}

function evidenceLines(evidence: ReportedExchange | null, commandOf: CommandOf): string[] {
  return evidence === null ? [] : commandLines(evidence, commandOf, "  ");
}

/** A limit that is not the documented one, with the request that shows it. */
function differingLines(limit: Limit, commandOf: CommandOf): string[] {
  const { documented, measured, evidence } = limit;
  // What was taken beyond a documented limit shows it; else what was refused within.
  const isLooser =
    typeof documented !== "number" || typeof measured !== "number"
      ? evidence.accepted !== null
      : limit.keyword.startsWith("max") === measured > documented;
  return [
    `- **${plainMarkdown(limitName(limit))}**`,
    `  - The document: ${plainMarkdown(documentedText(limit))}`,
    `  - Measured: ${plainMarkdown(measuredText(limit))}`,
    // Where no limit was found, these are the words for it.
    ...(measured === null ? [] : [`  - How: ${plainMarkdown(evidence.text)}`]),
    ...evidenceLines(isLooser ? evidence.accepted : evidence.refused, commandOf),
    "",
  ];
}

/** What was measured where the document gives nothing, one line for each field with its smallest and largest value. */
function openLimitLines(limits: readonly Limit[]): string[] {
  const names = groupedBy(limits, ({ operation, field }) => `${operation} ${field}`);
  const cell = (group: readonly Limit[], side: "min" | "max"): string => {
    const limit = group.find(({ keyword }) => keyword.startsWith(side));
    return limit === undefined ? "" : plainMarkdown(measuredText(limit));
  };
  return [
    "| Field | At least | At most |",
    "| --- | --- | --- |",
    ...[...names].map(([name, group]) => `| ${plainMarkdown(name)} | ${cell(group, "min")} | ${cell(group, "max")} |`),
    "",
  ];
}

/** Documented limits beside measured ones: those that differ first, then those that the document does not give. */
function limitLines({ limits }: Report, commandOf: CommandOf): string[] {
  if (limits.length === 0) return [];
  const differing = limits.filter(differs);
  const open = limits.filter(({ documented }) => documented === null);
  const kept = limits.filter(({ documented, measured }) => documented !== null && documented === measured).length;
  return [
    "## Measured limits",
    "",
    ...(differing.length === 0
      ? []
      : ["The deployment has other limits than the document. Which of the two hold?", ""]),
    ...differing.flatMap((limit) => differingLines(limit, commandOf)),
    ...(open.length === 0
      ? []
      : ["The document does not give these; they are numbers of characters or items.", "", ...openLimitLines(open)]),
    ...(kept === 0 ? [] : [`${amount(kept, "further limit")} ${kept === 1 ? "is" : "are"} as documented.`, ""]),
  ];
}

/**
 * The questions of a run as Markdown: those whose answers one must know to integrate, numbered, with the requests that
 * show them at the end; others that help as a table. What hardly anybody asks is left to the report.
 */
export function renderQuestions(report: Report, ledger: QuestionLedger, commandOf: CommandOf): string {
  const agreed = new Set(report.deployment?.agreed.map(({ id }) => id));
  const isOpen = ({ id }: { readonly id: string }): boolean => !agreed.has(id);
  const all = [
    ...conflictQuestions(report, ledger.conflicts.filter(isOpen)),
    ...openQuestions(report, ledger.unknowns.filter(isOpen)),
  ].sort((left, right) => TOPICS.indexOf(left.topic) - TOPICS.indexOf(right.topic));
  const trivia = all.filter(({ importance }) => importance === "trivia").length;
  const asked = all.filter(({ importance }) => importance !== "trivia");
  const seen = asked.filter((question) => question.seen !== null);
  const main = seen.filter(({ importance }) => importance === "integration");
  const useful = seen.filter(({ importance }) => importance === "useful");
  const unseen = asked.filter((question) => question.seen === null);
  const lines = [
    ...opening(report, all.length),
    ...(main.length === 0 ? [] : ["## Needed to integrate", ""]),
    ...main.flatMap((question, index) => questionLines(question, index + 1)),
    ...(unseen.length === 0 ? [] : ["## Not seen in this run", ""]),
    ...(unseen.length === 0
      ? []
      : tableLines(unseen, ({ unanswerable }) => unanswerable ?? "not in this run", "Why not")),
    ...(useful.length === 0 ? [] : ["## Nice to know", ""]),
    ...(useful.length === 0 ? [] : tableLines(useful, (question) => question.seen ?? "", "Seen")),
    ...(trivia === 0
      ? []
      : [`${amount(trivia, "further question")} of little weight: the report has the answers.`, ""]),
    ...limitLines(report, commandOf),
    ...agreedLines(report),
    ...requestLines(main, commandOf),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}
