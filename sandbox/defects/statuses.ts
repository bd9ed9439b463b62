import type { OperationName } from "../operations/names.js";
import { type Result, refusal, success } from "../result.js";
import { publishedPath } from "./bodyPath.js";
import { successChanged } from "./changes.js";
import { type Defect, defectOf, familyOf } from "./defect.js";
import { BODY_OPERATIONS, inTurn, OPERATION_NAMES, REQUEST_TABLES, SERVER_ERROR } from "./requestTables.js";

const FAMILY = "status";
const defect = familyOf(FAMILY);

const NOT_FOUND = refusal(404, "NOT_FOUND", "Nothing was found");

function controlsOf(operation: OperationName): readonly string[] {
  switch (operation) {
    case "createRecipient":
    case "updateRecipient":
      return ["accepts/control.bank", "accepts/control.crypto"];
    case "uploadFile":
      return ["accepts/file_type.enum"];
    case "createCustomer":
      return ["accepts/control.business"];
    default:
      return ["accepts/control.read"];
  }
}

function updateStatuses(): Defect[] {
  const controls = controlsOf("updateRecipient");
  const instead = (status: number): Defect =>
    defectOf(
      FAMILY,
      "updateRecipient",
      [...controls, "response/status"],
      `${status}-for-200`,
      `an update is answered with ${status}`,
      {
        ...successChanged((result) => ({ ...result, status })),
      },
    );
  const unknown = (status: number): Defect =>
    defect(
      `updateRecipient/state/unknown-recipient/${status}-for-404`,
      `an update of an unknown recipient is answered with ${status}`,
      {
        refusal: (due, step) => (step === "existence" ? { ...due, status } : due),
      },
    );
  return [
    ...[201, 202, 204].map(instead),
    ...[400, 403, 500].map(unknown),
    defectOf(FAMILY, "updateRecipient", controls, "none-found", "no recipient is found when it is to be updated", {
      result: (result) => (result.kind === "success" ? NOT_FOUND : result),
    }),
    defect("updateRecipient/state/unknown-recipient/made", "an update of an unknown recipient makes one", {
      refusal: (due, step) => (step === "existence" ? undefined : due),
      result: (result, request) =>
        result.status === 404
          ? success(200, {
              recipient_id: request.recipientId,
              partner_recipient_id: `made-${request.recipientId}`.padEnd(24, "0"),
              status: "pending",
              ...request.fields,
            })
          : result,
    }),
  ];
}

/** Requests that can only be right are never answered with a success. */
function neverAccepted(operation: OperationName): Defect[] {
  const writes = ["createRecipient", "updateRecipient", "uploadFile", "createCustomer"].includes(operation);
  // What an upload or a customer must meet is open, so that no reader of the document could call a 400 there wrong; nor
  // a 403, which tells of a key without permission.
  const open = operation === "uploadFile" || operation === "createCustomer";
  const due = !writes
    ? NOT_FOUND
    : open
      ? refusal(405, "METHOD_NOT_ALLOWED", "The operation is not offered")
      : refusal(400, "INVALID_PARAMETER", "The request is not valid");
  const title = writes ? "every request is refused" : "nothing is ever found";
  return [
    defectOf(FAMILY, operation, controlsOf(operation), "never", title, {
      result: (result) => (result.kind === "success" ? due : result),
    }),
  ];
}

/** Every rule that a bad body of an operation breaks: all of them show that the wrong status is used. */
function refusedRules(operation: (typeof BODY_OPERATIONS)[number]): string[] {
  return [
    ...REQUEST_TABLES[operation].map(({ path }) => `refuses/${publishedPath(path)}.type`),
    ...["malformed", "type", "empty"].map((name) => `refuses/body.${name}`),
  ];
}

function badRequests(operation: (typeof BODY_OPERATIONS)[number]): Defect[] {
  const instead = (status: number): Defect => {
    const rules = refusedRules(operation);
    return defectOf(
      FAMILY,
      operation,
      status === 500 ? ["errors/no-server-error", ...rules] : rules,
      `${status}-for-400`,
      `a bad body is answered with ${status}`,
      {
        refusal: (due, step) => (step === "body" ? { ...due, status } : due),
      },
    );
  };
  // Elsewhere than on update, 422 and 409 are as good as 400.
  return (operation === "updateRecipient" ? [422, 409, 404, 405, 500] : [401, 404, 500]).map(instead);
}

/** Section 7: 405 is listed for update. */
function methods(): Defect[] {
  const answers: Readonly<Record<string, Result>> = {
    GET: refusal(404, "NOT_FOUND", "There is nothing at this path"),
    PUT: success(200, {}),
    PATCH: refusal(400, "INVALID_PARAMETER", "This path does not take this method"),
    DELETE: SERVER_ERROR,
  };
  return Object.entries(answers).map(([method, instead]) =>
    defect(
      `updateRecipient/method/${method}/${instead.status}-for-405`,
      `${method} on the path of an update is answered with ${instead.status}`,
      {
        unrouted: (result, _operation, used) => (used === method ? instead : result),
      },
    ),
  );
}

/** Methods that no path documents, answered with a success. */
function otherMethods(): Defect[] {
  const answers = { DELETE: success(200, {}), PUT: success(204, ""), PATCH: success(202, {}) };
  const ways = Object.entries(answers);
  return OPERATION_NAMES.filter((operation) => operation !== "updateRecipient").flatMap((operation, turn) => {
    const chosen = inTurn(ways, turn);
    if (chosen === undefined) return [];
    const [method, instead] = chosen;
    const title = `${method} on the path is answered with ${instead.status}`;
    return defect(`${operation}/method/other/${instead.status}-for-${method}`, title, {
      unrouted: (result, _operation, used) => (used === method ? instead : result),
    });
  });
}

/** Documented statuses replaced by others (sections 4.2 and 7). */
export const STATUSES: readonly Defect[] = [
  ...updateStatuses(),
  // How a receipt is asked for is open, so that one which is never found may only have been asked for wrongly.
  ...OPERATION_NAMES.filter((operation) => operation !== "getTransferReceipt").flatMap(neverAccepted),
  defect("getTransferReceipt/accepts/control.read/not-there", "there is nothing at the path of receipts", {
    result: () => NOT_FOUND,
  }),
  ...BODY_OPERATIONS.flatMap(badRequests),
  ...methods(),
  ...otherMethods(),
];
