import { chooseBehaviour } from "../behaviours.js";
import { type Refusal, refusal } from "../request.js";
import { type BodyOperation, type FieldRule, fieldRules } from "../rules.js";
import { FILE_TYPES } from "../service.js";

/** The rules of request bodies by operation, which the generated families walk. */
export const REQUEST_TABLES = fieldRules(chooseBehaviour());

export const BODY_OPERATIONS = ["createRecipient", "updateRecipient", "uploadFile", "createCustomer"] as const;

export const RECIPIENT_OPERATIONS = ["createRecipient", "updateRecipient"] as const;

/**
 * Whether the document says that a field must be there. Of a recipient creation itself it does not say so, nor of a
 * customer's or an upload's fields (sections 2.1, 2.4 and 4.3); inside an account it does.
 */
export function isDocumentedAsRequired(operation: BodyOperation, { path, required }: FieldRule): boolean {
  if (required !== true) return false;
  return (
    operation === "updateRecipient" ||
    (operation === "createRecipient" && path.startsWith("payment_details") && path !== "payment_details")
  );
}

/** Turns with the places at which a rule stands, so that all ways to break a rule are used somewhere. */
export function inTurn<Way>(ways: readonly Way[], turn: number): Way | undefined {
  return ways[turn % ways.length];
}

/** The types of file (section 4.3). */
export const FILE_TYPE_NAMES: readonly string[] = Object.values(FILE_TYPES).flat();

/** What a failing service answers. */
export const SERVER_ERROR: Refusal = refusal(500, "INTERNAL_ERROR", "The request could not be processed");
