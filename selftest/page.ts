/**
 * The score as the two files that are kept in the repository: a page of figures for people, and every defect for machines.
 * They hold no dates and no times, so that they change only with the score.
 */
import { AREAS } from "../reports/model.js";
import { SUBJECTS } from "../schemas/operations.js";
import { type Fate, isCaught, isSilent } from "./outcomes.js";
import { type CheckScore, isUnseen, type Score, type SmokeScore } from "./score.js";

function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  return [tableRow(head), tableRow(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(tableRow)];
}

function familyRows({ families }: Score): (string | number)[][] {
  const rows = families.map(({ family, total, caught, attributed }) => [family, total, caught, attributed]);
  const sums = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
  return [...rows, ["**all**", ...sums]];
}

function matrixRows(checks: readonly CheckScore[]): (string | number)[][] {
  return SUBJECTS.filter((subject) => checks.some(({ operation }) => operation === subject)).map((subject) => {
    const own = checks.filter(({ operation }) => operation === subject);
    const cells = AREAS.map((area) => {
      const there = own.filter((check) => check.area === area);
      const seen = there.filter(({ caught }) => caught.length > 0).length;
      return there.length === 0 ? "" : `${seen}/${there.length}`;
    });
    return [subject, ...cells, own.length];
  });
}

function smokeRow({ level, total, caught }: SmokeScore): [string, string] {
  return [
    `of ${level} defects of operations, caught by a smoke run`,
    `${caught} of ${total} (${percentage(caught, total)} %)`,
  ];
}

/** Rounded down, so that 100 means all. */
function percentage(part: number, whole: number): string {
  return (Math.floor((1_000 * part) / whole) / 10).toFixed(1);
}

/** Text that does not end a table cell, and that Markdown reads as text. */
function escaped(text: string): string {
  return text.replaceAll(/[|<>*_\\]/g, (character) => `\\${character}`);
}

function excusedRows(checks: readonly CheckScore[]): string[] {
  const excused = checks.filter(({ reason }) => reason !== null);
  const reasons = [...new Set(excused.map(({ reason }) => reason))];
  return reasons.flatMap((reason) => [
    `- ${reason}`,
    ...excused.filter((check) => check.reason === reason).map(({ id }) => `  - \`${id}\``),
  ]);
}

function list(items: readonly string[], none: string): string[] {
  return items.length === 0 ? [none] : items.map((item) => `- ${item}`);
}

/**
 * The page.
 * @throws Error when the score is of a sample: the page is about all defects and all checks
 */
export function scorePage(score: Score): string {
  const { checks, defects, conforming } = score;
  if (checks === null) throw new Error("The score page is written from a selftest of all defects.");
  const caught = defects.filter(isCaught).length;
  const attributed = defects.filter(({ fate }) => fate === "attributed").length;
  const alarms = conforming.filter((one) => !isSilent(one));
  const standard = conforming.filter(({ profile }) => profile === "standard").length;
  const unseen = checks.filter(isUnseen);
  const coded = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => `\`${id}\``);
  const missed = defects
    .filter((one) => !isCaught(one))
    .map(({ defect }) => `\`${defect.id}\`: ${escaped(defect.title)}`);
  const alarmed = alarms.map((one) => `${one.label}: ${one.failure ?? coded(one.alarms).join(", ")}`);
  const lines = [
    "# What the suite catches, and what it does not invent",
    "",
    "Written by `ppconform selftest --write-docs` for each release (`npm run release`), together with",
    "[score.json](score.json): it lists every defect with what it does, the checks of its rule (`expected`), its outcome",
    "(`fate`), the checks that failed where those were not all of its rule (`failed`), and whether a smoke run finds it (`inSmoke`; a smoke run does",
    "not judge deliveries). For example, what a smoke run misses: `jq -r '.defects[] | select(.inSmoke == false).id' docs/score.json`.",
    "",
    "A defect is one departure of the sandbox from one rule. It is caught when a check of the right operation fails, and",
    "attributed when the check that fails is the one of the rule. For each defect every case of its rule's checks was sent,",
    "and the first cases of all other checks of the operation; where that did not find it, every case of all of them.",
    "A conforming service is the sandbox with another choice wherever the contract leaves one: each value by itself, and",
    "random combinations of all.",
    "",
    ...table(
      ["", ""],
      [
        ["defects", defects.length],
        ["caught", caught],
        ["attributed to the rule", attributed],
        ...score.smoke.map(smokeRow),
        ["conforming services", conforming.length],
        ["of which every case was sent to", standard],
        ["false alarms", alarms.length],
        ["checks", checks.length],
        ["seen failing", checks.filter((check) => check.caught.length > 0).length],
        ["never seen failing, with a reason", checks.filter(({ reason }) => reason !== null).length],
        ["never seen failing, without one", unseen.length],
      ],
    ),
    "",
    "## By family",
    "",
    ...table(["family", "defects", "caught", "attributed"], familyRows(score)),
    "",
    "## By operation and area: checks seen failing of all checks",
    "",
    ...table(["operation", ...AREAS, "checks"], matrixRows(checks)),
    "",
    "## Not caught",
    "",
    ...list(missed, "None."),
    "",
    "## False alarms",
    "",
    ...list(alarmed, "None."),
    "",
    "## Checks never seen failing",
    "",
    ...list(coded(unseen), "None without a reason."),
    ...excusedRows(checks),
  ];
  return `${lines.join("\n")}\n`;
}

/** A member of an object as JSON, with each list entry on its own line. */
function linesOf(value: number | readonly unknown[]): string {
  if (typeof value === "number" || value.length === 0) return JSON.stringify(value);
  return `[\n    ${value.map((entry) => JSON.stringify(entry)).join(",\n    ")}\n  ]`;
}

/** The checks that reported a defect, where those are not all that name its rule. */
function toldOtherwise(
  expected: readonly string[],
  fate: Fate,
  failed: readonly string[],
): readonly string[] | undefined {
  if (fate !== "attributed") return failed;
  const named = failed.filter((id) => expected.includes(id));
  return expected.length === 0 ? failed : named.length === expected.length ? undefined : named;
}

/**
 * The same for machines: one defect per line.
 * @throws Error when the score is of a sample, like the page
 */
export function scoreFile({ checks, defects, conforming, families, smoke }: Score): string {
  if (checks === null) throw new Error("The score is written from a selftest of all defects.");
  const members = {
    conforming: conforming.length,
    alarms: conforming.filter((one) => !isSilent(one)).map(({ label }) => label),
    checks: checks.length,
    neverSeenFailing: checks.filter(({ caught }) => caught.length === 0).map(({ id, reason }) => ({ id, reason })),
    families: families.map(({ family, total, caught, attributed }) => ({ family, total, caught, attributed })),
    smoke: smoke.map(({ level, total, caught }) => ({ level, total, caught })),
    defects: defects.map(({ defect: { id, family, operation, title, checks: expected }, fate, failed, inSmoke }) => ({
      ...{ id, family, operation, does: title, expected, fate },
      failed: toldOtherwise(expected, fate, failed),
      inSmoke,
    })),
  };
  const lines = Object.entries(members).map(([name, value]) => `  "${name}": ${linesOf(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
