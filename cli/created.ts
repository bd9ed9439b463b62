/** `ppconform created JOURNAL`: what runs left on a target. */

import { Command } from "commander";
import { type JournalEntry, type Listed, readJournal } from "../client/journal.js";
import { UsageError } from "../engine/settings/usageError.js";
import { userFileText } from "../library/userFile.js";
import { amount, readable } from "../reports/visible.js";
import { fileJson } from "../schemas/unseen.js";

export function createdCommand(): Command {
  return new Command("created")
    .description(
      "List what runs created, from their journal: created.ndjson in the report folder. Requests in progress when a run was killed are listed as possibly created.",
    )
    .argument("<journal>", "path of created.ndjson")
    .option("--json", "as JSON")
    .action(list);
}

function list(path: string, { json }: { readonly json?: true }): void {
  const listed = listedIn(path);
  process.stdout.write(json === true ? `${fileJson(listed, 2)}\n` : listText(listed));
}

function listedIn(path: string): Listed {
  const fix = "Name the created.ndjson of a report folder.";
  const text = userFileText(path, "journal", { missing: fix, unreadable: fix });
  try {
    return readJournal(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${path}: ${error.message}. ${fix}`);
    throw error;
  }
}

function rowOf({ operation, id, partnerId, at }: JournalEntry): string {
  const names = [id ?? "id not known", ...(partnerId === null ? [] : [partnerId])];
  return `  ${at}  ${operation.padEnd(15)}  ${readable(names.join("  "))}\n`;
}

function listText({ targets, created, perhaps }: Listed): string {
  const where = [...new Set(targets)].map(readable).join(", ");
  const lines = [`${amount(created.length, "thing")} created at ${where === "" ? "no target" : where}\n`];
  lines.push(...created.map(rowOf));
  if (perhaps.length > 0) {
    lines.push(`${amount(perhaps.length, "request")} with unknown outcome, which may have created something\n`);
    lines.push(...perhaps.map(rowOf));
  }
  return lines.join("");
}
