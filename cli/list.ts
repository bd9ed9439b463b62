/** `ppconform list`: the checks, without sending anything. */
import { Command } from "commander";
import type { CheckDefinition } from "../engine/model.js";
import { checkPart, patternMatcher } from "../engine/plan/selection.js";
import { checksWith, chooseAnswers } from "../library/answers.js";
import { loadOwnChecks } from "../library/ownChecks.js";
import { amount } from "../reports/visible.js";
import { type FlagsOf, shared, withOptions } from "./options.js";
import { checkPatterns } from "./selection.js";
import { knownWidth } from "./terminal.js";

/** What is printed about a check as JSON. */
const COLUMNS: readonly (keyof CheckDefinition)[] = [
  "id",
  "title",
  "operation",
  "area",
  "section",
  "level",
  "statements",
  "sends",
  "expects",
];

const ROWS = { json: { help: "print them as JSON" }, ...shared("answers", "checks") } as const;

export function listCommand(): Command {
  const command = new Command("list")
    .description("List the checks: id, level, section of the contract, and what each is about.")
    .argument("[pattern...]", "only checks whose id matches; * stands for any characters");
  return withOptions(command, ROWS).action(async (patterns: readonly string[], flags: FlagsOf<typeof ROWS>) => {
    const own = await loadOwnChecks(flags.checks);
    const checks = checksWith(chooseAnswers(flags.answers), own.checks);
    const known = checkPatterns(patterns, "The pattern", checks);
    const matchers = known.map((pattern) => patternMatcher(checkPart(pattern)));
    const chosen = checks.filter(({ id }) => matchers.length === 0 || matchers.some((matches) => matches(id)));
    process.stdout.write(
      flags.json === true
        ? `${JSON.stringify(chosen, [...COLUMNS], 2)}\n`
        : listText(chosen, knownWidth(process.stdout, process.env)),
    );
  });
}

/**
 * The checks as text: one line each, with columns; where that is too wide, a line for the id and one for the rest.
 * @param width columns, or null when nothing says how many there are
 */
function listText(checks: readonly CheckDefinition[], width: number | null): string {
  const idWidth = Math.max(...checks.map(({ id }) => id.length));
  const rows = checks.map(({ id, level, section, title }): readonly [id: string, rest: string] => [
    id,
    `${level.padEnd(6)}  ${section.padEnd(4)}  ${title}`,
  ]);
  const inColumns = rows.map(([id, rest]) => `${id.padEnd(idWidth)}  ${rest}`);
  const fits = width === null || inColumns.every((line) => line.length <= width);
  const lines = fits ? inColumns : rows.flatMap(([id, rest]) => [id, `    ${rest}`]);
  return `${lines.join("\n")}\n${amount(checks.length, "check")}\n`;
}
