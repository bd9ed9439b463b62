import type { CheckDefinition } from "../engine/model.js";

/**
 * The id of a check as it stands in the source, with its file.
 * @throws Error when it stands in no file of its area, or in two
 */
export function declarationOf(check: CheckDefinition): { readonly file: string; readonly written: string };

/** The table of the checks as JSON, a check a line. */
export function checkTable(checks: readonly CheckDefinition[]): string;
