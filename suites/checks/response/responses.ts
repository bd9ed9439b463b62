/** What every success is held to (sections 1 and 2). */
import type { SuiteEntry } from "../../../engine/check.js";
import type { OperationId } from "../../../schemas/operations.js";
import { responseFields } from "./responseFields.js";
import { successBody, successMediaType } from "./successBody.js";

/** The checks of an operation's successes. */
export function responses(operation: OperationId): SuiteEntry {
  return [
    operation === "getTransferReceipt" ? [] : successMediaType(operation),
    successBody(operation),
    responseFields(operation),
  ];
}
