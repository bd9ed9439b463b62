/** `ppconform openapi [REPORT]`: the contract as OpenAPI 3.1, as documented or as a run observed it. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { documentedContract, observedContract } from "../openapi/contract.js";
import { formatOf, OPENAPI_FORMATS, type OpenApiFormat, renderOpenApi } from "../openapi/render.js";
import type { Report } from "../reports/model.js";
import { writeProblem, writeWhole } from "../reports/wholeFile.js";
import { oneOf } from "./parse.js";
import { reportAt } from "./reportFile.js";

interface OpenApiFlags {
  readonly format?: OpenApiFormat;
  readonly output?: string;
}

/** The command and its options. */
export function openapiCommand(): Command {
  return new Command("openapi")
    .description("Print the contract as OpenAPI 3.1: as documented, or as the run behind a report observed it.")
    .argument("[REPORT]", "a report.json; without it, the contract as documented")
    .option(
      "--format <name>",
      "yaml or json (default: by the name of the file, else yaml)",
      oneOf("--format", OPENAPI_FORMATS),
    )
    .option("--output <file>", "write into a file instead of printing")
    .action(openapi);
}

async function openapi(path: string | undefined, { format, output }: OpenApiFlags): Promise<void> {
  const document = path === undefined ? documentedContract() : observedContract(await reportAt(path));
  const text = renderOpenApi(document, format ?? (output === undefined ? "yaml" : formatOf(output)));
  if (output === undefined) process.stdout.write(text);
  else await writeDocument(output, text);
}

/** Writes the contract that a run observed; the file's name tells the format. @throws UsageError when it cannot */
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
