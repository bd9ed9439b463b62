import type { Behaviour } from "./behaviours.js";
import { authenticator } from "./credentials.js";
import type { CheckStep, Hooks } from "./defects/hooks.js";
import {
  LISTED_FOR_CREATION,
  type OperationName,
  type PartnerRequest,
  type Refusal,
  type Result,
  refusal,
  UNAUTHORIZED,
} from "./request.js";
import type { Operation, Service } from "./service.js";

const CONTRACT_VERSION = "2024-12-01";

/**
 * Which values Api-Version may have on an operation, and whether it may be missing (section 9); any other operation
 * accepts all.
 */
type VersionRule = readonly [allowed: readonly string[] | "any" | "ignored", mayBeMissing: boolean];

const ALLOWED_VERSIONS: Readonly<Record<Behaviour["recipientVersion"], VersionRule[0]>> = {
  both: [CONTRACT_VERSION, LISTED_FOR_CREATION],
  "2024-12-01": [CONTRACT_VERSION],
  "2026-08-31": [LISTED_FOR_CREATION],
  any: "any",
  ignored: "ignored",
};

const versionRules = (behaviour: Behaviour): Readonly<Partial<Record<OperationName, VersionRule>>> => ({
  createRecipient: [ALLOWED_VERSIONS[behaviour.recipientVersion], behaviour.recipientVersionMissing === "accepted"],
  updateRecipient: [[CONTRACT_VERSION], behaviour.updateVersionMissing === "defaulted"],
  uploadFile: [[CONTRACT_VERSION], false],
  createCustomer: [ALLOWED_VERSIONS[behaviour.customerVersion], false],
});

/** The refusal of a request whose Api-Version its operation does not accept. */
function versionRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const version = request.headers["api-version"];
  const [allowed, mayBeMissing] = versionRules(service.behaviour)[request.operation] ?? ["ignored", true];
  const refused = (why: string): Refusal =>
    refusal(service.refusalStatus(request), "INVALID_VERSION", `The header Api-Version ${why}`);
  if (version === undefined) return mayBeMissing ? undefined : refused("is required");
  if (allowed === "ignored") return undefined;
  if (typeof version === "string" && (allowed === "any" ? version !== "" : allowed.includes(version))) return undefined;
  return refused(`must ${allowed === "any" ? "have a value" : `be ${allowed.join(" or ")}`}`);
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

/** The processing of every request: credentials first (section 5), then the checks in the chosen order, then the operation. */
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
    request.principal = authenticate(request.headers["x-api-key"], request.headers["x-api-secret"]);
    const unauthorized =
      request.principal === undefined ? refusalAt(UNAUTHORIZED, "authentication", request) : undefined;
    if (unauthorized !== undefined) return unauthorized;
    // A request that a defect accepts may do everything.
    request.principal ??= "full";
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

/** The request with its ids as assigned, where their letter case does not count. */
function inItsCase(request: PartnerRequest, { behaviour }: Service): PartnerRequest {
  if (behaviour.idCase === "exact") return request;
  const { transaction_id: id } = request.query;
  const query = typeof id === "string" ? { ...request.query, transaction_id: id.toLowerCase() } : request.query;
  return { ...request, recipientId: request.recipientId.toLowerCase(), query };
}
