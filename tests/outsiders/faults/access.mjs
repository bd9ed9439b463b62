/** Ways to be let in that should not be, and version rules (sections 5 and 9). */
import { ALL, fault, WRITES } from "./making.mjs";

const AUTH_RULE = "both X-API-Key and X-API-Secret are required and must be valid; otherwise 401";

const same = (a, b) => a?.toLowerCase() === b.toLowerCase();
const begins = (whole, part, least = 4) => part !== undefined && part.length >= least && whole.startsWith(part);

/** Name, what is let in, and as whom: as the first pair that this is true of. */
const LET_IN = [
  ["no-key", "lets in a secret without a key", (pair, key, secret) => key === undefined && pair.secret === secret],
  ["no-secret", "lets in a key without a secret", (pair, key, secret) => secret === undefined && pair.key === key],
  ["nothing", "lets in who shows neither", (_pair, key, secret) => key === undefined && secret === undefined],
  ["wrong-key", "looks at the secret only", (pair, key, secret) => key !== undefined && pair.secret === secret],
  ["wrong-secret", "looks at the key only", (pair, key, secret) => secret !== undefined && pair.key === key],
  [
    "swapped",
    "takes key and secret in each other's header",
    (pair, key, secret) => pair.key === secret && pair.secret === key,
  ],
  ["empty-secret", "takes an empty secret", (pair, key, secret) => secret === "" && pair.key === key],
  ["empty-key", "takes an empty key", (pair, key, secret) => key === "" && pair.secret === secret],
  [
    "prefix",
    "takes the beginning of the secret",
    (pair, key, secret) => pair.key === key && begins(pair.secret, secret),
  ],
  [
    "longer",
    "takes a secret with more behind it",
    (pair, key, secret) => pair.key === key && secret?.startsWith(pair.secret),
  ],
  [
    "key-prefix",
    "takes the beginning of the key",
    (pair, key, secret) => begins(pair.key, key) && pair.secret === secret,
  ],
  [
    "case-ignored",
    "takes the secret in another letter case",
    (pair, key, secret) => pair.key === key && same(secret, pair.secret),
  ],
  [
    "key-case-ignored",
    "takes the key in another letter case",
    (pair, key, secret) => same(key, pair.key) && pair.secret === secret,
  ],
  [
    "mixed",
    "takes the key of one pair with the secret of another",
    (pair, key, secret, call) => pairs(call).some((other) => other.key === key) && pair.secret === secret,
  ],
  ["query", "takes the credentials in the query", (_pair, _key, _secret, call) => fromQuery(call)],
  ["any-pair", "takes any key with any secret", (_pair, key, secret) => key && secret],
];

const pairs = (call) => [call.pairs.full, call.pairs.restricted];

/** Under whatever names: the values are what counts. */
function fromQuery(call) {
  const values = [...call.query.values()];
  return values.includes(call.pairs.full.key) && values.includes(call.pairs.full.secret);
}

const letInFaults = LET_IN.flatMap(([name, describe, isTaken], kind) =>
  ALL.filter((_, index) => (index + kind) % 3 === 0 || ["wrong-secret", "no-secret"].includes(name)).map((operation) =>
    fault(operation, `let-in.${name}`, AUTH_RULE, describe, {
      identify(found, call) {
        const { "x-api-key": key, "x-api-secret": secret } = call.headers;
        return found ?? pairs(call).find((pair) => isTaken(pair, key, secret, call));
      },
    }),
  ),
);

const permissionFaults = WRITES.map((operation) =>
  fault(
    operation,
    "let-in.restricted",
    "a request lacking permission is answered with 403",
    "lets a pair write that may only read",
    { forbid: () => false },
  ),
);

/** A version that is served, or is not, whatever the document says. */
const versionFault = (operation, name, rule, describe, isServed) =>
  fault(operation, `version.${name}`, rule, describe, {
    served: (served, call) => isServed(call.headers["api-version"], served),
  });

const ONE = "Api-Version is 2024-12-01";
const NEEDED = "Api-Version is required";
const NONE = "the operation shows no Api-Version header";

/** Of the operations that name one version. */
const VERSIONS = [
  ["any-accepted", "takes any version", (version, served) => served || version !== undefined],
  [
    "newer-accepted",
    "takes any version that is a day",
    (version, served) => served || /^\d{4}-\d\d-\d\d$/.test(version ?? ""),
  ],
  [
    "prefix-accepted",
    "takes the beginning of the version",
    (version, served) => served || begins("2024-12-01", version),
  ],
  [
    "longer-accepted",
    "takes the version with more behind it",
    (version, served) => served || (version ?? "").startsWith("2024-12-01"),
  ],
  ["empty-accepted", "takes an empty version", (version, served) => served || version === ""],
  ["documented-refused", "refuses 2024-12-01", () => false],
  ["creation-version-demanded", "demands 2026-08-31", (version) => version === "2026-08-31"],
];
const READS = ["getTransferDetail", "listTransactions", "getTransferReceipt", "listBalances", "getDepositDetail"];

const versionFaults = [
  ...["updateRecipient", "uploadFile"].flatMap((operation) =>
    VERSIONS.map(([name, describe, isServed]) => versionFault(operation, name, ONE, describe, isServed)),
  ),
  ...["uploadFile", "createCustomer"].map((operation) =>
    versionFault(
      operation,
      "missing-accepted",
      NEEDED,
      "does without a version",
      (version, served) => served || version === undefined,
    ),
  ),
  ...READS.map((operation) =>
    versionFault(
      operation,
      "demanded",
      NONE,
      "refuses a request without a version",
      (version) => version !== undefined,
    ),
  ),
  fault(
    "updateRecipient",
    "version.refusal-500",
    "an invalid parameter is answered with 400",
    "fails on a version that it does not know",
    {
      served: (served) => {
        if (!served) throw new Error("no handler for this version");
        return served;
      },
    },
  ),
];

const METHOD = "the update is a POST; another method is answered with 405";
const method = (name, describe, hooks) => fault("updateRecipient", `method.${name}`, METHOD, describe, hooks);

const lookAlikes = [
  method("put-accepted", "takes PUT and PATCH too", {
    methodAllowed: (allowed, call) => allowed || ["PUT", "PATCH"].includes(call.method),
  }),
  method("any-accepted", "takes any method that has a body", {
    methodAllowed: (allowed, call) => allowed || call.raw.length > 0,
  }),
  method("get-accepted", "answers GET with the recipient", {
    methodAllowed: (allowed, call) => allowed || call.method === "GET",
    reply: (reply, call) => {
      const record = call.store.recipients.get(call.recipientId);
      return call.method === "GET" && record ? { ...reply, status: 200, body: record } : reply;
    },
  }),
];

export const ACCESS_FAULTS = [...letInFaults, ...permissionFaults, ...versionFaults, ...lookAlikes];
