/**
 * The rules of operations beyond their fields: who gets access, which version, which bodies, which statuses (contract
 * document, sections 1, 4, 5, 7 and 9).
 */
import { mayLackFields } from "../fieldTree.js";
import { operationOf } from "../operation.js";
import { CONTRACT_VERSION, FILE_TYPES, type OperationId } from "../operations.js";
import { type Basis, type Rule, ruleOf } from "./rule.js";

type Subject = Rule["operation"];
/** Rules in our words, by topic. */
type Texts = Readonly<Record<string, string>>;

const ALL_JSON = "1, all bodies are JSON";
const ERROR_BODY = "7, error body";

interface Common {
  readonly basis?: Basis;
  readonly unjudged?: string;
}

/** Rules that an operation has in one area. @param place where the document states it */
export function rulesOf(
  operation: Subject,
  area: string,
  place: string,
  texts: Texts,
  { basis = "stated", unjudged }: Common = {},
): readonly Rule[] {
  const reason = unjudged === undefined ? {} : { unjudged };
  return Object.entries(texts).map(([topic, text]) =>
    ruleOf({ id: `${operation}.${area}.${topic}`, place, basis, operation, text, ...reason }),
  );
}

/** The same for rules that follow from the plain meaning of what is stated. */
export function followingOf(operation: Subject, area: string, place: string, texts: Texts): readonly Rule[] {
  return rulesOf(operation, area, place, texts, { basis: "follows" });
}

/** The same for rules that are implied. */
export function shouldsOf(operation: Subject, area: string, place: string, texts: Texts): readonly Rule[] {
  return rulesOf(operation, area, place, texts, { basis: "implied" });
}

/** The same for rules that no check judges, and why not. */
export function unjudgedOf(
  operation: Subject,
  area: string,
  place: string,
  unjudged: string,
  texts: Texts,
): readonly Rule[] {
  return rulesOf(operation, area, place, texts, { unjudged });
}

/** Credentials that are not valid, as a request carries them. */
const INVALID_CREDENTIALS: Texts = {
  neither: "without any credentials",
  "wrong-secret": "with a wrong secret",
  "wrong-key": "with a wrong key",
  "no-secret": "without X-API-Secret",
  "no-key": "without X-API-Key",
  swapped: "with key and secret in each other's header",
  "empty-key": "with an empty key",
  "empty-secret": "with an empty secret",
  "key-prefix": "with only the beginning of the key",
  "secret-prefix": "with only the beginning of the secret",
  "key-extended": "with extra characters after the key",
  "secret-extended": "with extra characters after the secret",
  "key-other-case": "with the key in another letter case",
  "secret-other-case": "with the secret in another letter case",
  "in-query": "with its credentials in the query instead of the headers",
  "foreign-key": "with the key of another pair",
  "foreign-secret": "with the secret of another pair",
};

const CREDENTIALS_PLACE = "5, required header fields, and 401 without valid credentials";

function authenticationRules(operation: OperationId): readonly Rule[] {
  const refused = Object.fromEntries(
    Object.entries(INVALID_CREDENTIALS).map(([topic, words]) => [topic, `A request ${words} is answered with 401.`]),
  );
  const { neither = "", "no-key": noKey = "", "no-secret": noSecret = "", ...invalid } = refused;
  const restricted = { restricted: "A request that lacks permission is answered with 403." };
  const isWrite = operationOf(operation).effect === "write";
  const unjudged = "the restricted pair may read, and no pair is known that may not";
  return [
    ...rulesOf(operation, "auth", CREDENTIALS_PLACE, { neither, "no-key": noKey, "no-secret": noSecret }),
    ...followingOf(operation, "auth", CREDENTIALS_PLACE, invalid),
    ...rulesOf(operation, "auth", "5, 403 without permission", restricted, isWrite ? {} : { unjudged }),
  ];
}

function versionRules(operation: OperationId): readonly Rule[] {
  const { version } = operationOf(operation);
  if (version?.presence !== "required") return [];
  const value = { value: `A request with an Api-Version other than ${CONTRACT_VERSION} is refused.` };
  const required = { required: "A request without Api-Version is refused." };
  // Recipient update has both a required flag and a default value.
  const isUpdate = operation === "updateRecipient";
  const unjudged = "the header also has a default value there: conflict.updateRecipient.apiVersionDefault";
  return [
    ...(version.allowed.length === 1 ? rulesOf(operation, "version", "9, allowed value of Api-Version", value) : []),
    ...rulesOf(operation, "version", "9, operations that require Api-Version", required, isUpdate ? { unjudged } : {}),
  ];
}

/** The realistic requests that an operation takes, by the names of the checks' controls. */
const CONTROLS: Readonly<Record<OperationId, Readonly<Record<string, string>>>> = {
  createRecipient: {
    "control.bank": "A recipient with a bank account can be created.",
    "control.crypto": "A recipient with a crypto wallet can be created.",
  },
  updateRecipient: {
    "control.bank": "A recipient with a bank account can be updated, which is reported with 200.",
    "control.crypto": "A recipient with a crypto wallet can be updated, which is reported with 200.",
  },
  uploadFile: { "file_type.enum": `A file can be uploaded with each file_type: ${FILE_TYPES.join(", ")}.` },
  createCustomer: { "control.business": "A business with its persons can be onboarded as a customer." },
  getTransferDetail: { "control.read": "The details of a transfer can be read." },
  listTransactions: { "control.read": "Transactions can be listed." },
  getTransferReceipt: { "control.read": "The payment confirmation of a transfer can be read." },
  listBalances: { "control.read": "The balances of the wallets can be read." },
  getDepositDetail: { "control.read": "The details of a deposit can be read." },
};

function requestRules(operation: OperationId): readonly Rule[] {
  const { section, requestSchema, query } = operationOf(operation);
  const bodies = {
    "body.malformed": "A body that is not JSON is refused.",
    "body.type": "A body that is JSON but not an object is refused.",
  };
  // Only the update names required fields.
  const empty = { "body.empty": "A request without its body is refused." };
  const notation = { "body.notation": "A body may be written in any notation of the same JSON." };
  const parameters = query.flatMap(({ name, type }) =>
    name === null || type !== "string" ? [] : [[`${name}.type`, `The query parameter ${name} is a text.`]],
  );
  const unjudged = "query values are always strings, so no request can break it";
  return [
    ...rulesOf(operation, "accepts", section, CONTROLS[operation]),
    ...(requestSchema === null
      ? []
      : [
          ...followingOf(operation, "refuses", ALL_JSON, bodies),
          ...(operation === "updateRecipient"
            ? followingOf(operation, "refuses", "2.1, required fields of an update", empty)
            : shouldsOf(operation, "refuses", `${section}, body`, empty)),
          ...followingOf(operation, "accepts", ALL_JSON, notation),
        ]),
    ...unjudgedOf(operation, "query", `${section}, query parameters`, unjudged, Object.fromEntries(parameters)),
  ];
}

function responseRules(operation: OperationId): readonly Rule[] {
  const json = { "body.json": "The body of a success is JSON." };
  const mediaType = { mediaType: "A success has a JSON media type." };
  const receipt = "the content type of a receipt is not shown: conflict.getTransferReceipt.body";
  const nulls = { "null-fields": "A documented field has a value of its type, or is left out; it is not null." };
  return [
    ...(mayLackFields(operationOf(operation).responseSchema)
      ? shouldsOf(operation, "response", "2, types of fields", nulls)
      : []),
    ...rulesOf(operation, "response", ALL_JSON, json),
    ...rulesOf(operation, "response", ALL_JSON, mediaType, {
      basis: "implied",
      ...(operation === "getTransferReceipt" ? { unjudged: receipt } : {}),
    }),
  ];
}

function errorRules(operation: OperationId): readonly Rule[] {
  return [
    ...rulesOf(operation, "errors", ERROR_BODY, {
      body: "The body of an error is an object.",
      errors: "An error has a list named errors.",
      items: "Each entry of errors is an object.",
      detail: "Each entry of errors has a text named detail.",
      code: "Each entry of errors has a text named code.",
    }),
    ...shouldsOf(operation, "errors", ALL_JSON, { mediaType: "An error has a JSON media type." }),
    ...shouldsOf(operation, "errors", "7, listed statuses", {
      "no-server-error": "The service never answers with a status of 500 or above.",
    }),
    ...shouldsOf(operation, "errors", ERROR_BODY, {
      entries: "The list of errors has at least one entry.",
      leak: "Errors describe what was wrong and leak no internals or secrets.",
    }),
  ];
}

export function operationRules(operation: OperationId): readonly Rule[] {
  return [
    ...requestRules(operation),
    ...authenticationRules(operation),
    ...versionRules(operation),
    ...responseRules(operation),
    ...errorRules(operation),
  ];
}
