/** How the service is asked for documented things before anything is known of it. */
import { type Doors, readRequest } from "../engine/send/reachability.js";
import { bodyOf } from "../oracles/json.js";
import { isSuccess } from "../oracles/outcome.js";
import { OPERATION_IDS, OPERATIONS, type OperationId } from "../schemas/operations.js";

/** Reads that need no prior knowledge. */
const READS: readonly OperationId[] = ["listBalances", "listTransactions", "getTransferDetail"];

/** What is requested from a documented path: its read, or where it stores something, whether it exists at all. */
function doorRequest(operation: OperationId) {
  if (operation === "listTransactions") return readRequest(operation, { page_number: "1", page_size: "5" });
  const { query, path } = OPERATIONS[operation];
  const names = query.some(({ name }) => name === "transaction_id");
  const read = readRequest(operation, names ? { transaction_id: "txn_preflight" } : {});
  return path.includes("{") ? { ...read, path: path.replace(/\{\w+\}/, "rcp_preflight") } : read;
}

export const DOORS: Doors = {
  reads: READS.map(doorRequest),
  others: OPERATION_IDS.filter((operation) => !READS.includes(operation)).map(doorRequest),
  isItself: (exchange) => isSuccess(exchange) && Array.isArray(bodyOf(exchange)),
};
