/** What the contract document leaves open about resources, their fields and their states (sections 1 to 3). */
import { open, openEverywhere, type Unknown } from "./unknown.js";

/** The unknowns of sections 1 to 3, except those that hold field by field. */
export const RESOURCE_UNKNOWNS: readonly Unknown[] = [
  ...openEverywhere(
    "1",
    "The base address is a placeholder.",
    {
      productionAddress: ["response", "What is the base address of the production service?"],
    },
    { unanswerable: "A request can only be sent to an address that is already known." },
  ),
  ...openEverywhere("1", "Ids are strings, with a prefix seen for recipients, customers and transactions.", {
    idLength: ["response", "How long are the service's ids, and which characters do they use?"],
    fileIdPrefix: ["response", "Do file ids have a prefix of their own?", "uploadFile"],
  }),
  ...openEverywhere("1", "Timestamps are ISO 8601 date-times.", {
    timestampNotation: [
      "response",
      "With which offset and which fraction of a second does the service write timestamps?",
    ],
  }),
  ...openEverywhere("1", "Bodies are JSON; content types are not spelled out.", {
    requestMediaType: [
      "accepts",
      "What happens to a JSON body that is sent with another Content-Type, or with none?",
      "createRecipient",
    ],
    responseMediaType: [
      "response",
      "Which Content-Type, with which parameters, do successful and failed responses carry?",
    ],
    repeatedObjectKeys: ["accepts", "What happens to a JSON body in which a name occurs twice?", "createRecipient"],
  }),

  ...open("2.1", "createRecipient", "Recipients are stored; for how long, and how many, is not said.", {
    kept: ["state", "Is every created recipient kept?"],
  }),
  ...open("2.1", "createRecipient", "Fields are listed with their rules.", {
    requirements: ["accepts", "What do recipients have to meet beyond the documented rules?"],
  }),
  ...open("2.1", "createRecipient", "Only the length of partner_recipient_id is given.", {
    duplicatePartnerId: ["state", "What happens when a partner_recipient_id is used a second time?"],
    partnerIdCharacters: ["accepts", "Which characters may partner_recipient_id contain?"],
  }),
  ...open("2.1", "createRecipient", "Names are texts of 2 to 128 characters.", {
    blankNames: ["accepts", "May a name consist of spaces alone?"],
  }),
  ...open("2.1", "createRecipient", "The field is a string of limited length.", {
    websiteFormat: ["accepts", "Does website have to be a URL?"],
  }),
  ...open("2.1", "createRecipient", "The response lists the optional fields without saying when they appear.", {
    fieldsNotSent: ["echo", "Does the response leave out the optional fields that were not sent, or show them empty?"],
  }),
  ...open("2.1", "createRecipient", "file_id_list takes ids from the upload operation.", {
    unknownFileId: ["accepts", "Does recipient creation accept a file id that was never issued?"],
    repeatedFileId: ["accepts", "May a recipient's file_id_list hold one file id twice?"],
    reusedFileId: ["state", "May one file id be used for several recipients?"],
  }),
  ...open("2.1", "updateRecipient", "The field is optional on update; what leaving it out means is not said.", {
    "omitted.website": ["echo", "Does an update without website keep the stored one?"],
    emptied: ["accepts", "Does an update with an empty value empty the field, or does the stored value stay?"],
    "omitted.address_info": ["echo", "Does an update without address_info keep the stored address?"],
    "omitted.file_id_list": ["echo", "Does an update without file_id_list keep the stored files?"],
    "omitted.addressMembers": [
      "echo",
      "Does an update with part of address_info keep the other stored address fields?",
    ],
    "omitted.paymentMembers": ["echo", "Does an update keep stored optional payment fields that it leaves out?"],
  }),
  ...open("2.1", "updateRecipient", "The update takes payment_details of either kind.", {
    switchedAccountType: ["state", "May an update turn a bank account into a crypto wallet, and the reverse?"],
  }),
  ...open("2.1", "updateRecipient", "The update's request has no partner_recipient_id.", {
    partnerIdSent: ["echo", "What happens when an update carries a partner_recipient_id?"],
  }),
  ...open("2.1", "updateRecipient", "file_id_list takes ids from the upload operation.", {
    unknownFileId: ["accepts", "Does recipient update accept a file id that was never issued?"],
  }),
  ...open("2.2", "createRecipient", "Each field has its own rule; rules between fields are not mentioned.", {
    otherVariantFields: ["accepts", "May a bank account carry crypto fields, and the reverse?"],
    methodOfNetwork: ["accepts", "Which payment_method goes with which bank network?"],
    currencyOfNetwork: ["accepts", "Which account_currency goes with which bank network?"],
    localCodeOfNetwork: ["accepts", "For which networks is local_bank_code needed?"],
    countryOfSwiftCode: ["accepts", "Does the country inside swift_code have to agree with country_code?"],
    ownerOfAccount: ["accepts", "Does account_name have to agree with business_name?"],
    repeatedAccount: ["accepts", "May two recipients have the same account number or wallet address?"],
    addressOfNetwork: ["accepts", "Does wallet_address have to suit the network, ETH or TRX?"],
    cryptoCurrencyOfNetwork: ["accepts", "Are both USDT and USDC accepted on both ETH and TRX?"],
  }),
  ...open("2.2", "createRecipient", "The field has a length and no list of values.", {
    accountCurrencyValues: ["accepts", "Does account_currency have to be an upper-case ISO 4217 code?"],
    localCodeCharacters: ["accepts", "Which characters may local_bank_code contain?"],
  }),
  ...open("2.3", "createRecipient", "The field is empty or of limited length.", {
    postCodeCharacters: ["accepts", "Which characters may post_code contain?"],
  }),

  ...open("2.4", "createCustomer", "The field is returned; its vocabulary is not given.", {
    businessTypeValues: ["response", "Which values can business_type of a customer have?"],
    identifierTypeValues: ["response", "Which values can business_identifier_type have?"],
    productReferenceValues: ["response", "Which values can account_usage_product_reference have?"],
    roleTypeValues: ["response", "Which values can role_type of a business person have?"],
    idTypeValues: ["response", "Which values can id_type of a business person have?"],
  }),
  ...open("2.4", "createCustomer", "Fields are listed with their types alone.", {
    requirements: ["accepts", "What does a customer creation have to meet beyond the types of its fields?"],
  }),
  ...open("2.4", "createCustomer", "The field belongs to the response only.", {
    responseFieldsSent: [
      "echo",
      "May a partner send the fields that the response adds, such as business_type or role_type?",
    ],
  }),
  ...open("2.4", "createCustomer", "The field has a meaning; formats of a customer's request fields are not shown.", {
    countryCodeFormat: [
      "accepts",
      "Which country code notation do customer fields take: two letters, three, or either?",
    ],
    currencyFormat: ["accepts", "Does estimated_monthly_revenue_currency have to be an ISO 4217 code?"],
    revenueRange: ["accepts", "May estimated_monthly_revenue_amount be zero, negative or a fraction?"],
    industryCategoryValues: ["accepts", "Which values can industry_category_code have?"],
    phoneFormat: ["accepts", "Which phone notations does contact_phone take?"],
    emailFormat: ["accepts", "Is contact_email checked for being an e-mail address?"],
    websiteFormat: ["accepts", "Does the website of a business have to be a URL?"],
    identifierFormat: ["accepts", "Is business_identifier_number checked against the rules of its country?"],
    idNumberFormat: ["accepts", "Is id_number checked against the rules of its issuing country?"],
    postcodeFormat: ["accepts", "Are customers' postcodes checked for length or characters?"],
    dateOnly: ["accepts", "Is a calendar date without a time accepted where a date-time is documented?"],
  }),
  ...open("2.4", "createCustomer", "The dates are date-times; no relation between them is mentioned.", {
    dateOrder: ["refuses", "Is an expiry date before its issue or start date refused?"],
    expiredDocument: ["refuses", "Is an expired identity or registration document accepted?"],
    futureBirthDate: ["refuses", "Is a birth date in the future, or that of a minor, refused?"],
    dateEcho: [
      "echo",
      "Do customers' dates come back as they were written, or in another notation of the same instant?",
    ],
  }),
  ...open("2.4", "createCustomer", "The lists have item types and no item counts.", {
    personCount: ["accepts", "How few and how many business persons may a customer have?"],
    documentCount: ["accepts", "How few and how many ids may business_identifier_document_list hold?"],
  }),
  ...open("2.4", "createCustomer", "The fields hold file ids; how these are checked is not said.", {
    unknownFileId: ["accepts", "Does customer creation accept a file id that was never issued?"],
    repeatedFileId: ["accepts", "May one file id stand for both sides of an identity document?"],
  }),
  ...open("2.4", "createCustomer", "partner_customer_id is a string, with no word on its being unique.", {
    duplicatePartnerId: ["state", "What happens when a partner_customer_id is used a second time?"],
    duplicateBusiness: ["state", "May one business be onboarded twice under different partner_customer_ids?"],
  }),

  ...open("2.5", "getTransferDetail", "fee and exchange_rate are numbers without units.", {
    feeUnit: ["response", "In which currency is fee stated, and is it part of the source amount?"],
    exchangeRateUnit: ["response", "Is exchange_rate target units for one source unit, or the reverse?"],
  }),
  ...open("2.5", "getTransferDetail", "The fields are listed for all statuses alike.", {
    fieldsWhilePending: ["response", "Which fields does a transfer lack, or leave empty, while it is pending?"],
    fieldsWhenFailed: ["response", "Which fields does a failed transfer lack, and does any give the reason?"],
    fieldsNotApplicable: ["response", "What do notes, purpose_code and file_id_list show when a transfer has none?"],
  }),
  ...open("2.5", "getTransferDetail", "Each side of a transfer has a currency and a network, both free strings.", {
    currencyValues: ["response", "Which currencies appear on the two sides of a transfer?"],
    networkValues: [
      "response",
      "Which networks appear on the two sides of a transfer, and what stands there for a bank account?",
    ],
  }),
  ...open("2.5", "getTransferDetail", "A transfer carries its customer and its recipient.", {
    embeddedState: ["state", "Does a transfer show its recipient as it was at the time, or as it is now?"],
  }),
  ...openEverywhere(
    "2.5",
    "audit_at is a date-time of transfers and deposits.",
    {
      auditMeaning: ["response", "Which event does audit_at mark?", "getTransferDetail"],
    },
    { unanswerable: "A value can be seen, the event behind it cannot." },
  ),
  ...openEverywhere("2.5", "Amounts are JSON numbers.", {
    amountPrecision: [
      "response",
      "How many decimals do amounts, fees and rates carry, per currency?",
      "getTransferDetail",
    ],
  }),
  ...open("2.6", "listTransactions", "The field is a string; its vocabulary is not given.", {
    typeValues: ["response", "Which values does type of a list item have?"],
    statusValues: ["response", "Which values does status of a list item have, and how do they map to the details?"],
  }),
  ...open("2.6", "listTransactions", "List items have names of their own: id, reference_id and two amounts.", {
    referenceId: ["state", "Is reference_id of a list item the partner_transaction_id?"],
    amountCurrencies: ["response", "In which currencies are sender_amount and receiver_amount stated?"],
    depositAmounts: ["response", "What do receiver_amount and exchange_rate show for a deposit?"],
    includedKinds: [
      "state",
      "Does the list hold returns and pending transfers, besides deposits and finished transfers?",
    ],
  }),
  ...open("2.7", "getDepositDetail", "The fields are listed for all statuses alike.", {
    fieldsWhileProcessing: [
      "response",
      "Which fields does a deposit lack, or leave empty, while it is being processed?",
    ],
    fieldsWhenFailed: ["response", "Which fields does a failed deposit lack, and does any give the reason?"],
  }),
  ...open("2.8", "listBalances", "There is one entry for each wallet; nothing more is said of the list.", {
    emptyWallets: ["state", "Are wallets listed that hold nothing?"],
    inactiveWallets: ["state", "Are inactive wallets listed?"],
    ordering: ["state", "In which order are wallets listed?"],
    moving: ["state", "Do amounts change from one reading to the next?"],
    heldAmount: ["response", "How do total_amount and available_amount differ, and what is held back?"],
  }),
  ...open("2.9", "uploadFile", "An address of the file is spoken of; only file_id is a field.", {
    accessibleUrlField: ["response", "In which response field does the address of an uploaded file appear?", "success"],
  }),

  ...openEverywhere("3", "The values of the status are listed; the steps between them are not.", {
    recipientTransitions: [
      "state",
      "Which changes of status does a recipient go through, and what causes them?",
      "createRecipient",
    ],
    transferTransitions: [
      "state",
      "Which changes of status does a transfer go through, and what causes them?",
      "getTransferDetail",
    ],
    depositTransitions: [
      "state",
      "Which changes of status does a deposit go through, and what causes them?",
      "getDepositDetail",
    ],
  }),
  ...openEverywhere(
    "3",
    "The values of the status are listed; the steps between them are not.",
    { walletTransitions: ["state", "What makes a wallet active or inactive?"] },
    { unasked: "No documented request changes a wallet." },
  ),
  ...openEverywhere(
    "3",
    "active is the only status that is given for a customer.",
    {
      customerTransitions: [
        "state",
        "Which changes of status does a customer go through, and what causes them?",
        "createCustomer",
      ],
    },
    { unasked: "No documented operation reads a customer again; deliveries tell its changes." },
  ),
  ...openEverywhere("3", "active is the only status that is given for a customer.", {
    customerStatusValues: ["response", "Which status values can a customer have?", "createCustomer"],
  }),
  ...open("3", "createRecipient", "Four status values are possible.", {
    initialStatus: ["state", "Which status does a recipient have right after its creation?"],
  }),
  ...open("3", "createCustomer", "active is the only status that is given for a customer.", {
    initialStatus: ["state", "Which status does a customer have right after its creation?"],
  }),
  ...open("3", "updateRecipient", "Four status values are possible; the effect of an update on them is not said.", {
    statusAfterUpdate: ["state", "Which status does a recipient have right after an update?"],
    inactiveRecipient: ["accepts", "May a pending, rejected or suspended recipient be updated?"],
    repeated: ["accepts", "May a recipient be updated again right after an update?"],
    shown: ["echo", "How soon do responses show what an update carried?"],
  }),
];
