import type { Behaviour } from "./behaviours.js";
import { type OperationName, type PartnerRequest, type Refusal, refusal } from "./request.js";
import type { Service } from "./service.js";

const CONTRACT_VERSION = "2024-12-01";
const LISTED_FOR_CREATION = "2026-08-31";

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
export function versionRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
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
