/** `ppconform openapi [REPORT]`: the contract as OpenAPI 3.1, as documented or as a run observed it. */
import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import { documentedContract, observedContract } from "../openapi/contract.js";
import { formatOf, OPENAPI_FORMATS, type OpenApiFormat, renderOpenApi } from "../openapi/render.js";
import { oneOf } from "./parse.js";
import { reportAt } from "./reportFile.js";
import { UsageError } from "./usageError.js";

interface OpenApiFlags {
  readonly format?: OpenApiFormat;
  readonly output?: string;
}

/** The command and its options. */
export function openapiCommand(): Command {
  return new Command("openapi")
    .description("the contract as OpenAPI 3.1: as documented, or as the run behind a report observed it")
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

/** @throws UsageError when the file cannot be written */
export async function writeDocument(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `The OpenAPI document cannot be written to ${path}: ${reason}. Name a file in a folder that exists.`,
    );
  }
}
