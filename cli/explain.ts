/** `ppconform explain ID`: everything that has an id, in words, without sending anything. */

import { Command } from "commander";
import type { CheckDefinition } from "../engine/model.js";
import { checkPart } from "../engine/plan/selection.js";
import { DEFAULTS } from "../engine/runOptions.js";
import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import { checksWith, chooseAnswers } from "../library/answers.js";
import { loadOwnChecks } from "../library/ownChecks.js";
import { asTyped } from "../library/typed.js";
import { withoutPlan } from "../reports/across/plan.js";
import { isAgreed } from "../reports/answers/answers.js";
import { isOwn } from "../reports/facts/checkId.js";
import { documentPlace, levelText } from "../reports/facts/statedAt.js";
import { hanging, padded, print, span } from "../reports/formats/columns.js";
import type { Report } from "../reports/model.js";
import { proofRows } from "../reports/page/proof.js";
import { listed } from "../reports/visible.js";
import { type ListedAxis, listBehaviours } from "../sandbox/behaviours.js";
import { type ListedDefect, listDefects } from "../sandbox/defects/registry.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import { RULES, type Rule } from "../schemas/ledger/rules.js";
import type { ConflictStatement, Unknown } from "../schemas/ledger/unknown.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import { DELIVERIES, type Subject } from "../schemas/operation.js";
import { isOperationId } from "../schemas/operations.js";
import { shellWord, singleQuoted } from "../schemas/shell.js";
import { CHECKS } from "../suites/suites.js";
import { type FlagsOf, shared, withOptions } from "./options.js";
import { FINDING, reportAt } from "./reportFolder.js";
import { widthOf } from "./terminal.js";

/** An explanation: a line on top, and rows of a label and texts. */
interface Explanation {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, ...texts: string[]])[];
}

const WIDEST = 120;
/** Labels of rows that are copied, and therefore must stay on one line. */
const COPIED: ReadonlySet<string> = new Set(["judged by", "breaks", "run it", "try it", "replay"]);
/** How many ids are listed after one label. */
const MOST_LISTED = 12;

const ROWS = { json: { help: "print it as JSON" }, ...shared("answers", "checks") } as const;

export function explainCommand(): Command {
  const command = new Command("explain")
    .description(
      "Explain one thing that has an id: a check (what it sends and expects), a statement of the contract (a rule, an unknown, a conflict), a finding of a report, or a defect or a behaviour of the sandbox.",
    )
    .argument("<id>", "the id; F1 is a finding of a report")
    .argument("[report]", `of a finding: a report folder or its report.json (default: ${DEFAULTS.reportFolder})`);
  return withOptions(command, ROWS).action(
    async (id: string, report: string | undefined, flags: FlagsOf<typeof ROWS>) => {
      const own = await loadOwnChecks(flags.checks);
      const checks = checksWith(chooseAnswers(flags.answers), own.checks);
      const options = [own.options, flags.answers === undefined ? "" : `--answers ${shellWord(flags.answers)}`];
      const given = options.filter((option) => option !== "");
      const about = FINDING.test(id)
        ? aboutFinding(id, await reportAt(report ?? DEFAULTS.reportFolder))
        : explanationOf(id, checks, given);
      const width = Math.min(WIDEST, widthOf(process.stdout, process.env));
      process.stdout.write(
        flags.json === true ? explanationJson(id, about) : asTyped(explanationText(id, width, about)),
      );
    },
  );
}

/**
 * What an id means, for people.
 * @param width columns
 * @throws UsageError for an unknown id
 */
export function explanationText(id: string, width: number, { title, rows } = explanationOf(id, CHECKS, [])): string {
  const labels = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.flatMap(([label, ...texts]) =>
    texts.flatMap((text, index) => {
      const prefix = [span(`  ${padded(index === 0 ? label : "", labels)}  `)];
      return COPIED.has(label) ? [[...prefix, span(text)]] : hanging(prefix, [span(text)], width);
    }),
  );
  return `${print([[span(id)], ...hanging([], [span(title)], width), [], ...lines], false)}\n`;
}

/** What an id means, for machines: each label with its texts. */
function explanationJson(id: string, { title, rows }: Explanation): string {
  const about = Object.fromEntries(rows.map(([label, ...texts]) => [label, texts.map((text) => asTyped(text))]));
  return `${JSON.stringify({ id, title, about }, null, 2)}\n`;
}

/**
 * What an id means.
 * @param checks all existing checks
 * @param options those that add checks to ours
 * @throws UsageError for an unknown id
 */
function explanationOf(id: string, checks: readonly CheckDefinition[], options: readonly string[]): Explanation {
  const among = <T extends { readonly id: string }>(all: readonly T[], about: (one: T) => Explanation) => {
    const found = all.find((known) => known.id === id);
    return found === undefined ? null : about(found);
  };
  const check = checks.find((known) => known.id === checkPart(id));
  if (check !== undefined) return aboutCheck(check, id, options);
  const axis = listBehaviours().find((known) => known.axis === id.replace(/=.*$/s, ""));
  return (
    among(RULES, aboutRule) ??
    among(UNKNOWNS, aboutUnknown) ??
    among(CONFLICTS, aboutConflict) ??
    among(listDefects(), aboutDefect) ??
    (axis === undefined ? unknownId(id) : aboutBehaviour(axis))
  );
}

function operationText(operation: Subject | null): string {
  return operation ?? "several";
}

/** Ids, a number of them at most. */
function some(ids: readonly string[]): string[] {
  const more = ids.length - MOST_LISTED;
  return more > 0 ? [...ids.slice(0, MOST_LISTED), `and ${more} more`] : [...ids];
}

function aboutCheck(check: CheckDefinition, id: string, options: readonly string[]): Explanation {
  const needs = isOwn(check) || isAgreed(check) ? options : [];
  const receiving = check.operation === DELIVERIES ? ["--webhook-port 8787"] : [];
  const statement = (wanted: string): string => {
    const text = RULES.find((rule) => rule.id === wanted)?.text;
    return text === undefined ? wanted : `${wanted}: ${text}`;
  };
  return {
    title: check.title,
    rows: [
      ["kind", isAgreed(check) ? "check of an agreed answer" : isOwn(check) ? "check of your own" : "check"],
      ["operation", check.operation],
      ["level", isAgreed(check) ? "must (agreed)" : levelText(check)],
      ["section", documentPlace(check)],
      ...(isOwn(check) ? [] : [["statements", ...check.statements.map(statement)] as const]),
      ["sends", check.sends],
      ["expects", check.expects],
      ["run it", ["ppconform run", ...needs, `--check ${singleQuoted(id)}`, ...receiving].join(" ")],
    ],
  };
}

function aboutFinding(id: string, report: Report): Explanation {
  const all = withoutPlan(report).checks.flatMap((check) => check.findings.map((finding) => ({ check, finding })));
  const found = all.find(({ finding }) => finding.id === id);
  if (found === undefined) {
    const there = all.length === 0 ? "none" : listed(some(all.map(({ finding }) => finding.id)));
    throw new UsageError(`The report has no finding ${id}; it has ${there}.`);
  }
  const { check, finding } = found;
  const rows = proofRows(report, found, { message: finding.message, where: "" }).map(
    ({ label, line }) => [label, line.map(({ text }) => text).join("")] as const,
  );
  return {
    title: finding.message,
    rows: [["check", check.id], ["level", levelText(check)], ...rows, ["replay", finding.replay]],
  };
}

function aboutRule(rule: Rule): Explanation {
  const checks = CHECKS.filter(({ statements }) => statements.includes(rule.id)).map(({ id }) => id);
  return {
    title: rule.text,
    rows: [
      ["kind", "rule of the contract"],
      ["operation", rule.operation],
      ["level", levelText(rule)],
      ["section", documentPlace(rule)],
      checks.length > 0
        ? ["judged by", ...some(checks)]
        : ["judged by", `no check: ${rule.unjudged ?? "none is known"}`],
    ],
  };
}

function aboutUnknown(open: Unknown): Explanation {
  return {
    title: open.question,
    rows: [
      ["kind", "unknown: whatever a deployment does here is observed, never failed unless an answer was agreed"],
      ["operation", operationText(open.operation)],
      ["section", open.section],
      ["documented", open.documented],
      ...(open.unanswerable === undefined ? [] : [["not asked", open.unanswerable] as const]),
    ],
  };
}

function aboutConflict(conflict: ConflictStatement): Explanation {
  return {
    title: conflict.question,
    rows: [
      [
        "kind",
        conflict.isRemark === true
          ? "remark on the document: it contradicts nothing; a run shows what the deployment does"
          : "conflict: a run shows which side the deployment takes; neither fails it",
      ],
      ["operation", operationText(conflict.operation)],
      ["section", conflict.section],
      ["documented", ...conflict.documented],
      ["seen in", conflict.seenIn],
    ],
  };
}

function aboutDefect(defect: ListedDefect): Explanation {
  return {
    title: defect.title,
    rows: [
      ["kind", `defect of the sandbox, family ${defect.family}`],
      ["operation", defect.operation],
      ["breaks", ...some([defect.rule].flat().map((rule) => `${defect.operation}/${rule}`))],
      ["try it", `ppconform sandbox --defect '${defect.id}'`],
    ],
  };
}

function aboutBehaviour({ axis, section, question, values }: ListedAxis): Explanation {
  const [first] = values;
  return {
    title: question,
    rows: [
      ["kind", "behaviour of the sandbox: every choice conforms"],
      ["section", section],
      [
        "choices",
        ...values.map(
          ({ value, meaning, default: usual }) =>
            `${value}${meaning === value ? "" : `: ${meaning}`}${usual === true ? " (the default)" : ""}`,
        ),
      ],
      [
        "try it",
        `ppconform sandbox --behaviour ${axis}=${values.find((choice) => choice.default !== true)?.value ?? first?.value ?? ""}`,
      ],
    ],
  };
}

function unknownId(id: string): never {
  if (isOperationId(id) || id === "webhooks")
    throw new UsageError(`${id} is an operation, not a check: "ppconform list '${id}/*'" shows its checks.`);
  if (id.includes("*"))
    throw new UsageError(`${id} is a pattern, and explain takes one id: "ppconform list '${id}'" shows the checks.`);
  const checks = CHECKS.map((check) => check.id);
  const statements = [...RULES, ...UNKNOWNS, ...CONFLICTS].map((statement) => statement.id);
  const axes = listBehaviours().map(({ axis }) => axis);
  const defects = listDefects().map((defect) => defect.id);
  const order = id.includes("/")
    ? [checks, defects, statements]
    : id.includes(".")
      ? [statements, checks, defects]
      : [axes, checks, statements];
  const near = order.map((known) => nearest(id, known)).find((name) => name !== null) ?? null;
  throw new UsageError(
    `Nothing is called ${id}${near === null ? "" : `; the nearest is ${near}`}. "ppconform list" shows the checks; other ids are in a report and in "ppconform sandbox --list-defects" and "--list-behaviours".`,
  );
}
