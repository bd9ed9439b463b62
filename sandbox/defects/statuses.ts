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
import {
  BODY_OPERATIONS,
  type Defect,
  defectOf,
  defects,
  defectsBy,
  inTurn,
  REQUEST_TABLES,
  rows,
  SERVER_ERROR,
} from "./defect.js";
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

const madeInstead: DefectHooks = {
  ...letThrough("existence"),
  result: (result, { recipientId, fields }) => {
    const partnerId = `made-${recipientId}`.padEnd(24, "0");
    const made = { recipient_id: recipientId, partner_recipient_id: partnerId, status: "pending", ...fields };
    return result.status === 404 ? success(200, made) : result;
  },
};

const answeredWith = (status: number): DefectHooks => successChanged((result) => ({ ...result, status }));

const insteadOf404 = (status: number): DefectHooks => otherwise("existence", status);
const SUCCESS_RULES = "accepts/control.crypto, response/status";

/** Another status for an update that a recipient had just before. */
function nothingNew(status: number): DefectHooks {
  const last = new Map<unknown, string>();
  return successChanged((result, { recipientId, fields }) => {
    const text = JSON.stringify(fields);
    const isSame = last.get(recipientId) === text;
    last.set(recipientId, text);
    return isSame ? { ...result, status } : result;
  });
}

const UPDATE_STATUSES = defects("status", "updateRecipient")`
  accepts/control.bank/201-for-200, ${SUCCESS_RULES} | an update is answered with 201 | ${answeredWith(201)}
  accepts/control.bank/202-when-repeated, ${SUCCESS_RULES} | an update that changes nothing is answered with 202 | ${() => nothingNew(202)}
  accepts/control.bank/202-for-200, ${SUCCESS_RULES} | an update is answered with 202 | ${answeredWith(202)}
  accepts/control.bank/204-for-200, ${SUCCESS_RULES} | an update is answered with 204 | ${answeredWith(204)}
  state/unknown-recipient/400-for-404 | an update of an unknown recipient is answered with 400 | ${insteadOf404(400)}
  state/unknown-recipient/403-for-404 | an update of an unknown recipient is answered with 403 | ${insteadOf404(403)}
  state/unknown-recipient/500-for-404 | an update of an unknown recipient is answered with 500 | ${insteadOf404(500)}
  accepts/control.bank/none-found, accepts/control.crypto | an update never finds its recipient
    | ${insteadOfSuccess(NOT_FOUND)}
  state/unknown-recipient/made | an update of an unknown recipient makes one | ${madeInstead}
`;

/** Requests that can only be valid are never answered with a success. */
function neverAccepted(operation: OperationName): Defect {
  const writes = BODY_OPERATIONS.some((each) => each === operation);
  // The requirements for an upload or a customer are open, so no reader of the document could call a 400 there wrong;
  // nor a 403, which means a key without permission.
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

const OK = success(200, {});
const NO_SUCH_METHOD = refusal(400, "INVALID_PARAMETER", "This path does not take this method");

/** Section 7: 405 is listed for update. */
const METHODS = defects("status", "updateRecipient")`
  method/GET/404-for-405 | GET on the path of an update is answered with 404
    | ${answering("GET", refusal(404, "NOT_FOUND", "There is nothing at this path"))}
  method/PUT/200-for-405 | PUT on the path of an update is answered with 200 | ${answering("PUT", OK)}
  method/PATCH/400-for-405 | PATCH on the path of an update is answered with 400 | ${answering("PATCH", NO_SUCH_METHOD)}
  method/DELETE/500-for-405 | DELETE on the path of an update is answered with 500 | ${answering("DELETE", SERVER_ERROR)}
`;

const OTHER_METHODS = rows<DefectHooks>`
  200-for-DELETE | DELETE on the path is answered with 200 | ${answering("DELETE", OK)}
  204-for-PUT | PUT on the path is answered with 204 | ${answering("PUT", success(204, ""))}
  202-for-PATCH | PATCH on the path is answered with 202 | ${answering("PATCH", success(202, {}))}
`;

/** Methods that no path documents, answered with a success. */
function otherMethods(operation: OperationName, turn: number): Defect[] {
  const [{ name = "", title = "", value = {} } = {}] = [inTurn(OTHER_METHODS, turn)];
  const writes = BODY_OPERATIONS.some((each) => each === operation);
  return [
    ...defects("status", operation)`method/other/${name} | ${title} | ${value}`,
    ...defects("status", writes ? operation : [])`
      method/other/PUT-creates | PUT creates what POST creates
        | ${
          {
            unrouted: (result, { method, rawBody = "" }) =>
              method === "PUT" && rawBody.length > 2 ? success(201, {}) : result,
          } satisfies DefectHooks
        }
    `,
    ...defects("status", writes ? [] : operation)`
      method/other/200-for-POST | POST on the path is answered with 200 | ${answering("POST", OK)}
    `,
  ];
}

const OTHERS = OPERATION_NAMES.filter((operation) => operation !== "updateRecipient");

/** Documented statuses replaced by others (sections 4.2 and 7). */
export const STATUSES: readonly Defect[] = [
  ...UPDATE_STATUSES,
  // How a receipt is requested is open, so one that is never found may only have been requested wrongly.
  ...OPERATION_NAMES.filter((operation) => operation !== "getTransferReceipt").map(neverAccepted),
  ...defects("status", "getTransferReceipt")`
    accepts/control.read/not-there | there is nothing at the path of receipts | ${{ result: () => NOT_FOUND }}
  `,
  ...BODY_OPERATIONS.flatMap(badRequests),
  ...METHODS,
  ...OTHERS.flatMap(otherMethods),
];

const DOCUMENTED = "2024-12-01";
const isDay = (version: string): boolean => /^\d{4}-\d\d-\d\d$/.test(version);
/** Digits of a day, however it is written: 2024-12-1, 2024/12/01, with a time. */
const digitsOf = (version: string): string => version.replace(/T.*$|\D/g, "").replace(/^(\d{6})(\d)$/, "$10$2");

const versionOf = ({ headers }: PartnerRequest): unknown => headers["api-version"];
const STATED = ["updateRecipient", "uploadFile"] as const;

const LENIENT = defectsBy("version", STATED, [], (isAccepted: (version: string) => boolean) =>
  letThrough("version", (request) => {
    const version = versionOf(request);
    return typeof version === "string" && isAccepted(version);
  }),
)`
  version/value/ignored | any Api-Version is accepted | ${() => true}
  version/value/longer | an Api-Version that only begins with the documented one is accepted
    | ${(version) => version.startsWith(DOCUMENTED)}
  version/value/shorter | an Api-Version is accepted that leaves out the end of the documented one
    | ${(version) => version !== "" && DOCUMENTED.startsWith(version)}
  version/value/earlier | an earlier Api-Version is accepted | ${(version) => isDay(version) && version < DOCUMENTED}
  version/value/later | a later Api-Version is accepted | ${(version) => isDay(version) && version > DOCUMENTED}
  version/value/of-creation | an Api-Version is accepted that is listed for recipient creation only
    | ${(version) => version === LISTED_FOR_CREATION}
  version/value/ending | an Api-Version is accepted that only ends with the documented one
    | ${(version) => version.endsWith(DOCUMENTED)}
  version/value/quoted | an Api-Version is accepted in quotation marks | ${(version) => version === `"${DOCUMENTED}"`}
  version/value/listed | an Api-Version is accepted that is a list with the documented one in it
    | ${(version) => version.split(",").includes(DOCUMENTED)}
  version/value/any-notation | an Api-Version is accepted that names the same day in another notation
    | ${(version) => digitsOf(version) === digitsOf(DOCUMENTED)}
`;

/** The same for one kind of request. */
const OF_CONTRACTS = defects("version", "uploadFile")`
  version/value/of-contracts | with a Contract, the Api-Version is accepted that is listed for recipient creation only
    | ${letThrough("version", (request) => versionOf(request) === LISTED_FOR_CREATION && request.query.file_type === "Contract")}
`;

const isNowhere = (request: PartnerRequest): boolean => versionOf(request) === undefined;
const leftOut = letThrough("version", isNowhere);
const fromQuery = letThrough("version", (request) => isNowhere(request) && request.query["Api-Version"] === DOCUMENTED);
const anyWebsite = letThrough(
  "body",
  (request, { details }) => isNewer(request) && details.every((detail) => /^website .*225/.test(detail)),
);
const no128 = insteadOfSuccess(
  refusal(400, "INVALID_PARAMETER", "business_name must have 2 to 127 characters"),
  (request) => isNewer(request) && [...String(request.fields.business_name)].length === 128,
);

/** Departures under one version only: where both are taken, an ordinary run meets the other one. */
const UNDER_NEWER = defects("version", "createRecipient")`
  refuses/website.maxLength/newer-version | under 2026-08-31 website may be of any length | ${anyWebsite}
  accepts/business_name.maxLength/newer-version | under 2026-08-31 business_name may not have 128 characters | ${no128}
`.map((defect) => ({ ...defect, needs: { recipientVersion: "2026-08-31" } }));

const noVersion: DefectHooks = {
  request: (request) =>
    isNowhere(request) ? request : { ...request, headers: { ...request.headers, "api-version": "" } },
  refusal: (due, _request, _service, step) =>
    step === "version" ? refusal(400, "INVALID_VERSION", "The header Api-Version is not known here") : due,
};

/** Creation takes the header, with one of two values (sections 4 and 9): none of them is taken. */
const UNDER_NONE = defects("version", "createRecipient")`
  accepts/control.bank/without-version | a recipient can be created only without Api-Version | ${noVersion}
`.map((defect) => ({ ...defect, needs: { recipientVersionMissing: "accepted" } }));

/** Reads show no header Api-Version (section 9): one is demanded. */
const DEMANDED = defects(
  "version",
  OPERATION_NAMES.filter((operation) => !BODY_OPERATIONS.some((each) => each === operation)),
)`
  accepts/control.read/version-demanded | the request is refused without Api-Version
    | ${insteadOfSuccess(
      refusal(400, "INVALID_VERSION", "The header Api-Version is missing"),
      (request) => versionOf(request) === undefined,
    )}
`;

/** The header Api-Version where its value or its presence is stated (section 9). */
export const VERSIONS: readonly Defect[] = [
  ...LENIENT,
  ...OF_CONTRACTS,
  ...UNDER_NONE,
  ...defects("version", ["uploadFile", "createCustomer"])`
    version/required/left-out | Api-Version may be left out | ${leftOut}
  `,
  ...defects("version", ["uploadFile", "createCustomer"])`
    version/required/from-query | the version may stand in the query in place of the header | ${fromQuery}
  `,
  // The documented version is no longer accepted, so nothing documented is accepted any more.
  ...STATED.map((operation) => {
    const due = refusal(400, "INVALID_VERSION", "The header Api-Version must be 2025-06-01");
    const hooks = insteadOfSuccess(due, (request) => versionOf(request) === DOCUMENTED);
    const title = `the Api-Version ${DOCUMENTED} is refused`;
    return defectOf("version", operation, controlsOf(operation), "documented-refused", title, hooks);
  }),
  ...defects("version", "uploadFile")`
    accepts/file_type.enum/newer-version | files are accepted only under the Api-Version of recipient creation
      | ${
        {
          request: (request) =>
            versionOf(request) === "2026-08-31"
              ? { ...request, headers: { ...request.headers, "api-version": DOCUMENTED } }
              : { ...request, headers: { ...request.headers, "api-version": "2026-08-31" } },
          refusal: (due, _request, _service, step) =>
            step === "version" ? refusal(400, "INVALID_VERSION", "The version is not supported") : due,
        } satisfies DefectHooks
      }
  `,
  ...UNDER_NEWER,
  ...DEMANDED,
];
