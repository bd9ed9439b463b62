/** What an exchange made on the target. */
import type { Exchange } from "../client/model.js";
import { successBody } from "../oracles/json.js";
import { isSuccess } from "../oracles/outcome.js";
import type { OperationId } from "../schemas/operations.js";
import { operationAt } from "../schemas/paths.js";

/** The fields of a creation response that name what was made. */
const CREATED: Readonly<Partial<Record<OperationId, { readonly id: string; readonly partner: string | null }>>> = {
  createRecipient: { id: "recipient_id", partner: "partner_recipient_id" },
  uploadFile: { id: "file_id", partner: null },
  createCustomer: { id: "customer_id", partner: "partner_customer_id" },
};

/** What an exchange created; null when it created nothing. */
export function creationOf(
  exchange: Exchange,
): { operation: OperationId; id: string; partnerId: string | null } | null {
  const operation = isSuccess(exchange) ? operationAt(exchange.wire.path, exchange.wire.method)?.operation : undefined;
  const names = operation === undefined ? undefined : CREATED[operation];
  if (operation === undefined || names === undefined) return null;
  const body = successBody(exchange);
  const id = body[names.id];
  const partner = names.partner === null ? null : body[names.partner];
  return typeof id === "string" ? { operation, id, partnerId: typeof partner === "string" ? partner : null } : null;
}
