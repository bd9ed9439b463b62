/** The fields of a request body in the order of the document, each with both sides of its rules. */
import type { SuiteEntry } from "../../discovery/check.js";
import { fieldTree, walk } from "../../schemas/fieldTree.js";
import { type BodyOperation, OPERATIONS } from "../../schemas/operations.js";
import { fieldValues } from "./accepts/fieldValues.js";
import { fieldRules } from "./refuses/fieldRules.js";

export function requestFields(operation: BodyOperation): SuiteEntry {
  return [...walk(fieldTree(OPERATIONS[operation].requestSchema))]
    .filter(({ path }) => path !== "")
    .map((field) => [...fieldRules(operation, field), ...fieldValues(operation, field)]);
}
