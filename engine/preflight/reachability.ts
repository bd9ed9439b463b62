/** Whether the target can be reached and lets the credentials in, before anything else is tried. */
import type { Exchange, WireRequest } from "../../client/model.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";

/** The target gives no answer, or refuses the credentials everywhere: nothing can be judged. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

/** What preflight asks of the transport. */
export interface Sender {
  send(request: WireRequest): Promise<Exchange>;
}

/** A documented read with the valid credentials. */
export function readRequest(operation: OperationId, query: Readonly<Record<string, string>> = {}): WireRequest {
  const pairs = new URLSearchParams(query).toString();
  return {
    method: "GET",
    path: `${OPERATIONS[operation].path}${pairs === "" ? "" : `?${pairs}`}`,
    headers: { accept: "application/json" },
    body: null,
    credentials: "valid",
  };
}

/**
 * Sends the first requests of a run.
 * @throws TargetError when there is no answer, or when all reads answer 401
 */
export async function reach(sender: Sender, baseUrl: string): Promise<void> {
  const exchange = await sender.send(readRequest("listBalances"));
  if (exchange.failure !== null && exchange.failure.kind !== "protocol") {
    const tls = exchange.failure.kind === "unreachable" ? exchange.failure.tls : undefined;
    if (tls !== undefined) throw new TargetError(`${baseUrl} ${tls.wrong} (${exchange.failure.message}). ${tls.mend}`);
    throw new TargetError(
      `${baseUrl} cannot be reached: ${exchange.failure.message}. Check the address (--base-url or CONFORMANCE_BASE_URL) and that the service is running.`,
    );
  }
  if (exchange.response?.status !== 401) return;
  const other = await sender.send(readRequest("listTransactions", { page_number: "1", page_size: "5" }));
  const third = await sender.send(readRequest("getTransferDetail", { transaction_id: "txn_preflight" }));
  if (other.response?.status !== 401 || third.response?.status !== 401) return;
  throw new TargetError(
    `${baseUrl} refuses the credentials: every operation that was tried answers 401. Check CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.`,
  );
}
