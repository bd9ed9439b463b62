/** What the contract document leaves open about operations and what surrounds them (sections 1 and 4 to 9). */
import { open, type Unknown } from "./unknown.js";

/** Why a point about an operation that might move money is not tried. */
const MOVES_MONEY = "Finding out by trying could move money, and the document gives no shape to try with.";

/** The open points of sections 1 and 4 to 9, except those that hold operation by operation. */
export const SERVICE_UNKNOWNS: readonly Unknown[] = [
  ...open("1", null, "The service speaks HTTP and JSON; what these leave open is not said.", {
    headerNames: "In which letter case are the names of response headers written, such as Content-Type?",
    responseLength: "How is the length of a response body told?",
    responseConnection: "Does the connection stay open after a response?",
    responseTime: "How long does a response take?",
    memberOrder: "In which order are the members of a response object?",
    jsonNotation: "How is the JSON of a response written: in lines or without white space, with escapes or without?",
  }),
  ...open("4", null, "Nine methods and paths are documented, and nothing about what is beside them.", {
    unknownPath: "What does the service answer on a path that is not documented?",
    pathVariants: "Is a path accepted with a trailing slash, a doubled slash or another letter case?",
    headAndOptions: "What do HEAD and OPTIONS give on the documented paths?",
    unknownQueryParameters: "Are query parameters ignored that are not documented?",
    repeatedQueryParameters: "What happens when a query parameter is given twice?",
    responseHeaders: "Which headers does the service send, such as a request id or its rate limits?",
  }),
  ...open("4", null, "Each kind of refusal stands for itself; which comes first is not said.", {
    "orderOfChecks.credentialsAndBody": "Are credentials checked before the body?",
    "orderOfChecks.credentialsAndExistence": "Are credentials checked before the recipient is looked up?",
    "orderOfChecks.versionAndBody": "Is Api-Version checked before the body?",
    "orderOfChecks.existenceAndBody": "Is the recipient looked up before the body is checked?",
    "orderOfChecks.permissionAndBody": "Is the permission checked before the body?",
  }),
  ...open("4.2", "updateRecipient", "recipient_id is a string, and 404 is listed.", {
    malformedId: "Is a recipient_id that could not have been issued answered with 404 or with 400?",
  }),
  ...open("4.3", "uploadFile", "file is a string in a JSON body, file_type a query parameter with six values.", {
    fileTypeRequired: "Must file_type be sent?",
    requirements: "What does an upload have to meet beyond what is listed for it?",
    fileEncoding: "How is the content of a file written as text: base64, base64url or a data URI?",
    emptyFile: "Is a file without content accepted?",
    readiness: "May a file be referred to as soon as it is uploaded?",
    severalUses: "May several resources refer to one file?",
    sameFileTwice: "Does uploading the same content twice give the same file id?",
  }),
  ...open("4.3", "uploadFile", "A file's type is to suit the customer, recipient or transfer that uses it.", {
    otherContextOnRecipient: "Is a file refused on a recipient when its file_type is meant for customers?",
    otherContextOnCustomer: "Is a file refused on a customer when its file_type is meant for recipients or transfers?",
    otherTypeInContext: "Is a file refused in a customer field when its file_type suits another customer field?",
  }),
  ...open(
    "4.3",
    "uploadFile",
    "An upload gives a file id.",
    { fileLifetime: "How long does an uploaded file stay usable?" },
    "It would take longer than any run to see a file id lapse.",
  ),
  ...open("4.6", "listTransactions", "page_number and page_size are named; their values are not explained.", {
    pagingRequired: "May page_number and page_size be left out?",
    pageBase: "Is the first page number 0 or 1?",
    pastTheEnd: "What does the list answer for a page past the end?",
    oddPageNumbers: "What does the list answer for a page_number that is negative, fractional, huge or no number?",
    oddPageSizes: "What does the list answer for a page_size that is zero, negative, fractional or no number?",
    totalMeaning: "Does total count items or pages, and does it follow the filters?",
  }),
  ...open("4.6", "listTransactions", "Items come in pages; their order is not given.", {
    ordering: "In which order are transactions listed?",
  }),
  ...open("4.6", "listTransactions", "Filters are described; their parameters are not named.", {
    dateFilter: "Which parameters select a date range?",
    startParameter: "How is the start date and time of the list passed, and in which notation?",
    statusFilter: "Which parameter selects a status, and which values does it take?",
    currencyFilter: "Which parameter selects a currency pair, and how is the pair written?",
  }),
  ...open("4.7", "getTransferReceipt", "The receipt takes one transaction id, under a name that is not given.", {
    parameterName: "What is the name of the receipt's query parameter?",
    partnerId: "Is a receipt also given for a partner_transaction_id?",
    missingId: "What does the receipt operation answer when no id is given?",
    unknownId: "What does the receipt operation answer for an id that does not exist?",
  }),
  ...open("4.7", "getTransferReceipt", "A receipt comes as JSON: a list of texts that stand for a PDF.", {
    encoding: "How do the strings of a receipt encode the PDF?",
    stringCount: "Does a receipt hold one string, or several that have to be joined?",
    mediaType: "Which Content-Type does a receipt carry?",
  }),
  ...open("4.7", "getTransferReceipt", "A receipt confirms the payment of a transfer.", {
    ofPendingTransfer: "What does the receipt operation answer for a pending transfer?",
    ofFailedTransfer: "What does the receipt operation answer for a failed transfer?",
    ofDeposit: "What does the receipt operation answer for a deposit?",
  }),
  ...open(
    "4.10",
    null,
    "The operation is mentioned as the origin of webhook data.",
    {
      "createTransfer.request": "What does a request to create a transfer look like?",
      "createDeposit.path": "At which method and path is a deposit created?",
      "createDeposit.request": "What does a request to create a deposit look like?",
      batchTransfers: "How are batches of transfers created?",
    },
    MOVES_MONEY,
  ),
  ...open("4.10", "webhooks", "The delivered data is that operation's response, whose fields are not given.", {
    transferData: "Which fields does the data of a transfer event have?",
    depositData: "Which fields does the data of a deposit event have?",
    returnData: "Which fields does the data of a return event have?",
  }),
  ...open("4.10", null, "The method and path of the return detail are given, and nothing else.", {
    "returnDetail.parameters": "Which parameters does the return detail take?",
    "returnDetail.response": "Which fields does the return detail give?",
  }),

  ...open(
    "5",
    null,
    "Two credentials and a webhook secret are used; where they come from is not said.",
    {
      keyIssuing: "How is an API key issued?",
      secretIssuing: "How is an API secret issued?",
      webhookSecretIssuing: "How is a webhook secret issued?",
      credentialRotation: "How are credentials replaced, and how long do the old ones work?",
    },
    "It happens outside the interface.",
  ),
  ...open("5", null, "401 and 403 are given, without codes.", {
    unauthorizedCode: "Which error code comes with status 401?",
    forbiddenCode: "Which error code comes with status 403?",
    restrictedOperations: "Which operations can a pair of credentials be kept from?",
  }),
  ...open("5", "webhooks", "The signature is an HMAC-SHA256 made with the webhook secret.", {
    signedContent: "Which bytes does the signature of a delivery cover?",
    signatureEncoding:
      "How is the signature written in its header: hex, base64 or base64url, with or without a prefix?",
    replayProtection: "Does a delivery carry a signed time, so that an old one can be told?",
  }),

  ...open("6", "webhooks", "Five categories and their data are given; what surrounds the data is not.", {
    envelope: "Which fields surround the data of a delivery, and where does the data stand?",
    eventNames: "Which identifiers do the events have?",
    deliveryId: "Does a delivery carry an id by which a repetition can be recognised?",
    deliveryHeaders: "Which HTTP method, Content-Type and headers does a delivery use?",
    triggers: "Which changes of each resource cause a delivery, and does the first status cause one?",
  }),
  ...open("6", "webhooks", "Changes that happen by themselves are delivered; how is not described.", {
    delay: "How soon after a change does its delivery come?",
    concurrency: "Are deliveries sent while another one waits for its answer?",
    ordering: "Do the deliveries about one resource come in the order of its changes?",
    repetition: "Is a delivery repeated that was answered well?",
    acknowledgement: "Which answers of the receiver count as received, and how long is waited for them?",
    retries: "How often and at which intervals is a failed delivery repeated?",
  }),
  ...open(
    "6",
    "webhooks",
    "Deliveries go to the receiver's address.",
    { registration: "How is a receiving address registered?" },
    "It happens outside the interface.",
  ),

  ...open("7", null, "One error code is given as a sample.", {
    errorCodes: "Which error codes are there?",
    sampleCode: "Which condition has the code ORG_ID_INVALID?",
    errorsPerFault: "Does a request with several faults get one error for each?",
    faultyField: "Does an error name the field that is at fault?",
  }),
  ...open("8", null, "No limit on the number of requests is given.", {
    rateLimit: "How many requests may be sent in which time?",
    rateLimitAnswer: "Which status, code and headers does a request over the rate limit get?",
  }),
  ...open("8", null, "No number of resources is given that may be stored in all.", {
    allowance: "Is there a number of recipients, files or customers from which on no more are taken?",
  }),
  ...open("8", "uploadFile", "No limit on the size or kind of a file is given.", {
    largestFile: "How large may an uploaded file be?",
    fileFormats: "Which file formats may be uploaded, and is the content checked for them?",
  }),
  ...open("8", "listTransactions", "page_size has neither a default nor a bound.", {
    defaultPageSize: "How many items does a page hold when page_size is left out?",
    largestPageSize: "What is the largest page_size?",
    oversizedPage: "Is a page_size over the largest one refused or reduced?",
  }),
  ...open("8", null, "Lengths are given as numbers; what is counted is not said.", {
    characterCounting: "Does a character outside the Basic Multilingual Plane count once or twice towards a length?",
    largestBody: "How large may a JSON body be?",
  }),

  ...open("9", "createCustomer", "Api-Version is required, and no value for it is given.", {
    apiVersionValues: "Which Api-Version values does customer creation take?",
  }),
  ...open("9", "createRecipient", "Api-Version is in the sample requests; it is not among the required headers.", {
    apiVersionRequired: "Must recipient creation be sent with an Api-Version?",
  }),
  ...open("9", null, "Operations that only read are shown without Api-Version.", {
    apiVersionOnReads: "Does an Api-Version header change the answer of an operation that only reads?",
  }),
  ...open("9", null, "Two values of Api-Version are mentioned; one contract is described.", {
    versionDifferences: "How do the responses under Api-Version 2026-08-31 differ from those under 2024-12-01?",
  }),
  ...open(
    "9",
    null,
    "The header selects the version of the contract.",
    {
      deprecationPolicy: "How long is a version supported, and how is its end announced?",
      compatibilityPolicy: "Which changes can be made to a version without a new one?",
    },
    "It is an intention of the provider, not behaviour.",
  ),
];
