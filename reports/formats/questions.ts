/**
 * Questions for the provider: every point that the document leaves open or states twice, what it does say, what was
 * seen, and a request that shows it; and the limits that were measured. Markdown, ready to be sent.
 */
import type { ConflictStatement } from "../../schemas/ledger/conflicts.js";
import type { Unknown } from "../../schemas/ledger/unknown.js";
import { type AgreedRow, agreedRows } from "../answers/answers.js";
import { plainMarkdown } from "../diff/text.js";
import { differs, documentedText, limitName, measuredText } from "../facts/limits.js";
import { requestLine } from "../facts/proof.js";
import { bySection, targetName } from "../facts/summary.js";
import type { Limit, Observation, Report, ReportedExchange } from "../model.js";
import { amount, readable, verb } from "../visible.js";

/** The points of the ledger that are questions. */
export interface QuestionLedger {
  readonly unknowns: readonly Pick<Unknown, "id" | "section" | "question" | "documented" | "unanswerable">[];
  readonly conflicts: readonly Pick<ConflictStatement, "id" | "section" | "question" | "documented">[];
}

/** A command that sends a recorded request again, on one line; null when the record does not hold it whole. */
export type CommandOf = (exchange: ReportedExchange) => string | null;

/** One question, whatever kind of point it comes from. */
interface Question {
  readonly section: string;
  readonly text: string;
  readonly documented: readonly string[];
  readonly seen: Pick<Observation, "answer" | "evidence"> | undefined;
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

function commandLines(evidence: ReportedExchange | null, commandOf: CommandOf, indent: string): string[] {
  if (evidence === null) return [];
  const command = commandOf(evidence);
  // A line feed would leave the fence's indentation; a command has none, so this one cannot be shown.
  if (command === null || command.length > LONGEST_COMMAND || command.includes("\n"))
    return [`${indent}- Request: ${plainMarkdown(requestLine(evidence.request, 300))}`];
  return [`${indent}- Request:`, "", ...fenced(readable(command), indent)];
}

function questionLines(question: Question, number: number, commandOf: CommandOf): string[] {
  const { text, documented, seen, unanswerable } = question;
  const [only] = documented;
  // What belongs to an item stands below its text, behind the number.
  const indent = " ".repeat(`${number}. `.length);
  const document =
    documented.length === 1 && only !== undefined
      ? [`${indent}- The document: ${plainMarkdown(only)}`]
      : [`${indent}- The document says both:`, ...documented.map((side) => `${indent}  - ${plainMarkdown(side)}`)];
  const nothing = unanswerable === null ? "not in this run" : `nothing; ${plainMarkdown(unanswerable)}`;
  return [
    `${number}. **${plainMarkdown(text)}**`,
    ...document,
    `${indent}- Seen: ${seen === undefined ? nothing : plainMarkdown(seen.answer)}`,
    ...commandLines(seen?.evidence ?? null, commandOf, indent),
    "",
  ];
}

/** The points that are settled already, so that nobody asks for them again. */
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

function conflictQuestions(report: Report, points: QuestionLedger["conflicts"]): Question[] {
  return points.map(({ id, section, question, documented }) => ({
    section,
    text: question,
    documented,
    seen: report.conflicts.find((conflict) => conflict.id === id),
    unanswerable: null,
  }));
}

function openQuestions(report: Report, points: QuestionLedger["unknowns"]): Question[] {
  return points.map(({ id, section, question, documented, unanswerable = null }) => ({
    section,
    text: question,
    documented: [documented],
    seen: report.observations.find((observation) => observation.id === id),
    unanswerable,
  }));
}

function opening(report: Report, questions: readonly Question[]): string[] {
  const seen = questions.filter((question) => question.seen !== undefined).length;
  return [
    "# Questions for the provider",
    "",
    `Contract ${plainMarkdown(report.contract.version)} leaves ${amount(questions.length, "point")} open or states ${verb(questions.length, "it", "them")} in two ways. ` +
      `For ${seen} of them the answer below is what ${plainMarkdown(targetName(report))} did on ${report.run.startedAt.slice(0, 10)}. ` +
      "Please confirm it, correct it, or say that it may change.",
    "",
    "The requests read the address and the credentials from CONFORMANCE_BASE_URL, CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.",
    "",
  ];
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
    ...commandLines(isLooser ? evidence.accepted : evidence.refused, commandOf, "  "),
    "",
  ];
}

/** What was measured where the document gives nothing, one line for each field with its smallest and largest value. */
function openLimitLines(limits: readonly Limit[]): string[] {
  const names = new Map<string, Limit[]>();
  for (const limit of limits) {
    const name = `${limit.operation} ${limit.field}`;
    names.set(name, [...(names.get(name) ?? []), limit]);
  }
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
 * The questions of a run as Markdown. The contradictions come first; within the unknowns, each section has those that
 * were answered by the deployment before the others.
 */
export function renderQuestions(report: Report, ledger: QuestionLedger, commandOf: CommandOf): string {
  const agreed = new Set(report.deployment?.agreed.map(({ id }) => id));
  const isOpen = ({ id }: { readonly id: string }): boolean => !agreed.has(id);
  const conflicts = conflictQuestions(report, ledger.conflicts.filter(isOpen));
  const open = openQuestions(report, ledger.unknowns.filter(isOpen));
  const lines = opening(report, [...conflicts, ...open]);
  let number = 0;
  const add = (questions: readonly Question[]): void => {
    for (const question of questions) lines.push(...questionLines(question, ++number, commandOf));
  };
  if (conflicts.length > 0) {
    lines.push("## Where the document says two things", "");
    add(conflicts);
  }
  const sections = [...new Set(open.map(({ section }) => section))].sort(bySection);
  for (const section of sections) {
    const here = open.filter((question) => question.section === section);
    lines.push(`## Left open in section ${section}`, "");
    add([...here.filter(({ seen }) => seen !== undefined), ...here.filter(({ seen }) => seen === undefined)]);
  }
  lines.push(...limitLines(report, commandOf));
  lines.push(...agreedLines(report));
  return `${lines.join("\n").trimEnd()}\n`;
}
