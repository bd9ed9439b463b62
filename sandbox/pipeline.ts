import type { Behaviour } from "./behaviours.js";
import { authenticator } from "./credentials.js";
import type { CheckStep, Hooks } from "./defects/hooks.js";
import type { Operation } from "./operations/operations.js";
import {
  LISTED_FOR_CREATION,
  type OperationName,
  type PartnerRequest,
  type Refusal,
  type Result,
  refusal,
} from "./request.js";
import type { Service } from "./service.js";

const CONTRACT_VERSION = "2024-12-01";

/** Which values Api-Version may have on an operation (section 9). */
interface VersionRule {
  readonly allowed: readonly string[] | "any" | "ignored";
  readonly mayBeMissing: boolean;
}

const ALLOWED_VERSIONS: Readonly<Record<Behaviour["recipientVersion"], VersionRule["allowed"]>> = {
  both: [CONTRACT_VERSION, LISTED_FOR_CREATION],
  "2024-12-01": [CONTRACT_VERSION],
  "2026-08-31": [LISTED_FOR_CREATION],
  any: "any",
  ignored: "ignored",
};

function versionRule(operation: OperationName, behaviour: Behaviour): VersionRule | undefined {
  switch (operation) {
    case "createRecipient":
      return {
        allowed: ALLOWED_VERSIONS[behaviour.recipientVersion],
        mayBeMissing: behaviour.recipientVersionMissing === "accepted",
      };
    case "updateRecipient":
      return { allowed: [CONTRACT_VERSION], mayBeMissing: behaviour.updateVersionMissing === "defaulted" };
    case "uploadFile":
      return { allowed: [CONTRACT_VERSION], mayBeMissing: false };
    case "createCustomer":
      return { allowed: ALLOWED_VERSIONS[behaviour.customerVersion], mayBeMissing: false };
    default:
      return undefined;
  }
}

/** The refusal of a request whose Api-Version its operation does not take. */
function versionRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const rule = versionRule(request.operation, service.behaviour);
  if (rule === undefined) return undefined;
  const version = request.headers["api-version"];
  if (version === undefined)
    return rule.mayBeMissing
      ? undefined
      : refusal(service.refusalStatus(request), "INVALID_VERSION", "The header Api-Version is required");
  if (rule.allowed === "ignored") return undefined;
  if (typeof version === "string" && (rule.allowed === "any" ? version !== "" : rule.allowed.includes(version)))
    return undefined;
  const expected = rule.allowed === "any" ? "have a value" : `be ${rule.allowed.join(" or ")}`;
  return refusal(service.refusalStatus(request), "INVALID_VERSION", `The header Api-Version must ${expected}`);
}

type Check = (operation: Operation, request: PartnerRequest, service: Service) => Refusal | undefined;

const CHECKS = {
  permission: ({ writes }, request) =>
    writes && request.principal === "restricted"
      ? refusal(403, "FORBIDDEN", "These credentials may read but not write")
      : undefined,
  version: (_operation, request, service) => versionRefusal(request, service),
  existence: (operation, request, service) => operation.existenceRefusal?.(request, service),
  body: (operation, request, service) => operation.requestRefusal?.(request, service),
} satisfies Partial<Record<CheckStep, Check>>;

const ORDERS: Readonly<Record<Behaviour["checkOrder"], readonly (keyof typeof CHECKS)[]>> = {
  permissionFirst: ["permission", "version", "existence", "body"],
  bodyFirst: ["body", "existence", "version", "permission"],
  existenceFirst: ["existence", "permission", "body", "version"],
};

/** The way of every request: credentials first (section 5), then the checks in the chosen order, then the operation. */
export function createPipeline(
  service: Service,
  hooks: Hooks,
): (operation: Operation, request: PartnerRequest) => Result {
  const order = ORDERS[service.behaviour.checkOrder];
  const authenticate = authenticator(service.credentials);
  const serviceOf = ({ principal }: PartnerRequest): Service => (principal === "second" ? service.second() : service);

  const refusalAt = (due: Refusal | undefined, step: CheckStep, request: PartnerRequest): Refusal | undefined =>
    hooks.at("refusal", due, request, serviceOf(request), step);

  const resultOf = (operation: Operation, request: PartnerRequest): Result => {
    const principal = authenticate(request.headers["x-api-key"], request.headers["x-api-secret"]);
    request.principal = hooks.at("principal", principal, request, service);
    const unauthorized =
      request.principal === undefined
        ? refusalAt(
            refusal(401, "UNAUTHORIZED", "X-API-Key and X-API-Secret must be a valid pair"),
            "authentication",
            request,
          )
        : undefined;
    if (unauthorized !== undefined) return unauthorized;
    const own = serviceOf(request);
    for (const step of order) {
      const due = refusalAt(CHECKS[step](operation, request, own), step, request);
      if (due !== undefined) return due;
    }
    request.fields = hooks.at("stored", request.fields, request, own);
    return operation.perform(request, own);
  };

  return (operation, received) => {
    const request = inItsCase(hooks.at("request", received, received, service), service);
    return hooks.at("result", resultOf(operation, request), request, serviceOf(request));
  };
}

/** The request with its ids as they were given, where their letter case does not count. */
function inItsCase(request: PartnerRequest, { behaviour }: Service): PartnerRequest {
  if (behaviour.idCase === "exact") return request;
  const { transaction_id: id } = request.query;
  const query = typeof id === "string" ? { ...request.query, transaction_id: id.toLowerCase() } : request.query;
  return { ...request, recipientId: request.recipientId.toLowerCase(), query };
}
