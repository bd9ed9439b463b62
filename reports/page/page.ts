/** A report as sections, in the order in which a reader needs them: what is wrong, what was not judged, and all the rest. */
import { distinct, groupedBy } from "../../schemas/groups.js";
import { familyOf, labelOf, OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import type { Importance } from "../../schemas/ledger/unknown.js";
import { type Subject, subjects } from "../../schemas/operation.js";
import { isAgreed } from "../answers/answers.js";
import { groupFindings } from "../facts/causes.js";
import { differs, documentedText, limitName, measuredText, orderedLimits } from "../facts/limits.js";
import { matrix } from "../facts/matrix.js";
import { answerOf, byImportance, conflictsOf, remarksOf } from "../facts/observed.js";
import { runFacts } from "../facts/run.js";
import { bySection, documentPlace, levelText } from "../facts/statedAt.js";
import { createdCounts } from "../facts/summary.js";
import { type Line, span, type Tone } from "../formats/columns.js";
import { type CheckResult, type Observation, type Report, VERDICTS, type Verdict } from "../model.js";
import { amount, duration, grouped, readable } from "../visible.js";
import { anchor, type Block, type Printer, type Room, type Section, say, type TableRow } from "./blocks.js";
import { agreed, conflicts, versions } from "./openPoints.js";
import { causeCard } from "./proof.js";
import { baseline, beside, outages, unjudged } from "./shortfalls.js";
import { cell, dim, evidence, folded, subjectsOf, table } from "./tables.js";

/** How many created resources of one operation are listed: a run creates thousands. */
const CREATED = 20;
/** How many findings a check's row links to. */
const LINKS = 20;

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

function findings(report: Report, room: Room): Block[] {
  return groupFindings(report).map((cause, index) => causeCard(report, cause, index, room));
}

/** Ids of the findings among some blocks, whether they are proved or listed. */
export function shownFindings(blocks: readonly Block[]): ReadonlySet<string> {
  const causes = blocks.filter((block) => block.kind === "cause");
  return new Set(causes.flatMap(({ proofs, further }) => [...proofs, ...further].map(({ id }) => id)));
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

/** What is needed to integrate, then the rest by operation, and what hardly anybody needs. */
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
    ...[null, ...subjects()].flatMap((subject) =>
      group(
        subject ?? "In general",
        of("useful").filter(({ operation }) => operation === subject),
      ),
    ),
    ...(printer === "markdown" ? [] : group("Minor", of("trivia"))),
  ];
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

/** All checks by operation. A matrix cell links to the first of its checks, and a check to its findings. */
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
  return subjects().flatMap((operation): Block[] => {
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
  const more = printer === "html" ? ". All are in report.json" : "";
  const listed = (subject: Subject): Block[] => {
    const own = report.created.filter(({ operation }) => operation === subject);
    const count = own.length > CREATED ? `the first ${CREATED} of ${grouped(own.length)}` : grouped(own.length);
    const rows = own.slice(0, CREATED).map(({ id, partnerId, at }) => ({
      cells: [cell([say(id, "code", 120)]), cell([say(partnerId ?? "", "code", 120)]), cell(dim(at))],
    }));
    const blocks = table(["Id", "Partner id", "Created at"], rows);
    return own.length === 0 ? [] : [{ kind: "group", title: subject, count, isOpen: false, blocks }];
  };
  return [{ kind: "text", line: [span(`${text}${more}.`)] }, ...(printer === "html" ? subjects().flatMap(listed) : [])];
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

/** What a section says besides its blocks. */
interface Said {
  /** What is below the title. */
  readonly note?: string;
  /** The text in HTML where there is nothing; a section without it is then left out. */
  readonly empty?: string;
}

type BlocksOf = (report: Report, room: Room, printer: Printer) => Block[];

/** A section, and where it is printed. */
const section = (id: string, title: string, printers: readonly Printer[], blocks: BlocksOf, said: Said = {}) => ({
  id,
  title,
  printers,
  blocks,
  ...said,
});

const ALL: readonly Printer[] = ["terminal", "verbose", "markdown", "html"];
const WHOLE: readonly Printer[] = ["verbose", "markdown", "html"];

const SECTIONS = [
  section("findings", "Findings", ALL, findings, { empty: "Nothing that was judged departs from the contract." }),
  section("errors", "Errors of the suite", ALL, checksWith("error", "bad"), {
    note: "faults on our side, which say nothing about the deployment",
  }),
  section("flaky", "Flaky", ALL, checksWith("flaky", "warn"), { note: "seen once, and not confirmed" }),
  section("outages", "Outages", ALL, outages, { note: "when the target gave no answer" }),
  section("baseline", "Baseline", ALL, baseline, {
    note: "where it and this run disagree; a stale entry or a changed answer fails the run",
  }),
  section("known", "Known", WHOLE, checksWith("known", "accent"), { note: "departures that the baseline excuses" }),
  section("not-judged", "Not judged", ALL, unjudged, { empty: "Every rule was judged." }),
  section("plan", "Not in the plan", ALL, beside, {
    note: "what the plan does not have; it counts when the gate moves to a plan that has it",
  }),
  section("versions", "Each Api-Version", ALL, versions),
  section("matrix", "Matrix", WHOLE, (report) => (matrix(report).length === 0 ? [] : [{ kind: "matrix", report }])),
  section("agreed", "Agreed answers", WHOLE, agreed, {
    note: "what the document leaves open, settled with the provider; each is judged like a rule",
  }),
  section("conflicts", "Conflicts", WHOLE, (report, room) => conflicts(conflictsOf(report), room), {
    note: "where the document contradicts itself, and the side that the deployment takes",
    empty: "This run settled no conflict.",
  }),
  section("observations", "Observations", WHOLE, observations, {
    note: "what the deployment does where the document is silent; none of it counts against the deployment",
    empty: "Nothing was observed.",
  }),
  section("remarks", "Remarks", WHOLE, (report, room) => conflicts(remarksOf(report), room), {
    note: "what is odd in the document without contradicting it, and what the deployment does",
  }),
  section("limits", "Measured limits", WHOLE, limits, {
    note: "found by requests where a limit is looser or stricter than documented, in the deep profile for all of them",
    empty: "No limit was measured.",
  }),
  section("checks", "All checks", ["html"], checks, { empty: "No check was part of this run." }),
  section("created", "Created", WHOLE, created, { empty: "This run left nothing behind." }),
  section("run", "Run", ["html"], run),
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
