import type { SandboxCredentials } from "../../credentials.js";
import { OPERATIONS } from "../../operations/index.js";
import type { OperationName } from "../../operations/names.js";
import type { PartnerRequest, QueryValue } from "../../partnerRequest.js";
import { type Defect, type DefectId, familyOf } from "../defect.js";

const defect = familyOf("authentication");

/** What a request carries that has to do with credentials. */
interface SentCredentials {
  readonly key: string;
  readonly secret: string;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly authorization: string;
  readonly cookie: string;
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

function sentCredentialsOf({ headers, query }: PartnerRequest): SentCredentials {
  return {
    key: textOf(headers["x-api-key"]),
    secret: textOf(headers["x-api-secret"]),
    query,
    authorization: textOf(headers.authorization),
    cookie: textOf(headers.cookie),
  };
}

/** In how many places two texts of one length differ; infinity for texts of two lengths. */
function distance(left: string, right: string): number {
  if (left.length !== right.length) return Number.POSITIVE_INFINITY;
  return [...left].filter((character, index) => character !== right[index]).length;
}

type IsOpen = (sent: SentCredentials, credentials: SandboxCredentials) => boolean;

function hole(id: DefectId, title: string, isOpen: IsOpen): Defect {
  return defect(id, title, {
    principal: (principal, request, { credentials }) =>
      principal === undefined && isOpen(sentCredentialsOf(request), credentials) ? "full" : principal,
  });
}

/** Comparisons that are careless about a part of a credential, and other places that are looked into (section 5). */
const HOLES: readonly Defect[] = [
  hole(
    "updateRecipient/auth/wrong-secret/ending-compared",
    "only the last six characters of the secret are compared",
    ({ key, secret }, { apiKey, apiSecret }) => key === apiKey && secret.endsWith(apiSecret.slice(-6)),
  ),
  hole(
    "createCustomer/auth/wrong-key/ending-compared",
    "only the last six characters of the key are compared",
    ({ key, secret }, { apiKey, apiSecret }) => secret === apiSecret && key.endsWith(apiKey.slice(-6)),
  ),
  hole(
    "listTransactions/auth/wrong-secret/first-character-ignored",
    "the first character of the secret is not compared",
    ({ key, secret }, { apiKey, apiSecret }) => key === apiKey && secret.slice(1) === apiSecret.slice(1),
  ),
  hole(
    "getDepositDetail/auth/wrong-key/middle-ignored",
    "the character in the middle of the key is not compared",
    ({ key, secret }, { apiKey, apiSecret }) => {
      const middle = Math.floor(apiKey.length / 2);
      return secret === apiSecret && distance(key, apiKey) === 1 && key[middle] !== apiKey[middle];
    },
  ),
  hole(
    "uploadFile/auth/wrong-secret/last-character-ignored",
    "the last character of the secret is not compared",
    ({ key, secret }, { apiKey, apiSecret }) =>
      key === apiKey && secret.length === apiSecret.length && secret.slice(0, -1) === apiSecret.slice(0, -1),
  ),
  hole(
    "createRecipient/auth/wrong-secret/alike",
    "any key that is sent as its own secret is let in",
    ({ key, secret }) => key !== "" && key === secret,
  ),
  hole(
    "getTransferReceipt/auth/wrong-key/quotes-removed",
    "quotation marks around the credentials are removed",
    ({ key, secret }, { apiKey, apiSecret }) => key === `"${apiKey}"` && secret === `"${apiSecret}"`,
  ),
  hole(
    "getTransferDetail/auth/in-query/snake-case",
    "credentials are taken from the query as api_key and api_secret",
    ({ query }, { apiKey, apiSecret }) => query.api_key === apiKey && query.api_secret === apiSecret,
  ),
  hole(
    "listBalances/auth/in-query/camel-case",
    "credentials are taken from the query as apiKey and apiSecret",
    ({ query }, { apiKey, apiSecret }) => query.apiKey === apiKey && query.apiSecret === apiSecret,
  ),
  hole(
    "updateRecipient/auth/no-secret/secret-from-query",
    "the secret is taken from the query",
    ({ key, query }, { apiKey, apiSecret }) => key === apiKey && query["X-API-Secret"] === apiSecret,
  ),
  hole(
    "createCustomer/auth/no-key/key-from-query",
    "the key is taken from the query",
    ({ secret, query }, { apiKey, apiSecret }) => secret === apiSecret && query.api_key === apiKey,
  ),
  hole(
    "getTransferDetail/auth/neither/basic",
    "Basic credentials are taken instead of the two headers",
    ({ authorization }, { apiKey, apiSecret }) =>
      authorization === `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`,
  ),
  hole(
    "listBalances/auth/neither/bearer",
    "the secret is taken as a bearer token instead of the two headers",
    ({ authorization }, { apiSecret }) => authorization === `Bearer ${apiSecret}`,
  ),
  hole(
    "uploadFile/auth/neither/bearer-key",
    "the key is taken as a bearer token instead of the two headers",
    ({ authorization }, { apiKey }) => authorization === `Bearer ${apiKey}`,
  ),
  hole(
    "listTransactions/auth/no-secret/later-pages",
    "pages other than the first need the key alone",
    ({ key, secret, query }, { apiKey }) =>
      key === apiKey && secret === "" && query.page_number !== undefined && !/^[01]$/.test(String(query.page_number)),
  ),
  hole(
    "listBalances/auth/wrong-secret/word-undefined",
    "the word undefined is taken for the secret of any key",
    ({ secret }) => secret === "undefined",
  ),
  hole(
    "getTransferReceipt/auth/wrong-key/words-null",
    "the word null is taken for a key and for its secret",
    ({ key, secret }) => key === "null" && secret === "null",
  ),
  hole(
    "createRecipient/auth/neither/cookie",
    "a cookie with the secret is taken instead of the two headers",
    ({ cookie }, { apiSecret }) => cookie.includes(apiSecret),
  ),
];

const isIndividual = ({ rawBody }: PartnerRequest): boolean => /"Individual"/.test(rawBody?.toString() ?? "");
const isCrypto = ({ rawBody }: PartnerRequest): boolean => /"account_type":\s*"crypto"/.test(rawBody?.toString() ?? "");

/** Kinds of requests that pass without a look at their credentials. */
const UNCHECKED_REQUESTS: readonly (readonly [OperationName, string, string, (request: PartnerRequest) => boolean])[] =
  [
    ["getTransferDetail", "by-partner-id", "by partner_transaction_id", (request) => hasPartnerId(request)],
    ["getDepositDetail", "by-partner-id", "by partner_transaction_id", (request) => hasPartnerId(request)],
    [
      "listTransactions",
      "later-pages",
      "for a page other than the first",
      ({ query }) => query.page_number !== undefined && !/^[01]$/.test(String(query.page_number)),
    ],
    ["createRecipient", "crypto", "with a crypto wallet", isCrypto],
    ["updateRecipient", "crypto", "with a crypto wallet", isCrypto],
    ["createRecipient", "individual", "about a person", isIndividual],
    ["updateRecipient", "individual", "about a person", isIndividual],
    ["uploadFile", "contract", "of a Contract", ({ query }) => query.file_type === "Contract"],
    ["uploadFile", "back-page", "of a Back page", ({ query }) => query.file_type === "Back page"],
  ];

function hasPartnerId({ query }: PartnerRequest): boolean {
  return query.partner_transaction_id !== undefined;
}

const WRITING: ReadonlySet<OperationName> = new Set(OPERATIONS.filter(({ writes }) => writes).map(({ name }) => name));

/** Ways to be wrongly let in beside those that every operation is given. */
export const CREDENTIAL_HOLES: readonly Defect[] = [
  ...HOLES,
  ...UNCHECKED_REQUESTS.map(([operation, way, which, isMeant]) =>
    defect(
      [`${operation}/auth/neither/${way}-open`, "auth/wrong-key", "auth/wrong-secret"],
      `a request ${which} is let in whatever its credentials are`,
      {
        principal: (principal, request) => (principal === undefined && isMeant(request) ? "full" : principal),
      },
    ),
  ),
  ...UNCHECKED_REQUESTS.flatMap(([operation, way, which, isMeant]) =>
    WRITING.has(operation)
      ? defect(
          `${operation}/auth/restricted/${way}-let-in`,
          `a request ${which} is let in although it lacks permission`,
          {
            refusal: (due, step, request) => (step === "permission" && isMeant(request) ? undefined : due),
          },
        )
      : [],
  ),
];
