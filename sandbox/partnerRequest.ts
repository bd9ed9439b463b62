import type { IncomingHttpHeaders } from "node:http";
import type { Principal } from "./credentials.js";
import type { JsonObject } from "./json.js";
import type { OperationName } from "./operations/names.js";

export type QueryValue = string | readonly string[] | undefined;

/**
 * A request for one of the operations on its way through the service. The checks fill in what they find out.
 * Defects may change any of it before the checks look.
 */
export interface PartnerRequest {
  readonly operation: OperationName;
  headers: IncomingHttpHeaders;
  query: Readonly<Record<string, QueryValue>>;
  /** The recipient id of the path, where it has one. */
  recipientId: string;
  rawBody: Buffer | undefined;
  principal: Principal | undefined;
  /** The body as it is to be stored, once it was checked. */
  fields: JsonObject;
}
