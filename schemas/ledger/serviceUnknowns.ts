/** What the contract document leaves open about credentials, deliveries, errors, limits and versions (sections 5 to 9). */
import { about, ONLY_DELIVERIES, silence, TRIVIA, type Unknown } from "./unknown.js";

export const SERVICE_UNKNOWNS: readonly Unknown[] = [
  ...about({ section: "5", operation: null, unanswerable: "It happens outside the interface." }, [
    silence("auth", "Two credentials and a webhook secret are used; where they come from is not said.", {
      keyIssuing: ["How keys are issued", "How is an API key issued?"],
      secretIssuing: ["How secrets are issued", "How is an API secret issued?"],
      webhookSecretIssuing: ["How webhook secrets are issued", "How is a webhook secret issued?"],
      credentialRotation: [
        "Replacing credentials",
        "How are credentials replaced, and how long do the old ones keep working?",
      ],
    }),
  ]),
  ...about({ section: "5", operation: null }, [
    silence("errors", "401 and 403 are given, without codes.", {
      unauthorizedCode: ["Error code of 401", "Which error code comes with status 401?"],
    }),
  ]),
  ...about({ section: "5", operation: null, shownBy: "createRecipient", needs: "restricted" }, [
    silence("errors", "401 and 403 are given, without codes.", {
      forbiddenCode: ["Error code of 403", "Which error code comes with status 403?"],
      restrictedOperations: [
        "What a restricted pair may not do",
        "Which operations can a pair of credentials be denied?",
        { area: "auth" },
      ],
    }),
  ]),
  ...about({ section: "5", operation: null, needs: "second-partner" }, [
    silence("auth", "Credentials belong to a partner; what one partner sees of another is not said.", {
      "partners.update": [
        "Update by another partner",
        "Can a partner update the recipient of another partner?",
        {
          shownBy: "updateRecipient",
          needed: { rank: 20, why: "If so, any partner could redirect the payments of another." },
        },
      ],
      "partners.transactions": [
        "Transfer of another partner",
        "Is a partner shown the transfer of another partner?",
        {
          shownBy: "getTransferDetail",
          needed: { rank: 21, why: "If so, one partner can read the payments of another." },
        },
      ],
      "partners.list": [
        "List of another partner",
        "Does the list of a partner show transactions of another one?",
        {
          shownBy: "listTransactions",
          needed: { rank: 22, why: "If so, one partner can read the payments of another." },
        },
      ],
      "partners.files": [
        "File of another partner",
        "May a recipient refer to a file of another partner?",
        { shownBy: "createRecipient" },
      ],
      "partners.partnerIds": [
        "Same id at two partners",
        "May two partners use the same partner_recipient_id?",
        { area: "state", shownBy: "createRecipient" },
      ],
    }),
  ]),
  ...about({ section: "5", operation: "webhooks", place: "signature", ...ONLY_DELIVERIES }, [
    silence("auth", "The signature is an HMAC-SHA256 made with the webhook secret.", {
      signedContent: [
        "Signed bytes",
        "Which bytes does the signature of a delivery cover?",
        {
          needed: { rank: 6, why: "Without it, no delivery can be verified, and a forged one looks like a real one." },
        },
      ],
      signatureEncoding: [
        "Form of the signature",
        "How is the signature written in its header: hex, base64 or base64url, with or without a prefix?",
        { needed: { rank: 7, why: "A receiver that expects another notation rejects every delivery." } },
      ],
      replayProtection: [
        "Signed time of a delivery",
        "Does a delivery carry a signed time, so that an old one can be recognised?",
      ],
    }),
  ]),
  ...about({ section: "6", operation: "webhooks", ...ONLY_DELIVERIES }, [
    silence("response", "Five categories and their data are given; what surrounds the data is not.", {
      envelope: [
        "Envelope",
        "Which fields surround the data of a delivery, and where is the data?",
        { needed: { rank: 8, why: "Without it, a receiver cannot find the data of a delivery." } },
      ],
      eventNames: [
        "Event names",
        "Which identifiers do the events have?",
        { needed: { rank: 9, why: "A receiver chooses by the event's name what to do." } },
      ],
      deliveryId: ["Id of a delivery", "Does a delivery carry an id by which a repetition can be recognised?"],
      deliveryHeaders: [
        "Method and headers of a delivery",
        "Which HTTP method, Content-Type and headers does a delivery use?",
      ],
      triggers: [
        "What causes a delivery",
        "Which changes of each resource cause a delivery, and does the first status cause one?",
        { area: "state" },
      ],
    }),
    silence("state", "Changes that happen by themselves are delivered; how is not described.", {
      delay: ["Delay of a delivery", "How soon after a change does its delivery come?"],
      concurrency: [
        "Deliveries at the same time",
        "Are deliveries sent while another one waits for its answer?",
        { area: "response", ...TRIVIA },
      ],
      ordering: ["Order of deliveries", "Do the deliveries about one resource come in the order of its changes?"],
      repetition: ["Repetition after success", "Is an acknowledged webhook ever sent again?"],
      acknowledgement: [
        "What counts as received",
        "Which answers of the receiver count as received, and how long does the service wait for them?",
      ],
      retries: ["Retries", "How often and at which intervals is a failed delivery retried?"],
    }),
  ]),
  ...about({ section: "6", operation: "webhooks", unanswerable: "It happens outside the interface." }, [
    silence("response", "Deliveries go to the receiver's address.", {
      registration: ["Registration of a receiver", "How is a receiving address registered?"],
    }),
  ]),
  ...about({ section: "7", operation: null }, [
    silence("errors", "One error code is given as a sample.", {
      errorCodes: ["All error codes", "Which error codes are there?"],
      sampleCode: ["When ORG_ID_INVALID comes", "Which condition has the code ORG_ID_INVALID?"],
      errorsPerFault: [
        "One error for each fault",
        "Does a request with several faults get one error for each?",
        { shownBy: "createRecipient" },
      ],
      faultyField: [
        "Field named in an error",
        "Does an error name the field that is at fault?",
        { shownBy: "createRecipient" },
      ],
    }),
  ]),
  ...about({ section: "8", operation: null }, [
    silence("errors", "No limit on the number of requests is given.", {
      rateLimit: [
        "Rate limit",
        "How many requests may be sent, and in what time?",
        { needed: { rank: 15, why: "A client that does not know the limit is throttled when it is busiest." } },
      ],
      rateLimitAnswer: [
        "Answer over the rate limit",
        "Which status, code and headers does a request over the rate limit get?",
      ],
    }),
    silence("response", "No limit on the number of stored resources is given.", {
      allowance: ["Most resources", "Is there a maximum number of recipients, files or customers?"],
    }),
  ]),
  ...about({ section: "8", operation: "uploadFile" }, [
    silence("accepts", "No limit on the size or kind of a file is given.", {
      largestFile: ["Largest file", "How large may an uploaded file be?"],
      fileFormats: ["File formats", "Which file formats may be uploaded, and is the content checked for them?"],
    }),
  ]),
  ...about({ section: "8", operation: "listTransactions", place: "page_size" }, [
    silence("state", "page_size has neither a default nor a bound.", {
      defaultPageSize: [
        "Default page size",
        "How many items does a page hold when page_size is left out?",
        { needed: { rank: 18, why: "A client that assumes another size stops after the first page." } },
      ],
      largestPageSize: ["Largest page size", "What is the largest page_size?"],
      oversizedPage: ["page_size that is too large", "Is a page_size over the largest one refused or reduced?"],
    }),
  ]),
  ...about({ section: "8", operation: null, ...TRIVIA, shownBy: "createRecipient" }, [
    silence("accepts", "Lengths are given as numbers; what is counted is not said.", {
      characterCounting: [
        "Count of rare characters",
        "Does a character outside the Basic Multilingual Plane count once or twice towards a length?",
      ],
      largestBody: ["Largest body", "How large may a JSON body be?"],
    }),
  ]),
  ...about(
    { section: "6", operation: null, unasked: "It needs a payout that came back, and no other movement in between." },
    [
      silence("state", "A returned payout is credited to the partner's balance.", {
        balanceAfterReturn: [
          "Balance after a return",
          "What is credited to which wallet when a payout comes back: the amount, the fee too, and when?",
        ],
      }),
    ],
  ),
  ...about({ section: "9", operation: "createCustomer", place: "version" }, [
    silence("version", "Api-Version is required, and no value for it is given.", {
      apiVersionValues: ["Api-Version values", "Which Api-Version values does customer creation take?"],
    }),
  ]),
  ...about({ section: "9", operation: null, shownBy: "updateRecipient" }, [
    silence("version", "2024-12-01 is allowed on recipient update and file upload; customer creation has no value.", {
      apiVersionElsewhere: [
        "Api-Version of other operations",
        "How do recipient update, file upload and customer creation treat other values of Api-Version?",
      ],
    }),
  ]),
  ...about({ section: "9", operation: null }, [
    silence("version", "Operations that only read are shown without Api-Version.", {
      apiVersionOnReads: [
        "Api-Version on reads",
        "Does an Api-Version header change the answer of an operation that only reads?",
        TRIVIA,
      ],
      versionOfReads: [
        "Version of reads and deliveries",
        "Which contract version do reads and deliveries follow, given that they carry no Api-Version?",
      ],
    }),
  ]),
  ...about({ section: "9", operation: null, shownBy: "createRecipient" }, [
    silence("version", "Two values of Api-Version are mentioned; one contract is described.", {
      versionDifferences: [
        "Differences of the versions",
        "How do the responses under Api-Version 2026-08-31 differ from those under 2024-12-01?",
      ],
    }),
  ]),
  ...about({ section: "9", operation: null, unanswerable: "It is an intention of the provider, not behaviour." }, [
    silence("version", "The header selects the version of the contract.", {
      deprecationPolicy: ["Deprecation", "How long is a version supported, and how is its end announced?"],
      compatibilityPolicy: ["Compatibility", "Which changes can be made to a version without a new one?"],
    }),
  ]),
];
