/** To which operation and which area an agreed answer belongs: the two first parts of its check's id, which never change. */
import type { Area } from "../../reports/model.js";
import { isOperationId, type Subject } from "../../schemas/operations.js";

/** Where the check of an agreed answer stands. */
export interface AgreedPlace {
  readonly operation: Subject;
  readonly area: Area;
}

/** Points about several operations, or about none: the operation that shows them best. */
const OPERATIONS_OF_POINTS: readonly (readonly [point: RegExp, operation: Subject])[] = [
  [/^fileId/, "uploadFile"],
  [/^(recipientTransitions|requestMediaType|repeatedObjectKeys|versionDifferences)$/, "createRecipient"],
  [
    /^(characterCounting|largestBody|errorsPerFault|faultyField|forbiddenCode|restrictedOperations)$/,
    "createRecipient",
  ],
  [/^orderOfChecks\./, "updateRecipient"],
  [/^customer/, "createCustomer"],
  [
    /^(transferTransitions|amountPrecision|auditMeaning|batchTransfers)$|^(createTransfer|returnDetail)\./,
    "getTransferDetail",
  ],
  [/^depositTransitions$|^statusVocabulary$|^createDeposit\./, "getDepositDetail"],
  [/^undescribedOperations$/, "listTransactions"],
];
/** The simplest read stands for what surrounds all operations alike. */
const ANY_OPERATION: Subject = "listBalances";

/** Areas by the topic of the point; the first that fits counts. */
const AREAS_OF_TOPICS: readonly (readonly [topic: RegExp, area: Area])[] = [
  [/^(nullValues|accountCurrencyValues|industryCategoryValues|countryOfSwiftCode)$/, "accepts"],
  [/QueryParameters$|Filter$|^filters$|^(startParameter|parameterName|bothIds)$|^by\w+Id$/, "accepts"],
  [/^methodStatus$|^headAndOptions$/, "method"],
  [/^apiVersion|[vV]ersionDifferences$|Policy$/, "version"],
  [/Issuing$|^credentialRotation$|^restrictedOperations$|^(signedContent|signatureEncoding|replayProtection)$/, "auth"],
  [
    /^refusal|^(unauthorized|forbidden|sample)Code$|^errorCodes$|^errorsPerFault$|^faultyField$|^orderOfChecks\.|^rateLimit/,
    "errors",
  ],
  [/^(unknown|empty|missing|malformed|neither)Id$|^otherKind$|^pastTheEnd$|^unknownPath$|^pathVariants$/, "errors"],
  [
    /^(malformedBody|emptyObject|emptyFile|expiredDocument|futureBirthDate|dateOrder)$|^odd|^other(Context|Type)/,
    "refuses",
  ],
  [/^(fieldsNotSent|dateEcho|calendarDates|businessType|partnerIdSent|responseFieldsSent)$|^omitted\./, "echo"],
  [/^(duplicate|reused|sameFile)|Transitions$|[iI]nitialStatus$|^statusAfterUpdate$|^switchedAccountType$/, "state"],
  [/^(ordering|pageBase|pagingRequired|totalMeaning|includedKinds|referenceId|embeddedState|returnedStatus)$/, "state"],
  [/PageSize$|^oversizedPage$|Wallets$|^(delay|repetition|retries|acknowledgement|triggers|fileLifetime)$/, "state"],
  [/^(required|lengths)\./, "accepts"],
  [
    /^successStatus$|ResponseFields$|^fields|Values$|^(idLength|fileIdPrefix|timestampNotation|recipientId)$/,
    "response",
  ],
  [/^response|^(encoding|stringCount|mediaType|body|status)$|[uU]rl|Vocabulary$|^successText$/, "response"],
  [/Unit$|^amount|Amounts?$|^(auditMeaning|embeddedCustomer|usdNetwork|fiatNetwork|partnerTransactionId)$/, "response"],
];
/** Requests of these make something, so that most points about them ask what is accepted. */
const WRITES: ReadonlySet<Subject> = new Set(["createRecipient", "updateRecipient", "uploadFile", "createCustomer"]);

/**
 * The place of an agreed answer.
 * @param point id of an open point or a conflict: `unknown.listTransactions.pageBase`
 */
export function agreedPlace(point: string): AgreedPlace {
  const [, first = "", ...rest] = point.split(".");
  const own = isOperationId(first) || first === "webhooks" ? first : null;
  const topic = own === null ? [first, ...rest].join(".") : rest.join(".");
  const operation = own ?? OPERATIONS_OF_POINTS.find(([points]) => points.test(topic))?.[1] ?? ANY_OPERATION;
  const otherwise: Area = WRITES.has(operation) ? "accepts" : "response";
  return { operation, area: AREAS_OF_TOPICS.find(([topics]) => topics.test(topic))?.[1] ?? otherwise };
}
