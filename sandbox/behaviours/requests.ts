import { axis } from "./axis.js";

/** What is required of a request before anything is stored: whose it is, version, required fields, formats, file references. */
export const REQUEST_AXES = {
  checkOrder: axis(
    "7",
    "In which order are permission, version, existence and body looked at once the credentials are known?",
    [
      ["permissionFirst", "permission, version, existence, body"],
      ["bodyFirst", "body, existence, version, permission"],
      ["existenceFirst", "existence, permission, body, version"],
    ],
  ),
  otherPartner: axis("5", "What does a partner see of another partner's recipients and transactions?", [
    ["unknown", "nothing: they are answered as if they did not exist"],
    ["forbidden", "that they exist: 403"],
    ["shared", "everything, and it may change it: the partners share all data"],
  ]),
  recipientVersion: axis("9", "Which Api-Version does recipient creation take? The document gives two.", [
    ["both", "2024-12-01 and 2026-08-31"],
    ["2024-12-01", "only 2024-12-01"],
    ["2026-08-31", "only 2026-08-31"],
    ["any", "any value that is not empty"],
    ["ignored", "any value: the header is not checked"],
  ]),
  recipientVersionMissing: axis("9", "May recipient creation come without Api-Version?", [
    ["refused", "a request without the header is refused"],
    ["accepted", "the header may be left out"],
  ]),
  versionedCreation: axis("9", "What is different about recipient creation under 2026-08-31?", [
    ["alike", "nothing"],
    ["fields", "its answer has one more field"],
    ["required", "business_type must be sent"],
    ["refusals", "a bad request is refused with 422"],
  ]),
  updateVersionMissing: axis(
    "9",
    "The header is called required on update and is given a default: what happens without it?",
    [
      ["refused", "400"],
      ["defaulted", "taken as 2024-12-01"],
    ],
  ),
  customerVersion: axis("9", "Which Api-Version does customer creation take? No value is stated.", [
    ["2024-12-01", "only 2024-12-01"],
    ["both", "2024-12-01 and 2026-08-31"],
    ["any", "any value that is not empty"],
  ]),
  createRequired: axis("2.1", "Which fields must a recipient creation carry?", [
    ["sample", "all that update requires but business_type, and partner_recipient_id"],
    ["none", "no field; the service fills in what its response must carry"],
    ["asOnUpdate", "all that update requires, and partner_recipient_id"],
    ["all", "every field of the table"],
  ]),
  customerRequired: axis("2.4", "Which fields must a customer creation carry?", [
    ["identity", "partner_customer_id, business_details and business_details.business_name"],
    ["none", "no field"],
    ["sections", "partner_customer_id and every section of the body"],
  ]),
  customerFormats: axis(
    "2.4",
    "Are country codes, currency codes, telephone numbers and e-mail addresses of a customer checked?",
    [
      ["unchecked", "any string"],
      ["checked", "two and three capital letters, + and digits, one @"],
    ],
  ),
  unknownFields: axis("2.1", "What happens to request fields that are not in the table?", [
    ["ignored", "dropped"],
    ["refused", "the request is refused"],
    ["echoed", "stored and returned"],
  ]),
  requestMediaType: axis("1", "Must a body be labelled as JSON?", [
    ["unchecked", "the Content-Type header is not looked at"],
    ["json", "a body under another media type is refused"],
  ]),
  fileEncoding: axis("4.3", "How does the file value carry the file?", [
    ["base64", "base64 with padding"],
    ["dataUri", "a data URI in base64"],
    ["base64url", "base64url, padding optional"],
    ["any", "any text"],
  ]),
  fileTypeMissing: axis("4.3", "May an upload leave out file_type?", [
    ["accepted", "the file may then be used in every context"],
    ["refused", "the request is refused"],
  ]),
  unknownFileIds: axis("2.1", "May a request refer to a file id that no upload returned?", [
    ["refused", "the request is refused"],
    ["accepted", "the id is stored as sent"],
  ]),
  fileContext: axis("4.3", "May a file be used outside the context of its file_type?", [
    ["refused", "the request that refers to it is refused"],
    ["accepted", "file_type is only a label"],
  ]),
  blankNames: axis("2.1", "May a name consist of spaces alone? Only its length is given.", [
    ["accepted", "spaces count as any character"],
    ["refused", "the request is refused"],
  ]),
  duplicatePartnerId: axis("2.1", "What happens when a partner id is used a second time?", [
    ["refused", "409"],
    ["accepted", "a second resource with an id of its own"],
    ["existing", "the resource that has it is returned"],
  ]),
  accountSwitch: axis("2.2", "May an update turn a bank account into a crypto account or back?", [
    ["allowed", "payment_details is replaced"],
    ["refused", "400"],
    ["fixed", "400, and likewise for another business_type"],
  ]),
  optionalOnUpdate: axis("2.1", "What becomes of an optional field that an update does not carry?", [
    ["kept", "it stays as it was"],
    ["cleared", "it is removed"],
  ]),
  idCase: axis("4", "Does the letter case of an id count that a path or a query names?", [
    ["exact", "it does"],
    ["any", "it does not"],
  ]),
  listFilters: axis(
    "4.6",
    "Does the list have the filters that its description mentions, under the service's own names?",
    [
      ["absent", "only page_number and page_size are looked at"],
      ["present", "status, source_currency, target_currency, start_time and end_time narrow the list"],
      ["startNeeded", "the same, and without start_time the list is refused"],
    ],
  ),
} as const;

/** What may be stored a second time, by how many, when, and together with what. */
export const ALLOWANCE_AXES = {
  walletAddresses: axis("2.2", "Must a wallet address be a real one of its network?", [
    ["any", "any letters and digits"],
    ["real", "with the shape of its network, and on TRX with its checksum"],
    ["base58", "on TRX only digits and letters of base58"],
  ]),
  accountChecks: axis("2.2", "Is an account checked by more than the form of its codes?", [
    ["none", "no"],
    ["known", "what begins like an IBAN has its check digits, and its bank is in one of thirteen countries"],
  ]),
  networkCurrency: axis("2.2", "Does a network settle in every currency?", [
    ["any", "every one"],
    ["ofNetwork", "SEPA settles in EUR only, TRX in USDT only"],
  ]),
  accountOwner: axis("2.2", "Must a bank account be in the name of the business?", [
    ["any", "in any name"],
    ["business", "account_name is business_name"],
  ]),
  walletOwners: axis("2.1", "Who may have a wallet?", [
    ["any", "companies and individuals"],
    ["companies", "companies; an individual has a bank account"],
  ]),
  localCodes: axis("2.2", "May a SWIFT or SEPA account have a local bank code?", [
    ["any", "it may"],
    ["domestic", "it may not"],
  ]),
  settlement: axis("2.2", "In which currencies are bank accounts paid?", [
    ["any", "in all"],
    ["yuan", "in CNY, on SEPA also in EUR"],
  ]),
  repeatedAccounts: axis("2.2", "May two recipients have the same account number or wallet address?", [
    ["accepted", "they may"],
    ["refused", "409"],
  ]),
  repeatedNames: axis("2.4", "May two customers have the same name?", [
    ["accepted", "they may"],
    ["refused", "409"],
  ]),
  repeatedFiles: axis("4.3", "May the same file be uploaded twice?", [
    ["accepted", "it gets another id"],
    ["refused", "409"],
  ]),
  fileUses: axis("4.3", "How many resources may refer to one file?", [
    ["several", "any number"],
    ["one", "the first one that does"],
  ]),
  fileReadiness: axis("4.3", "When may a new file be referred to?", [
    ["atOnce", "as soon as it is uploaded"],
    ["later", "700 ms after it was uploaded"],
  ]),
  allowance: axis("8", "How many recipients, files and customers are taken in all?", [
    ["none", "any number"],
    ["120", "120 of each kind, then 409"],
    ["forbidden", "120 of each kind, then 403"],
  ]),
} as const;

/** How transactions are found and listed, and how receipts are given. */
export const LOOKUP_AXES = {
  lookup: axis("4.5", "Which of transaction_id and partner_transaction_id does a detail request need?", [
    ["agreeing", "either; when both are given they must name the same transaction"],
    ["transactionIdFirst", "either; when both are given transaction_id decides"],
    ["exactlyOne", "either; both together are refused"],
    ["both", "both"],
  ]),
  lookupWithout: axis("4.5", "How is a detail request with neither id answered?", [
    ["refused", "with the status of a refusal"],
    ["notFound", "404"],
  ]),
  unknownTransaction: axis("7", "How is the id of a transaction that does not exist answered?", [
    ["404", "404"],
    ["400", "400"],
    ["empty", "success with an empty object (a receipt: an empty array)"],
    ["204", "success without content"],
  ]),
  idLengths: axis("8", "How is a partner_transaction_id that does not have 20 to 64 characters looked up?", [
    ["unlooked", "as any other that does not exist"],
    ["refused", "the request is refused"],
  ]),
  receiptParameter: axis("4.7", "What is the receipt's query parameter called?", [
    ["transaction_id", "transaction_id"],
    ["transactionId", "transactionId"],
    ["id", "id"],
    ["partner_transaction_id", "partner_transaction_id, and the value is the partner's id"],
  ]),
  receiptEncoding: axis("4.7", "How do the strings of a receipt carry the PDF?", [
    ["base64", "one string, base64"],
    ["dataUri", "one string, a data URI"],
    ["base64Chunks", "several strings that make up one base64 text"],
  ]),
  receiptMediaType: axis("4.7", "Under which media type is a receipt sent?", [
    ["json", "that of every other response"],
    ["text/json", "text/json"],
    ["application/octet-stream", "application/octet-stream"],
  ]),
  pendingReceipt: axis("4.7", "Is there a receipt of a transfer that is not completed?", [
    ["refused", "the request is refused"],
    ["issued", "yes"],
    ["empty", "an empty array"],
  ]),
  pageBase: axis("4.6", "What is the number of the first page?", [
    ["1", "1"],
    ["0", "0"],
  ]),
  pageSizeDefault: axis("8", "How many items does a page have when page_size is not given?", [
    ["20", "20"],
    ["10", "10"],
    ["50", "50"],
  ]),
  pageSizeLimit: axis("8", "What happens above the largest page size?", [
    ["clamped", "the largest size is 100, more is taken as 100"],
    ["refused", "the largest size is 100, more is refused"],
    ["generous", "the largest size is 1000, more is taken as 1000"],
  ]),
  pageBeyondEnd: axis("4.6", "How is a page after the last one answered?", [
    ["empty", "with no items"],
    ["refused", "with the status of a refusal"],
    ["notFound", "404"],
  ]),
  oddPages: axis("4.6", "What happens to a page number or size that is not a number in its range?", [
    ["refused", "the request is refused"],
    ["defaulted", "the default is used instead"],
  ]),
  listOrder: axis("4.6", "In which order are the items of the list?", [
    ["newestFirst", "by creation, the newest first"],
    ["oldestFirst", "by creation, the oldest first"],
    ["byId", "by transaction id"],
  ]),
  listTypeWords: axis("2.6", "Which words does the list use for type?", [
    ["asInDetail", "transfer, deposit"],
    ["capitals", "TRANSFER, DEPOSIT"],
    ["ledger", "payout, top_up"],
  ]),
  listStatusWords: axis("2.6", "Which words does the list use for status?", [
    ["asInDetail", "those of the transaction's own detail"],
    ["capitals", "the same in capitals"],
    ["unified", "in_progress, done, rejected for both kinds"],
  ]),
} as const;
