/** Ways to be let in that should not be, and version rules (sections 5 and 9). */
import { ALL, fault, WRITES } from "./making.mjs";

const AUTH_RULE = "both X-API-Key and X-API-Secret are required and must be valid; otherwise 401";

const pairs = (call) => [call.pairs.full, call.pairs.restricted];
const key = (call) => call.headers["x-api-key"];
const secret = (call) => call.headers["x-api-secret"];
const same = (a, b) => a?.toLowerCase() === b.toLowerCase();
const begins = (whole, part, least = 4) => part !== undefined && part.length >= least && whole.startsWith(part);

/** Name, what is let in, who is recognised. */
const LET_IN = [
  [
    "no-key",
    "lets in a secret without a key",
    (call) => (key(call) === undefined ? pairs(call).find((pair) => pair.secret === secret(call)) : undefined),
  ],
  [
    "no-secret",
    "lets in a key without a secret",
    (call) => (secret(call) === undefined ? pairs(call).find((pair) => pair.key === key(call)) : undefined),
  ],
  [
    "nothing",
    "lets in who shows neither",
    (call) => (key(call) === undefined && secret(call) === undefined ? call.pairs.full : undefined),
  ],
  [
    "wrong-key",
    "looks at the secret only",
    (call) => (key(call) === undefined ? undefined : pairs(call).find((pair) => pair.secret === secret(call))),
  ],
  [
    "wrong-secret",
    "looks at the key only",
    (call) => (secret(call) === undefined ? undefined : pairs(call).find((pair) => pair.key === key(call))),
  ],
  [
    "swapped",
    "takes key and secret in each other's header",
    (call) => pairs(call).find((pair) => pair.key === secret(call) && pair.secret === key(call)),
  ],
  [
    "empty-secret",
    "takes an empty secret",
    (call) => (secret(call) === "" ? pairs(call).find((pair) => pair.key === key(call)) : undefined),
  ],
  [
    "empty-key",
    "takes an empty key",
    (call) => (key(call) === "" ? pairs(call).find((pair) => pair.secret === secret(call)) : undefined),
  ],
  [
    "prefix",
    "takes the beginning of the secret",
    (call) => pairs(call).find((pair) => pair.key === key(call) && begins(pair.secret, secret(call))),
  ],
  [
    "longer",
    "takes a secret with more behind it",
    (call) => pairs(call).find((pair) => pair.key === key(call) && secret(call)?.startsWith(pair.secret)),
  ],
  [
    "key-prefix",
    "takes the beginning of the key",
    (call) => pairs(call).find((pair) => begins(pair.key, key(call)) && pair.secret === secret(call)),
  ],
  [
    "case-ignored",
    "takes the secret in another letter case",
    (call) => pairs(call).find((pair) => pair.key === key(call) && same(secret(call), pair.secret)),
  ],
  [
    "key-case-ignored",
    "takes the key in another letter case",
    (call) => pairs(call).find((pair) => same(key(call), pair.key) && pair.secret === secret(call)),
  ],
  [
    "mixed",
    "takes the key of one pair with the secret of another",
    (call) =>
      pairs(call).some((pair) => pair.key === key(call))
        ? pairs(call).find((pair) => pair.secret === secret(call))
        : undefined,
  ],
  ["query", "takes the credentials in the query", (call) => (fromQuery(call) ? call.pairs.full : undefined)],
  ["any-pair", "takes any key with any secret", (call) => (key(call) && secret(call) ? call.pairs.full : undefined)],
];

/** Under whatever names: the values are what counts. */
function fromQuery(call) {
  const values = [...call.query.values()];
  return values.includes(call.pairs.full.key) && values.includes(call.pairs.full.secret);
}

const letInFaults = LET_IN.flatMap(([name, describe, recognise], kind) =>
  ALL.filter((_, index) => (index + kind) % 3 === 0 || ["wrong-secret", "no-secret"].includes(name)).map((operation) =>
    fault(operation, `let-in.${name}`, AUTH_RULE, describe, { identify: (pair, call) => pair ?? recognise(call) }),
  ),
);

const permissionFaults = WRITES.map((operation) =>
  fault(
    operation,
    "let-in.restricted",
    "a request lacking permission is answered with 403",
    "lets a pair write that may only read",
    {
      forbid: () => false,
    },
  ),
);

const version = (call) => call.headers["api-version"];
const versionFault = (operation, name, rule, describe, served) =>
  fault(operation, `version.${name}`, rule, describe, { served });

const VERSIONED = ["updateRecipient", "uploadFile"];
const ONE = "Api-Version is 2024-12-01";
const NEEDED = "Api-Version is required";

const versionFaults = [
  ...VERSIONED.flatMap((operation) => [
    versionFault(
      operation,
      "any-accepted",
      ONE,
      "takes any version",
      (served, call) => served || version(call) !== undefined,
    ),
    versionFault(
      operation,
      "newer-accepted",
      ONE,
      "takes any version that is a day",
      (served, call) => served || /^\d{4}-\d\d-\d\d$/.test(version(call) ?? ""),
    ),
    versionFault(
      operation,
      "prefix-accepted",
      ONE,
      "takes the beginning of the version",
      (served, call) => served || begins("2024-12-01", version(call)),
    ),
    versionFault(
      operation,
      "longer-accepted",
      ONE,
      "takes the version with more behind it",
      (served, call) => served || (version(call) ?? "").startsWith("2024-12-01"),
    ),
    versionFault(
      operation,
      "empty-accepted",
      ONE,
      "takes an empty version",
      (served, call) => served || version(call) === "",
    ),
    versionFault(operation, "documented-refused", ONE, "refuses 2024-12-01", () => false),
    versionFault(
      operation,
      "creation-version-demanded",
      ONE,
      "demands 2026-08-31",
      (_served, call) => version(call) === "2026-08-31",
    ),
  ]),
  ...["uploadFile", "createCustomer"].map((operation) =>
    versionFault(
      operation,
      "missing-accepted",
      NEEDED,
      "does without a version",
      (served, call) => served || version(call) === undefined,
    ),
  ),
  ...["getTransferDetail", "listTransactions", "getTransferReceipt", "listBalances", "getDepositDetail"].map(
    (operation) =>
      versionFault(
        operation,
        "demanded",
        "the operation shows no Api-Version header",
        "refuses a request without a version",
        (_served, call) => version(call) !== undefined,
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

const lookAlikes = [
  fault(
    "updateRecipient",
    "method.put-accepted",
    "the update is a POST; another method is answered with 405",
    "takes PUT and PATCH too",
    {
      methodAllowed: (allowed, call) => allowed || ["PUT", "PATCH"].includes(call.method),
    },
  ),
  fault(
    "updateRecipient",
    "method.any-accepted",
    "the update is a POST; another method is answered with 405",
    "takes any method that has a body",
    {
      methodAllowed: (allowed, call) => allowed || call.raw.length > 0,
    },
  ),
  fault(
    "updateRecipient",
    "method.get-accepted",
    "the update is a POST; another method is answered with 405",
    "answers GET with the recipient",
    {
      methodAllowed: (allowed, call) => allowed || call.method === "GET",
      reply: (reply, call) => {
        const record = call.store.recipients.get(call.recipientId);
        return call.method === "GET" && record ? { ...reply, status: 200, body: record } : reply;
      },
    },
  ),
];

export const ACCESS_FAULTS = [...letInFaults, ...permissionFaults, ...versionFaults, ...lookAlikes];
