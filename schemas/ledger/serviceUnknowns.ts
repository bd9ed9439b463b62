/** What the contract document leaves open about operations and what surrounds them (sections 1 and 4 to 9). */
import { ONLY_DELIVERIES, open, openEverywhere, type Unknown } from "./unknown.js";

/** Why an unknown about an operation that might move money is not tried. */
const MOVES_MONEY = "Finding out by trying could move money, and the document gives no shape to try with.";

/** The unknowns of sections 1 and 4 to 9, except those that hold operation by operation. */
export const SERVICE_UNKNOWNS: readonly Unknown[] = [
  ...openEverywhere("1", "The service speaks HTTP and JSON; what these leave open is not said.", {
    headerNames: ["response", "In which letter case are the names of response headers written, such as Content-Type?"],
    responseLength: ["response", "How is the body length indicated?"],
    responseConnection: ["response", "Does the connection stay open after a response?"],
    responseTime: ["response", "How long does a response take?"],
    memberOrder: ["response", "In which order are the members of a response object?"],
    jsonNotation: [
      "response",
      "How is the JSON of a response written: in lines or without white space, with escapes or without?",
    ],
  }),
  ...openEverywhere("4", "Nine methods and paths are documented, and nothing about what is beside them.", {
    unknownPath: ["errors", "What does the service answer on a path that is not documented?"],
    pathVariants: ["errors", "Is a path accepted with a trailing slash, a doubled slash or another letter case?"],
    headAndOptions: ["method", "What do HEAD and OPTIONS give on the documented paths?"],
    unknownQueryParameters: ["accepts", "Are undocumented query parameters ignored?"],
    repeatedQueryParameters: ["accepts", "What happens when a query parameter is given twice?"],
    responseHeaders: ["response", "Which headers does the service send, such as a request id or its rate limits?"],
  }),
  ...openEverywhere("4", "Each kind of refusal stands for itself; which comes first is not said.", {
    "orderOfChecks.credentialsAndBody": ["errors", "Are credentials checked before the body?", "updateRecipient"],
    "orderOfChecks.credentialsAndExistence": [
      "errors",
      "Are credentials checked before the recipient is looked up?",
      "updateRecipient",
    ],
    "orderOfChecks.versionAndBody": ["errors", "Is Api-Version checked before the body?", "updateRecipient"],
    "orderOfChecks.existenceAndBody": [
      "errors",
      "Is the recipient looked up before the body is checked?",
      "updateRecipient",
    ],
    "orderOfChecks.permissionAndBody": ["errors", "Is the permission checked before the body?", "updateRecipient"],
  }),
  ...open("4.2", "updateRecipient", "recipient_id is a string, and 404 is listed.", {
    malformedId: ["errors", "Is a recipient_id that could not have been issued answered with 404 or with 400?"],
    idCase: ["errors", "Is a recipient found by its recipient_id in another letter case?"],
  }),
  ...open("4.3", "uploadFile", "file is a string in a JSON body, file_type a query parameter with six values.", {
    fileTypeRequired: ["accepts", "Must file_type be sent?", "file_type"],
    requirements: ["accepts", "What does an upload have to meet beyond what is listed for it?"],
    fileEncoding: ["accepts", "How is the content of a file written as text: base64, base64url or a data URI?"],
    emptyFile: ["refuses", "Is a file without content accepted?"],
    readiness: ["accepts", "May a file be referred to as soon as it is uploaded?"],
    severalUses: ["accepts", "May several resources refer to one file?"],
    sameFileTwice: ["state", "Does uploading the same content twice give the same file id?"],
  }),
  ...open("4.3", "uploadFile", "A file's type is to suit the customer, recipient or transfer that uses it.", {
    otherContextOnRecipient: ["refuses", "Is a file refused on a recipient when its file_type is meant for customers?"],
    otherContextOnCustomer: [
      "refuses",
      "Is a file refused on a customer when its file_type is meant for recipients or transfers?",
    ],
    otherTypeInContext: [
      "refuses",
      "Is a file refused in a customer field when its file_type suits another customer field?",
    ],
  }),
  ...open(
    "4.3",
    "uploadFile",
    "An upload gives a file id.",
    {
      fileLifetime: ["state", "How long does an uploaded file stay usable?"],
    },
    { unanswerable: "It would take longer than any run to see a file id lapse." },
  ),
  ...open("4.6", "listTransactions", "page_number and page_size are named; their values are not explained.", {
    pagingRequired: ["state", "May page_number and page_size be left out?"],
    pageBase: ["state", "Is the first page number 0 or 1?", "page_number"],
    pastTheEnd: ["errors", "What does the list answer for a page past the end?", "page_number"],
    oddPageNumbers: [
      "refuses",
      "What does the list answer for a page_number that is negative, fractional, huge or not a number?",
      "page_number",
    ],
    oddPageSizes: [
      "refuses",
      "What does the list answer for a page_size that is zero, negative, fractional or not a number?",
      "page_size",
    ],
    totalMeaning: ["state", "Does total count items or pages, and does it follow the filters?"],
  }),
  ...open("4.6", "listTransactions", "Items come in pages; their order is not given.", {
    ordering: ["state", "In which order are transactions listed?"],
  }),
  ...open("4.6", "listTransactions", "Filters are described; their parameters are not named.", {
    dateFilter: ["accepts", "Which parameters select a date range?"],
    startParameter: ["accepts", "How is the start date and time of the list passed, and in which notation?"],
    statusFilter: ["accepts", "Which parameter selects a status, and which values does it take?"],
    currencyFilter: ["accepts", "Which parameter selects a currency pair, and how is the pair written?"],
  }),
  ...open("4.7", "getTransferReceipt", "The receipt takes one transaction id, under a name that is not given.", {
    parameterName: ["accepts", "What is the name of the receipt's query parameter?", "receipt"],
    partnerId: ["response", "Is a receipt also given for a partner_transaction_id?"],
    missingId: ["errors", "What does the receipt operation answer when no id is given?"],
    unknownId: ["errors", "What does the receipt operation answer for an id that does not exist?"],
  }),
  ...open("4.7", "getTransferReceipt", "A receipt comes as JSON: a list of texts that stand for a PDF.", {
    encoding: ["response", "How do the strings of a receipt encode the PDF?", "success"],
    stringCount: ["response", "Does a receipt hold one string, or several that have to be joined?", "success"],
    mediaType: ["response", "Which Content-Type does a receipt carry?", "success"],
  }),
  ...open("4.7", "getTransferReceipt", "A receipt confirms the payment of a transfer.", {
    ofPendingTransfer: ["response", "What does the receipt operation answer for a pending transfer?"],
    ofFailedTransfer: ["response", "What does the receipt operation answer for a failed transfer?"],
    ofDeposit: ["response", "What does the receipt operation answer for a deposit?"],
  }),
  ...openEverywhere(
    "4.10",
    "The operation is mentioned as the origin of webhook data.",
    {
      "createTransfer.request": [
        "response",
        "What does a request to create a transfer look like?",
        "getTransferDetail",
      ],
      "createDeposit.path": ["response", "At which method and path is a deposit created?", "getDepositDetail"],
      "createDeposit.request": ["response", "What does a request to create a deposit look like?", "getDepositDetail"],
      batchTransfers: ["response", "How are batches of transfers created?", "getTransferDetail"],
    },
    { unanswerable: MOVES_MONEY },
  ),
  ...open(
    "4.10",
    "webhooks",
    "The delivered data is that operation's response, whose fields are not given.",
    {
      transferData: ["response", "Which fields does the data of a transfer event have?", "transferData"],
      depositData: ["response", "Which fields does the data of a deposit event have?", "depositData"],
      returnData: ["response", "Which fields does the data of a return event have?", "returnData"],
    },
    ONLY_DELIVERIES,
  ),
  ...openEverywhere("4.10", "The method and path of the return detail are given, and nothing else.", {
    "returnDetail.parameters": ["response", "Which parameters does the return detail take?", "getTransferDetail"],
    "returnDetail.response": ["response", "Which fields does the return detail give?", "getTransferDetail"],
  }),

  ...openEverywhere(
    "5",
    "Two credentials and a webhook secret are used; where they come from is not said.",
    {
      keyIssuing: ["auth", "How is an API key issued?"],
      secretIssuing: ["auth", "How is an API secret issued?"],
      webhookSecretIssuing: ["auth", "How is a webhook secret issued?"],
      credentialRotation: ["auth", "How are credentials replaced, and how long do the old ones keep working?"],
    },
    { unanswerable: "It happens outside the interface." },
  ),
  ...openEverywhere("5", "401 and 403 are given, without codes.", {
    unauthorizedCode: ["errors", "Which error code comes with status 401?"],
  }),
  ...openEverywhere(
    "5",
    "401 and 403 are given, without codes.",
    {
      forbiddenCode: ["errors", "Which error code comes with status 403?", "createRecipient"],
      restrictedOperations: ["auth", "Which operations can a pair of credentials be denied?", "createRecipient"],
    },
    { needs: "restricted" },
  ),
  ...openEverywhere(
    "5",
    "Credentials belong to a partner; what one partner sees of another is not said.",
    {
      "partners.update": ["auth", "Can a partner update the recipient of another partner?", "updateRecipient"],
      "partners.transactions": ["auth", "Is a partner shown the transfer of another partner?", "getTransferDetail"],
      "partners.list": ["auth", "Does the list of a partner show transactions of another one?", "listTransactions"],
      "partners.files": ["auth", "May a recipient refer to a file of another partner?", "createRecipient"],
      "partners.partnerIds": ["state", "May two partners use the same partner_recipient_id?", "createRecipient"],
    },
    { needs: "second-partner" },
  ),
  ...open(
    "5",
    "webhooks",
    "The signature is an HMAC-SHA256 made with the webhook secret.",
    {
      signedContent: ["auth", "Which bytes does the signature of a delivery cover?", "signature"],
      signatureEncoding: [
        "auth",
        "How is the signature written in its header: hex, base64 or base64url, with or without a prefix?",
        "signature",
      ],
      replayProtection: [
        "auth",
        "Does a delivery carry a signed time, so that an old one can be recognised?",
        "signature",
      ],
    },
    ONLY_DELIVERIES,
  ),

  ...open(
    "6",
    "webhooks",
    "Five categories and their data are given; what surrounds the data is not.",
    {
      envelope: ["response", "Which fields surround the data of a delivery, and where is the data?"],
      eventNames: ["response", "Which identifiers do the events have?"],
      deliveryId: ["response", "Does a delivery carry an id by which a repetition can be recognised?"],
      deliveryHeaders: ["response", "Which HTTP method, Content-Type and headers does a delivery use?"],
      triggers: ["state", "Which changes of each resource cause a delivery, and does the first status cause one?"],
    },
    ONLY_DELIVERIES,
  ),
  ...open(
    "6",
    "webhooks",
    "Changes that happen by themselves are delivered; how is not described.",
    {
      delay: ["state", "How soon after a change does its delivery come?"],
      concurrency: ["response", "Are deliveries sent while another one waits for its answer?"],
      ordering: ["state", "Do the deliveries about one resource come in the order of its changes?"],
      repetition: ["state", "Is an acknowledged webhook ever sent again?"],
      acknowledgement: [
        "state",
        "Which answers of the receiver count as received, and how long does the service wait for them?",
      ],
      retries: ["state", "How often and at which intervals is a failed delivery retried?"],
    },
    ONLY_DELIVERIES,
  ),
  ...open(
    "6",
    "webhooks",
    "Deliveries go to the receiver's address.",
    {
      registration: ["response", "How is a receiving address registered?"],
    },
    { unanswerable: "It happens outside the interface." },
  ),

  ...openEverywhere("7", "One error code is given as a sample.", {
    errorCodes: ["errors", "Which error codes are there?"],
    sampleCode: ["errors", "Which condition has the code ORG_ID_INVALID?"],
    errorsPerFault: ["errors", "Does a request with several faults get one error for each?", "createRecipient"],
    faultyField: ["errors", "Does an error name the field that is at fault?", "createRecipient"],
  }),
  ...openEverywhere("8", "No limit on the number of requests is given.", {
    rateLimit: ["errors", "How many requests may be sent in which time?"],
    rateLimitAnswer: ["errors", "Which status, code and headers does a request over the rate limit get?"],
  }),
  ...openEverywhere("8", "No number of resources is given that may be stored in all.", {
    allowance: ["response", "Is there a maximum number of recipients, files or customers?"],
  }),
  ...open("8", "uploadFile", "No limit on the size or kind of a file is given.", {
    largestFile: ["accepts", "How large may an uploaded file be?"],
    fileFormats: ["accepts", "Which file formats may be uploaded, and is the content checked for them?"],
  }),
  ...open("8", "listTransactions", "page_size has neither a default nor a bound.", {
    defaultPageSize: ["state", "How many items does a page hold when page_size is left out?", "page_size"],
    largestPageSize: ["state", "What is the largest page_size?", "page_size"],
    oversizedPage: ["state", "Is a page_size over the largest one refused or reduced?", "page_size"],
  }),
  ...openEverywhere("8", "Lengths are given as numbers; what is counted is not said.", {
    characterCounting: [
      "accepts",
      "Does a character outside the Basic Multilingual Plane count once or twice towards a length?",
      "createRecipient",
    ],
    largestBody: ["accepts", "How large may a JSON body be?", "createRecipient"],
  }),

  ...openEverywhere(
    "6",
    "A returned payout is credited to the partner's balance.",
    {
      balanceAfterReturn: [
        "state",
        "What is credited to which wallet when a payout comes back: the amount, the fee too, and when?",
      ],
    },
    { unasked: "It needs a payout that came back, and no other movement in between." },
  ),
  ...open("9", "createCustomer", "Api-Version is required, and no value for it is given.", {
    apiVersionValues: ["version", "Which Api-Version values does customer creation take?", "version"],
  }),
  ...openEverywhere("9", "2024-12-01 is allowed on recipient update and file upload; customer creation has no value.", {
    apiVersionElsewhere: [
      "version",
      "What do recipient update, file upload and customer creation do about other values of Api-Version?",
      "updateRecipient",
    ],
  }),
  ...openEverywhere("9", "Operations that only read are shown without Api-Version.", {
    apiVersionOnReads: ["version", "Does an Api-Version header change the answer of an operation that only reads?"],
    versionOfReads: [
      "version",
      "Which contract version do reads and deliveries follow, given that they carry no Api-Version?",
    ],
  }),
  ...openEverywhere("9", "Two values of Api-Version are mentioned; one contract is described.", {
    versionDifferences: [
      "version",
      "How do the responses under Api-Version 2026-08-31 differ from those under 2024-12-01?",
      "createRecipient",
    ],
  }),
  ...openEverywhere(
    "9",
    "The header selects the version of the contract.",
    {
      deprecationPolicy: ["version", "How long is a version supported, and how is its end announced?"],
      compatibilityPolicy: ["version", "Which changes can be made to a version without a new one?"],
    },
    { unanswerable: "It is an intention of the provider, not behaviour." },
  ),
];
