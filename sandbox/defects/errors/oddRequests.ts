import type { OperationName } from "../../operations/names.js";
import type { PartnerRequest, QueryValue } from "../../partnerRequest.js";
import { bodyOf } from "../changes.js";
import type { Defect } from "../defect.js";
import { failing } from "./failures.js";

function textOf({ rawBody }: PartnerRequest): string {
  return rawBody?.toString("latin1") ?? "";
}

const holds = (pattern: RegExp) => (request: PartnerRequest) => pattern.test(textOf(request));

function isNoText({ rawBody }: PartnerRequest): boolean {
  return rawBody?.toString().includes("\ufffd") === true;
}

function header(request: PartnerRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

function hasBody(request: PartnerRequest): boolean {
  return bodyOf(request) !== undefined;
}

const BODIES: readonly (readonly [OperationName, string, string, (request: PartnerRequest) => boolean])[] = [
  ["createRecipient", "nul", "a NUL character in a text", holds(/\\u0000/)],
  ["updateRecipient", "lone-surrogate", "half of a surrogate pair in a text", holds(/\\ud800/)],
  ["createCustomer", "low-surrogate", "the second half of a surrogate pair in a text", holds(/\\udc00/)],
  ["updateRecipient", "no-utf-8", "a body that is no UTF-8", isNoText],
  ["uploadFile", "no-utf-8", "a body that is no UTF-8", isNoText],
  ["createCustomer", "deep-list", "a list of many levels", holds(/\[{300}/)],
  ["updateRecipient", "deep-object", "an object of many levels", holds(/(?:\{"a":){300}/)],
  ["createCustomer", "huge-exponent", "a number with a huge exponent", holds(/\de\d{3}/)],
  ["createRecipient", "many-digits", "a number of hundreds of digits", holds(/\d{300}/)],
  ["uploadFile", "prototype", "a member called __proto__", holds(/"__proto__"/)],
  ["updateRecipient", "constructor", "a member called constructor", holds(/"constructor"/)],
  ["createCustomer", "repeated-name", "a member that is there twice", holds(/^\{("\w+"):"[^"]*",\1:/)],
  [
    "uploadFile",
    "plain-text",
    "a body called text/plain",
    (request) => header(request, "content-type") === "text/plain",
  ],
  [
    "createCustomer",
    "no-content-type",
    "a body without Content-Type",
    (request) => hasBody(request) && header(request, "content-type") === undefined,
  ],
  ["updateRecipient", "form", "a body called a form", (request) => /form/.test(header(request, "content-type") ?? "")],
  [
    "createRecipient",
    "gzip",
    "a body that is called gzip",
    (request) => header(request, "content-encoding") === "gzip",
  ],
  ["updateRecipient", "byte-order-mark", "a byte order mark before the body", holds(/^\xef\xbb\xbf/)],
  ["uploadFile", "four-bytes", "a character of four bytes", holds(/[\xf0-\xf4][\x80-\xbf]{3}/)],
];

function values({ query }: PartnerRequest): string[] {
  return Object.values(query).flatMap((value: QueryValue) => (typeof value === "string" ? [value] : []));
}

const holdsValue = (pattern: RegExp) => (request: PartnerRequest) =>
  values(request).some((value) => pattern.test(value));
const isRepeated = ({ query }: PartnerRequest): boolean => Object.values(query).some((value) => Array.isArray(value));
const page = (name: string, pattern: RegExp) => (request: PartnerRequest) =>
  pattern.test(String(request.query[name] ?? ""));

const QUERIES: readonly (readonly [OperationName, string, string, (request: PartnerRequest) => boolean])[] = [
  ["getTransferDetail", "nul-id", "an id with a NUL character", holdsValue(/\0/)],
  ["getDepositDetail", "apostrophe-id", "an id with an apostrophe", holdsValue(/'/)],
  ["getTransferReceipt", "other-script", "an id in another script", holdsValue(/[^\0-\x7f]/)],
  ["getTransferDetail", "long-id", "a long id", ({ query }) => String(query.transaction_id ?? "").length > 500],
  ["getDepositDetail", "repeated", "a parameter that is there twice", isRepeated],
  ["getTransferReceipt", "repeated", "a parameter that is there twice", isRepeated],
  ["listTransactions", "beyond-64-bits", "a page_size beyond 64 bits", page("page_size", /^\d{19,}$/)],
  ["listTransactions", "exponent", "a page_number with an exponent", page("page_number", /^\d+e\d+$/)],
  ["listTransactions", "blank", "a page_size that is a blank", page("page_size", /^ $/)],
  [
    "listTransactions",
    "other-digits",
    "a page_number in digits of another script",
    page("page_number", /\p{Nd}(?<!\d)/u),
  ],
  ["listTransactions", "repeated", "a parameter that is there twice", isRepeated],
];

const RECIPIENTS: readonly (readonly [string, string, RegExp])[] = [
  ["nul", "a NUL character", /\0/],
  ["apostrophe", "an apostrophe", /'/],
  ["other-script", "letters of another script", /[^\0-\x7f]/],
  ["slash", "a slash", /\//],
  ["long", "hundreds of characters", /.{500}/],
];

/** Failures at requests that careless code does not expect. */
export const FAILURES_AT_ODD_REQUESTS: readonly Defect[] = [
  ...[...BODIES, ...QUERIES].map(([operation, way, title, isMeant]) =>
    failing(`${operation}/errors/no-server-error/${way}-fails`, `${title} makes the service fail`, isMeant),
  ),
  ...RECIPIENTS.map(([way, which, pattern]) =>
    failing(
      `updateRecipient/errors/no-server-error/${way}-recipient-fails`,
      `a recipient_id with ${which} makes the service fail`,
      ({ recipientId }) => pattern.test(recipientId),
    ),
  ),
];
