/** What the contract document leaves open about single operations, paths and messages (sections 1 and 4), except what holds operation by operation. */
import { about, FURTHER_REQUIREMENTS, ONLY_DELIVERIES, silence, TRIVIA, type Unknown } from "./unknown.js";

/** Why an unknown about an operation that might move money is not tried. */
const MOVES_MONEY = "Trying it out could move money, and the document does not describe the request.";

export const OPERATION_UNKNOWNS: readonly Unknown[] = [
  ...about({ section: "1", operation: null, ...TRIVIA }, [
    silence("response", "The service speaks HTTP and JSON; what these leave open is not said.", {
      headerNames: [
        "Letter case of header names",
        "In which letter case are the names of response headers written, such as Content-Type?",
      ],
      responseLength: ["How a response's length is indicated", "How is the body length indicated?"],
      responseConnection: ["Connection after a response", "Does the connection stay open after a response?"],
      responseTime: ["Response time", "How long does a response take?"],
      memberOrder: ["Order of members", "In which order are the members of a response object?"],
      jsonNotation: [
        "Spelling of JSON",
        "How is the JSON of a response written: in lines or without white space, with escapes or without?",
      ],
    }),
  ]),
  ...about({ section: "4", operation: null, ...TRIVIA }, [
    silence("errors", "Nine methods and paths are documented; nothing is said about any others.", {
      unknownPath: ["Unknown path", "What does the service answer on a path that is not documented?"],
      pathVariants: [
        "Variants of a path",
        "Is a path accepted with a trailing slash, a doubled slash or another letter case?",
      ],
      headAndOptions: [
        "HEAD and OPTIONS",
        "What do HEAD and OPTIONS give on the documented paths?",
        { area: "method" },
      ],
      unknownQueryParameters: [
        "Unknown query parameters",
        "Are undocumented query parameters ignored?",
        { area: "accepts" },
      ],
      repeatedQueryParameters: [
        "Query parameter given twice",
        "What happens when a query parameter is given twice?",
        { area: "accepts" },
      ],
      responseHeaders: [
        "Response headers",
        "Which headers does the service send, such as a request id or its rate limits?",
        { area: "response" },
      ],
    }),
  ]),
  ...about({ section: "4", operation: null, ...TRIVIA, shownBy: "updateRecipient" }, [
    silence("errors", "Each kind of refusal is described on its own; which check comes first is not said.", {
      "orderOfChecks.credentialsAndBody": ["Credentials before the body", "Are credentials checked before the body?"],
      "orderOfChecks.credentialsAndExistence": [
        "Credentials before existence",
        "Are credentials checked before the recipient is looked up?",
      ],
      "orderOfChecks.versionAndBody": ["Api-Version before the body", "Is Api-Version checked before the body?"],
      "orderOfChecks.existenceAndBody": [
        "Existence before the body",
        "Is the recipient looked up before the body is checked?",
      ],
      "orderOfChecks.permissionAndBody": ["Permission before the body", "Is the permission checked before the body?"],
    }),
  ]),
  ...about({ section: "4.2", operation: "updateRecipient", ...TRIVIA }, [
    silence("errors", "recipient_id is a string, and 404 is listed.", {
      malformedId: [
        "Impossible recipient_id",
        "Is a recipient_id that could not have been issued answered with 404 or with 400?",
      ],
      idCase: ["Letter case of an id", "Is a recipient found by its recipient_id in another letter case?"],
    }),
  ]),
  ...about({ section: "4.3", operation: "uploadFile" }, [
    silence("accepts", "file is a string in a JSON body, file_type a query parameter with six values.", {
      fileTypeRequired: [
        "file_type on upload",
        "Must file_type be sent?",
        {
          place: "file_type",
          needed: {
            rank: 25,
            why: "A client that leaves it out may be refused, or may have its file stored under a wrong type.",
          },
        },
      ],
      requirements: [
        "Further requirements",
        "What does an upload have to meet beyond what is listed for it?",
        { needed: FURTHER_REQUIREMENTS },
      ],
      fileEncoding: [
        "Encoding of a file",
        "How is the content of a file written as text: base64, base64url or a data URI?",
        { needed: { rank: 14, why: "In another encoding, an upload is refused or a broken file is stored." } },
      ],
      emptyFile: ["Empty file", "Is a file without content accepted?", { area: "refuses" }],
      readiness: ["When a file can be used", "May a file be referred to as soon as it is uploaded?"],
      severalUses: ["File of several resources", "May several resources refer to one file?"],
      sameFileTwice: [
        "Same content twice",
        "Does uploading the same content twice give the same file id?",
        { area: "state" },
      ],
    }),
    silence("refuses", "A file's type is to suit the customer, recipient or transfer that uses it.", {
      otherContextOnRecipient: [
        "Customer file on a recipient",
        "Is a file refused on a recipient when its file_type is meant for customers?",
      ],
      otherContextOnCustomer: [
        "Recipient file on a customer",
        "Is a file refused on a customer when its file_type is meant for recipients or transfers?",
      ],
      otherTypeInContext: [
        "Other customer file_type",
        "Is a file refused in a customer field when its file_type suits another customer field?",
      ],
    }),
  ]),
  ...about(
    {
      section: "4.3",
      operation: "uploadFile",
      unanswerable: "It would take longer than any run to see a file id lapse.",
    },
    [
      silence("state", "An upload gives a file id.", {
        fileLifetime: ["Lifetime of a file", "How long does an uploaded file stay usable?"],
      }),
    ],
  ),
  ...about({ section: "4.6", operation: "listTransactions" }, [
    silence("state", "page_number and page_size are named; their values are not explained.", {
      pagingRequired: ["List without paging", "May page_number and page_size be left out?"],
      pageBase: [
        "First page",
        "Is the first page number 0 or 1?",
        {
          place: "page_number",
          needed: { rank: 17, why: "Counting from the wrong number skips the first page or reads it twice." },
        },
      ],
      pastTheEnd: [
        "Page past the end",
        "What does the list answer for a page past the end?",
        { area: "errors", place: "page_number" },
      ],
      oddPageNumbers: [
        "Odd page numbers",
        "What does the list answer for a page_number that is negative, fractional, huge or not a number?",
        { area: "refuses", place: "page_number", ...TRIVIA },
      ],
      oddPageSizes: [
        "Odd page sizes",
        "What does the list answer for a page_size that is zero, negative, fractional or not a number?",
        { area: "refuses", place: "page_size", ...TRIVIA },
      ],
      totalMeaning: ["Meaning of total", "Does total count items or pages, and does it follow the filters?"],
    }),
    silence("state", "Items come in pages; their order is not given.", {
      ordering: ["Order of the list", "In which order are transactions listed?"],
    }),
    silence("accepts", "Filters are described; their parameters are not named.", {
      dateFilter: ["Filter by date", "Which parameters select a date range?"],
      startParameter: [
        "Start of the list",
        "How is the start date and time of the list passed, and in which notation?",
      ],
      statusFilter: ["Filter by status", "Which parameter selects a status, and which values does it take?"],
      currencyFilter: ["Filter by currencies", "Which parameter selects a currency pair, and how is the pair written?"],
    }),
  ]),
  ...about({ section: "4.7", operation: "getTransferReceipt" }, [
    silence("errors", "The receipt takes one transaction id, under a name that is not given.", {
      parameterName: [
        "Parameter of the receipt",
        "What is the name of the receipt's query parameter?",
        {
          area: "accepts",
          place: "receipt",
          needed: { rank: 12, why: "Under another name, no receipt can be fetched." },
        },
      ],
      partnerId: [
        "Receipt by the partner's id",
        "Is a receipt also given for a partner_transaction_id?",
        { area: "response" },
      ],
      missingId: ["Receipt without an id", "What does the receipt operation answer when no id is given?"],
      unknownId: ["Unknown id", "What does the receipt operation answer for an id that does not exist?"],
    }),
  ]),
  ...about({ section: "4.7", operation: "getTransferReceipt", place: "success" }, [
    silence("response", "A receipt comes as JSON: a list of texts that stand for a PDF.", {
      encoding: ["Content of a receipt", "How do the strings of a receipt encode the PDF?"],
      stringCount: ["Strings of a receipt", "Does a receipt hold one string, or several that have to be joined?"],
      mediaType: ["Content-Type of a receipt", "Which Content-Type does a receipt carry?", TRIVIA],
    }),
  ]),
  ...about({ section: "4.7", operation: "getTransferReceipt" }, [
    silence("response", "A receipt confirms the payment of a transfer.", {
      ofPendingTransfer: [
        "Receipt of a pending transfer",
        "What does the receipt operation answer for a pending transfer?",
      ],
      ofFailedTransfer: [
        "Receipt of a failed transfer",
        "What does the receipt operation answer for a failed transfer?",
      ],
      ofDeposit: ["Receipt of a deposit", "What does the receipt operation answer for a deposit?"],
    }),
  ]),
  ...about({ section: "4.10", operation: null, unanswerable: MOVES_MONEY }, [
    silence("response", "The operation is mentioned as the origin of webhook data.", {
      "createTransfer.request": [
        "Request that creates a transfer",
        "What does a request to create a transfer look like?",
        { shownBy: "getTransferDetail" },
      ],
      "createDeposit.path": [
        "Path that creates a deposit",
        "At which method and path is a deposit created?",
        { shownBy: "getDepositDetail" },
      ],
      "createDeposit.request": [
        "Request that creates a deposit",
        "What does a request to create a deposit look like?",
        { shownBy: "getDepositDetail" },
      ],
      batchTransfers: [
        "Creation of batches",
        "How are batches of transfers created?",
        { shownBy: "getTransferDetail" },
      ],
    }),
  ]),
  ...about({ section: "4.10", operation: "webhooks", ...ONLY_DELIVERIES }, [
    silence("response", "The delivered data is that operation's response, whose fields are not given.", {
      transferData: [
        "Data of a transfer event",
        "Which fields does the data of a transfer event have?",
        { place: "transferData" },
      ],
      depositData: [
        "Data of a deposit event",
        "Which fields does the data of a deposit event have?",
        { place: "depositData" },
      ],
      returnData: [
        "Data of a return event",
        "Which fields does the data of a return event have?",
        { place: "returnData" },
      ],
    }),
  ]),
  ...about({ section: "4.10", operation: null, shownBy: "getTransferDetail" }, [
    silence("response", "The method and path of the return detail are given, and nothing else.", {
      "returnDetail.parameters": ["Parameters of the return detail", "Which parameters does the return detail take?"],
      "returnDetail.response": ["Fields of the return detail", "Which fields does the return detail give?"],
    }),
  ]),
];
