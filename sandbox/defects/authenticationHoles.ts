import type { SandboxCredentials } from "../credentials.js";
import { OPERATIONS } from "../operations/index.js";
import type { OperationName } from "../operations/names.js";
import type { PartnerRequest, QueryValue } from "../partnerRequest.js";
import { type Defect, defect } from "./defect.js";

const FAMILY = "authentication";

/** What a request carries that has to do with credentials. */
interface Shown {
  readonly key: string;
  readonly secret: string;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly authorization: string;
  readonly cookie: string;
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

function shownBy({ headers, query }: PartnerRequest): Shown {
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

interface Hole {
  readonly operation: OperationName;
  readonly rule: string;
  readonly way: string;
  readonly title: string;
  readonly isOpen: (shown: Shown, credentials: SandboxCredentials) => boolean;
}

/** Comparisons that are careless about a part of a credential, and other places that are looked into (section 5). */
const HOLES: readonly Hole[] = [
  {
    operation: "updateRecipient",
    rule: "auth/wrong-secret",
    way: "ending-compared",
    title: "only the last six characters of the secret are compared",
    isOpen: ({ key, secret }, { apiKey, apiSecret }) => key === apiKey && secret.endsWith(apiSecret.slice(-6)),
  },
  {
    operation: "createCustomer",
    rule: "auth/wrong-key",
    way: "ending-compared",
    title: "only the last six characters of the key are compared",
    isOpen: ({ key, secret }, { apiKey, apiSecret }) => secret === apiSecret && key.endsWith(apiKey.slice(-6)),
  },
  {
    operation: "listTransactions",
    rule: "auth/wrong-secret",
    way: "first-character-ignored",
    title: "the first character of the secret is not compared",
    isOpen: ({ key, secret }, { apiKey, apiSecret }) => key === apiKey && secret.slice(1) === apiSecret.slice(1),
  },
  {
    operation: "getDepositDetail",
    rule: "auth/wrong-key",
    way: "middle-ignored",
    title: "the character in the middle of the key is not compared",
    isOpen: ({ key, secret }, { apiKey, apiSecret }) => {
      const middle = Math.floor(apiKey.length / 2);
      return secret === apiSecret && distance(key, apiKey) === 1 && key[middle] !== apiKey[middle];
    },
  },
  {
    operation: "uploadFile",
    rule: "auth/wrong-secret",
    way: "last-character-ignored",
    title: "the last character of the secret is not compared",
    isOpen: ({ key, secret }, { apiKey, apiSecret }) =>
      key === apiKey && secret.length === apiSecret.length && secret.slice(0, -1) === apiSecret.slice(0, -1),
  },
  {
    operation: "createRecipient",
    rule: "auth/wrong-secret",
    way: "alike",
    title: "any key that is sent as its own secret is let in",
    isOpen: ({ key, secret }) => key !== "" && key === secret,
  },
  {
    operation: "getTransferReceipt",
    rule: "auth/wrong-key",
    way: "quotes-removed",
    title: "quotation marks around the credentials are removed",
    isOpen: ({ key, secret }, { apiKey, apiSecret }) => key === `"${apiKey}"` && secret === `"${apiSecret}"`,
  },
  {
    operation: "getTransferDetail",
    rule: "auth/in-query",
    way: "snake-case",
    title: "credentials are taken from the query as api_key and api_secret",
    isOpen: ({ query }, { apiKey, apiSecret }) => query.api_key === apiKey && query.api_secret === apiSecret,
  },
  {
    operation: "listBalances",
    rule: "auth/in-query",
    way: "camel-case",
    title: "credentials are taken from the query as apiKey and apiSecret",
    isOpen: ({ query }, { apiKey, apiSecret }) => query.apiKey === apiKey && query.apiSecret === apiSecret,
  },
  {
    operation: "updateRecipient",
    rule: "auth/no-secret",
    way: "secret-from-query",
    title: "the secret is taken from the query",
    isOpen: ({ key, query }, { apiKey, apiSecret }) => key === apiKey && query["X-API-Secret"] === apiSecret,
  },
  {
    operation: "createCustomer",
    rule: "auth/no-key",
    way: "key-from-query",
    title: "the key is taken from the query",
    isOpen: ({ secret, query }, { apiKey, apiSecret }) => secret === apiSecret && query.api_key === apiKey,
  },
  {
    operation: "getTransferDetail",
    rule: "auth/neither",
    way: "basic",
    title: "Basic credentials are taken instead of the two headers",
    isOpen: ({ authorization }, { apiKey, apiSecret }) =>
      authorization === `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`,
  },
  {
    operation: "listBalances",
    rule: "auth/neither",
    way: "bearer",
    title: "the secret is taken as a bearer token instead of the two headers",
    isOpen: ({ authorization }, { apiSecret }) => authorization === `Bearer ${apiSecret}`,
  },
  {
    operation: "uploadFile",
    rule: "auth/neither",
    way: "bearer-key",
    title: "the key is taken as a bearer token instead of the two headers",
    isOpen: ({ authorization }, { apiKey }) => authorization === `Bearer ${apiKey}`,
  },
  {
    operation: "listTransactions",
    rule: "auth/no-secret",
    way: "later-pages",
    title: "pages other than the first need the key alone",
    isOpen: ({ key, secret, query }, { apiKey }) =>
      key === apiKey && secret === "" && query.page_number !== undefined && !/^[01]$/.test(String(query.page_number)),
  },
  {
    operation: "createRecipient",
    rule: "auth/neither",
    way: "cookie",
    title: "a cookie with the secret is taken instead of the two headers",
    isOpen: ({ cookie }, { apiSecret }) => cookie.includes(apiSecret),
  },
];

const isIndividual = ({ rawBody }: PartnerRequest): boolean => /"Individual"/.test(rawBody?.toString() ?? "");
const isCrypto = ({ rawBody }: PartnerRequest): boolean => /"account_type":\s*"crypto"/.test(rawBody?.toString() ?? "");

/** Forms of an operation whose requests pass without a look at their credentials. */
const OPEN_FORMS: readonly (readonly [OperationName, string, string, (request: PartnerRequest) => boolean])[] = [
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
export const AUTHENTICATION_HOLES_DEFECTS: readonly Defect[] = [
  ...HOLES.map(({ operation, rule, way, title, isOpen }) =>
    defect(FAMILY, operation, rule, way, title, {
      principal: (principal, request, { credentials }) =>
        principal === undefined && isOpen(shownBy(request), credentials) ? "full" : principal,
    }),
  ),
  ...OPEN_FORMS.map(([operation, way, words, isMeant]) =>
    defect(
      FAMILY,
      operation,
      ["auth/neither", "auth/wrong-key", "auth/wrong-secret"],
      `${way}-open`,
      `a request ${words} is let in whatever its credentials are`,
      {
        principal: (principal, request) => (principal === undefined && isMeant(request) ? "full" : principal),
      },
    ),
  ),
  ...OPEN_FORMS.flatMap(([operation, way, words, isMeant]) =>
    WRITING.has(operation)
      ? defect(
          FAMILY,
          operation,
          "auth/restricted",
          `${way}-let-in`,
          `a request ${words} is let in although it lacks permission`,
          {
            refusal: (due, step, request) => (step === "permission" && isMeant(request) ? undefined : due),
          },
        )
      : [],
  ),
];
