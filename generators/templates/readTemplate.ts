/** A reading request. */
import type { OperationId } from "../../schemas/operations.js";
import type { Template } from "../edits/edit.js";

/** The template of a read: they differ in the query. */
export function readTemplate(
  operation: OperationId,
  query: Readonly<Record<string, string>>,
  id = JSON.stringify(query),
): Template {
  return { id, operation, body: null, query, path: {}, version: null, freshField: null };
}
