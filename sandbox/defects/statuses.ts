import {
  isNewer,
  LISTED_FOR_CREATION,
  OPERATION_NAMES,
  type OperationName,
  type PartnerRequest,
  type Result,
  refusal,
  success,
} from "../request.js";
import { insteadOfSuccess, letThrough, publishedPath, successChanged } from "./changes.js";
import { BODY_OPERATIONS, type Defect, defectOf, defects, inTurn, REQUEST_TABLES, SERVER_ERROR } from "./defect.js";
import type { CheckStep, DefectHooks } from "./hooks.js";

const NOT_FOUND = refusal(404, "NOT_FOUND", "Nothing was found");

function controlsOf(operation: OperationName): readonly string[] {
  if (/Recipient$/.test(operation)) return ["accepts/control.bank", "accepts/control.crypto"];
  if (operation === "uploadFile") return ["accepts/file_type.enum"];
  return [operation === "createCustomer" ? "accepts/control.business" : "accepts/control.read"];
}

function otherwise(step: CheckStep, status: number): DefectHooks {
  return { refusal: (due, _request, _service, at) => (due && at === step ? { ...due, status } : due) };
}

function updateStatuses(): Defect[] {
  const controls = controlsOf("updateRecipient");
  const update = (rules: readonly string[], way: string, title: string, hooks: DefectHooks): Defect =>
    defectOf("status", "updateRecipient", rules, way, title, hooks);
  return [
    ...[201, 202, 204].map((status) =>
      update([...controls, "response/status"], `${status}-for-200`, `an update is answered with ${status}`, {
        ...successChanged((result) => ({ ...result, status })),
      }),
    ),
    ...[400, 403, 500].flatMap((status) =>
      defects("status", "updateRecipient", {
        [`state/unknown-recipient/${status}-for-404 | an update of an unknown recipient is answered with ${status}`]:
          otherwise("existence", status),
      }),
    ),
    update(controls, "none-found", "no recipient is found when it is to be updated", insteadOfSuccess(NOT_FOUND)),
    ...defects("status", "updateRecipient", {
      "state/unknown-recipient/made | an update of an unknown recipient makes one": {
        ...letThrough("existence"),
        result: (result, { recipientId, fields }) => {
          const partnerId = `made-${recipientId}`.padEnd(24, "0");
          const made = { recipient_id: recipientId, partner_recipient_id: partnerId, status: "pending", ...fields };
          return result.status === 404 ? success(200, made) : result;
        },
      },
    }),
  ];
}

/** Requests that can only be right are never answered with a success. */
function neverAccepted(operation: OperationName): Defect {
  const writes = BODY_OPERATIONS.some((each) => each === operation);
  // What an upload or a customer must meet is open, so that no reader of the document could call a 400 there wrong; nor
  // a 403, which tells of a key without permission.
  const isOpen = operation === "uploadFile" || operation === "createCustomer";
  const written = isOpen
    ? refusal(405, "METHOD_NOT_ALLOWED", "The operation is not offered")
    : refusal(400, "INVALID_PARAMETER", "The request is not valid");
  const title = writes ? "every request is refused" : "nothing is ever found";
  const hooks = insteadOfSuccess(writes ? written : NOT_FOUND);
  return defectOf("status", operation, controlsOf(operation), "never", title, hooks);
}

function badRequests(operation: (typeof BODY_OPERATIONS)[number]): Defect[] {
  // Every rule that a bad body breaks shows that the wrong status is used.
  const rules = [
    ...REQUEST_TABLES[operation].map(({ path }) => `refuses/${publishedPath(path)}.type`),
    ...["malformed", "type", "empty"].map((name) => `refuses/body.${name}`),
  ];
  // Elsewhere than on update, 422 and 409 are as good as 400.
  return (operation === "updateRecipient" ? [422, 409, 404, 405, 500] : [401, 404, 500]).map((status) => {
    const all = status === 500 ? ["errors/no-server-error", ...rules] : rules;
    const title = `a bad body is answered with ${status}`;
    return defectOf("status", operation, all, `${status}-for-400`, title, otherwise("body", status));
  });
}

function answering(used: string, instead: Result): DefectHooks {
  return { unrouted: (result, { method }) => (method === used ? instead : result) };
}

/** Section 7: 405 is listed for update. */
function methods(): Defect[] {
  const answers: Readonly<Record<string, Result>> = {
    GET: refusal(404, "NOT_FOUND", "There is nothing at this path"),
    PUT: success(200, {}),
    PATCH: refusal(400, "INVALID_PARAMETER", "This path does not take this method"),
    DELETE: SERVER_ERROR,
  };
  return Object.entries(answers).flatMap(([method, instead]) => {
    const title = `${method} on the path of an update is answered with ${instead.status}`;
    const row = `method/${method}/${instead.status}-for-405 | ${title}`;
    return defects("status", "updateRecipient", { [row]: answering(method, instead) });
  });
}

/** Methods that no path documents, answered with a success. */
function otherMethods(): Defect[] {
  const ways = Object.entries({ DELETE: success(200, {}), PUT: success(204, ""), PATCH: success(202, {}) });
  return OPERATION_NAMES.filter((operation) => operation !== "updateRecipient").flatMap((operation, turn) => {
    const writes = ["createRecipient", "uploadFile", "createCustomer"].includes(operation);
    const chosen = [inTurn(ways, turn), writes ? undefined : (["POST", success(200, {})] as const)];
    return chosen.flatMap((way) => {
      const [method, instead] = way ?? ["", SERVER_ERROR];
      const row = `method/other/${instead.status}-for-${method} | ${method} on the path is answered with ${instead.status}`;
      return way === undefined ? [] : defects("status", operation, { [row]: answering(method, instead) });
    });
  });
}

/** Documented statuses replaced by others (sections 4.2 and 7). */
export const STATUSES: readonly Defect[] = [
  ...updateStatuses(),
  // How a receipt is asked for is open, so that one which is never found may only have been asked for wrongly.
  ...OPERATION_NAMES.filter((operation) => operation !== "getTransferReceipt").map(neverAccepted),
  ...defects("status", "getTransferReceipt", {
    "accepts/control.read/not-there | there is nothing at the path of receipts": { result: () => NOT_FOUND },
  }),
  ...BODY_OPERATIONS.flatMap(badRequests),
  ...methods(),
  ...otherMethods(),
];

const DOCUMENTED = "2024-12-01";
const isDay = (version: string): boolean => /^\d{4}-\d\d-\d\d$/.test(version);
/** Digits of a day, however it is written: 2024-12-1, 2024/12/01, with a time. */
const digitsOf = (version: string): string =>
  version
    .replace(/T.*$/, "")
    .replace(/\D/g, "")
    .replace(/^(\d{6})(\d)$/, "$10$2");

const LENIENT_VERSIONS: Readonly<Record<string, (version: string) => boolean>> = {
  "ignored | any Api-Version is accepted": () => true,
  "longer | an Api-Version is accepted that only begins with the documented one": (version) =>
    version.startsWith(DOCUMENTED),
  "shorter | an Api-Version is accepted that leaves out the end of the documented one": (version) =>
    version !== "" && DOCUMENTED.startsWith(version),
  "earlier | an earlier Api-Version is accepted": (version) => isDay(version) && version < DOCUMENTED,
  "later | a later Api-Version is accepted": (version) => isDay(version) && version > DOCUMENTED,
  "of-creation | an Api-Version is accepted that is listed for recipient creation only": (version) =>
    version === LISTED_FOR_CREATION,
  "ending | an Api-Version is accepted that only ends with the documented one": (version) =>
    version.endsWith(DOCUMENTED),
  "quoted | an Api-Version is accepted in quotation marks": (version) => version === `"${DOCUMENTED}"`,
  "listed | an Api-Version is accepted that is a list with the documented one in it": (version) =>
    version.split(",").includes(DOCUMENTED),
  "any-notation | an Api-Version is accepted that names the same day in another notation": (version) =>
    digitsOf(version) === digitsOf(DOCUMENTED),
};

const versionOf = ({ headers }: PartnerRequest): unknown => headers["api-version"];

/** Departures under one version only: where both are taken, an ordinary run meets the other one. */
const UNDER_NEWER: readonly Defect[] = defects("version", "createRecipient", {
  "refuses/website.maxLength/newer-version | under 2026-08-31 website may be of any length": letThrough(
    "body",
    (request, { details }) => isNewer(request) && details.every((detail) => /^website .*225/.test(detail)),
  ),
  "accepts/business_name.maxLength/newer-version | under 2026-08-31 business_name may not have 128 characters":
    insteadOfSuccess(
      refusal(400, "INVALID_PARAMETER", "business_name must have 2 to 127 characters"),
      (request) => isNewer(request) && [...String(request.fields.business_name)].length === 128,
    ),
}).map((defect) => ({ ...defect, needs: { recipientVersion: "2026-08-31" } }));

/** The header Api-Version where its value or its presence is stated (section 9). */
export const VERSIONS: readonly Defect[] = [
  ...(["updateRecipient", "uploadFile"] as const).flatMap((operation) =>
    Object.entries(LENIENT_VERSIONS).flatMap(([row, isAccepted]) =>
      defects("version", operation, {
        [`version/value/${row}`]: letThrough("version", (request) => {
          const version = versionOf(request);
          return typeof version === "string" && isAccepted(version);
        }),
      }),
    ),
  ),
  ...["uploadFile", "createCustomer"].flatMap((operation) =>
    defects("version", null, {
      [`${operation}/version/required/left-out | Api-Version may be left out`]: letThrough(
        "version",
        (request) => versionOf(request) === undefined,
      ),
    }),
  ),
  ...["uploadFile", "createCustomer"].flatMap((operation) =>
    defects("version", null, {
      [`${operation}/version/required/from-query | the version may stand in the query in place of the header`]:
        letThrough(
          "version",
          (request) => versionOf(request) === undefined && request.query["Api-Version"] === DOCUMENTED,
        ),
    }),
  ),
  // The documented version is no longer taken, so that nothing documented is accepted any more.
  ...(["updateRecipient", "uploadFile"] as const).map((operation) => {
    const due = refusal(400, "INVALID_VERSION", "The header Api-Version must be 2025-06-01");
    const hooks = insteadOfSuccess(due, (request) => versionOf(request) === DOCUMENTED);
    const title = `the Api-Version ${DOCUMENTED} is refused`;
    return defectOf("version", operation, controlsOf(operation), "documented-refused", title, hooks);
  }),
  ...UNDER_NEWER,
];
