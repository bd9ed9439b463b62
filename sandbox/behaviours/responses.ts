import { axis } from "./axis.js";

/** What a response says: statuses, values the service chooses, notation, and what may be left out. */
export const RESPONSE_AXES = {
  successStatus: axis("4", "With which status is a creation or an upload answered?", [
    ["200", "200"],
    ["201", "201"],
    ["202", "202"],
  ]),
  readStatus: axis("4", "With which status is a read answered?", [
    ["200", "200"],
    ["201", "201"],
    ["202", "202"],
  ]),
  successText: axis("4", "Where does the text Operation Successful stand, by which success is reported?", [
    ["absent", "nowhere"],
    ["header", "in a header"],
    ["field", "in a field of a response that is an object"],
  ]),
  refusalStatus: axis("7", "With which status is a bad request refused, except on update where it is 400?", [
    ["400", "400"],
    ["422", "422"],
    ["409", "409"],
    ["412", "412"],
  ]),
  wrongMethod: axis("7", "How is another method on a documented path answered, except on update where it is 405?", [
    ["405", "405"],
    ["404", "404"],
  ]),
  wrongMethodCredentials: axis(
    "7",
    "Is a wrong method on a documented path answered with 405 even without valid credentials?",
    [
      ["unchecked", "the method is looked at first"],
      ["checked", "the credentials are looked at first"],
    ],
  ),
  errorsListed: axis("7", "How many faults of a request does the error body list?", [
    ["all", "all of them"],
    ["first", "the first one"],
  ]),
  errorCodes: axis("7", "What do error codes look like? One is given, the list is not.", [
    ["words", "capitals and underscores; ORG_ID_INVALID where permission is missing"],
    ["numbers", "digits"],
    ["single", "ORG_ID_INVALID, whatever the fault"],
  ]),
  recipientStart: axis("3", "Which status does a new recipient have?", [
    ["pending", "pending, and active later"],
    ["active", "active at once"],
  ]),
  statusAfterUpdate: axis("3", "What becomes of a recipient's status when it is updated?", [
    ["unchanged", "it stays"],
    ["pending", "the recipient is looked at again: pending, and active later"],
  ]),
  businessTypeOmitted: axis(
    "2.1",
    "Which business_type has a recipient that was created without one? Responses must carry it.",
    [
      ["Business", "Business"],
      ["Individual", "Individual"],
    ],
  ),
  unsentFields: axis("2.1", "How does a recipient response show optional fields that were never sent?", [
    ["absent", "it leaves them out"],
    ["empty", "as an empty string, object or array"],
  ]),
  unknownTimes: axis("2.5", "How are audit_at and completed_at shown before they are known?", [
    ["absent", "left out"],
    ["expected", "the time at which it is expected"],
  ]),
  embeddedRecipient: axis("2.5", "Which state of the recipient does a transfer show?", [
    ["current", "that of now"],
    ["original", "that of when the transfer was started"],
  ]),
  customerTypeWords: axis(
    "2.4",
    "Which words are used for the type and reference fields that customer creation adds?",
    [
      ["capitals", "capitals and underscores"],
      ["plain", "words with spaces"],
    ],
  ),
  customerDates: axis("2.4", "In which notation do the date-times of a customer come back?", [
    ["asSent", "as they were sent"],
    ["utc", "the same instants in UTC"],
  ]),
  fileIds: axis("2.9", "What is a file_id made of?", [
    ["upload", "each upload has one of its own"],
    ["content", "the same content always has the same one"],
  ]),
  uploadUrl: axis("2.9", "Under which name does an upload return the accessible URL that its description mentions?", [
    ["absent", "not at all"],
    ["url", "url"],
    ["file_url", "file_url"],
  ]),
  fiatNetwork: axis("2.8", "Which network does a fiat wallet show? Only the two crypto networks are listed.", [
    ["ETH", "ETH, as deposits in USD do"],
    ["absent", "none"],
  ]),
  depositCurrencies: axis("2.7", "In which currencies do deposits come? Three are listed, two of four characters.", [
    ["listed", "in all three"],
    ["dollars", "in USD alone, which has three characters as section 8 says"],
  ]),
  purposeCodes: axis("2.5", "Are the words given for purpose_code two values, or one with a comma in it?", [
    ["two", "two"],
    ["one", "one"],
  ]),
  versionedReads: axis("9", "Does a read use Api-Version, which is not listed for any read?", [
    ["unlooked", "no"],
    ["newer", "under 2026-08-31 an answer has one more field"],
  ]),
  feeUnit: axis("2.5", "In which unit is the fee of a transfer?", [
    ["sourceCurrency", "an amount of the source currency"],
    ["percent", "per cent of the source amount"],
  ]),
  dateNotation: axis("1", "How are timestamps written?", [
    ["milliseconds", "UTC, three decimals, Z"],
    ["seconds", "UTC, whole seconds, Z"],
    ["offset", "eight hours ahead of UTC, +08:00"],
    ["microseconds", "UTC, six decimals, +00:00"],
    ["shortest", "UTC, as many of three decimals as it takes, Z"],
  ]),
  extraFields: axis("2", "Do response objects have fields beyond the documented ones?", [
    ["none", "no"],
    ["some", "yes, at every level"],
  ]),
} as const;

/** How a response travels. */
export const TRANSPORT_AXES = {
  jsonMediaType: axis("1", "Under which media type is a successful body sent?", [
    ["application/json", "application/json"],
    ["application/json; charset=utf-8", "with the character set"],
    ["Application/JSON;charset=UTF-8", "in other letter case"],
  ]),
  errorMediaType: axis("7", "Under which media type is an error body sent?", [
    ["asSuccess", "that of a successful body"],
    ["application/problem+json", "application/problem+json"],
    ["application/vnd.partner.errors+json; charset=utf-8", "a vendor's JSON type"],
  ]),
  headerCase: axis("5", "In which letter case are response header names written?", [
    ["title", "Content-Type"],
    ["lower", "content-type"],
    ["upper", "CONTENT-TYPE"],
  ]),
  bodyFraming: axis("1", "How is the body length indicated?", [
    ["contentLength", "by Content-Length"],
    ["chunked", "in chunks"],
  ]),
  connection: axis("1", "What happens to the connection after a response?", [
    ["keepAlive", "it stays open"],
    ["close", "it is closed"],
  ]),
  latency: axis("1", "How long does a response take?", [
    ["none", "no delay"],
    ["20ms", "20 ms more"],
  ]),
  rateLimit: axis("8", "How many requests a second are served before 429 with Retry-After?", [
    ["none", "no limit"],
    ["200", "200"],
    ["50", "50"],
  ]),
  keyOrder: axis("1", "In which order are the members of a response object?", [
    ["documented", "as in the document"],
    ["alphabetical", "by name"],
    ["reversed", "the other way round"],
  ]),
  jsonText: axis("1", "How is JSON written?", [
    ["compact", "without white space"],
    ["pretty", "indented"],
    ["escaped", "with everything beyond ASCII escaped"],
  ]),
} as const;

/** How deliveries look, how they are signed, and when and how often they come. */
export const WEBHOOK_AXES = {
  webhookEnvelope: axis("6", "What surrounds the data of a delivery?", [
    ["typed", "an object with type, id, created_at and data"],
    ["named", "an object with event and data"],
    ["eventAndPayload", "an object with event (id, name, time) and payload"],
    ["bare", "nothing; headers hold the id and the name of the event"],
  ]),
  webhookDataPlace: axis("6", "Where in the data is the data object?", [
    ["direct", "the data is the data object"],
    ["nested", "in a member named object"],
  ]),
  webhookEventNames: axis("6", "What do event identifiers look like?", [
    ["dotted", "recipient.active"],
    ["capitals", "RECIPIENT_ACTIVE"],
    ["category", "Recipient, whatever happened to it"],
  ]),
  webhookTransferData: axis("6", "How much does the data object of a transfer tell?", [
    ["detail", "all that the transfer's detail shows"],
    ["brief", "that without the customer and the recipient themselves"],
  ]),
  webhookReturnIds: axis("6", "Whose transaction ids does a return carry?", [
    ["transfer", "those of the transfer that came back"],
    ["own", "its own, and those of the transfer as the original ones"],
  ]),
  webhookReturnTimes: axis("6", "Which times does a return carry?", [
    ["all", "when it was created, audited and completed"],
    ["created", "when it was created"],
  ]),
  webhookSignature: axis("5", "How is a signature written in X-Webhook-Signature?", [
    ["bare", "by itself; where a time is signed, a header holds it"],
    ["prefixed", "after sha256=; where a time is signed, a header holds it"],
    ["list", "as t=SECONDS,v1=SIGNATURE"],
  ]),
  webhookSignatureEncoding: axis("5", "In which notation is the signature?", [
    ["hex", "hexadecimal"],
    ["base64", "base64"],
    ["base64url", "base64 for URLs, without padding"],
  ]),
  webhookSignedContent: axis("5", "What does the signature cover?", [
    ["body", "the body"],
    ["timeDotBody", "the time in seconds, a dot and the body"],
    ["timeAndBody", "the time in seconds and, with nothing between them, the body"],
    [
      "idDotTimeDotBody",
      "the delivery's id, which a header holds, the time in seconds and the body, with dots between",
    ],
  ]),
  webhookDelay: axis("6", "How soon does a delivery come?", [
    ["none", "at once"],
    ["100ms", "100 ms later"],
    ["1s", "a second later"],
  ]),
  webhookOrder: axis("6", "In which order do deliveries come?", [
    ["asItHappened", "one after the other, as things happened"],
    ["atOnce", "up to eight at the same time"],
    ["newestFirst", "the newest that waits comes first"],
  ]),
  webhookDuplicates: axis("6", "Is an acknowledged webhook ever sent again?", [
    ["none", "no"],
    ["everyThird", "every third one is sent twice, with the same id"],
  ]),
  webhookRetry: axis("6", "What happens when a delivery is not answered with a 2xx?", [
    [
      "backOff",
      "it is retried up to four times, first after 200 ms and then with each pause twice as long as the one before",
    ],
    ["steady", "it is repeated up to four times, each after 200 ms"],
    ["never", "it is not repeated"],
  ]),
} as const;
