/**
 * What unknowns and conflicts are called in tables, who needs to know them, and why those matter that a provider is asked about.
 * A label stands for a topic; its operation is named beside it.
 */

/** `integration`: one must know it to integrate. `useful`: it helps. `trivia`: hardly anybody asks. */
export type Importance = "integration" | "useful" | "trivia";

/** What a point is called, and who needs it. */
export interface Label {
  /** At most 40 characters. */
  readonly label: string;
  readonly importance: Importance;
  /** What goes wrong for who does not know it; of what one must know to integrate only. */
  readonly why?: string;
  /** The question about all points of the topic, where there are several. */
  readonly all?: string;
}

/**
 * By importance, then by topic: the id without `unknown.` and, where the topic means the same on each operation, without
 * that. What matters most comes first. `*` stands for a field. What one must know to integrate has why, and a question for all its points.
 */
const LABELS: Readonly<Record<Importance, Readonly<Record<string, string | readonly [string, string, string?]>>>> = {
  integration: {
    "conflict.createRecipient.apiVersion": [
      "Api-Version of recipient creation",
      "With the wrong value, no recipient can be created.",
    ],
    "conflict.updateRecipient.apiVersionDefault": [
      "Update without Api-Version",
      "A client that leaves the header out fails, or gets a version it did not choose.",
    ],
    "createRecipient.required.*": [
      "Required to create a recipient",
      "A form must ask for these fields, or the creation fails.",
      "Which fields must be sent when a recipient is created?",
    ],
    "createCustomer.required.*": [
      "Required to create a customer",
      "Onboarding must collect these fields, or the creation fails.",
      "Which fields must be sent when a customer is created?",
    ],
    duplicatePartnerId: [
      "A partner's id used twice",
      "It decides whether a creation can be sent again after a timeout without creating a second one.",
      "What happens when a partner's id is used a second time?",
    ],
    "webhooks.signedContent": [
      "Signed bytes",
      "Without it, no delivery can be verified, and a forged one looks like a real one.",
    ],
    "webhooks.signatureEncoding": [
      "Form of the signature",
      "A receiver that expects another notation rejects every delivery.",
    ],
    "webhooks.envelope": ["Envelope", "Without it, a receiver cannot find the data of a delivery."],
    "webhooks.eventNames": ["Event names", "A receiver chooses by the event's name what to do."],
    refusalStatus: [
      "Status of a refusal",
      "A client must know which requests to correct and which to send again.",
      "Which status code does each operation give for a request that breaks a rule?",
    ],
    successStatus: [
      "Status of a success",
      "A client that waits for 200 takes a 201 for a failure.",
      "Which status code reports success of each operation?",
    ],
    parameterName: ["Parameter of the receipt", "Under another name, no receipt can be fetched."],
    "conflict.getTransferReceipt.body": [
      "Form of a receipt",
      "A client must know whether to save the body as it is or to decode it first.",
    ],
    fileEncoding: ["Encoding of a file", "In another encoding, an upload is refused or a broken file is stored."],
    rateLimit: ["Rate limit", "A client that does not know the limit is throttled when it is busiest."],
    byPartnerTransactionId: [
      "Lookup by the partner's id",
      "After a lost response, the partner's own id is the only one that a client has.",
      "Can a transaction be looked up by partner_transaction_id alone?",
    ],
    pageBase: ["First page", "Counting from the wrong number skips the first page or reads it twice."],
    defaultPageSize: ["Default page size", "A client that assumes another size stops after the first page."],
    "conflict.listTransactions.filters": [
      "Filters of the list",
      "Without filters, each reconciliation has to read the whole list.",
    ],
    "partners.update": ["Update by another partner", "If so, any partner could redirect the payments of another."],
    "partners.transactions": ["Transfer of another partner", "If so, one partner can read the payments of another."],
    "partners.list": ["List of another partner", "If so, one partner can read the payments of another."],
    initialStatus: [
      "First status",
      "A client must know whether it may pay a new recipient at once.",
      "Which status do a recipient and a customer have right after creation?",
    ],
    timestampNotation: ["Timestamp format", "A parser that expects another notation fails, or is hours off."],
    fileTypeRequired: [
      "file_type on upload",
      "A client that leaves it out may be refused, or may have its file stored under a wrong type.",
    ],
    requirements: [
      "Further requirements",
      "Requests that follow the document may be refused for reasons that a client cannot foresee.",
      "What do requests have to meet beyond the documented rules?",
    ],
  },
  useful: {
    encoding: "Content of a receipt",
    largestPageSize: "Largest page size",
    "conflict.createCustomer.status": "First status of a customer",
    "conflict.createRecipient.businessType": "business_type that was left out",
    "conflict.createRecipient.recipientId": "recipient_id in responses",
    "conflict.createCustomer.formats": "Formats of a customer's fields",
    "conflict.getTransferDetail.purposeCode": "Values of purpose_code",
    "conflict.getDepositDetail.accountCurrency": "Length of a deposit's currency",
    "conflict.createRecipient.bankCountry": "Countries other than CN",
    "conflict.createCustomer.calendarDates": "Dates or points in time",
    "conflict.getDepositDetail.usdNetwork": "Network of a deposit in USD",
    "conflict.getDepositDetail.partnerTransactionId": "Partner's id of a deposit",
    "conflict.listBalances.fiatNetwork": "Network of a fiat wallet",
    "conflict.uploadFile.accessibleUrl": "Address of an uploaded file",
    "conflict.statusVocabulary": "Status words of deposits and transfers",
    "conflict.listTransactions.statusVocabulary": "Status words of the list",
    "conflict.undescribedOperations": "Origin of transfers and deposits",
    "conflict.webhooks.undescribedData": "Data of undescribed events",
    "conflict.webhooks.depositOrigin": "Origin of a deposit",
    "conflict.webhooks.batchTransfers": "Delivery of a batch",
    "conflict.getTransferDetail.returnedStatus": "Status after a return",
    productionAddress: "Production address",
    idLength: "Form of ids",
    requestMediaType: "Other content types",
    partnerIdCharacters: "Characters of a partner's id",
    websiteFormat: "Form of website",
    fieldsNotSent: "Optional fields that were not sent",
    unknownFileId: "File id that was never issued",
    repeatedFileId: "File id twice in a list",
    reusedFileId: "File of several recipients",
    "updateRecipient.omitted.website": "Update without website",
    "updateRecipient.omitted.address_info": "Update without address_info",
    "updateRecipient.omitted.file_id_list": "Update without file_id_list",
    "updateRecipient.omitted.addressMembers": "Update with part of the address",
    "updateRecipient.omitted.paymentMembers": "Update without optional payment fields",
    emptied: "Update with empty values",
    switchedAccountType: "Bank account into wallet and back",
    partnerIdSent: "partner_recipient_id on update",
    otherVariantFields: "Fields of the other account type",
    methodOfNetwork: "Payment methods by network",
    currencyOfNetwork: "Currencies by network",
    localCodeOfNetwork: "local_bank_code by network",
    countryOfSwiftCode: "Country of the SWIFT code",
    ownerOfAccount: "account_name and business_name",
    repeatedAccount: "Same account for two recipients",
    addressOfNetwork: "Wallet address and network",
    cryptoCurrencyOfNetwork: "Crypto currencies by network",
    accountCurrencyValues: "Values of account_currency",
    localCodeCharacters: "Characters of local_bank_code",
    postCodeCharacters: "Characters of post_code",
    "createCustomer.lengths.*": "Lengths in *",
    businessTypeValues: "Values of business_type",
    identifierTypeValues: "Values of business_identifier_type",
    productReferenceValues: "Values of the product reference",
    roleTypeValues: "Values of role_type",
    idTypeValues: "Values of id_type",
    responseFieldsSent: "Response fields in a request",
    countryCodeFormat: "Form of country codes",
    currencyFormat: "Form of the revenue currency",
    revenueRange: "Range of the revenue",
    industryCategoryValues: "Values of industry_category_code",
    phoneFormat: "Form of contact_phone",
    emailFormat: "Form of contact_email",
    identifierFormat: "Check of the business identifier",
    idNumberFormat: "Check of id_number",
    postcodeFormat: "Check of postcodes",
    dateOnly: "Date without a time",
    dateOrder: "Expiry before issue",
    expiredDocument: "Expired document",
    futureBirthDate: "Birth date in the future",
    dateEcho: "Dates as they come back",
    personCount: "Number of business persons",
    documentCount: "Number of documents",
    duplicateBusiness: "One business twice",
    kept: "Recipients that are kept",
    feeUnit: "Currency of the fee",
    exchangeRateUnit: "Direction of exchange_rate",
    fieldsWhilePending: "Fields while pending",
    fieldsWhenFailed: "Fields when failed",
    fieldsWhileProcessing: "Fields while processing",
    fieldsNotApplicable: "Fields that a transfer has no value for",
    currencyValues: "Currencies of transfers",
    networkValues: "Networks of transfers",
    embeddedState: "Recipient inside a transfer",
    auditMeaning: "Meaning of audit_at",
    amountPrecision: "Decimals of amounts",
    typeValues: "Values of type",
    statusValues: "Values of status",
    referenceId: "Meaning of reference_id",
    amountCurrencies: "Currencies of list amounts",
    depositAmounts: "Amounts of deposits in the list",
    includedKinds: "Kinds in the list",
    moving: "Balances that move",
    emptyWallets: "Empty wallets",
    inactiveWallets: "Inactive wallets",
    "listBalances.ordering": "Order of wallets",
    "listTransactions.ordering": "Order of the list",
    heldAmount: "Difference of total and available",
    accessibleUrlField: "Field with the file's address",
    recipientTransitions: "Status changes of recipients",
    transferTransitions: "Status changes of transfers",
    depositTransitions: "Status changes of deposits",
    walletTransitions: "Status changes of wallets",
    customerTransitions: "Status changes of customers",
    customerStatusValues: "Status values of customers",
    statusAfterUpdate: "Status after an update",
    inactiveRecipient: "Update of an inactive recipient",
    repeated: "Update right after an update",
    shown: "When an update shows",
    extraResponseFields: "Further response fields",
    unknownFields: "Unknown request fields",
    emptyObject: "Empty object",
    nullValues: "null for an optional field",
    emptyFile: "Empty file",
    readiness: "When a file can be used",
    severalUses: "File of several resources",
    sameFileTwice: "Same content twice",
    otherContextOnRecipient: "Customer file on a recipient",
    otherContextOnCustomer: "Recipient file on a customer",
    otherTypeInContext: "Other customer file_type",
    fileLifetime: "Lifetime of a file",
    byTransactionId: "Lookup by transaction_id",
    neitherId: "Lookup without an id",
    bothIds: "Lookup with both ids",
    conflictingIds: "Lookup with two different ids",
    unknownId: "Unknown id",
    otherKind: "Id of the other kind",
    pagingRequired: "List without paging",
    pastTheEnd: "Page past the end",
    totalMeaning: "Meaning of total",
    dateFilter: "Filter by date",
    startParameter: "Start of the list",
    statusFilter: "Filter by status",
    currencyFilter: "Filter by currencies",
    partnerId: "Receipt by the partner's id",
    missingId: "Receipt without an id",
    stringCount: "Strings of a receipt",
    ofPendingTransfer: "Receipt of a pending transfer",
    ofFailedTransfer: "Receipt of a failed transfer",
    ofDeposit: "Receipt of a deposit",
    "createTransfer.request": "Request that creates a transfer",
    "createDeposit.path": "Path that creates a deposit",
    "createDeposit.request": "Request that creates a deposit",
    batchTransfers: "Creation of batches",
    transferData: "Data of a transfer event",
    depositData: "Data of a deposit event",
    returnData: "Data of a return event",
    "returnDetail.parameters": "Parameters of the return detail",
    "returnDetail.response": "Fields of the return detail",
    keyIssuing: "How keys are issued",
    secretIssuing: "How secrets are issued",
    webhookSecretIssuing: "How webhook secrets are issued",
    credentialRotation: "Replacing credentials",
    unauthorizedCode: "Error code of 401",
    forbiddenCode: "Error code of 403",
    restrictedOperations: "What a restricted pair may not do",
    replayProtection: "Signed time of a delivery",
    deliveryId: "Id of a delivery",
    deliveryHeaders: "Method and headers of a delivery",
    triggers: "What causes a delivery",
    delay: "Delay of a delivery",
    "webhooks.ordering": "Order of deliveries",
    repetition: "Repetition after success",
    acknowledgement: "What counts as received",
    retries: "Retries",
    registration: "Registration of a receiver",
    refusalCode: "Error codes",
    malformedBody: "Body that is not JSON",
    errorCodes: "All error codes",
    sampleCode: "When ORG_ID_INVALID comes",
    errorsPerFault: "One error for each fault",
    faultyField: "Field named in an error",
    rateLimitAnswer: "Answer over the rate limit",
    allowance: "Most resources",
    "partners.files": "File of another partner",
    "partners.partnerIds": "Same id at two partners",
    largestFile: "Largest file",
    fileFormats: "File formats",
    oversizedPage: "page_size that is too large",
    apiVersionValues: "Api-Version values",
    "conflict.createRecipient.apiVersionRequired": "Creation without Api-Version",
    apiVersionElsewhere: "Api-Version of other operations",
    versionOfReads: "Version of reads and deliveries",
    balanceAfterReturn: "Balance after a return",
    versionDifferences: "Differences of the versions",
    deprecationPolicy: "Deprecation",
    compatibilityPolicy: "Compatibility",
  },
  trivia: {
    "conflict.successText": "Text Operation Successful",
    fileIdPrefix: "Prefix of file ids",
    responseMediaType: "Content-Type of responses",
    repeatedObjectKeys: "JSON name that occurs twice",
    headerNames: "Letter case of header names",
    responseLength: "How a response's length is indicated",
    responseConnection: "Connection after a response",
    responseTime: "Response time",
    memberOrder: "Order of members",
    jsonNotation: "Spelling of JSON",
    idCase: "Letter case of an id",
    malformedId: "Impossible recipient_id",
    unknownPath: "Unknown path",
    pathVariants: "Variants of a path",
    headAndOptions: "HEAD and OPTIONS",
    unknownQueryParameters: "Unknown query parameters",
    repeatedQueryParameters: "Query parameter given twice",
    responseHeaders: "Response headers",
    "orderOfChecks.credentialsAndBody": "Credentials before the body",
    "orderOfChecks.credentialsAndExistence": "Credentials before existence",
    "orderOfChecks.versionAndBody": "Api-Version before the body",
    "orderOfChecks.existenceAndBody": "Existence before the body",
    "orderOfChecks.permissionAndBody": "Permission before the body",
    emptyId: "Empty id",
    impossibleId: "Id of another length",
    blankNames: "Names of spaces alone",
    "conflict.invalidCredentials": "Status without valid credentials",
    oddPageNumbers: "Odd page numbers",
    oddPageSizes: "Odd page sizes",
    mediaType: "Content-Type of a receipt",
    concurrency: "Deliveries at the same time",
    methodStatus: "Status of other methods",
    characterCounting: "Count of rare characters",
    largestBody: "Largest body",
    apiVersionOnReads: "Api-Version on reads",
  },
};

const ORDER: readonly Importance[] = ["integration", "useful", "trivia"];

/** Every label by its topic, in the order of the file. */
const BY_TOPIC: ReadonlyMap<string, Label> = new Map(
  ORDER.flatMap((importance) =>
    Object.entries(LABELS[importance]).map(([topic, words]): [string, Label] => {
      const [label, why, all] = typeof words === "string" ? [words] : words;
      return [topic, { label, importance, ...(why && { why }), ...(all && { all }) }];
    }),
  ),
);

/** The topics of the labels, those that matter most first. */
export const TOPICS: readonly string[] = [...BY_TOPIC.keys()];

/** The last step of a long path, which is what people call it by. */
function shortName(path: string): string {
  return path.split(".").at(-1) ?? path;
}

/** The topic that a point belongs to: all fields of a family have one. @param id of an unknown or a conflict */
export function topicOf(id: string): string {
  const whole = id.replace(/^unknown\./, "");
  const family = whole.replace(/\b(required|lengths)\..*$/, "$1.*");
  const [, ...rest] = whole.split(".");
  return [family, rest.join("."), whole].find((topic) => BY_TOPIC.has(topic)) ?? whole;
}

/** What an unknown or a conflict is called; undefined for one that this version does not know. */
export function labelFor(id: string): Label | undefined {
  const topic = topicOf(id);
  const found = BY_TOPIC.get(topic);
  if (found === undefined || !topic.endsWith("*")) return found;
  const field = shortName(id.split(`${topic.split(".")[1]}.`)[1] ?? "");
  return { ...found, label: found.label.includes("*") ? found.label.replace("*", field) : found.label };
}
