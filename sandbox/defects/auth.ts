import type { SandboxCredentials } from "../credentials.js";
import { isNewer, OPERATION_NAMES, type OperationName, type PartnerRequest } from "../request.js";
import { letThrough } from "./changes.js";
import { BODY_OPERATIONS, type Defect, defectOf, defects, inTurn } from "./defect.js";
import type { DefectHooks } from "./hooks.js";

const FAMILY = "authentication";

/** Accepts requests without valid credentials. */
function admitting(isMeant: (request: PartnerRequest, credentials: SandboxCredentials) => boolean): DefectHooks {
  return letThrough("authentication", (request, _due, { credentials }) => isMeant(request, credentials));
}

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
};

function flawOf({ headers, query }: PartnerRequest, credentials: SandboxCredentials): string | undefined {
  const [key, secret] = [headers["x-api-key"], headers["x-api-secret"]];
  const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret, secondApiKey, secondApiSecret } = credentials;
  if (key === undefined && secret === undefined) {
    const values = Object.values(query);
    return values.includes(apiKey) && values.includes(apiSecret) ? "in-query" : "neither";
  }
  if (key === apiSecret && secret === apiKey) return "swapped";
  if (secret === apiSecret) return halfFlaw("key", key, apiKey, [restrictedApiKey, secondApiKey]);
  return key === apiKey ? halfFlaw("secret", secret, apiSecret, [restrictedApiSecret, secondApiSecret]) : undefined;
}

function halfFlaw(half: string, given: string | string[] | undefined, due: string, foreign: readonly string[]): string {
  if (typeof given !== "string") return `no-${half}`;
  if (given === "") return `empty-${half}`;
  if (foreign.includes(given)) return `foreign-${half}`;
  if (due.startsWith(given)) return `${half}-prefix`;
  if (given.startsWith(due)) return `${half}-extended`;
  return given.toLowerCase() === due.toLowerCase() ? `${half}-other-case` : `wrong-${half}`;
}

/** The statuses 401 and 403 replaced, and a restricted pair accepted (section 5). */
function otherStatuses(operation: OperationName): Defect[] {
  const answered = (status: number, wrong: number, rules: readonly string[], what: string): Defect =>
    defectOf("status", operation, rules, `${wrong}-for-${status}`, `${what} is answered with ${wrong}`, {
      result: (result) =>
        result.kind === "refusal" && result.status === status ? { ...result, status: wrong } : result,
    });
  const wrong = inTurn([403, 400, 404, 500], OPERATION_NAMES.indexOf(operation)) ?? 403;
  const invalid = Object.keys(FLAWS).map((flaw) => `auth/${flaw}`);
  const unauthorized = answered(401, wrong, invalid, "a request without valid credentials");
  if (!BODY_OPERATIONS.some((each) => each === operation)) return [unauthorized];
  const forbidden = operation === "updateRecipient" ? 404 : 401;
  return [
    unauthorized,
    answered(403, forbidden, ["auth/restricted"], "a request that lacks permission"),
    ...defects(FAMILY, operation)`
      auth/restricted/let-in | a request that lacks permission is let in | ${letThrough("permission")}
    `,
  ];
}

type Sent = ReturnType<typeof sentOf>;

function sentOf({ headers, query }: PartnerRequest) {
  const text = (name: string): string => String(headers[name] ?? "");
  const [key, secret] = [text("x-api-key"), text("x-api-secret")];
  return { key, secret, query, authorization: text("authorization"), cookie: text("cookie") };
}

/** In how many places two texts of one length differ; infinity for texts of two lengths. */
function distance(left: string, right: string): number {
  if (left.length !== right.length) return Number.POSITIVE_INFINITY;
  return [...left].filter((character, index) => character !== right[index]).length;
}

/** All but the last character, and the length. */
const cutLast = (text: string): string => `${text.length} ${text.slice(0, -1)}`;

const encoded = ({ apiKey, apiSecret }: SandboxCredentials): string =>
  Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");

const isLaterPage = ({ query }: Pick<PartnerRequest, "query">): boolean =>
  query.page_number !== undefined && !/^[01]$/.test(String(query.page_number));

/** Accepts what a careless comparison takes for valid credentials. */
const open = (isOpen: (sent: Sent, own: SandboxCredentials) => boolean): DefectHooks =>
  admitting((request, own) => isOpen(sentOf(request), own));

/** Comparisons that are careless about part of a credential, and other places where credentials are accepted (section 5). */
const HOLES = defects(FAMILY, null)`
  updateRecipient/auth/wrong-secret/ending-compared | only the last six characters of the secret are compared
    | ${open((sent, own) => sent.key === own.apiKey && sent.secret.endsWith(own.apiSecret.slice(-6)))}
  createCustomer/auth/wrong-key/ending-compared | only the last six characters of the key are compared
    | ${open((sent, own) => sent.secret === own.apiSecret && sent.key.endsWith(own.apiKey.slice(-6)))}
  listTransactions/auth/wrong-secret/first-character-ignored | the first character of the secret is not compared
    | ${open((sent, own) => sent.key === own.apiKey && sent.secret.slice(1) === own.apiSecret.slice(1))}
  getDepositDetail/auth/wrong-key/middle-ignored | the character in the middle of the key is not compared
    | ${open(({ key, secret }, { apiKey, apiSecret }) => {
      const middle = Math.floor(apiKey.length / 2);
      return secret === apiSecret && distance(key, apiKey) === 1 && key[middle] !== apiKey[middle];
    })}
  uploadFile/auth/wrong-secret/last-character-ignored | the last character of the secret is not compared
    | ${open((sent, own) => sent.key === own.apiKey && cutLast(sent.secret) === cutLast(own.apiSecret))}
  createRecipient/auth/wrong-secret/alike | any key that is sent as its own secret is let in
    | ${open(({ key, secret }) => key !== "" && key === secret)}
  getTransferReceipt/auth/wrong-key/quotes-removed | quotation marks around the credentials are removed
    | ${open((sent, own) => sent.key === `"${own.apiKey}"` && sent.secret === `"${own.apiSecret}"`)}
  getTransferDetail/auth/wrong-secret/quotes-removed | quotation marks around the secret are removed
    | ${open((sent, own) => sent.key === own.apiKey && sent.secret === `"${own.apiSecret}"`)}
  getTransferDetail/auth/in-query/snake-case | credentials are taken from the query as api_key and api_secret
    | ${open(({ query }, own) => query.api_key === own.apiKey && query.api_secret === own.apiSecret)}
  listBalances/auth/in-query/camel-case | credentials are taken from the query as apiKey and apiSecret
    | ${open(({ query }, own) => query.apiKey === own.apiKey && query.apiSecret === own.apiSecret)}
  updateRecipient/auth/no-secret/secret-from-query | the secret is taken from the query
    | ${open(({ key, query }, own) => key === own.apiKey && query["X-API-Secret"] === own.apiSecret)}
  createCustomer/auth/no-key/key-from-query | the key is taken from the query
    | ${open(({ secret, query }, own) => secret === own.apiSecret && query.api_key === own.apiKey)}
  getTransferDetail/auth/neither/basic | Basic credentials are taken instead of the two headers
    | ${open((sent, own) => sent.authorization === `Basic ${encoded(own)}`)}
  listBalances/auth/neither/bearer | the secret is taken as a bearer token instead of the two headers
    | ${open((sent, own) => sent.authorization === `Bearer ${own.apiSecret}`)}
  uploadFile/auth/neither/bearer-key | the key is taken as a bearer token instead of the two headers
    | ${open((sent, own) => sent.authorization === `Bearer ${own.apiKey}`)}
  listTransactions/auth/no-secret/later-pages | pages other than the first need the key alone
    | ${open((sent, own) => sent.key === own.apiKey && sent.secret === "" && isLaterPage(sent))}
  listBalances/auth/wrong-secret/word-undefined | the word undefined is taken for the secret of any key
    | ${open(({ secret }) => secret === "undefined")}
  getTransferReceipt/auth/wrong-key/words-null | the word null is taken for a key and for its secret
    | ${open(({ key, secret }) => key === "null" && secret === "null")}
  createRecipient/auth/neither/cookie | a cookie with the secret is taken instead of the two headers
    | ${open(({ cookie }, own) => cookie.includes(own.apiSecret))}
`;

const hasPartnerId = ({ query }: PartnerRequest): boolean => query.partner_transaction_id !== undefined;
const holds = (pattern: RegExp) => (request: PartnerRequest) => pattern.test(request.rawBody?.toString() ?? "");
const isCrypto = holds(/"account_type":\s*"crypto"/);
const isIndividual = holds(/"Individual"/);
const isOf = (type: string) => (request: PartnerRequest) => request.query.file_type === type;

/** Kinds of requests whose credentials are not checked. */
const UNCHECKED_REQUESTS: readonly (readonly [OperationName, string, string, (request: PartnerRequest) => boolean])[] =
  [
    ["getTransferDetail", "by-partner-id", "by partner_transaction_id", hasPartnerId],
    ["getDepositDetail", "by-partner-id", "by partner_transaction_id", hasPartnerId],
    ["listTransactions", "later-pages", "for a page other than the first", isLaterPage],
    ["createRecipient", "crypto", "with a crypto wallet", isCrypto],
    ["updateRecipient", "crypto", "with a crypto wallet", isCrypto],
    ["createRecipient", "individual", "about a person", isIndividual],
    ["updateRecipient", "individual", "about a person", isIndividual],
    ["createRecipient", "other-version", "under Api-Version 2026-08-31", isNewer],
    ["uploadFile", "contract", "of a Contract", isOf("Contract")],
    ["uploadFile", "back-page", "of a Back page", isOf("Back page")],
  ];

/** Every way of wrongly getting access, and what should be refused for lack of permission (section 5). */
export const CREDENTIALS: readonly Defect[] = [
  ...OPERATION_NAMES.flatMap((operation) => [
    ...Object.entries(FLAWS).flatMap(
      ([flaw, words]) =>
        defects(FAMILY, operation)`
        auth/${flaw}/let-in | a request ${words} is let in
          | ${admitting((request, credentials) => flawOf(request, credentials) === flaw)}
      `,
    ),
    ...otherStatuses(operation),
  ]),
  ...HOLES,
  ...UNCHECKED_REQUESTS.flatMap(
    ([operation, way, which, isMeant]) => defects(FAMILY, operation)`
      auth/neither/${way}-open, auth/wrong-key, auth/wrong-secret
        | a request ${which} is let in whatever its credentials are | ${admitting(isMeant)}
    `,
  ),
  ...UNCHECKED_REQUESTS.filter(([operation]) => BODY_OPERATIONS.some((each) => each === operation)).flatMap(
    ([operation, way, which, isMeant]) => defects(FAMILY, operation)`
      auth/restricted/${way}-let-in | a request ${which} is let in although it lacks permission
        | ${letThrough("permission", isMeant)}
    `,
  ),
];
