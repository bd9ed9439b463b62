/**
 * What each HTTP status is about: the one place that says which refusals are about a request's content, and which have
 * another meaning. Specific statuses are stated for credentials, permission, an unknown recipient and the method
 * (sections 4.2 and 5); which of the others refuses a request for its content is open (section 7).
 */

type StatusMeaning =
  | "progress"
  | "success"
  | "redirect"
  | "credentials"
  | "permission"
  | "resource"
  | "method"
  /** The body is longer than the service reads. */
  | "size"
  /** Too many requests. */
  | "pace"
  | "content"
  /** A gateway has no service behind it, or the service asks for a pause. */
  | "gateway"
  | "failure";

/** Statuses that mean the same wherever they come from. */
const OWN: Readonly<Record<number, StatusMeaning>> = {
  401: "credentials",
  403: "permission",
  404: "resource",
  405: "method",
  413: "size",
  429: "pace",
  502: "gateway",
  503: "gateway",
  504: "gateway",
};

export function meaningOf(status: number): StatusMeaning {
  const own = OWN[status];
  if (own !== undefined) return own;
  if (status < 200) return "progress";
  if (status < 300) return "success";
  if (status < 400) return "redirect";
  return status < 500 ? "content" : "failure";
}

type Predicate = (status: number) => boolean;

/** Refusals, 4xx, that have none of some meanings. */
function refusalsBut(...others: readonly StatusMeaning[]): Predicate {
  return (status) => isRefusalStatus(status) && !others.includes(meaningOf(status));
}

export const isSuccessStatus: Predicate = (status) => status >= 200 && status < 300;

/** Whether a request is refused, for whatever reason, as opposed to a failure. */
export const isRefusalStatus: Predicate = (status) => status >= 400 && status < 500;

/** Whether the service failed: no request may make it fail (section 7). */
export const isServerError: Predicate = (status) => status >= 500;

/** Whether only a gateway answered, without a service behind it. */
export const isGateway: Predicate = (status) => meaningOf(status) === "gateway";

/** Whether the target asks for fewer requests. 503 may also come from a gateway; neither says anything about a request. */
export const isThrottle: Predicate = (status) => status === 429 || status === 503;

/** Whether a service asks for a pause by the status that means nothing else. */
export const isTooFast: Predicate = (status) => meaningOf(status) === "pace";

/** Whether a success says that there is nothing. */
export const saysNothing: Predicate = (status) => status === 204;

/** Whether a resource may be in somebody else's hands for a moment: conflict, locked, too early. */
export const isLockStatus: Predicate = (status) => status === 409 || status === 423 || status === 425;

/** Whether a body is longer than the service reads. How long one may be is left open. */
export const isTooLarge: Predicate = (status) => meaningOf(status) === "size";

/**
 * Whether a request that breaks a rule may be refused this way: with every refusal to which the document gives no other
 * meaning. It does not mention 413 and 429, so they count; where they mean something else, that is found out before.
 */
export const isDocumentedRefusal = refusalsBut("credentials", "permission", "resource", "method");

/** Whether a request is refused for its content, where a refusal for the pace would say nothing. */
export const isValidation = refusalsBut("credentials", "permission", "resource", "method", "pace");

/**
 * Whether nothing may be accepted at the moment. A quota that is used up, and a state that takes no updates, may also be
 * reported with 403 and 429: both are left open (sections 3 and 8).
 */
export const isRefusalOfTheMoment = refusalsBut("credentials", "resource", "method");

/** Whether a request is refused for what it asks: its content, or the resource that it names, which may be new. */
export const isAboutTheRequest = refusalsBut("credentials", "permission", "method", "pace");

/** Whether a value was not accepted: refused, or one on which the service fails. */
export const isAgainstTheValue: Predicate = (status) => ["size", "content", "failure"].includes(meaningOf(status));
