/** A report as sections, in the order in which a reader needs them: what is wrong, what was not judged, and all the rest. */
import { distinct, groupedBy } from "../../schemas/groups.js";
import { familyOf, labelOf, OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import type { Importance } from "../../schemas/ledger/unknown.js";
import type { Subject } from "../../schemas/operation.js";
import { SUBJECTS } from "../../schemas/operations.js";
import { baselineRemarks } from "../across/remarks.js";
import { agreedCount, agreedRows, isAgreed } from "../answers/answers.js";
import { groupFindings } from "../facts/causes.js";
import { besideFailing, besideTitle, notJudged, showsConformity } from "../facts/judged.js";
import { differs, documentedText, limitName, measuredText, orderedLimits } from "../facts/limits.js";
import { matrix } from "../facts/matrix.js";
import { answerOf, byImportance, conflictsOf, remarksOf } from "../facts/observed.js";
import { outageTexts, runFacts, runPhrases } from "../facts/run.js";
import { bySection, documentPlace, levelText } from "../facts/statedAt.js";
import { createdCounts, nothingNew, sentence, violationCount } from "../facts/summary.js";
import { versionName, versionsText } from "../facts/versions.js";
import { type Line, type Span, span, type Tone } from "../formats/columns.js";
import {
  type CheckResult,
  type Conflict,
  type Observation,
  type Report,
  type ReportedExchange,
  VERDICTS,
  type Verdict,
} from "../model.js";
import { amount, brief, duration, grouped, readable } from "../visible.js";
import {
  anchor,
  type Block,
  type Cell,
  type Fold,
  type Printer,
  type Room,
  type Section,
  say,
  type TableRow,
} from "./blocks.js";
import { exchangeView } from "./exchange.js";
import { causeCard } from "./proof.js";

/** Reasons why rules were not judged, and outages, that the end of a run names. */
const NAMED = 5;
/** Created resources of one operation that are listed: a run makes thousands. */
const CREATED = 20;
/** Findings that a row of a check leads to. */
const LINKS = 20;

/** What stands above the sections. */
export interface Head {
  readonly headline: string;
  readonly tone: "good" | "warn" | "bad";
  /** The outcome in one sentence. */
  readonly sentence: string;
  readonly target: string;
  /** Profile, seed, contract, … */
  readonly facts: readonly string[];
  /** Everything that was counted. */
  readonly counts: Line;
}

const HEADLINES: Readonly<Record<Report["outcome"], string>> = {
  conforms: "Conforms",
  violations: "Does not conform",
  incomplete: "Incomplete",
  error: "The suite failed",
};

function counts(report: Report): Line {
  const { summary, run, baseline } = report;
  const [stale, drift] = [baseline?.stale.length ?? 0, baseline?.drift.length ?? 0];
  const counted = (count: number, text: string, tone: Tone): Span[] => (count > 0 ? [span(text, tone)] : []);
  const agreed = agreedCount(report);
  return [
    span(violationCount(report), summary.violation > 0 ? "bad" : "good"),
    span(amount(summary.warning, "warning"), summary.warning > 0 ? "warn" : "plain"),
    ...counted(summary.known, `${grouped(summary.known)} known`, "accent"),
    ...counted(stale, `${grouped(stale)} stale`, "bad"),
    ...counted(drift, `${grouped(drift)} drifted`, "bad"),
    ...counted(summary.flaky, `${grouped(summary.flaky)} flaky`, "warn"),
    ...counted(summary.error, amount(summary.error, "error of the suite", "errors of the suite"), "bad"),
    ...(agreed === null ? [] : [span(agreed)]),
    span(`${amount(run.requests, "request")} in ${duration(run.durationMs)}`),
  ].flatMap((piece, index) => (index === 0 ? [piece] : [span(" · ", "dim"), piece]));
}

export function headOf(report: Report): Head {
  const { outcome, target, contract, run, suite } = report;
  const conforms = showsConformity(report);
  const unsettled = outcome === "conforms" || outcome === "incomplete";
  const address = target.kind === "sandbox" ? `${target.baseUrl} (embedded sandbox)` : target.baseUrl;
  return {
    headline: nothingNew(report) ?? (conforms || outcome !== "conforms" ? HEADLINES[outcome] : "No violation seen"),
    tone: conforms ? "good" : unsettled ? "warn" : "bad",
    sentence: brief(sentence(report), 1200),
    target: brief(address, 200),
    facts: [
      `${run.startedAt.slice(0, 16).replace("T", " ")} UTC`,
      ...runPhrases(run),
      `contract ${contract.version}`,
      `ppconform ${suite.version}`,
    ].map((fact) => brief(fact, 200)),
    counts: counts(report),
  };
}

function cell(...lines: Line[]): Cell {
  return { lines: lines.filter((line) => line.some(({ text }) => text !== "")) };
}

function folded(line: Line[], folds: readonly (Fold | null)[]): Cell {
  return { ...cell(...line), folds: folds.filter((fold) => fold !== null) };
}

function dim(text: string, limit?: number): Line {
  return [say(text, "dim", limit)];
}

function evidence(
  exchange: ReportedExchange | null,
  label: string,
  { evidence: limit }: Room,
  at?: string,
): Fold | null {
  if (exchange === null || limit === null) return null;
  return { kind: "exchange", label, exchange: exchangeView(exchange, { at: at ?? null, limit, isEvidence: true }) };
}

/** A block of rows, or none where there are none. */
function table(head: readonly string[], rows: readonly TableRow[]): Block[] {
  return rows.length === 0 ? [] : [{ kind: "table", head, rows }];
}

function checksWith(verdict: Verdict, tone: Tone): (report: Report) => Block[] {
  return ({ checks }) =>
    table(
      ["Check", "Why"],
      checks
        .filter((check) => check.verdict === verdict)
        .map((check) => ({
          ...subjectsOf(check),
          cells: [cell([say(check.id, tone)]), cell(dim(check.reason ?? check.title))],
        })),
    );
}

function subjectsOf({ verdict, operation, area }: CheckResult): Pick<TableRow, "verdict" | "operations" | "areas"> {
  return { verdict, operations: operation, areas: area };
}

function findings(report: Report, room: Room): Block[] {
  return groupFindings(report).map((cause, index) => causeCard(report, cause, index, room));
}

/** Ids of the findings among some blocks, whether they are proved or listed. */
export function shownFindings(blocks: readonly Block[]): ReadonlySet<string> {
  const causes = blocks.filter((block) => block.kind === "cause");
  return new Set(causes.flatMap(({ proofs, further }) => [...proofs, ...further].map(({ id }) => id)));
}

function outages({ run }: Report, _: Room, printer: Printer): Block[] {
  const texts = outageTexts(run);
  const shown = printer === "terminal" ? texts.slice(0, NAMED) : texts;
  const more = texts.length - shown.length;
  return table(
    ["When the target gave no answer"],
    [...shown, ...(more > 0 ? [`and ${grouped(more)} more`] : [])].map((text) => ({
      cells: [cell([say(text, "warn")])],
    })),
  );
}

function baseline({ baseline: held }: Report): Block[] {
  const remarks = held === undefined ? [] : baselineRemarks(held);
  return table(
    ["Kind", "What"],
    remarks.map(({ kind, fails, text }) => ({
      cells: [cell([say(kind, fails ? "bad" : "dim")]), cell([say(text, "plain", 1000)])],
    })),
  );
}

/** The rules that were not judged, by reason. What no request can test is one row unless all is shown. */
function unjudged(report: Report, _: Room, printer: Printer): Block[] {
  const all = notJudged(report);
  const untestable = printer === "terminal" ? all.filter(({ why }) => why === "cannot-be") : [];
  const reasons = all.filter((each) => !untestable.includes(each));
  const shown = printer === "terminal" ? reasons.slice(0, NAMED) : reasons;
  const more = reasons.length - shown.length;
  const total = untestable.reduce((sum, { count }) => sum + count, 0);
  return table(
    ["Rules", "Why", "Where"],
    [
      ...shown.map(({ count, reason, places, ids }) => ({
        operations: distinct(ids.map((id) => id.split(/[./]/)[0] ?? "")).join(" "),
        cells: [
          cell(dim(grouped(count))),
          folded([[say(reason)]], [{ kind: "lines", label: "Which rules", lines: ids.map((id) => [say(id, "code")]) }]),
          cell(dim(places)),
        ],
      })),
      ...(total === 0
        ? []
        : [{ cells: [cell(dim(grouped(total))), cell([span("untestable by any request (see report)")])] }]),
      ...(more > 0 ? [{ cells: [cell(dim("")), cell(dim(`and ${amount(more, "more reason")} (see report)`))] }] : []),
    ],
  );
}

/** Checks that the plan does not count: what they found, in full where all is shown. */
function beside(report: Report, _: Room, printer: Printer): Block[] {
  if (report.plan === undefined || report.plan.beside.length === 0) return [];
  const { beside: all } = report.plan;
  const shown = printer === "terminal" ? besideFailing(report) : all;
  const found = besideFailing(report).length;
  const text = `${besideTitle(report.plan)}: ${amount(all.length, "check")}, ${found === 0 ? "none" : grouped(found)} of which found something`;
  return [
    { kind: "text", line: [say(text)] },
    ...table(
      ["Verdict", "Check", "What"],
      shown.map(({ id, verdict, title, reason, findings: [first] }) => ({
        cells: [
          cell([span(verdict, "badge")]),
          cell([say(id, "code")], dim(title)),
          cell([say(first?.message ?? reason ?? "")]),
        ],
      })),
    ),
  ];
}

function agreed(report: Report): Block[] {
  return table(
    ["Verdict", "Question", "Agreed", "Here"],
    agreedRows(report).map(({ id, where, question, stated, seen, check, verdict, reason }) => ({
      verdict: verdict ?? "",
      cells: [
        cell([verdict === null ? span("–") : { ...span(verdict, "badge"), href: anchor("check", check) }]),
        cell([say(id, "code")], [say(question)], dim(where)),
        cell([say(stated, "plain", 1000)]),
        cell([say(seen ?? "", "plain", 1000)], dim(reason)),
      ],
    })),
  );
}

/** Unknowns of one topic in one row, each one by one below it. */
function observedRow(family: readonly Observation[], room: Room): TableRow[] {
  const [first] = family;
  if (first === undefined) return [];
  const told = family.filter(({ value }) => value !== null);
  const isFamily = family.length > 1;
  const lines = family.map(({ question, answer }): Line => [say(question), span("  "), say(answer, "strong")]);
  const shown = family.find((each) => each.evidence !== null)?.evidence ?? null;
  return [
    {
      anchors: [anchor("observation", first.id)],
      operations: distinct(family.map(({ operation }) => operation ?? "")).join(" "),
      cells: [
        cell(
          [say(labelOf(first.id), "strong")],
          dim(isFamily ? amount(family.length, "open question") : first.question),
        ),
        folded(
          [[say(isFamily && told.length > 0 ? answerOf(told) : first.answer, "accent", 1000)]],
          [isFamily ? { kind: "lines", label: "One by one", lines } : null, evidence(shown, "Evidence", room)],
        ),
        cell(dim(distinct(family.map(({ section }) => section)).join(", "))),
      ],
    },
  ];
}

/** Whether an operation is alike under each version of its header, and what differs. */
function versions({ versions: judged }: Report, room: Room): Block[] {
  if (judged === undefined) return [];
  const { header, differences } = judged;
  const names = judged.judged.map(({ version }) => versionName(version, header));
  return [
    { kind: "text", line: [say(versionsText(judged), differences.length > 0 ? "warn" : "plain", 1000)] },
    ...table(
      ["What differs", ...names],
      differences.map(({ id, question, answers, evidence: shown }) => ({
        operations: judged.operation,
        cells: [
          cell([say(id, "code")], dim(question)),
          ...answers.map((answer, at) =>
            folded([[say(answer ?? "not seen", "accent", 1000)]], [evidence(shown[at] ?? null, "Evidence", room)]),
          ),
        ],
      })),
    ),
  ];
}

/** What one must know to integrate, then the rest under its operation, and what hardly anybody asks. */
function observations({ observations: all }: Report, room: Room, printer: Printer): Block[] {
  const sorted = [...all].sort((left, right) => bySection(left.section, right.section));
  const of = (importance: Importance): Observation[] =>
    sorted.filter(({ id }) => (OPEN_POINTS.get(id)?.importance ?? "useful") === importance);
  const group = (title: string, own: readonly Observation[], isOpen = false): Block[] => {
    const rows = [...groupedBy(own, ({ id }) => familyOf(id)).values()].flatMap((family) => observedRow(family, room));
    const blocks = table(["Open question", "Here", "Section"], rows);
    return rows.length === 0
      ? []
      : [{ kind: "group", title, count: amount(own.length, "observation"), isOpen, blocks }];
  };
  return [
    ...group("Needed to integrate", of("integration").sort(byImportance), true),
    ...[null, ...SUBJECTS].flatMap((subject) =>
      group(
        subject ?? "In general",
        of("useful").filter(({ operation }) => operation === subject),
      ),
    ),
    ...(printer === "markdown" ? [] : group("Of little weight", of("trivia"))),
  ];
}

function conflicts(all: readonly Conflict[], room: Room): Block[] {
  return table(
    ["Question", "Documented", "Here"],
    all.map(({ section, question, documented, answer, evidence: shown }) => ({
      cells: [
        cell([say(question, "strong")], dim(`section ${section}`)),
        cell(...documented.map((side): Line => [say(side)])),
        folded([[say(answer, "accent", 1000)]], [evidence(shown, "Evidence", room)]),
      ],
    })),
  );
}

function limits(report: Report, room: Room): Block[] {
  return table(
    ["Limit", "Documented", "Measured", "How"],
    orderedLimits(report).map((limit) => {
      // The variant is part of a rule's name, not of the body.
      const at = limit.field.replace(/^payment_details\.(bank|crypto)\./, "payment_details.");
      const { text, accepted, refused } = limit.evidence;
      const shown = differs(limit)
        ? [evidence(accepted, "Accepted", room, at), evidence(refused, "Refused", room, at)]
        : [];
      return {
        operations: limit.operation,
        cells: [
          cell([say(limitName(limit), "code")]),
          cell(dim(documentedText(limit))),
          cell([say(measuredText(limit), differs(limit) ? "warn" : "accent")]),
          folded([dim(text)], shown),
        ],
      };
    }),
  );
}

/** All checks by operation. A field of the matrix leads to the first of its checks, and a check to its findings. */
function checks(report: Report, room: Room): Block[] {
  const { checks: all } = report;
  const shown = shownFindings(findings(report, { ...room, body: null }));
  const cells = new Set<string>();
  const row = (check: CheckResult): TableRow => {
    const field = anchor("cell", check.operation, check.area);
    const anchors = [...(cells.has(field) ? [] : [field]), ...(isAgreed(check) ? [anchor("check", check.id)] : [])];
    cells.add(field);
    const found = check.findings
      .slice(0, LINKS)
      .flatMap(({ id }): Line => [shown.has(id) ? { ...span(id), href: anchor(id) } : span(id), span(" ")]);
    return {
      anchors,
      verdict: check.verdict,
      areas: check.area,
      cells: [
        cell([span(check.verdict, "badge")]),
        cell([span(readable(check.id), "code")], dim(check.title), [say(check.reason ?? "")], found),
        cell(dim(documentPlace(check))),
        cell(dim(levelText(check))),
        cell(dim(grouped(check.cases))),
        cell(dim(grouped(check.requests))),
      ],
    };
  };
  return SUBJECTS.flatMap((operation): Block[] => {
    const own = all.filter((check) => check.operation === operation);
    if (own.length === 0) return [];
    const verdicts = VERDICTS.flatMap((name) => {
      const count = own.filter(({ verdict }) => verdict === name).length;
      return count === 0 ? [] : `${grouped(count)} ${name}`;
    });
    const blocks = table(["Verdict", "Check", "Section", "Level", "Judgements", "Requests"], own.map(row));
    return [
      {
        kind: "group",
        title: operation,
        count: `${amount(own.length, "check")}: ${verdicts.join(", ")}`,
        isOpen: false,
        blocks,
      },
    ];
  });
}

function created(report: Report, _: Room, printer: Printer): Block[] {
  const text = createdCounts(report);
  if (text === "") return [];
  const more = printer === "html" ? ". All are in report.json and, as they were created, in created.ndjson" : "";
  const listed = (subject: Subject): Block[] => {
    const own = report.created.filter(({ operation }) => operation === subject);
    const count = own.length > CREATED ? `the first ${CREATED} of ${grouped(own.length)}` : grouped(own.length);
    const rows = own.slice(0, CREATED).map(({ id, partnerId, at }) => ({
      cells: [cell([say(id, "code", 120)]), cell([say(partnerId ?? "", "code", 120)]), cell(dim(at))],
    }));
    const blocks = table(["Id", "Partner id", "Created at"], rows);
    return own.length === 0 ? [] : [{ kind: "group", title: subject, count, isOpen: false, blocks }];
  };
  return [{ kind: "text", line: [span(`${text}${more}.`)] }, ...(printer === "html" ? SUBJECTS.flatMap(listed) : [])];
}

function run(report: Report): Block[] {
  const { suite, contract, run: facts, exitCode, summary, checks: all } = report;
  const { rule, unknown, conflict } = contract.statements;
  const applicable = all.length - summary.notApplicable;
  return [
    { kind: "plots", run: facts },
    ...table(
      ["Fact", "Value"],
      [
        { name: "Suite", value: `${suite.name} ${suite.version}` },
        {
          name: "Contract",
          value: `${contract.version}: ${amount(rule, "rule")}, ${amount(unknown, "unknown")}, ${amount(conflict, "conflict")}`,
        },
        { name: "Started", value: facts.startedAt },
        { name: "Finished", value: `${facts.finishedAt} (${duration(facts.durationMs)})` },
        ...runFacts(facts),
        { name: "Requests", value: grouped(facts.requests) },
        { name: "Checks", value: `${grouped(summary.pass)} of ${grouped(applicable)} that apply passed` },
        { name: "Exit code", value: String(exitCode) },
      ].map(({ name, value }) => ({ cells: [cell(dim(name)), cell([say(value)])] })),
    ),
  ];
}

/** A section, and what prints it. */
interface SectionRow {
  readonly id: string;
  readonly title: string;
  /** What stands below the title. */
  readonly note?: string;
  /** What is said where there is nothing, in HTML; a section without it is left out then. */
  readonly empty?: string;
  readonly printers: readonly Printer[];
  readonly blocks: (report: Report, room: Room, printer: Printer) => Block[];
}

const ALL: readonly Printer[] = ["terminal", "verbose", "markdown", "html"];
const WHOLE: readonly Printer[] = ["verbose", "markdown", "html"];

const SECTIONS: readonly SectionRow[] = [
  {
    id: "findings",
    title: "Findings",
    empty: "Nothing that was judged departs from the contract.",
    printers: ALL,
    blocks: findings,
  },
  {
    id: "errors",
    title: "Errors of the suite",
    note: "faults on our side, which say nothing about the deployment",
    printers: ALL,
    blocks: checksWith("error", "bad"),
  },
  {
    id: "flaky",
    title: "Flaky",
    note: "seen once, and not confirmed",
    printers: ALL,
    blocks: checksWith("flaky", "warn"),
  },
  { id: "outages", title: "Outages", note: "when the target gave no answer", printers: ALL, blocks: outages },
  {
    id: "baseline",
    title: "Baseline",
    note: "where it and this run disagree; a stale entry or a changed answer fails the run",
    printers: ALL,
    blocks: baseline,
  },
  {
    id: "known",
    title: "Known",
    note: "departures that the baseline excuses",
    printers: WHOLE,
    blocks: checksWith("known", "accent"),
  },
  {
    id: "not-judged",
    title: "Not judged",
    empty: "Every rule was judged.",
    printers: ALL,
    blocks: unjudged,
  },
  {
    id: "plan",
    title: "Beside the plan",
    note: "what the plan does not have; it counts when the gate moves to a plan that has it",
    printers: ALL,
    blocks: beside,
  },
  {
    id: "versions",
    title: "Each Api-Version",
    printers: ALL,
    blocks: versions,
  },
  {
    id: "matrix",
    title: "Matrix",
    printers: WHOLE,
    blocks: (report) => (matrix(report).length === 0 ? [] : [{ kind: "matrix", report }]),
  },
  {
    id: "agreed",
    title: "Agreed answers",
    note: "what the document leaves open, settled with the provider; each is judged like a rule",
    printers: WHOLE,
    blocks: agreed,
  },
  {
    id: "conflicts",
    title: "Conflicts",
    note: "where the document contradicts itself, and the side that the deployment takes",
    empty: "This run settled no conflict.",
    printers: WHOLE,
    blocks: (report, room) => conflicts(conflictsOf(report), room),
  },
  {
    id: "observations",
    title: "Observations",
    note: "what the deployment does where the document is silent; none of it counts against the deployment",
    empty: "Nothing was observed.",
    printers: WHOLE,
    blocks: observations,
  },
  {
    id: "remarks",
    title: "Remarks",
    note: "what is odd in the document without contradicting it, and what the deployment does",
    printers: WHOLE,
    blocks: (report, room) => conflicts(remarksOf(report), room),
  },
  {
    id: "limits",
    title: "Measured limits",
    note: "found by requests where a limit is looser or stricter than documented, in the deep profile for all of them",
    empty: "No limit was measured.",
    printers: WHOLE,
    blocks: limits,
  },
  { id: "checks", title: "All checks", empty: "No check was part of this run.", printers: ["html"], blocks: checks },
  {
    id: "created",
    title: "Created",
    empty: "This run left nothing behind.",
    printers: WHOLE,
    blocks: created,
  },
  { id: "run", title: "Run", printers: ["html"], blocks: run },
];

/** The sections of a report that have something to say to the readers of a printer. */
export function sectionsOf(report: Report, printer: Printer, room: Room): Section[] {
  return SECTIONS.filter(({ printers }) => printers.includes(printer)).flatMap(
    ({ id, title, note = "", empty, blocks: of }) => {
      const blocks = of(report, room, printer);
      if (blocks.length > 0) return [{ id, title, note, blocks }];
      const said: Block[] = empty === undefined || printer !== "html" ? [] : [{ kind: "text", line: dim(empty) }];
      return said.length === 0 ? [] : [{ id, title, note: "", blocks: said }];
    },
  );
}
