/** Why a request is refused, and how the refusal is written (section 7). */

const CODES = {
  invalid: { upper: "PARAMETER_INVALID", dotted: "request.parameter.invalid", numeric: "40001" },
  malformed: { upper: "BODY_UNREADABLE", dotted: "request.body.malformed", numeric: "40002" },
  version: { upper: "API_VERSION_INVALID", dotted: "request.version.unsupported", numeric: "40003" },
  duplicate: { upper: "PARTNER_ID_EXISTS", dotted: "request.partner_id.duplicate", numeric: "40901" },
  credentials: { upper: "ORG_ID_INVALID", dotted: "access.credentials.invalid", numeric: "40101" },
  permission: { upper: "PERMISSION_DENIED", dotted: "access.permission.denied", numeric: "40301" },
  unknown: { upper: "RESOURCE_NOT_FOUND", dotted: "resource.unknown", numeric: "40401" },
  method: { upper: "METHOD_NOT_ALLOWED", dotted: "request.method.unsupported", numeric: "40501" },
  internal: { upper: "INTERNAL_ERROR", dotted: "server.failure", numeric: "50001" },
};

/** @typedef {keyof typeof CODES} Reason */

/** Thrown by any step of the chain; the server turns it into an error answer. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {Reason} reason
   * @param {string[]} details one error per detail
   */
  constructor(status, reason, details) {
    super(details.join("; "));
    this.status = status;
    this.reason = reason;
    this.details = details;
  }
}

/**
 * @param {Refusal} refusal
 * @param {import("./server.mjs").Choices} choices
 * @returns {{ errors: { detail: string, code: string }[], request_ref?: string }}
 */
export function errorBody(refusal, choices) {
  const details = choices.reportedProblems === "first" ? refusal.details.slice(0, 1) : refusal.details;
  const code = CODES[refusal.reason][choices.codeStyle];
  const errors = details.map((detail) => ({ detail, code }));
  return choices.extraFields ? { errors, request_ref: "see the support desk" } : { errors };
}
