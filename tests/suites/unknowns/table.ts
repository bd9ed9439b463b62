/**
 * Which value tells which behaviour of the sandbox. For each axis: the unknown or conflict that shows it, and for each of
 * its values what was observed then.
 */
import { isObject } from "../../../schemas/json.js";
import type { OperationId } from "../../../schemas/operations.js";
import { accepted, anything, between, both, each, either, like, listWith, not, refused, type Sign } from "./sign.js";

type Signs = Readonly<Record<string, Sign>>;

interface Row {
  readonly unknownId: string;
  readonly signs: Signs;
}

const row = (unknownId: string, signs: Signs): Row => ({ unknownId, signs });

const BANK = "create recipient (bank)";
const NOT_FOUND: Sign = { refused: 404 };
/** Refused, and not because the thing is not found. */
const refusedAsWrong = both(refused, not(NOT_FOUND));

export const SIGNS: Readonly<Record<string, Row>> = {
  checkOrder: row("unknown.orderOfChecks.versionAndBody", {
    permissionFirst: { first: "the version" },
    bodyFirst: { first: "the body" },
    existenceFirst: { first: "the body" },
  }),
  otherPartner: row("unknown.partners.update", {
    unknown: { refused: 404 },
    forbidden: { refused: 403 },
    shared: accepted,
  }),
  recipientVersion: row("conflict.createRecipient.apiVersion", {
    both: {
      taken: ["2024-12-01", "2026-08-31"],
      [BANK]: { "2026-08-31": accepted, nonsense: refused },
    },
    "2024-12-01": { taken: ["2024-12-01"] },
    "2026-08-31": { taken: ["2026-08-31"] },
    any: { taken: ["any value that is not empty"] },
    ignored: { taken: ["any value"], [BANK]: { empty: accepted, nonsense: accepted } },
  }),
  recipientVersionMissing: row("conflict.createRecipient.apiVersionRequired", { accepted, refused }),
  updateVersionMissing: row("conflict.updateRecipient.apiVersionDefault", {
    refused: { none: { refused: 400 } },
    defaulted: { none: { accepted: 200 } },
  }),
  customerVersion: row("unknown.createCustomer.apiVersionValues", {
    "2024-12-01": ["2024-12-01"],
    both: ["2024-12-01", "2026-08-31"],
    any: listWith("nonsense"),
  }),
  createRequired: row("unknown.createRecipient.required.business_name", {
    sample: refused,
    none: accepted,
    asOnUpdate: refused,
    all: refused,
  }),
  customerRequired: row("unknown.createCustomer.required.partner_customer_id", {
    none: accepted,
    identity: refused,
    sections: refused,
  }),
  customerFormats: row("unknown.createCustomer.countryCodeFormat", {
    unchecked: { US: accepted, cn: accepted, CHN: accepted, China: accepted },
    checked: { cn: refused, CHN: refused, China: refused },
  }),
  unknownFields: row("unknown.createRecipient.unknownFields", {
    ignored: { field: "ignored" },
    refused,
    echoed: { field: "returned" },
  }),
  requestMediaType: row("unknown.requestMediaType", {
    unchecked: { "text/plain": accepted },
    json: { "text/plain": refused },
  }),
  fileEncoding: row("unknown.uploadFile.fileFormats", {
    base64: { "a PDF written as data URI": refused },
    dataUri: { "a PDF written as base64": refused },
    base64url: either({ "a PDF written as base64url": accepted }, { "a PDF written as base64": refused }),
    any: { "a text in no encoding": accepted },
  }),
  fileTypeMissing: row("unknown.uploadFile.fileTypeRequired", {
    accepted: { "left out": accepted },
    refused: { "left out": refused },
  }),
  unknownFileIds: row("unknown.createRecipient.unknownFileId", {
    refused: { "an id like those that were issued": refused },
    accepted: { "an id like those that were issued": accepted },
  }),
  fileContext: row("unknown.uploadFile.otherContextOnRecipient", {
    refused: { "Business Registration": refused },
    accepted: { "Business Registration": accepted },
  }),
  blankNames: row("unknown.createRecipient.blankNames", { accepted: each(accepted), refused: each(refused) }),
  duplicatePartnerId: row("unknown.createRecipient.duplicatePartnerId", {
    refused: { refused: 409 },
    accepted: { same: false },
    existing: { same: true },
  }),
  accountSwitch: row("unknown.updateRecipient.switchedAccountType", {
    allowed: { "a bank account into a crypto wallet": accepted },
    refused: { "a bank account into a crypto wallet": { refused: 400 } },
    fixed: { "a bank account into a crypto wallet": { refused: 400 } },
  }),
  optionalOnUpdate: row("unknown.updateRecipient.omitted.website", {
    kept: { website: "kept" },
    cleared: { website: "cleared" },
  }),
  listFilters: row("conflict.listTransactions.filters", {
    absent: [],
    present: ["end_time", "source_currency", "start_time", "status", "target_currency"],
    startNeeded: listWith("start_time"),
  }),
  walletAddresses: row("unknown.createRecipient.addressOfNetwork", {
    any: { "a Tron address on ETH": accepted },
    real: { "a Tron address on ETH": refused },
    base58: { "a Tron address on ETH": accepted },
  }),
  walletOwners: row("unknown.createRecipient.requirements", { any: anything, companies: anything }),
  repeatedNames: row("unknown.createCustomer.requirements", { accepted: anything, refused: anything }),
  accountChecks: row("unknown.createRecipient.countryOfSwiftCode", { none: anything, known: anything }),
  networkCurrency: row("unknown.createRecipient.currencyOfNetwork", {
    any: each(accepted),
    ofNetwork: { "SEPA with USD": refused },
  }),
  repeatedFiles: row("unknown.uploadFile.sameFileTwice", { accepted: { same: false }, refused: { refused: 409 } }),
  fileReadiness: row("unknown.uploadFile.readiness", { atOnce: { atOnce: true }, later: { atOnce: false } }),
  lookup: row("unknown.getTransferDetail.conflictingIds", {
    agreeing: anything,
    transactionIdFirst: { "ids of two transactions": { about: "the one that transaction_id names" } },
    exactlyOne: { "ids of two transactions": refused },
    both: anything,
  }),
  lookupWithout: row("unknown.getTransferDetail.neitherId", { refused: refusedAsWrong, notFound: NOT_FOUND }),
  unknownTransaction: row("unknown.getTransferDetail.otherKind", {
    "404": { "the id of the other kind": NOT_FOUND },
    "400": { "the id of the other kind": { refused: 400 } },
    empty: { "the id of the other kind": either({ shows: "an empty object" }, { about: "no transaction" }) },
    "204": { "the id of the other kind": anything },
  }),
  idLengths: row("unknown.getTransferDetail.impossibleId", {
    unlooked: anything,
    refused: { "an id of 5 characters": refusedAsWrong },
  }),
  receiptParameter: row("unknown.getTransferReceipt.parameterName", {
    transaction_id: "transaction_id",
    transactionId: "transactionId",
    id: "id",
    partner_transaction_id: "partner_transaction_id",
  }),
  receiptEncoding: row("unknown.getTransferReceipt.encoding", {
    base64: { encoding: "base64", pdf: true, strings: 1 },
    dataUri: { encoding: like(/^a data URI /), pdf: true },
    base64Chunks: { encoding: "base64", pdf: true, joined: true },
  }),
  receiptMediaType: row("unknown.getTransferReceipt.mediaType", {
    json: like(/^application\/json/i),
    "text/json": "text/json",
    "application/octet-stream": "application/octet-stream",
  }),
  pendingReceipt: row("unknown.getTransferReceipt.ofPendingTransfer", {
    issued: { receipt: true },
    refused,
    empty: { shows: "an empty list" },
  }),
  pageBase: row("unknown.listTransactions.pageBase", { "1": 1, "0": 0 }),
  pageSizeDefault: row("unknown.listTransactions.defaultPageSize", {
    "20": { page_size: 20 },
    "10": { page_size: 10 },
    "50": { page_size: 50 },
  }),
  pageSizeLimit: row("unknown.listTransactions.oversizedPage", {
    clamped: both(accepted, { page_size: 100 }),
    refused,
    generous: both(accepted, { page_size: 1000 }),
  }),
  pageBeyondEnd: row("unknown.listTransactions.pastTheEnd", {
    empty: { items: "no items" },
    refused: refusedAsWrong,
    notFound: NOT_FOUND,
  }),
  oddPages: row("unknown.listTransactions.oddPageNumbers", {
    refused: { "-1": refused },
    defaulted: { "-1": { answered: between(200, 299) } },
  }),
  listOrder: row("unknown.listTransactions.ordering", {
    newestFirst: { by: "created_at", first: "newest" },
    oldestFirst: { by: "created_at", first: "oldest" },
    byId: either({ by: "id", direction: "rising" }, { by: "created_at", first: "oldest" }),
  }),
  listTypeWords: row("unknown.listTransactions.typeValues", {
    asInDetail: { transfer: { values: ["transfer"] } },
    capitals: { transfer: { values: ["TRANSFER"] } },
    ledger: { transfer: { values: ["payout"] } },
  }),
  listStatusWords: row("unknown.listTransactions.statusValues", {
    asInDetail: { transfers: listWith({ listed: "completed", detailed: "completed" }) },
    capitals: { transfers: listWith({ listed: "COMPLETED", detailed: "completed" }) },
    unified: { transfers: listWith({ listed: "done", detailed: "completed" }) },
  }),
  successStatus: row("unknown.createRecipient.successStatus", { "200": [200], "201": [201], "202": [202] }),
  readStatus: row("unknown.listBalances.successStatus", { "200": [200], "201": [201], "202": [202] }),
  refusalStatus: row("unknown.createRecipient.malformedBody", {
    "400": { refused: 400 },
    "422": { refused: 422 },
    "409": { refused: 409 },
    "412": { refused: 412 },
  }),
  wrongMethod: row("unknown.createRecipient.methodStatus", {
    "405": { GET: { status: 405 }, PUT: { status: 405 } },
    "404": { GET: { status: 404 }, PUT: { status: 404 } },
  }),
  wrongMethodCredentials: row("unknown.createRecipient.methodStatus", {
    unchecked: not({ "GET without credentials": { status: 401 } }),
    checked: { "GET without credentials": { status: 401 } },
  }),
  successText: row("conflict.successText", {
    absent: [],
    header: ["in headers"],
    field: ["in bodies"],
  }),
  errorsListed: row("unknown.errorsPerFault", { first: "first", all: "each" }),
  errorCodes: row("unknown.errorCodes", {
    words: listWith("INVALID_PARAMETER"),
    numbers: not(listWith(not(like(/^\d+$/)))),
    single: ["ORG_ID_INVALID"],
  }),
  recipientStart: row("unknown.createRecipient.initialStatus", {
    pending: { status: "pending" },
    active: { status: "active" },
  }),
  statusAfterUpdate: row("unknown.updateRecipient.statusAfterUpdate", {
    unchanged: { later: "active" },
    pending: { later: "pending" },
  }),
  businessTypeOmitted: row("conflict.createRecipient.businessType", {
    Business: either({ shows: "Business" }, refused),
    Individual: either({ shows: "Individual" }, refused),
  }),
  unsentFields: row("unknown.createRecipient.fieldsNotSent", {
    absent: { website: not({ shows: "" }) },
    empty: { website: either({ shows: "" }, null) },
  }),
  unknownTimes: row("unknown.getTransferDetail.fieldsWhilePending", {
    absent: { completed_at: ["absent"] },
    expected: (value) => isObject(value) && !("completed_at" in value),
  }),
  customerTypeWords: row("unknown.createCustomer.roleTypeValues", {
    capitals: { values: listWith("DIRECTOR") },
    plain: { values: listWith("Director") },
  }),
  customerDates: row("unknown.createCustomer.dateEcho", {
    asSent: { notation: "as sent" },
    utc: { notation: "another", sameInstant: true },
  }),
  uploadUrl: row("unknown.uploadFile.accessibleUrlField", { absent: [], url: ["url"], file_url: ["file_url"] }),
  fiatNetwork: row("conflict.listBalances.fiatNetwork", {
    absent: { absent: true },
    ETH: { values: listWith("ETH") },
  }),
  depositCurrencies: row("conflict.getDepositDetail.accountCurrency", {
    listed: { values: listWith("USDT") },
    dollars: { values: ["USD"] },
  }),
  purposeCodes: row("conflict.getTransferDetail.purposeCode", {
    two: { values: listWith("Other") },
    one: { values: ["Payment for Physical Goods, Other"] },
  }),
  versionedReads: row("unknown.versionOfReads", {
    unlooked: ["2024-12-01", "2026-08-31"],
    newer: ["2024-12-01"],
  }),
  feeUnit: row("unknown.getTransferDetail.feeUnit", { sourceCurrency: "source currency", percent: "per cent" }),
  dateNotation: row("unknown.timestampNotation", {
    milliseconds: [{ offset: "Z", decimals: 3 }],
    seconds: [{ offset: "Z", decimals: 0 }],
    offset: [{ offset: "+08:00" }],
    microseconds: [{ offset: "+00:00", decimals: 6 }],
    shortest: [{ offset: "Z", decimals: "varying" }],
  }),
  extraFields: row("unknown.createRecipient.extraResponseFields", {
    // The text of a success may stand in a member: successText.
    none: either([], ["message"]),
    some: listWith(anything),
  }),
  jsonMediaType: row("unknown.responseMediaType", {
    "application/json": listWith({ kind: "success", type: "application/json" }),
    "application/json; charset=utf-8": listWith({ kind: "success", type: "application/json; charset=utf-8" }),
    "Application/JSON;charset=UTF-8": listWith({ kind: "success", type: "Application/JSON;charset=UTF-8" }),
  }),
  headerCase: row("unknown.headerNames", {
    title: ["Content-Type"],
    lower: ["content-type"],
    upper: ["CONTENT-TYPE"],
  }),
  bodyFraming: row("unknown.responseLength", {
    contentLength: ["by Content-Length"],
    chunked: listWith("in chunks"),
  }),
  connection: row("unknown.responseConnection", {
    keepAlive: not(listWith("it is closed")),
    close: listWith("it is closed"),
  }),
  keyOrder: row("unknown.memberOrder", {
    documented: ["as the fields are listed"],
    alphabetical: ["by name"],
    reversed: ["in another order"],
  }),
  jsonText: row("unknown.jsonNotation", {
    compact: both(listWith("characters beyond ASCII as they are"), listWith("without white space")),
    pretty: both(listWith("characters beyond ASCII as they are"), listWith("in lines")),
    escaped: ["characters beyond ASCII as escapes", "without white space"],
  }),
  embeddedRecipient: row("unknown.getTransferDetail.embeddedState", {
    current: "one state",
    original: "as it was",
  }),
  errorMediaType: row("unknown.responseMediaType", {
    asSuccess: listWith({ kind: "error", type: like(/^application\/json/i) }),
    "application/problem+json": listWith({ kind: "error", type: like(/^application\/problem\+json/) }),
    "application/vnd.partner.errors+json; charset=utf-8": listWith({
      kind: "error",
      type: "application/vnd.partner.errors+json; charset=utf-8",
    }),
  }),
};

/** An axis that hides others, or holds requests back: each value is tried by itself, with the requests of some checks. */
interface LoneRow extends Row {
  readonly operation: OperationId;
  readonly checks: readonly string[];
}

const INQUIRIES = ["*/errors/no-server-error"];

function lone(operation: OperationId, unknownId: string, signs: Signs, checks: readonly string[] = INQUIRIES): LoneRow {
  return { operation, unknownId, signs, checks };
}

const ACCOUNTS = ["the same account number", "the same wallet address"];
/** What a bank that settles in yuan takes. */
const YUAN = new Set([
  "SWIFT with CNY",
  "ACH with CNY",
  "SEPA with CNY",
  "SEPA with EUR",
  "RTGS with CNY",
  "FPS with CNY",
]);

export const LONE_SIGNS: Readonly<Record<string, LoneRow>> = {
  rateLimit: lone(
    "listTransactions",
    "unknown.rateLimit",
    {
      none: [],
      "200": [{ refusedAfter: { about: between(1, Number.POSITIVE_INFINITY) } }],
      "50": [{ refusedAfter: { about: between(10, 69) } }],
    },
    // Enough requests to be over the limit: 100 a second and more are sent.
    ["*/auth/*", "*/errors/*", "*/response/*", "*/state/*"],
  ),
  fileUses: lone(
    "uploadFile",
    "unknown.uploadFile.severalUses",
    { several: { several: true }, one: { several: false, refused: 400 } },
    ["*/response/*"],
  ),
  // Where creation takes one version only, these do not show.
  versionedCreation: lone("createRecipient", "unknown.versionDifferences", {
    alike: { "2026-08-31": [] },
    fields: { "2026-08-31": ["schema_version"] },
    // These show where creation is judged under each version (tests/suites/eachVersion.test.ts).
    required: { "2026-08-31": [] },
    refusals: { "2026-08-31": [] },
  }),
  // Where the same file may not come twice, or what is not found is answered otherwise, these do not show.
  fileIds: lone("uploadFile", "unknown.uploadFile.sameFileTwice", {
    upload: { same: false },
    content: { acrossTypes: true },
  }),
  idCase: lone("getTransferDetail", "unknown.getTransferDetail.idCase", {
    exact: { "a transaction_id in the other letter case": NOT_FOUND },
    any: { "a transaction_id in the other letter case": { about: "the transaction" } },
  }),
  // Where it is refused, so is a second creation with everything the same.
  repeatedAccounts: lone("createRecipient", "unknown.createRecipient.repeatedAccount", {
    accepted: Object.fromEntries(ACCOUNTS.map((name) => [name, accepted])),
    refused: Object.fromEntries(ACCOUNTS.map((name) => [name, { refused: 409 }])),
  }),
  // Where these are asked for, discovery takes longer, and files are no longer new.
  accountOwner: lone("createRecipient", "unknown.createRecipient.ownerOfAccount", {
    any: each(accepted),
    business: each(refused),
  }),
  localCodes: lone("createRecipient", "unknown.createRecipient.localCodeOfNetwork", {
    any: each(accepted),
    domestic: { "SWIFT with one": refused, "SWIFT without local_bank_code": accepted },
  }),
  settlement: lone("createRecipient", "unknown.createRecipient.currencyOfNetwork", {
    any: each(accepted),
    yuan: (value) =>
      isObject(value) &&
      Object.entries(value).every(([name, went]) => (YUAN.has(name) ? accepted(went) : refused(went))),
  }),
  allowance: lone(
    "createRecipient",
    "unknown.allowance",
    {
      none: { exhausted: "none" },
      "120": { exhausted: "createRecipient", refused: 409 },
      forbidden: { exhausted: "createRecipient", refused: 403 },
    },
    // More than 120 recipients are stored.
    ["*/accepts/*", "*/echo/*", "*/state/*"],
  ),
  latency: lone(
    "listBalances",
    "unknown.responseTime",
    {
      // How fast a machine is says nothing of the service.
      none: { fastest: { milliseconds: between(0, Number.POSITIVE_INFINITY) } },
      // A timer may fire a little early.
      "20ms": { fastest: { milliseconds: between(19, Number.POSITIVE_INFINITY) } },
    },
    ["*/auth/*"],
  ),
};
