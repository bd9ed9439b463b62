/** Findings and causes as cards: the same words for a terminal, Markdown, HTML and viewers that show a text for each test. */
import { distinct } from "../../schemas/groups.js";
import { DELIVERIES } from "../../schemas/operation.js";
import type { Cause, CausedFinding } from "../facts/causes.js";
import { ruleOf } from "../facts/checkId.js";
import { difference, type Parts } from "../facts/difference.js";
import { documentedText, measuredLimit, measuredText } from "../facts/limits.js";
import { withOwnNewIds } from "../facts/newIds.js";
import {
  answered,
  answerSteps,
  controlValue,
  failureText,
  otherField,
  pathOf,
  proofSteps,
  requestLine,
  sentValue,
} from "../facts/proof.js";
import { requestIds } from "../facts/requestIds.js";
import { shellLines } from "../facts/shellLines.js";
import { documentPlace } from "../facts/statedAt.js";
import { type Line, span } from "../formats/columns.js";
import type { CheckResult, Finding, Report } from "../model.js";
import { amount, brief, readable } from "../visible.js";
import { type CauseCard, type LabelledLine, type ProofCard, type Room, say } from "./blocks.js";
import { exchangeView } from "./exchange.js";

/** Characters of a value: a value that a rule bounds is shown completely. The body shows more, and report.json everything. */
const VALUE = 300;
/** How many rules are named of findings that are only counted. */
const RULES = 14;

function marked({ before, changed, after }: Parts): Line {
  return [span(before, "code"), span(changed, "mark"), span(after, "code")].filter(({ text }) => text !== "");
}

/** What was sent, marked where it differs from the control's value. */
function sentLine(finding: Finding): Line {
  const { place, joint, value, size } = sentValue(finding, VALUE);
  if (value === "") return [span(place)];
  const control = finding.control === null || joint !== " = " ? null : controlValue(finding, VALUE);
  const changed =
    control?.joint === " = " ? difference(control.value, value).to : { before: value, changed: "", after: "" };
  const { request } = finding.exchange;
  // Of a finding about credentials: a service may check them for one parameter and not for another.
  const address = place === "credentials" ? brief(`${request.method} ${pathOf(request.url)}`, VALUE) : null;
  const note = size ?? address;
  return [span(place), span(joint), ...marked(changed), ...(note === null ? [] : [span(`   ${note}`, "dim")])];
}

function controlLine({ finding }: CausedFinding): Line | null {
  if (finding.control === null || finding.edit === null) return null;
  const value = controlValue(finding, VALUE);
  const isTaken = Math.floor((finding.control.response?.status ?? 0) / 100) === 2;
  const answer = span(`: ${answered(finding.control)}${isTaken ? ", as expected" : ""}`, isTaken ? "good" : "plain");
  if (value === null) return [span(requestLine(finding.control.request)), answer];
  if (value.joint !== " = ") return [span(`${value.place} `), span(value.value, "code"), answer];
  const size = value.size === null ? [] : [span(` (${value.size})`, "dim")];
  return [span(value.value, "code"), span(" instead"), ...size, answer];
}

/** The documented limit next to the one that requests found. */
function limitLine(report: Report | null, check: CheckResult): Line | null {
  const limit = report === null ? undefined : measuredLimit(report, check);
  if (limit === undefined) return null;
  const documented = `documented ${documentedText(limit)}, `;
  if (limit.measured === limit.documented) return [span(`${documented}other requests keep to it`)];
  return [span(`${documented}measured `), span(measuredText(limit), "strong")];
}

function compared({ expected, actual }: Finding): { expected: Line; seen: Line } {
  const [one, other] = [brief(expected, VALUE), brief(actual, VALUE)];
  // Two texts in quotes are values to compare; anything else is a sentence.
  if (!one.startsWith('"') || !other.startsWith('"')) return { expected: [span(one)], seen: [span(other, "bad")] };
  const parts = difference(one, other);
  return { expected: marked(parts.from), seen: marked(parts.to) };
}

/** A finding in labelled lines. @param heading what is above it and is not repeated in it */
export function proofRows(
  report: Report | null,
  caused: CausedFinding,
  heading: Pick<Cause, "message" | "where">,
): LabelledLine[] {
  const { check, finding } = caused;
  const row = (label: string, line: Line | null): LabelledLine[] => (line === null ? [] : [{ label, line }]);
  const { expected, seen } = compared(finding);
  const failure = failureText(finding, VALUE);
  const note = otherField(check, finding);
  const steps = proofSteps(finding);
  const ids = requestIds(finding.exchange);
  const { draw } = finding;
  const place = `section ${documentPlace(check)}`;
  return [
    ...row("found", finding.edit !== null || finding.message === heading.message ? null : [say(finding.message)]),
    ...row("rule", [say(check.title), ...(place === heading.where ? [] : [span(`   ${place}`, "dim")])]),
    ...(steps.length === 0
      ? row(check.operation === DELIVERIES ? "received" : "sent", sentLine(finding))
      : steps.flatMap(({ number, line, changes, answer }) => {
          const what = changes === "" ? [] : [span(" with "), say(changes, "code")];
          return row(`step ${number}`, [say(line), ...what, span(`: ${answer}`)]);
        })),
    ...row("expected", expected),
    ...row("seen", failure === "" ? seen : [...seen, span(`   ${failure}`, "dim")]),
    ...row("note", note === null ? null : [span(note, "warn")]),
    ...row("control", controlLine(caused)),
    ...row("limit", limitLine(report, check)),
    ...row("log ids", ids.length === 0 ? null : [say(ids.join("   "), "code")]),
    ...row("drawn", draw === undefined ? null : [span(`by fast-check, seed ${draw.seed}, path ${draw.path}`, "dim")]),
  ];
}

/** The requests of a finding, those of several steps in their order. */
function foldsOf({ check, finding }: CausedFinding, limit: number): ProofCard["folds"] {
  const { edit, control, exchange } = finding;
  const answer = answerSteps(check);
  const status = finding.actual.startsWith(answered(exchange));
  const steps = proofSteps(finding);
  if (steps.length > 0)
    return steps.map(({ number, shows, exchange: step }) => ({
      kind: "exchange",
      label: `Step ${number}`,
      role: shows ? "failing" : "control",
      exchange: exchangeView(step, { ...(shows ? { answer, status } : {}), limit }),
    }));
  // What should have come back is also marked where it was sent.
  const at = edit?.at ?? (check.area === "echo" ? answer.join(".") : null);
  const request = { kind: "exchange", label: "Request", role: "failing" } as const;
  const shown = { ...request, exchange: exchangeView(exchange, { at, answer, status, limit }) };
  if (control === null || edit === null) return [shown];
  const held = exchangeView(control, { at: edit.at, answer, limit });
  return [{ kind: "exchange", label: "Control", role: "control", exchange: held }, shown];
}

function proofCard(report: Report, caused: CausedFinding, cause: Cause, { body }: Room): ProofCard {
  const { check, finding } = caused;
  return {
    id: finding.id,
    operation: check.operation,
    area: check.area,
    message: brief(finding.message, 600),
    rows: proofRows(report, caused, cause),
    folds: body === null ? [] : foldsOf(caused, body),
    curl: withOwnNewIds(shellLines(finding.curl)),
    replay: brief(finding.replay, 300),
  };
}

/** The first finding of each operation first: together they show where the cause is. */
function ordered({ operations, findings }: Cause): CausedFinding[] {
  const first = operations.flatMap((operation) => findings.find(({ check }) => check.operation === operation) ?? []);
  return [...first, ...findings.filter((caused) => !first.includes(caused))];
}

function furtherOf({ check, finding }: CausedFinding): CauseCard["further"][number] {
  const actual = span(` → ${brief(finding.actual, VALUE)}`, "bad");
  const line = finding.edit === null ? [say(finding.message, "bad")] : [...sentLine(finding), actual];
  return { id: finding.id, operation: check.operation, operations: check.operation, areas: check.area, line };
}

export function causeCard(report: Report, cause: Cause, index: number, room: Room): CauseCard {
  const { operations } = cause;
  const isProved = index < room.causes;
  const all = ordered(cause);
  const proved = isProved ? all.slice(0, room.proofs) : [];
  const further = isProved
    ? all.slice(proved.length, proved.length + Math.max(room.listed, operations.length - 1))
    : [];
  const rest = all.slice(proved.length + further.length);
  const rules = distinct(rest.map(({ check }) => brief(ruleOf(check), 60)));
  const places = operations.length > 3 ? amount(operations.length, "operation") : operations.join(" + ");
  return {
    kind: "cause",
    anchor: `cause-${index + 1}`,
    verdict: cause.verdict,
    name: readable(all[0]?.check.id ?? ""),
    places,
    operations,
    areas: distinct(cause.checks.map(({ area }) => area)),
    about: brief(`${cause.level} · ${cause.where}`, 300),
    message: brief(cause.message, 600),
    findings: all.length,
    first: { id: all[0]?.finding.id ?? "", seen: brief(all[0]?.finding.actual ?? "", 80) },
    checks: cause.checks.map(({ id, title }) => ({ id: readable(id), title: brief(title, 300) })),
    proofs: proved.map((caused) => proofCard(report, caused, cause, room)),
    further: further.map(furtherOf),
    omitted: rest.length,
    omittedRules: [...rules.slice(0, RULES), ...(rules.length > RULES ? ["…"] : [])].join(", "),
  };
}
