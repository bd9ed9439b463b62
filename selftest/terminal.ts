/** The score as text for a terminal. */

import { displayWidth, padded } from "../reports/formats/columns.js";
import { amount } from "../reports/visible.js";
import { type ConformingOutcome, type DefectOutcome, isCaught, isSilent } from "./outcomes.js";
import { isUnseen, type Score } from "./score.js";
import { choicesText } from "./services.js";

/** How many lines of one kind are printed; the JSON file has all of them. */
const MOST_LINES = 25;

/** A table with a left column of words and right columns of figures. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))));
  return rows.map((row) => `  ${row.map((cell, column) => padded(cell, widths[column] ?? 0, column > 0)).join("  ")}`);
}

function familyTable({ families, defects, acrossOperations }: Score): string[] {
  if (defects.length === 0) return [];
  const sum = (pick: (family: Score["families"][number]) => number): number =>
    families.reduce((total, family) => total + pick(family), 0);
  const total = {
    family: "all",
    total: sum(({ total }) => total),
    caught: sum(({ caught }) => caught),
    attributed: sum(({ attributed }) => attributed),
    collateral: sum(({ collateral }) => collateral),
  };
  const rows = [...families, total].map(({ family, total, caught, attributed, collateral }) => [
    family,
    `${caught}/${total}`,
    String(attributed),
    ...(acrossOperations ? [String(collateral)] : []),
  ]);
  const head = ["family", "caught", "attributed", ...(acrossOperations ? ["collateral"] : [])];
  return [...table([head, ...rows]), ""];
}

function shortened(lines: readonly string[]): string[] {
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `    … and ${more} more; --json FILE has all of them`] : [...lines];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  ${title}`, ...lines, ""];
}

function survivorLines({ defect, fate, collateral, failure, sent, flaky }: DefectOutcome): string[] {
  const service = defect.service.kind === "sandbox" ? defect.service.behaviours : {};
  return [
    `  ✗ ${defect.id}`,
    `      what      ${defect.title}`,
    ...(Object.keys(service).length === 0 ? [] : [`      under     ${choicesText(service)}`]),
    `      expected  ${defect.checks.join(" or ") || `a check of ${defect.operation}`}`,
    ...(failure === null ? [] : [`      no report ${failure}`]),
    ...(fate === "elsewhere" ? [`      elsewhere ${collateral.slice(0, 4).join(" ")}`] : []),
    ...(flaky.length === 0 ? [] : [`      flaky     ${flaky.slice(0, 4).join(" ")}`]),
    ...sent.map((line, index) => `      ${index === 0 ? "sent" : "    "}      ${line}`),
  ];
}

function alarmLines({ label, alarms, failure }: ConformingOutcome): string[] {
  return [
    `  ✗ ${label}`,
    ...(failure === null ? [] : [`      no report ${failure}`]),
    ...alarms.slice(0, 5).map(({ id, verdict, message }) => `      ${verdict} ${id}: ${message}`),
  ];
}

function judgedSummary({ idle, known }: Score): string {
  return idle === null ? "" : `, ${known - idle.length} of ${known} checks judged on them`;
}

/** Ids, and other texts of a line each. */
const indented = (texts: readonly string[]): string[] => texts.map((text) => `    ${text}`);

function checkSummary({ checks }: Score): string {
  if (checks === null) return "";
  const seen = checks.filter(({ caught }) => caught.length > 0).length;
  const excused = checks.filter(({ reason }) => reason !== null).length;
  return ` · ${seen} of ${amount(checks.length, "check")} seen failing${excused === 0 ? "" : `, ${excused} with a reason why not`}`;
}

/** The score; its last line counts what passed and failed. */
export function scoreText(score: Score, seconds: number): string {
  const { defects, conforming, leftOut, unexercised } = score;
  const caught = defects.filter(isCaught).length;
  const silent = conforming.filter(isSilent).length;
  const loosely = defects.filter(({ fate }) => fate === "caught");
  const survivors = defects.filter((one) => !isCaught(one)).slice(0, MOST_LINES);
  const alarming = conforming.filter((one) => !isSilent(one));
  const unseen = (score.checks ?? []).filter(isUnseen).map(({ id }) => id);
  const lines = [
    "",
    ...familyTable(score),
    ...section("False alarms: findings on a service that conforms", alarming.flatMap(alarmLines)),
    ...section("Not caught", survivors.flatMap(survivorLines)),
    ...section(
      "Caught, but by a check other than the rule's own",
      shortened(loosely.map(({ defect, failed }) => `    ${defect.id}: ${failed.slice(0, 3).join(" ")}`)),
    ),
    ...section("Checks never seen failing", shortened(indented(unseen))),
    ...section("Reasons that are no longer needed", indented(score.staleReasons)),
    ...section("Checks that had nothing to judge on any conforming service", shortened(indented(score.idle ?? []))),
    ...section(
      "Checks that some conforming services leave nothing to judge for",
      shortened(unexercised.map(({ id, reason, services }) => `    ${id} (${services.length}): ${reason}`)),
    ),
    ...score.smoke.map(
      ({ level, total, caught: found }) => `  a smoke run catches ${found} of ${total} ${level} defects`,
    ),
    `  ${caught} of ${amount(defects.length, "defect")} caught${leftOut === 0 ? "" : `, ${leftOut} left out`} · ${silent} of ${amount(conforming.length, "conforming service")} left alone${judgedSummary(score)}${checkSummary(score)} · ${Math.round(seconds)} s`,
    `${score.passed} passed, ${score.failed} failed`,
  ];
  return `${lines.join("\n")}\n`;
}
