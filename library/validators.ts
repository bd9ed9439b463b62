/** What the contract says of a body, for tests and clients of one's own. */
import { type BodyOperation, OPERATIONS, type OperationId } from "../schemas/operations.js";
import { type Breach, breaches } from "../schemas/validators.js";

/** Every documented rule that a body breaks; empty when it keeps all of them. */
export const validators = {
  /** The body of a request. */
  request: (operation: BodyOperation, body: unknown): Breach[] => breaches(OPERATIONS[operation].requestSchema, body),
  /** The body of a success. */
  response: (operation: OperationId, body: unknown): Breach[] => breaches(OPERATIONS[operation].responseSchema, body),
  /** The body of an error, whatever operation it is of. */
  error: (body: unknown): Breach[] => breaches("error.schema.json", body),
} as const;
