/** Whether the target can be reached and lets the credentials in, before anything else is tried. */
import type { Exchange, WireRequest } from "../client/model.js";
import type { Sender } from "../client/send.js";
import { bodyOf } from "../oracles/json.js";
import { isSuccess } from "../oracles/outcome.js";
import { OPERATION_IDS, OPERATIONS, type OperationId } from "../schemas/operations.js";
import { wrongTargetText } from "./wrongTarget.js";

/** The target gives no answer, or refuses the credentials everywhere: nothing can be judged. */
export class TargetError extends Error {
  override readonly name = "TargetError";

  constructor(
    message: string,
    readonly about: "address" | "credentials" = "address",
  ) {
    super(message);
  }
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

/** What a documented path is asked for: its read, or where it stores something, whether it is there at all. */
function doorRequest(operation: OperationId): WireRequest {
  if (operation === "listTransactions") return readRequest(operation, { page_number: "1", page_size: "5" });
  const { query, path } = OPERATIONS[operation];
  const names = query.some(({ name }) => name === "transaction_id");
  const read = readRequest(operation, names ? { transaction_id: "txn_preflight" } : {});
  return path.includes("{") ? { ...read, path: path.replace(/\{\w+\}/, "rcp_preflight") } : read;
}

/** Reads that need nothing to be known. If they all refuse the credentials, these are wrong. */
const ASKED_FOR_CREDENTIALS: readonly OperationId[] = ["listBalances", "listTransactions", "getTransferDetail"];

/** Whether an operation alone is silent: another read is answered. */
async function isAnotherAnswered(sender: Sender, { failure }: Exchange): Promise<boolean> {
  if (failure?.kind !== "timeout") return false;
  const others = ASKED_FOR_CREDENTIALS.filter((operation) => operation !== "listBalances");
  const answers = await Promise.all(others.map((operation) => sender.send(doorRequest(operation))));
  return answers.some(({ response }) => response !== null);
}

/**
 * Sends the first requests of a run: where the first is answered as documented, no other. No path is asked for more than
 * a GET, which stores nothing.
 * @throws TargetError when there is no answer, when all reads answer 401, or when nothing answers like the service
 */
export async function reach(sender: Sender, baseUrl: string): Promise<void> {
  const exchange = await sender.send(doorRequest("listBalances"));
  if (
    exchange.failure !== null &&
    exchange.failure.kind !== "protocol" &&
    !(await isAnotherAnswered(sender, exchange))
  ) {
    const tls = exchange.failure.kind === "unreachable" ? exchange.failure.tls : undefined;
    if (tls !== undefined) throw new TargetError(`${baseUrl} ${tls.wrong} (${exchange.failure.message}). ${tls.mend}`);
    throw new TargetError(
      `${baseUrl} cannot be reached: ${exchange.failure.message}. Check the address (--base-url or CONFORMANCE_BASE_URL) and that the service is running.`,
    );
  }
  if (isSuccess(exchange) && Array.isArray(bodyOf(exchange))) return;
  const others = OPERATION_IDS.filter((operation) => operation !== "listBalances");
  const answers = new Map<OperationId, Exchange>([["listBalances", exchange]]);
  await Promise.all(others.map(async (operation) => answers.set(operation, await sender.send(doorRequest(operation)))));
  if (ASKED_FOR_CREDENTIALS.every((operation) => answers.get(operation)?.response?.status === 401))
    throw new TargetError(
      `${baseUrl} refuses the credentials: every operation that was tried answers 401. Check CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.`,
      "credentials",
    );
  const wrong = wrongTargetText(baseUrl, [...answers.values()]);
  if (wrong !== null) throw new TargetError(wrong);
}
