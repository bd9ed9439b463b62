/**
 * Which answer tells which behaviour of the sandbox. For each axis: the open point or conflict that shows it, and for
 * each value what the answer must match.
 */
import type { OperationId } from "../../../schemas/operations.js";

type Signs = Readonly<Record<string, RegExp>>;

interface Row {
  readonly unknownId: string;
  readonly signs: Signs;
}

const row = (unknownId: string, signs: Signs): Row => ({ unknownId, signs });

export const SIGNS: Readonly<Record<string, Row>> = {
  checkOrder: row("unknown.orderOfChecks.versionAndBody", {
    permissionFirst: /^the version first/,
    bodyFirst: /^the body first/,
    existenceFirst: /^the body first/,
  }),
  recipientVersion: row("conflict.createRecipient.apiVersion", {
    both: /^recipient creation takes both values\..*bank\): accepted with \d+: [^;]*2026-08-31[^;]*; refused[^.]*nonsense/,
    "2024-12-01": /^recipient creation takes 2024-12-01 only/,
    "2026-08-31": /^recipient creation takes 2026-08-31 only/,
    any: /bank\): accepted with \d+: [^;]*nonsense/,
  }),
  recipientVersionMissing: row("unknown.createRecipient.apiVersionRequired", {
    accepted: /accepted/,
    refused: /refused/,
  }),
  updateVersionMissing: row("conflict.updateRecipient.apiVersionDefault", {
    refused: /refused with 400[^:]*: an update without/,
    defaulted: /accepted with 200: an update without/,
  }),
  customerVersion: row("unknown.createCustomer.apiVersionValues", {
    "2024-12-01": /^taken: 2024-12-01$/,
    both: /^taken: 2024-12-01, 2026-08-31$/,
    any: /nonsense/,
  }),
  createRequired: row("unknown.createRecipient.required.business_name", {
    sample: /must be sent/,
    none: /may be left out/,
    asOnUpdate: /must be sent/,
    all: /must be sent/,
  }),
  customerRequired: row("unknown.createCustomer.required.partner_customer_id", {
    none: /may be left out/,
    identity: /must be sent/,
    sections: /must be sent/,
  }),
  customerFormats: row("unknown.createCustomer.countryCodeFormat", {
    unchecked: /^accepted with \d+: "US", "cn", "CHN", "China"/,
    checked: /refused with [^:]*: "cn", "CHN", "China"/,
  }),
  unknownFields: row("unknown.createRecipient.unknownFields", {
    ignored: /ignored/,
    refused: /refused/,
    echoed: /stored and returned/,
  }),
  requestMediaType: row("unknown.requestMediaType", {
    unchecked: /^accepted with \d+: .*text\/plain/,
    json: /refused with [^:]*: text\/plain/,
  }),
  fileEncoding: row("unknown.uploadFile.fileFormats", {
    base64: /refused with [^:]*: a PDF written as data URI/,
    dataUri: /refused with [^:]*: a PDF written as base64/,
    base64url: /accepted with [^:]*: .*a PDF written as base64url|refused with [^:]*: a PDF written as base64,/,
    any: /^accepted with \d+: [^;]*a text in no encoding$/,
  }),
  fileTypeMissing: row("unknown.uploadFile.fileTypeRequired", {
    accepted: /accepted with \d+: left out/,
    refused: /refused with [^:]*: left out/,
  }),
  unknownFileIds: row("unknown.createRecipient.unknownFileId", { refused: /^refused/, accepted: /^accepted/ }),
  fileContext: row("unknown.uploadFile.otherContextOnRecipient", { refused: /^refused/, accepted: /^accepted/ }),
  duplicatePartnerId: row("unknown.createRecipient.duplicatePartnerId", {
    refused: /refused with 409/,
    accepted: /gives another recipient/,
    existing: /gives the same recipient again/,
  }),
  accountSwitch: row("unknown.updateRecipient.switchedAccountType", {
    allowed: /^accepted/,
    refused: /^refused with 400/,
  }),
  optionalOnUpdate: row("unknown.updateRecipient.omitted.website", { kept: /^kept/, cleared: /^cleared/ }),
  listFilters: row("conflict.listTransactions.filters", {
    absent: /^no likely filter/,
    present: /end_time, source_currency, start_time, status, target_currency$/,
    startNeeded: /start_time/,
  }),
  walletAddresses: row("unknown.createRecipient.addressOfNetwork", {
    any: /^accepted[^;]*a Tron address on ETH/,
    real: /refused[^;]*a Tron address on ETH/,
  }),
  networkCurrency: row("unknown.createRecipient.currencyOfNetwork", { any: /^accepted/, ofNetwork: /refused.*SEPA/ }),
  repeatedFiles: row("unknown.uploadFile.sameFileTwice", { accepted: /two file ids/, refused: /refused with 409/ }),
  fileReadiness: row("unknown.uploadFile.readiness", { atOnce: /^as soon/, later: /^not at once/ }),
  lookup: row("unknown.getTransferDetail.conflictingIds", {
    agreeing: /./,
    transactionIdFirst: /the one that transaction_id names/,
    exactlyOne: /^refused/,
    both: /./,
  }),
  lookupWithout: row("unknown.getTransferDetail.neitherId", {
    refused: /refused with (?!404)/,
    notFound: /refused with 404/,
  }),
  unknownTransaction: row("unknown.getTransferDetail.otherKind", {
    "404": /refused with 404/,
    "400": /refused with 400/,
    null: /and null/,
    empty: /and (an empty object|no transaction)/,
  }),
  receiptParameter: row("unknown.getTransferReceipt.parameterName", {
    transaction_id: / transaction_id$/,
    transactionId: / transactionId$/,
    id: / id$/,
    partner_transaction_id: / partner_transaction_id$/,
  }),
  receiptEncoding: row("unknown.getTransferReceipt.encoding", {
    base64: /^base64 of a PDF$/,
    dataUri: /^a data URI .* of a PDF$/,
    base64Chunks: /^joined, base64 of a PDF$/,
  }),
  receiptMediaType: row("unknown.getTransferReceipt.mediaType", {
    json: /^application\/json/i,
    "text/json": /^text\/json$/,
    "application/octet-stream": /^application\/octet-stream$/,
  }),
  pendingReceipt: row("unknown.getTransferReceipt.ofPendingTransfer", {
    issued: /a receipt$/,
    refused: /^refused/,
    empty: /an empty list$/,
  }),
  pageBase: row("unknown.listTransactions.pageBase", { "1": /from 1/, "0": /from 0/ }),
  pageSizeDefault: row("unknown.listTransactions.defaultPageSize", {
    "20": /^page_size 20$/,
    "10": /^page_size 10$/,
    "50": /^page_size 50$/,
  }),
  pageSizeLimit: row("unknown.listTransactions.oversizedPage", {
    clamped: /^reduced: page_size 100 /,
    refused: /^refused/,
    generous: /^reduced: page_size 1000 /,
  }),
  pageBeyondEnd: row("unknown.listTransactions.pastTheEnd", {
    empty: /no items/,
    refused: /refused with (?!404)/,
    notFound: /refused with 404/,
  }),
  oddPages: row("unknown.listTransactions.oddPageNumbers", { refused: /^refused/, defaulted: /^answered/ }),
  listOrder: row("unknown.listTransactions.ordering", {
    newestFirst: /newest first/,
    oldestFirst: /oldest first/,
    byId: /by id, rising|oldest first/,
  }),
  listTypeWords: row("unknown.listTransactions.typeValues", {
    asInDetail: /"transfer" for a/,
    capitals: /"TRANSFER" for a/,
    ledger: /"payout" for a/,
  }),
  listStatusWords: row("unknown.listTransactions.statusValues", {
    asInDetail: /"completed" for "completed"/,
    capitals: /"COMPLETED" for "completed"/,
    unified: /"done" for "completed"/,
  }),
  successStatus: row("unknown.createRecipient.successStatus", { "200": /^200$/, "201": /^201$/, "202": /^202$/ }),
  readStatus: row("unknown.listBalances.successStatus", { "200": /^200$/, "201": /^201$/, "202": /^202$/ }),
  refusalStatus: row("unknown.createRecipient.malformedBody", {
    "400": /with 400/,
    "422": /with 422/,
    "409": /with 409/,
    "412": /with 412/,
  }),
  wrongMethod: row("unknown.createRecipient.methodStatus", { "405": /^405.*: GET, PUT/, "404": /^404.*: GET, PUT/ }),
  wrongMethodCredentials: row("unknown.createRecipient.methodStatus", {
    unchecked: /DELETE, GET without credentials/,
    checked: /401: GET without credentials/,
  }),
  errorsListed: row("unknown.errorsPerFault", { first: /^no/, all: /^yes/ }),
  errorCodes: row("unknown.errorCodes", {
    words: /INVALID_PARAMETER/,
    numbers: /^[\d, ]+$/,
    single: /^ORG_ID_INVALID$/,
  }),
  recipientStart: row("unknown.createRecipient.initialStatus", { pending: /"pending"/, active: /"active"/ }),
  statusAfterUpdate: row("unknown.updateRecipient.statusAfterUpdate", {
    unchanged: /"active" in the answer to one/,
    pending: /"pending" in the answer to one/,
  }),
  businessTypeOmitted: row("conflict.createRecipient.businessType", {
    Business: /"Business"$|is refused/,
    Individual: /"Individual"$|is refused/,
  }),
  unsentFields: row("unknown.createRecipient.fieldsNotSent", {
    absent: /absent|must be sent/,
    empty: /"": website|must be sent/,
  }),
  unknownTimes: row("unknown.getTransferDetail.fieldsWhilePending", {
    absent: /absent: .*completed_at/,
    null: /null: .*completed_at/,
    expected: /^(?!.*completed_at)/,
  }),
  customerTypeWords: row("unknown.createCustomer.roleTypeValues", { capitals: /"DIRECTOR"/, plain: /"Director"/ }),
  customerDates: row("unknown.createCustomer.dateEcho", { asSent: /as it was written/, utc: /the same instant/ }),
  uploadUrl: row("unknown.uploadFile.accessibleUrlField", {
    absent: /^no field/,
    url: / url$/,
    file_url: / file_url$/,
  }),
  fiatNetwork: row("conflict.listBalances.fiatNetwork", { absent: /absent/, ETH: /"ETH"/ }),
  feeUnit: row("unknown.getTransferDetail.feeUnit", { sourceCurrency: /source currency/, percent: /per cent/ }),
  dateNotation: row("unknown.timestampNotation", {
    milliseconds: /^Z with 3/,
    seconds: /^Z with no/,
    offset: /^\+08:00/,
    microseconds: /^\+00:00 with 6/,
  }),
  extraFields: row("unknown.createRecipient.extraResponseFields", { none: /^none$/, some: /^(?!none$)/ }),
  jsonMediaType: row("unknown.responseMediaType", {
    "application/json": /success: application\/json(,|$)/,
    "application/json; charset=utf-8": /success: application\/json; charset=utf-8/,
    "Application/JSON;charset=UTF-8": /success: Application\/JSON/,
  }),
  headerCase: row("unknown.headerNames", {
    title: /^Content-Type$/,
    lower: /^content-type$/,
    upper: /^CONTENT-TYPE$/,
  }),
  bodyFraming: row("unknown.responseLength", { contentLength: /^by Content-Length$/, chunked: /in chunks/ }),
  connection: row("unknown.responseConnection", { keepAlive: /^it stays open/, close: /it is closed/ }),
  keyOrder: row("unknown.memberOrder", {
    documented: /^as the fields are listed$/,
    alphabetical: /^by name$/,
    reversed: /^in another order$/,
  }),
  jsonText: row("unknown.jsonNotation", {
    compact: /as they are, without white space$/,
    pretty: /as they are, in lines$/,
    escaped: /^characters beyond ASCII as escapes, without white space$/,
  }),
  embeddedRecipient: row("unknown.getTransferDetail.embeddedState", {
    current: /^in one state/,
    original: /^as it was/,
  }),
  errorMediaType: row("unknown.responseMediaType", {
    asSuccess: /error: application\/json/i,
    "application/problem+json": /error: application\/problem\+json/,
    "application/vnd.partner.errors+json; charset=utf-8": /error: application\/vnd/,
  }),
};

/** An axis that hides others, or holds requests back: each value is tried by itself, with the requests of some checks. */
interface LoneRow extends Row {
  readonly operation: OperationId;
  readonly checks: readonly string[];
}

export const LONE_SIGNS: Readonly<Record<string, LoneRow>> = {
  rateLimit: {
    operation: "listTransactions",
    // Enough requests to be over the limit: 100 a second and more are sent.
    checks: ["*/auth/*", "*/errors/*", "*/response/*", "*/state/*"],
    ...row("unknown.rateLimit", {
      none: /^no header tells a limit, and no request was refused for one$/,
      "200": /^refused after about \d+ requests in the second before$/,
      "50": /^refused after about [1-6]\d requests in the second before$/,
    }),
  },
  fileUses: {
    operation: "uploadFile",
    checks: ["*/response/*"],
    ...row("unknown.uploadFile.severalUses", { several: /^they may$/, one: /^they may not: 400/ }),
  },
  // Where it is refused, so is a second creation with everything the same.
  repeatedAccounts: {
    operation: "createRecipient",
    checks: ["*/errors/no-server-error"],
    ...row("unknown.createRecipient.repeatedAccount", {
      accepted: /^accepted[^;]*account number[^;]*wallet address$/,
      refused: /^refused with 409[^;]*account number[^;]*wallet address$/,
    }),
  },
  // Where these are asked for, the preflight takes longer, and files are no longer new.
  accountOwner: {
    operation: "createRecipient",
    checks: ["*/errors/no-server-error"],
    ...row("unknown.createRecipient.ownerOfAccount", { any: /^accepted/, business: /^refused/ }),
  },
  localCodes: {
    operation: "createRecipient",
    checks: ["*/errors/no-server-error"],
    ...row("unknown.createRecipient.localCodeOfNetwork", {
      any: /^accepted with \d+: (?!.*refused)/,
      domestic: /refused with [^:]*: SWIFT with one$/,
    }),
  },
  settlement: {
    operation: "createRecipient",
    checks: ["*/errors/no-server-error"],
    ...row("unknown.createRecipient.currencyOfNetwork", {
      any: /^accepted with \d+: (?!.*refused)/,
      yuan: /^accepted with \d+: (?:[A-Z]+ with CNY, )+SEPA with EUR, (?:[A-Z]+ with CNY(?:, )?)+; refused/,
    }),
  },
  allowance: {
    operation: "createRecipient",
    // More than 120 requests that keep every rule.
    checks: ["*/accepts/*"],
    ...row("unknown.allowance", {
      none: /^none that this run met$/,
      "120": /^createRecipient .* refuses all of them by now: 409/,
      forbidden: /^createRecipient .* refuses all of them by now: 403/,
    }),
  },
  latency: {
    operation: "listBalances",
    checks: ["*/auth/*"],
    ...row("unknown.responseTime", {
      none: /^the fastest in 1?[0-8] ms/,
      // A timer may fire a little early.
      "20ms": /^the fastest in (?:19|[2-9]\d|\d{3,}) ms/,
    }),
  },
};
