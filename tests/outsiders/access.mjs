/** Who is calling, what they may do, and which version they ask for (sections 5 and 9). */
import { randomBytes } from "node:crypto";
import { refusalStatus } from "./operations.mjs";
import { Refusal } from "./refusal.mjs";

/** @typedef {import("./server.mjs").Call} Call */
/** @typedef {{ key: string, secret: string, mayWrite: boolean }} Pair */

const WRITES = new Set(["createRecipient", "updateRecipient", "uploadFile", "createCustomer"]);

/** Two pairs: one may do everything, the other only read. @returns {{ full: Pair, restricted: Pair }} */
export function issuePairs() {
  const pair = (mayWrite) => ({
    key: `key-${randomBytes(9).toString("hex")}`,
    secret: `Secret-${randomBytes(18).toString("hex")}`,
    mayWrite,
  });
  return { full: pair(true), restricted: pair(false) };
}

/**
 * @param {Call} call
 * @returns {Pair | undefined} the pair whose key and secret are both given, letter for letter
 */
function identify(call) {
  const { full, restricted } = call.pairs;
  const key = call.headers["x-api-key"];
  const secret = call.headers["x-api-secret"];
  return [full, restricted].find((pair) => pair.key === key && pair.secret === secret);
}

/** @param {Call} call @throws {Refusal} 401 or 403 */
export function authenticate(call) {
  const pair = call.hook("identify", identify(call), call);
  if (pair === undefined) throw new Refusal(401, "credentials", ["the API key and secret are not valid"]);
  if (call.hook("forbid", WRITES.has(call.operation) && !pair.mayWrite, call))
    throw new Refusal(403, "permission", ["this key may only read"]);
}

/** Whether the version that the request names, or its absence, is served by the operation. @param {Call} call */
function isServed(call) {
  const { choices } = call;
  const version = call.headers["api-version"];
  switch (call.operation) {
    case "createRecipient":
      return choices.recipientVersions === null || choices.recipientVersions.includes(version ?? "");
    case "updateRecipient":
      return version === "2024-12-01" || (version === undefined && choices.updateVersionDefaulted);
    case "uploadFile":
      return version === "2024-12-01";
    case "createCustomer":
      return version !== undefined && version !== "" && (choices.customerVersions?.includes(version) ?? true);
    default:
      return true;
  }
}

/** @param {Call} call @throws {Refusal} when the version is not served */
export function checkVersion(call) {
  if (!call.hook("served", isServed(call), call))
    throw new Refusal(refusalStatus(call), "version", ["Api-Version is missing or not served here"]);
}
