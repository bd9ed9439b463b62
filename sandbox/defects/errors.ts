import { isObject, type JsonObject } from "../json.js";
import { OPERATION_NAMES, type OperationName, type PartnerRequest, success } from "../request.js";
import type { Service } from "../service.js";
import { bodyOf, errorChanged, type IsMeant, labelled, removed, valueIn, withMember } from "./changes.js";
import {
  type Defect,
  defects,
  defectsBy,
  FILE_TYPE_NAMES,
  inTurn,
  type Operations,
  RECIPIENT_OPERATIONS,
  type Row,
  rows,
  SERVER_ERROR,
} from "./defect.js";
import type { DefectHooks, OutgoingResponse } from "./hooks.js";

const OWN_RULE = "errors/no-server-error";

/** Declares requests on which an operation fails, although it should answer them differently. */
const failing = (operations: Operations) =>
  defectsBy("failure", operations, [], (isMeant: IsMeant) => ({
    result: (result, request, service) =>
      request.principal !== undefined && isMeant(request, service) ? SERVER_ERROR : result,
  }));

/** Failures where another rule is broken first. */
const failures = (all: readonly Defect[]): Defect[] =>
  all.map((defect) => ({ ...defect, rule: [defect.rule, OWN_RULE].flat() }));

const holds =
  (pattern: RegExp): IsMeant =>
  ({ rawBody }) =>
    pattern.test(rawBody?.toString() ?? "");

function fileCount({ fields }: PartnerRequest): number | undefined {
  return Array.isArray(fields.file_id_list) ? fields.file_id_list.length : undefined;
}

const inAccount = ({ fields }: PartnerRequest, name: string): unknown => valueIn(fields, `payment_details.${name}`);

const RECIPIENT_FAILURES = failing(RECIPIENT_OPERATIONS)`
  accepts/business_name.text/four-bytes-fails | a character of four bytes makes the service fail
    | ${holds(/[\u{10000}-\u{10ffff}]/u)}
  accepts/address_info.address_line_1.text/apostrophe-fails | an apostrophe in an address makes the service fail
    | ${({ fields }) => JSON.stringify(fields.address_info ?? "").includes("'")}
  accepts/file_id_list.maxItems/ten-files-fails | ten files make the service fail
    | ${(request) => fileCount(request) === 10}
  accepts/file_id_list.empty/no-files-fails | an empty list of files makes the service fail
    | ${(request) => fileCount(request) === 0}
  accepts/address_info.empty/empty-address-fails | an empty address makes the service fail
    | ${({ fields }) => isObject(fields.address_info) && Object.keys(fields.address_info).length === 0}
  accepts/bank.local_bank_code.optional/no-bank-code-fails
    | a bank account without local_bank_code makes the service fail
    | ${(request) => inAccount(request, "account_type") === "bank" && inAccount(request, "local_bank_code") === undefined}
  refuses/payment_details.type/details-as-list-fails | a list in place of payment_details makes the service fail
    | ${holds(/"payment_details":\s*\[/)}
  refuses/body.type/null-body-fails | a body of null makes the service fail | ${holds(/^\s*null\s*$/)}
  refuses/website.maxLength/long-website-fails | a very long website makes the service fail
    | ${holds(/"website":\s*"[^"]{300,}"/)}
`;

const OTHER_FAILURES = failing(null)`
  updateRecipient/accepts/crypto.network.enum/usdc-on-tron-fails | USDC on TRX makes an update fail
    | ${(request) => inAccount(request, "network") === "TRX" && inAccount(request, "currency") === "USDC"}
  createCustomer/accepts/person.basic_info.birth_date.format/birth-offset-fails
    | a birth date with an offset makes the service fail | ${holds(/"birth_date":\s*"[^"]*[+-]\d\d:\d\d"/)}
  createCustomer/refuses/business_person_list.type/people-as-object-fails
    | an object in place of the business persons makes the service fail | ${holds(/"business_person_list":\s*\{/)}
  createCustomer/refuses/body.malformed/malformed-fails | a malformed body makes the service fail
    | ${holds(/^\{[^}]*$|^[^{["\dtfn]/)}
  uploadFile/refuses/file.type/no-text-fails | a file that is not text makes the service fail
    | ${holds(/"file":\s*[^"\s]/)}
  uploadFile/refuses/file_type.enum/unknown-type-fails | an unknown file_type makes the service fail
    | ${({ query }) => typeof query.file_type === "string" && !FILE_TYPE_NAMES.includes(query.file_type)}
`;

const DETAIL_FAILURES = failing(["getTransferDetail", "getDepositDetail"])`
  state/unknown-id/unknown-id-fails | the id of no transaction makes the service fail
    | ${({ query }, { state }) =>
      typeof query.transaction_id === "string" && state.transactions.get(query.transaction_id) === undefined}
  accepts/control.read/pending-fails, state/steady
    | the detail of a transaction that is not decided makes the service fail
    | ${({ query }, { state }) =>
      state.transactions.get(String(query.transaction_id))?.progress.settlesAt === Number.POSITIVE_INFINITY}
`;

/** Both details have one cause, so it is not confined to one operation. */
const NO_DETAILS: readonly Defect[] = defects("failure", "getTransferDetail")`
  accepts/control.read/both-details-fail, ${OWN_RULE} | the details of transfers and of deposits make the service fail
    | ${{ result: (result) => (result.kind === "success" ? SERVER_ERROR : result) }}
`.map((defect) => ({ ...defect, on: ["getTransferDetail", "getDepositDetail"] }));

const READING_FAILURES = failing(null)`
  listTransactions/state/page_size/large-page-fails | a page of ten items makes the service fail
    | ${({ query }) => query.page_size === "10"}
  listTransactions/state/pages.complete/second-page-fails, state/pages.disjoint | the second page makes the service fail
    | ${({ query }) => query.page_number === "2"}
  getTransferReceipt/accepts/control.read/failed-transfer-fails
    | the receipt of a transfer to a crypto account makes the service fail
    | ${({ query }, { behaviour, state }) => {
      const transfer = state.transactions.get(String(query[behaviour.receiptParameter]));
      return transfer?.kind === "transfer" && transfer.target.currency.startsWith("USD");
    }}
`;

/** The same, for bytes that need not be text. */
const bytes =
  (pattern: RegExp): IsMeant =>
  ({ rawBody }) =>
    pattern.test(rawBody?.toString("latin1") ?? "");
const isNoText = holds(/\ufffd/);
const header =
  (name: string, pattern: RegExp): IsMeant =>
  ({ headers }) =>
    pattern.test(String(headers[name] ?? ""));
const parameter =
  (pattern: RegExp, ...names: readonly string[]): IsMeant =>
  ({ query }) =>
    Object.entries(query).some(
      ([name, value]) =>
        typeof value === "string" && (names.length === 0 || names.includes(name)) && pattern.test(value),
    );
const isRepeated: IsMeant = ({ query }) => Object.values(query).some((value) => Array.isArray(value));
const recipientId =
  (pattern: RegExp): IsMeant =>
  (request) =>
    pattern.test(request.recipientId);
const isUnlabelled: IsMeant = (request) =>
  bodyOf(request) !== undefined && request.headers["content-type"] === undefined;
const inOtherDigits = parameter(/\p{Nd}(?<!\d)/u, "page_number");
const inOtherScript = recipientId(/[^\0-\x7f]/);

/** Requests that careless code does not expect. */
const ODD_REQUESTS: readonly (readonly [OperationName, way: string, title: string, isMeant: IsMeant])[] = [
  ["createRecipient", "nul", "a NUL character in a text", bytes(/\\u0000/)],
  ["updateRecipient", "lone-surrogate", "half of a surrogate pair in a text", bytes(/\\ud800/)],
  ["createCustomer", "low-surrogate", "the second half of a surrogate pair in a text", bytes(/\\udc00/)],
  ["updateRecipient", "no-utf-8", "a body that is not UTF-8", isNoText],
  ["uploadFile", "no-utf-8", "a body that is not UTF-8", isNoText],
  ["createCustomer", "deep-list", "a list of many levels", bytes(/\[{300}/)],
  ["updateRecipient", "deep-object", "an object of many levels", bytes(/(?:\{"a":){300}/)],
  ["createCustomer", "huge-exponent", "a number with a huge exponent", bytes(/\de\d{3}/)],
  ["createRecipient", "many-digits", "a number of hundreds of digits", bytes(/\d{300}/)],
  ["uploadFile", "prototype", "a member called __proto__", bytes(/"__proto__"/)],
  ["updateRecipient", "constructor", "a member called constructor", bytes(/"constructor"/)],
  ["createCustomer", "repeated-name", "a member that occurs twice", bytes(/^\{("\w+"):"[^"]*",\1:/)],
  ["uploadFile", "plain-text", "a body called text/plain", header("content-type", /^text\/plain$/)],
  ["createCustomer", "no-content-type", "a body without Content-Type", isUnlabelled],
  ["updateRecipient", "form", "a body called a form", header("content-type", /form/)],
  ["createRecipient", "gzip", "a body that is called gzip", header("content-encoding", /^gzip$/)],
  ["updateRecipient", "byte-order-mark", "a byte order mark before the body", bytes(/^\xef\xbb\xbf/)],
  ["uploadFile", "four-bytes", "a character of four bytes", bytes(/[\xf0-\xf4][\x80-\xbf]{3}/)],
  ["getTransferDetail", "nul-id", "an id with a NUL character", parameter(/\0/)],
  ["getDepositDetail", "apostrophe-id", "an id with an apostrophe", parameter(/'/)],
  ["getTransferReceipt", "other-script", "an id in another script", parameter(/[^\0-\x7f]/)],
  ["getTransferDetail", "long-id", "a long id", parameter(/^.{501}/s, "transaction_id")],
  ["getDepositDetail", "repeated", "a parameter that is there twice", isRepeated],
  ["getTransferReceipt", "repeated", "a parameter that is there twice", isRepeated],
  ["listTransactions", "beyond-64-bits", "a page_size beyond 64 bits", parameter(/^\d{19,}$/, "page_size")],
  ["listTransactions", "exponent", "a page_number with an exponent", parameter(/^\d+e\d+$/, "page_number")],
  ["listTransactions", "blank", "a page_size that is a blank", parameter(/^ $/, "page_size")],
  ["listTransactions", "other-digits", "a page_number in digits of another script", inOtherDigits],
  ["listTransactions", "repeated", "a parameter that is there twice", isRepeated],
  ["updateRecipient", "nul-recipient", "a recipient_id with a NUL character", recipientId(/\0/)],
  ["updateRecipient", "apostrophe-recipient", "a recipient_id with an apostrophe", recipientId(/'/)],
  ["updateRecipient", "other-script-recipient", "a recipient_id with letters of another script", inOtherScript],
  ["updateRecipient", "slash-recipient", "a recipient_id with a slash", recipientId(/\//)],
  ["updateRecipient", "long-recipient", "a recipient_id with hundreds of characters", recipientId(/.{500}/)],
];

/** Failures that only particular requests bring out: 500 where the document requires something else (section 7). */
export const FAILURES: readonly Defect[] = [
  ...defects("failure", OPERATION_NAMES)`
    ${OWN_RULE}/empty-key-fails, auth/empty-key | an empty key makes the service fail
      | ${{ result: (result, { headers }) => (headers["x-api-key"] === "" ? SERVER_ERROR : result) }}
  `,
  ...failures([...RECIPIENT_FAILURES, ...OTHER_FAILURES, ...DETAIL_FAILURES]),
  ...NO_DETAILS,
  ...failures(READING_FAILURES),
  ...ODD_REQUESTS.flatMap(
    ([operation, way, title, isMeant]) =>
      failing(operation)`${OWN_RULE}/${way}-fails | ${title} makes the service fail | ${isMeant}`,
  ),
];

/** The response in place of a conforming error. */
type Malformed = (response: OutgoingResponse, service: Service, sentSecret: string) => OutgoingResponse;

const written =
  (change: (text: string) => string): Malformed =>
  (response) => ({ ...response, text: change(response.text) });
const typed =
  (mediaType?: string): Malformed =>
  (response) =>
    labelled(response, mediaType);
const onBody = (change: (body: JsonObject) => unknown): Malformed =>
  written((text) => {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? JSON.stringify(change(body)) : text;
  });
const onItems = (change: (item: JsonObject, index: number) => unknown): Malformed =>
  onBody((body) => ({
    ...body,
    errors: Array.isArray(body.errors)
      ? body.errors.map((item: unknown, index) => (isObject(item) ? change(item, index) : item))
      : body.errors,
  }));
const onMember = (name: string, change: (value: unknown) => unknown): Malformed =>
  onItems((item) => withMember(item, name, change(item[name])));
const leaking =
  (leak: (service: Service, sentSecret: string) => string): Malformed =>
  (response, service, sentSecret) => {
    const text = JSON.stringify(leak(service, sentSecret)).slice(1, -1);
    return { ...response, text: response.text.replace(/"detail":\s*"/, (start) => `${start}${text} `) };
  };

const STACK_TRACE =
  "TypeError: Cannot read properties of undefined\n    at validate (/srv/app/dist/recipients.js:118:23)\n    at handle (/srv/app/dist/server.js:42:7)\n";
const JAVA_TRACE = "java.lang.IllegalStateException\n\tat com.example.Recipients.create(Recipients.java:87)";

/** Ways to break each part of the shape. */
const MALFORMATIONS: Readonly<Record<string, readonly Row<Malformed>[]>> = {
  mediaType: rows`
    html | is labelled as text/html | ${typed("text/html; charset=utf-8")}
    plain | is labelled as text/plain | ${typed("text/plain")}
    unlabelled | has no Content-Type | ${typed()}
  `,
  body: rows`
    sentence | is a sentence | ${written(() => "The request is not valid.")}
    empty | is empty | ${written(() => "")}
    page | is an HTML page | ${written(() => "<html><body><h1>Bad Request</h1></body></html>")}
    bare-list | is the list without the object around it | ${onBody(({ errors }) => errors)}
    cut-off | ends before its last character | ${written((text) => text.trimEnd().slice(0, -1))}
    null | is null | ${written(() => "null")}
  `,
  errors: rows`
    one-object | has an object in place of the list
      | ${onBody(({ errors }) => ({ errors: Array.isArray(errors) ? errors[0] : errors }))}
    singular | names its list error | ${onBody(({ errors }) => ({ error: errors }))}
    text | has a text in place of the list | ${onBody(() => ({ errors: "INVALID_PARAMETER" }))}
    enveloped | has its list inside another object | ${onBody((body) => ({ data: body }))}
    message | has a message in place of the list
      | ${onBody(() => ({ status: "error", message: "The request is not valid" }))}
  `,
  entries: rows`empty-list | has an empty list | ${onBody(() => ({ errors: [] }))}`,
  items: rows`
    texts | lists texts | ${onItems(({ detail }) => detail)}
    pairs | lists pairs of code and detail | ${onItems(({ code, detail }) => [code, detail])}
    nulls | lists null | ${onItems(() => null)}
  `,
  detail: rows`
    missing | has a detail that is missing | ${onMember("detail", () => removed)}
    number | has a detail that is a number | ${onMember("detail", () => 400)}
    object | has a detail that is an object | ${onMember("detail", (message) => ({ message }))}
    renamed | has a message in place of detail | ${onItems(({ detail, ...item }) => ({ ...item, message: detail }))}
    list | has a detail that is a list | ${onMember("detail", (detail) => [detail])}
    null | has a detail that is null | ${onMember("detail", () => null)}
  `,
  code: rows`
    number | has a code that is a number | ${onMember("code", () => 40001)}
    missing | has a code that is missing | ${onMember("code", () => removed)}
    null | has a code that is null | ${onMember("code", () => null)}
    renamed | has an error_code in place of code | ${onItems(({ code, ...item }) => ({ ...item, error_code: code }))}
    object | has a code that is an object | ${onMember("code", (name) => ({ name }))}
  `,
  leak: rows`
    stack-trace | shows a stack trace | ${leaking(() => STACK_TRACE)}
    own-secret | shows the secret that would have been right | ${leaking(({ credentials }) => credentials.apiSecret)}
    java-trace | shows a stack trace of another platform | ${leaking(() => JAVA_TRACE)}
    sent-secret | shows the secret that was sent | ${leaking((_service, sentSecret) => sentSecret)}
  `,
};

const BYTE_ORDER_MARK = rows<Malformed>`
  byte-order-mark | begins with a byte order mark | ${written((text) => `\ufeff${text}`)}
`;

const CODE_LOST = rows<Malformed>`
  first-only | has a code in its first item only
    | ${onItems((item, index) => (index > 0 ? withMember(item, "code", removed) : item))}
`;

function broken(
  operation: OperationName,
  part: string,
  { name, title, value: change }: Row<Malformed>,
  status?: number,
): Defect[] {
  const hooks = errorChanged(
    (response, { headers }, service) =>
      change(response, service, String(headers["x-api-secret"] ?? service.credentials.apiSecret)),
    status,
  );
  const [way, which] = status === undefined ? ["", ""] : [`-on-${String(status)}`, ` with ${String(status)}`];
  return defects("error-shape", operation)`errors/${part}/${name}${way} | an error${which} ${title} | ${hooks}`;
}

/** What is broken where one status is written by separate code. */
const ON_ONE_STATUS: readonly (readonly [OperationName, part: string, way: string, status: number])[] = [
  ["updateRecipient", "body", "page", 404],
  ["updateRecipient", "mediaType", "plain", 403],
  ["updateRecipient", "errors", "message", 401],
  ["updateRecipient", "code", "missing", 400],
  ["createRecipient", "errors", "message", 401],
  ["createRecipient", "detail", "renamed", 400],
  ["createRecipient", "body", "empty", 403],
  ["uploadFile", "body", "sentence", 401],
  ["uploadFile", "items", "texts", 400],
  ["createCustomer", "errors", "one-object", 403],
  ["createCustomer", "code", "number", 400],
  ["getTransferDetail", "entries", "empty-list", 404],
  ["getDepositDetail", "body", "empty", 404],
];

/** The answers to a wrong method, which come from elsewhere. */
function unrouted(body: object, mediaType?: string): DefectHooks {
  const instead = { ...success(405, body), ...(mediaType === undefined ? {} : { mediaType }) };
  return { unrouted: (result) => (result.status === 405 ? instead : result) };
}

/** Every part of the error shape (section 7) broken in each operation; the ways take turns. Some only on one status. */
export const ERROR_SHAPES: readonly Defect[] = [
  ...OPERATION_NAMES.flatMap((operation, position) =>
    Object.entries(MALFORMATIONS).flatMap(([part, ways]) => {
      const chosen = inTurn(ways, position);
      return chosen === undefined ? [] : broken(operation, part, chosen);
    }),
  ),
  ...ON_ONE_STATUS.flatMap(([operation, part, way, status]) =>
    (MALFORMATIONS[part] ?? [])
      .filter(({ name }) => name === way)
      .flatMap((malformed) => broken(operation, part, malformed, status)),
  ),
  ...defects("error-shape", "updateRecipient")`
    errors/errors/framework-on-405 | an error with 405 has the shape of a web framework
      | ${unrouted({ statusCode: 405, error: "Method Not Allowed" })}
    errors/mediaType/html-on-405 | an error with 405 is labelled as text/html
      | ${unrouted({ errors: [{ detail: "no", code: "METHOD_NOT_ALLOWED" }] }, "text/html")}
    errors/code/missing-on-405 | an error with 405 has no code
      | ${unrouted({ errors: [{ detail: "This path does not take this method" }] })}
  `,
  ...(["updateRecipient", "createCustomer"] as const)
    .flatMap((operation) => CODE_LOST.flatMap((malformed) => broken(operation, "code", malformed)))
    .map((defect) => ({ ...defect, needs: { errorsListed: "all" } })),
  ...BYTE_ORDER_MARK.flatMap((malformed) => broken("updateRecipient", "body", malformed)),
];
