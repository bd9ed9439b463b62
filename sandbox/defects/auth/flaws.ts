import type { SandboxCredentials } from "../../credentials.js";
import type { OperationName } from "../../operations/names.js";
import type { PartnerRequest } from "../../partnerRequest.js";
import { type Defect, defectOf, familyOf } from "../defect.js";
import { OPERATION_NAMES } from "../requestTables.js";

const defect = familyOf("authentication");

/** What can be wrong with the credentials of a request (section 5), with words for it. */
const FLAWS = {
  neither: "without credentials",
  "wrong-key": "with another key",
  "wrong-secret": "with another secret",
  "no-secret": "without a secret",
  "no-key": "without a key",
  swapped: "with key and secret swapped",
  "empty-key": "with an empty key",
  "empty-secret": "with an empty secret",
  "key-prefix": "with only the beginning of the key",
  "secret-prefix": "with only the beginning of the secret",
  "key-extended": "with more behind the key",
  "secret-extended": "with more behind the secret",
  "key-other-case": "with the key in another letter case",
  "secret-other-case": "with the secret in another letter case",
  "in-query": "with its credentials in the query",
  "foreign-key": "with the key of another pair",
  "foreign-secret": "with the secret of another pair",
} as const;

type Flaw = keyof typeof FLAWS;

const FLAW_NAMES = Object.keys(FLAWS).filter(isFlaw);

function isFlaw(name: string): name is Flaw {
  return Object.hasOwn(FLAWS, name);
}

function admitting(operation: OperationName, flaw: Flaw): Defect {
  return defect(`${operation}/auth/${flaw}/let-in`, `a request ${FLAWS[flaw]} is let in`, {
    principal: (principal, request, { credentials }) =>
      principal === undefined && flawOf(request, credentials) === flaw ? "full" : principal,
  });
}

function flawOf({ headers, query }: PartnerRequest, credentials: SandboxCredentials): Flaw | undefined {
  const [key, secret] = [headers["x-api-key"], headers["x-api-secret"]];
  const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret, secondApiKey, secondApiSecret } = credentials;
  if (key === undefined && secret === undefined) {
    const values = Object.values(query);
    return values.includes(apiKey) && values.includes(apiSecret) ? "in-query" : "neither";
  }
  if (key === apiSecret && secret === apiKey) return "swapped";
  if (secret === apiSecret) {
    const flaw = halfFlaw(key, apiKey, [restrictedApiKey, secondApiKey]);
    return flaw === "missing" ? "no-key" : flaw === "empty" ? "empty-key" : pairFlaw(flaw, "key");
  }
  if (key === apiKey) {
    const flaw = halfFlaw(secret, apiSecret, [restrictedApiSecret, secondApiSecret]);
    return flaw === "missing" ? "no-secret" : flaw === "empty" ? "empty-secret" : pairFlaw(flaw, "secret");
  }
  return undefined;
}

type HalfFlaw = "missing" | "empty" | "foreign" | "prefix" | "extended" | "other-case" | "wrong";

function halfFlaw(given: string | string[] | undefined, expected: string, foreign: readonly string[]): HalfFlaw {
  if (typeof given !== "string") return "missing";
  if (given === "") return "empty";
  if (foreign.includes(given)) return "foreign";
  if (expected.startsWith(given) || given.startsWith(expected))
    return given.length < expected.length ? "prefix" : "extended";
  return given.toLowerCase() === expected.toLowerCase() ? "other-case" : "wrong";
}

function pairFlaw(flaw: Exclude<HalfFlaw, "missing" | "empty">, half: "key" | "secret"): Flaw {
  return flaw === "wrong" || flaw === "foreign" ? `${flaw}-${half}` : `${half}-${flaw}`;
}

const WRITING: readonly OperationName[] = ["createRecipient", "updateRecipient", "uploadFile", "createCustomer"];
const PERMISSION = "auth/restricted";

/** The statuses 401 and 403 replaced, and a restricted pair let through (section 5). */
function otherStatuses(operation: OperationName): Defect[] {
  const answered = (status: number, wrong: number, rules: readonly string[], what: string): Defect =>
    defectOf("status", operation, rules, `${wrong}-for-${status}`, `${what} is answered with ${wrong}`, {
      result: (result) =>
        result.kind === "refusal" && result.status === status ? { ...result, status: wrong } : result,
    });
  const invalid = FLAW_NAMES.map((flaw) => `auth/${flaw}`);
  const anonymous = "a request without valid credentials";
  const unauthorized = [403, 400, 404, 500].map((wrong) => answered(401, wrong, invalid, anonymous));
  const chosen = unauthorized.filter((_each, index) => index === OPERATION_NAMES.indexOf(operation) % 4);
  if (!WRITING.includes(operation)) return chosen;
  return [
    ...chosen,
    answered(403, operation === "updateRecipient" ? 404 : 401, [PERMISSION], "a request that lacks permission"),
    defect(`${operation}/auth/restricted/let-in`, "a request that lacks permission is let in", {
      refusal: (due, step) => (step === "permission" ? undefined : due),
    }),
  ];
}

/** Every way to be let in that should not be, for each operation; and what should be refused for want of permission. */
export const CREDENTIAL_FLAWS: readonly Defect[] = OPERATION_NAMES.flatMap((operation) => [
  ...FLAW_NAMES.map((flaw) => admitting(operation, flaw)),
  ...otherStatuses(operation),
]);
