/** `ppconform list` and `ppconform explain ID`: the checks, without sending anything. */
import { Command } from "commander";
import type { CheckDefinition } from "../suites/model.js";
import { patternMatcher } from "../suites/selection.js";
import { CHECKS } from "../suites/suites.js";
import { nearest } from "./nearest.js";
import { UsageError } from "./usageError.js";

/** `ppconform list [pattern…]` */
export function listCommand(): Command {
  return new Command("list")
    .description("list the checks")
    .argument("[pattern...]", "only checks whose id matches; * stands for any characters")
    .option("--json", "print them as JSON")
    .action((patterns: readonly string[], flags: { readonly json?: true }) => {
      const matchers = patterns.map(patternMatcher);
      const chosen = CHECKS.filter(({ id }) => matchers.length === 0 || matchers.some((matches) => matches(id)));
      if (chosen.length === 0) throw unknownCheck(patterns.join(" "));
      if (flags.json === true) {
        process.stdout.write(`${JSON.stringify(chosen, null, 2)}\n`);
        return;
      }
      const width = Math.max(...chosen.map(({ id }) => id.length));
      for (const { id, level, section, title } of chosen) {
        process.stdout.write(`${id.padEnd(width)}  ${level.padEnd(6)}  ${section.padEnd(4)}  ${title}\n`);
      }
      process.stdout.write(`${chosen.length} checks\n`);
    });
}

function unknownCheck(id: string): UsageError {
  const near = nearest(
    id,
    CHECKS.map((check) => check.id),
  );
  return new UsageError(
    `No check is called ${id}${near === null ? "" : `; the nearest is ${near}`}. «ppconform list» shows all.`,
  );
}

function explanation(check: CheckDefinition): string {
  const rows: [string, string][] = [
    ["operation", check.operation],
    ["level", check.level === "must" ? "must (stated outright)" : "should (implied)"],
    ["section", check.section],
    ["statements", check.statements.join(", ")],
    ["sends", check.sends],
    ["expects", check.expects],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [check.id, check.title, "", ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`), ""].join("\n");
}

/** `ppconform explain ID` */
export function explainCommand(): Command {
  return new Command("explain")
    .description("explain one check: statement, section, what it sends, what it expects")
    .argument("<id>", "id of the check")
    .action((id: string) => {
      const check = CHECKS.find((known) => known.id === id);
      if (check === undefined) throw unknownCheck(id);
      process.stdout.write(explanation(check));
    });
}
