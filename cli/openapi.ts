/** `ppconform openapi [REPORT]`: the contract as OpenAPI 3.1, as documented or as a run observed it. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { documentedContract, formatOf, OPENAPI_FORMATS, observedContract, renderOpenApi } from "../openapi/contract.js";
import type { Report } from "../reports/model.js";
import { writeProblem, writeWhole } from "../reports/wholeFile.js";
import { type FlagsOf, option, withOptions } from "./options.js";
import { reportAt } from "./reportFolder.js";
import { oneOf, path } from "./values.js";

const ROWS = {
  format: option("<name>", oneOf(OPENAPI_FORMATS), "yaml or json (default: by the name of the file, else yaml)"),
  output: option("<file>", path, "write into a file instead of printing"),
} as const;

export function openapiCommand(): Command {
  const command = new Command("openapi")
    .description("Print the contract as OpenAPI 3.1: as documented, or as the run behind a report observed it.")
    .argument("[REPORT]", "a report folder or its report.json; without it, the contract as documented");
  return withOptions(command, ROWS).action(openapi);
}

async function openapi(report: string | undefined, { format, output }: FlagsOf<typeof ROWS>): Promise<void> {
  const document = report === undefined ? documentedContract() : observedContract(await reportAt(report));
  const text = renderOpenApi(document, format ?? (output === undefined ? "yaml" : formatOf(output)));
  if (output === undefined) process.stdout.write(text);
  else await writeDocument(output, text);
}

/** Writes the contract that a run observed; the file's name decides the format. @throws UsageError when it cannot */
export function writeObserved(path: string, report: Report): Promise<void> {
  return writeDocument(path, renderOpenApi(observedContract(report), formatOf(path)));
}

/** Makes sure before a run that its contract can be written at the end. @throws UsageError when it cannot */
export async function assertDocumentWritable(path: string): Promise<void> {
  const present = await stat(path).catch(() => null);
  if (present?.isDirectory() === true) throw unwritable(path, "it is a folder");
  await access(present === null ? dirname(path) : path, constants.W_OK).catch((error: unknown) => {
    throw unwritable(path, writeProblem(error));
  });
}

async function writeDocument(path: string, text: string): Promise<void> {
  await writeWhole(path, text).catch((error: unknown) => {
    throw unwritable(path, writeProblem(error));
  });
}

function unwritable(path: string, reason: string): UsageError {
  return new UsageError(
    `The OpenAPI document cannot be written to ${path}: ${reason}. Name a file in a folder that you can write to.`,
  );
}
