/** What every answer that is no success is held to (section 7). */
import type { SuiteEntry } from "../../../engine/check.js";
import type { OperationId } from "../../../schemas/operations.js";
import { errorShapes } from "./errorShape.js";
import { errorLeak } from "./leak.js";
import { noServerError } from "./noServerError.js";

/** The checks of an operation's errors. */
export function errorAnswers(operation: OperationId): SuiteEntry {
  return [errorShapes(operation), errorLeak(operation), noServerError(operation)];
}
