/** Reading a report back: parsed once at the edge, validated by report.schema.json, a typed value from there on. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type ErrorObject, type ValidateFunction, Ajv2020 as Validator } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { UsageError } from "../schemas/usageError.js";
import type { Report } from "./model.js";
import { codeOf } from "./wholeFile.js";

/** A format newer than this is refused with its own message. */
const KNOWN_FORMAT = 1;
const ERRORS = 10;

/** A report, or why it is not one: one line for each fault. */
export type Validation = { valid: true; report: Report } | { valid: false; errors: string[] };

/** A report file that cannot be used. The message names the file, what is wrong and what to do. */
export class ReportError extends UsageError {
  override readonly name = "ReportError";
}

let compiled: ValidateFunction<Report> | undefined;

function validator(): ValidateFunction<Report> {
  if (compiled === undefined) {
    const ajv = new Validator({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
    formats.default(ajv);
    compiled = ajv.compile<Report>(JSON.parse(readFileSync(new URL("report.schema.json", import.meta.url), "utf8")));
  }
  return compiled;
}

function described(error: ErrorObject): string {
  const extra = "additionalProperty" in error.params ? ` (${String(error.params.additionalProperty)})` : "";
  return `${error.instancePath === "" ? "the report" : error.instancePath} ${error.message ?? error.keyword}${extra}`;
}

/** Validates a value by the report's JSON Schema. Never throws. */
export function validateReport(value: unknown): Validation {
  const validate = validator();
  if (validate(value)) return { valid: true, report: value };
  const errors = (validate.errors ?? []).filter((error) => error.keyword !== "if").map(described);
  const more = errors.length - ERRORS;
  return { valid: false, errors: more > 0 ? [...errors.slice(0, ERRORS), `and ${more} more`] : errors };
}

/** @throws ReportError when it cannot be read */
export async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    switch (codeOf(error)) {
      case "ENOENT":
        throw new ReportError(`${path} does not exist. Name the report.json that a run wrote.`);
      case "EISDIR":
        throw new ReportError(`${path} is a folder. Name the report.json inside it.`);
      default:
        throw new ReportError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/**
 * The value of a JSON text.
 * @throws ReportError that names the file when it is not JSON
 */
export function readJsonText(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReportError(`${path} is not JSON. Name the report.json that a run wrote.`);
  }
}

/**
 * A read value as a report.
 * @throws ReportError that names its file when it is not a report, or has a newer format than this version knows
 */
export function reportOf(value: unknown, path: string): Report {
  const format = typeof value === "object" && value !== null && "format" in value ? value.format : undefined;
  if (format === undefined)
    throw new ReportError(
      `${path} is not a conformance report: it has no format. Name the report.json that a run wrote.`,
    );
  if (typeof format === "number" && format > KNOWN_FORMAT)
    throw new ReportError(
      `${path} has format ${format}; this version reads formats up to ${KNOWN_FORMAT}. Use the version of ppconform that wrote it, or a newer one.`,
    );
  const result = validateReport(value);
  if (result.valid) return result.report;
  throw new ReportError(
    `${path} is not a conformance report:\n${result.errors.map((error) => `  ${error}`).join("\n")}`,
  );
}

/**
 * Reads a report.json.
 * @throws ReportError when it is missing, is not JSON, is not a report, or has a newer format than this version knows
 */
export async function readReport(path: string): Promise<Report> {
  return reportOf(readJsonText(await textOf(path), path), path);
}
