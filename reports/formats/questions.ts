/**
 * Questions for the provider: the twenty that matter most to whoever integrates, each with why it matters, what the document
 * says and what was seen. Plain Markdown in short lines, to be sent by mail; everything else that is open is in the report.
 */

import { distinct, groupedBy } from "../../schemas/groups.js";
import {
  type ConflictStatement,
  type Needed,
  type OpenPoint,
  topicOf,
  type Unknown,
} from "../../schemas/ledger/unknown.js";
import { settledIds } from "../answers/settled.js";
import { equipmentOf } from "../facts/checkId.js";
import { answerOf } from "../facts/observed.js";
import { requestLine } from "../facts/proof.js";
import { requestIds } from "../facts/requestIds.js";
import { targetName } from "../facts/summary.js";
import { versionName, versionsText } from "../facts/versions.js";
import type { CheckResult, Report, ReportedExchange, VersionsReport } from "../model.js";
import { amount, brief, verb } from "../visible.js";
import { plainMarkdown } from "./markdownText.js";

/** The parts of the ledger that are questions. */
export interface QuestionLedger {
  readonly unknowns: readonly (Asked & Pick<Unknown, "documented">)[];
  readonly conflicts: readonly (Asked & Pick<ConflictStatement, "documented">)[];
}

type Asked = Pick<OpenPoint, "id" | "section" | "question" | "label" | "topic" | "needed"> & Unseen;

/** What the ledger says about why a run may not see an answer. */
type Unseen = Partial<Pick<Unknown, "shownBy" | "needs" | "unanswerable" | "unasked">>;

/** One question: a conflict, an unknown, or several unknowns of one topic. */
interface Question {
  /** Absent where nobody needs to know it: such a question is only counted, not asked. */
  readonly needed: Needed | undefined;
  readonly sections: readonly string[];
  readonly text: string;
  /** One side, or those that contradict each other. */
  readonly documented: readonly string[];
  readonly seen: string;
  /** The requests that show it, by what they show; the first one shows the question itself. */
  readonly requests: readonly { readonly shows: string | null; readonly evidence: ReportedExchange }[];
}

/** How many questions a provider is asked at once. */
const MOST = 20;
/** Columns of a line: a mail that quotes it stays below 80. */
const COLUMNS = 76;
/** Characters of an answer: the report has all of it. */
const ANSWER = 500;

/** Why a run saw no answer: what it lacked, or what prevents any run from seeing it. */
function whyUnseen(report: Report, { shownBy, needs, unanswerable, unasked }: Unseen): string {
  const isUnjudged = ({ reason, requests }: CheckResult): boolean => reason !== undefined && requests === 0;
  // A check for which another pair would also do is left out for its own reasons; one that was judged had the pair.
  const needing = needs === undefined ? [] : report.checks.filter(({ id }) => equipmentOf(id).join() === needs);
  const lacking = needing.every(isUnjudged) ? needing[0] : undefined;
  const ofSubject = report.checks.filter(({ operation }) => operation === shownBy);
  const untested = ofSubject.every(isUnjudged) ? ofSubject[0] : undefined;
  const ended = report.run.ended === undefined ? undefined : "the run ended before it was asked";
  const byProfile = report.run.profile === "smoke" ? "the smoke profile does not ask for it" : undefined;
  // The option that was not given means nothing to a provider.
  const unreceived = untested?.verdict === "not-applicable" ? unasked : undefined;
  const why = unanswerable ?? lacking?.reason ?? unreceived ?? untested?.reason ?? unasked ?? ended ?? byProfile;
  const [initial = "", ...rest] = why ?? "nothing in this run showed it";
  return `nothing (${initial.toLowerCase()}${rest.join("").replace(/\.$/, "")})`;
}

function conflictQuestions(report: Report, conflicts: QuestionLedger["conflicts"]): Question[] {
  return conflicts.map((conflict) => {
    const { id, section, question, documented, needed } = conflict;
    const seen = report.conflicts.find((one) => one.id === id);
    const versions = report.versions?.conflict === id ? report.versions : null;
    return {
      needed,
      sections: [section],
      text: question,
      documented,
      seen:
        seen === undefined
          ? whyUnseen(report, conflict)
          : [seen.answer, ...(versions === null ? [] : versionTexts(versions))].join(". "),
      requests: [
        ...(seen?.evidence ? [{ shows: null, evidence: seen.evidence }] : []),
        ...(versions === null ? [] : versionEvidence(versions)),
      ],
    };
  });
}

/** What was seen of one point under each version: `website.maxLength: refused (2024-12-01), accepted (2026-08-31)`. */
function versionTexts(versions: VersionsReport): string[] {
  const { differences, judged, header } = versions;
  const shown = differences.map(({ id, answers }) => {
    const under = answers.map(
      (answer, at) => `${answer ?? "not seen"} (${versionName(judged[at]?.version ?? "", header)})`,
    );
    return `${id}: ${brief(under.join("; "), 400)}`;
  });
  return [versionsText(versions).replace(/\.$/, ""), ...shown];
}

function versionEvidence({ differences, judged, header }: VersionsReport): Question["requests"] {
  return differences.flatMap(({ id, evidence }) =>
    evidence.flatMap((shown, at) =>
      shown === null ? [] : [{ shows: `${id} (${versionName(judged[at]?.version ?? "", header)})`, evidence: shown }],
    ),
  );
}

/** Unknowns of one topic are one question: the answer says which fields or operations it concerns. */
function openQuestions(report: Report, unknowns: QuestionLedger["unknowns"]): Question[] {
  const observed = new Map(report.observations.map((observation) => [observation.id, observation]));
  return [...groupedBy(unknowns, topicOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { needed, question } = first;
    const seen = group.flatMap(({ id }) => observed.get(id) ?? []);
    const shown = seen.find(({ evidence }) => evidence !== null)?.evidence;
    return {
      needed,
      sections: distinct(group.map(({ section }) => section)),
      text: group.length === 1 ? question : (needed?.all ?? question),
      documented: [distinct(group.map(({ documented }) => documented)).join(" ")],
      seen: seen.length === 0 ? whyUnseen(report, first) : answerOf(seen),
      requests: shown ? [{ shows: null, evidence: shown }] : [],
    };
  });
}

/** Markdown in short lines after an indent, none of which starts a list of its own. @param marker `- ` or `1. ` of the first line */
function folded(indent: string, marker: string, markdown: string): string[] {
  const width = COLUMNS - indent.length - marker.length;
  const glued = markdown.replaceAll(/(?<=\S) (?=(?:[-+]|\d+[.)])(?: |$))/g, "\u00a0");
  const lines = glued.match(new RegExp(`[^ ].{0,${width}}(?= |$)|[^ ]+`, "gu")) ?? [];
  return lines.map((line, at) => `${indent}${at === 0 ? marker : " ".repeat(marker.length)}${line.trimEnd()}`);
}

/** `GET /api/transactions?page_number=1` as code, and the ids by which the provider finds it in a log. */
function requestText({ shows, evidence }: Question["requests"][number], { target }: Report): string {
  const { method, url } = evidence.request;
  const path = url.startsWith(target.baseUrl) ? url.slice(target.baseUrl.length) : url;
  const ids = requestIds(evidence).join(", ");
  const line = requestLine({ ...evidence.request, method, url: path });
  const code = line.includes("`") ? plainMarkdown(line) : `\`${line}\``;
  return `${shows === null ? "" : plainMarkdown(`${shows}: `)}${code}${ids === "" ? "" : plainMarkdown(` (in your log: ${ids})`)}`;
}

function questionLines(question: Question, number: number, report: Report): string[] {
  const { text, needed, sections, documented, seen, requests } = question;
  const indent = " ".repeat(`${number}. `.length);
  const [first, ...further] = documented;
  const sides =
    further.length === 0 ? (first ?? "") : `says both: ${documented.map((side) => `“${side}”`).join(" / ")}`;
  const points = [
    plainMarkdown(`Why it matters: ${needed?.why ?? ""}`),
    plainMarkdown(`The document (section ${sections.join(", ")}): ${sides}`),
    plainMarkdown(`Seen: ${brief(seen, ANSWER)}`),
    ...requests.map((request) => `Request: ${requestText(request, report)}`),
  ];
  return [
    ...folded("", `${number}. `, plainMarkdown(text)),
    ...points.flatMap((point) => folded(indent, "- ", point)),
    "",
  ];
}

/** The questions of a run as Markdown, those that matter most first. */
export function renderQuestions(report: Report, ledger: QuestionLedger): string {
  const agreed = settledIds(report);
  const isOpen = ({ id }: { readonly id: string }): boolean => !agreed.has(id);
  const open = [
    ...conflictQuestions(report, ledger.conflicts.filter(isOpen)),
    ...openQuestions(report, ledger.unknowns.filter(isOpen)),
  ];
  const asked = open
    .filter(({ needed }) => needed !== undefined)
    .sort((left, right) => (left.needed?.rank ?? 0) - (right.needed?.rank ?? 0))
    .slice(0, MOST);
  const rest = open.length - asked.length;
  const opening = plainMarkdown(
    `Contract ${report.contract.version} leaves these points open, or contradicts itself. “Seen” is what ` +
      `${targetName(report)} did on ${report.run.startedAt.slice(0, 10)}. Please confirm each answer, correct it, or ` +
      "say that it may change.",
    report.target.baseUrl,
  );
  const lines = [
    "# Questions for the provider",
    "",
    ...folded("", "", opening),
    "",
    ...asked.flatMap((question, index) => questionLines(question, index + 1, report)),
    ...(rest === 0
      ? []
      : [
          `${amount(rest, "further question")} ${verb(rest, "matters", "matter")} less: the report says what was seen.`,
        ]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}
