/** What the contract document leaves open about ids and notations, recipients and customers (sections 1 to 2.4), except field by field. */
import { about, FURTHER_REQUIREMENTS, type Needed, silence, TRIVIA, type Unknown } from "./unknown.js";

/** What both creations leave open about an id that was used before. */
const REPEATED_ID: Needed = {
  rank: 5,
  why: "It decides whether a creation can be sent again after a timeout without creating a second one.",
  all: "What happens when a partner's id is used a second time?",
};

export const CREATION_UNKNOWNS: readonly Unknown[] = [
  ...about(
    { section: "1", operation: null, unanswerable: "A request can only be sent to an address that is already known." },
    [
      silence("response", "The base address is a placeholder.", {
        productionAddress: ["Production address", "What is the base address of the production service?"],
      }),
    ],
  ),
  ...about({ section: "1", operation: null }, [
    silence("response", "Ids are strings, with a prefix seen for recipients, customers and transactions.", {
      idLength: ["Form of ids", "How long are the service's ids, and which characters do they use?"],
      fileIdPrefix: [
        "Prefix of file ids",
        "Do file ids have a prefix of their own?",
        { shownBy: "uploadFile", ...TRIVIA },
      ],
    }),
    silence("response", "Timestamps are ISO 8601 date-times.", {
      timestampNotation: [
        "Timestamp format",
        "With which offset and which fraction of a second does the service write timestamps?",
        { needed: { rank: 24, why: "A parser that expects another notation fails, or is hours off." } },
      ],
    }),
    silence("accepts", "Bodies are JSON; content types are not spelled out.", {
      requestMediaType: [
        "Other content types",
        "What happens to a JSON body that is sent with another Content-Type, or with none?",
        { shownBy: "createRecipient" },
      ],
      responseMediaType: [
        "Content-Type of responses",
        "Which Content-Type, with which parameters, do successful and failed responses carry?",
        { area: "response", ...TRIVIA },
      ],
      repeatedObjectKeys: [
        "JSON name that occurs twice",
        "What happens to a JSON body in which a name occurs twice?",
        { shownBy: "createRecipient", ...TRIVIA },
      ],
    }),
  ]),
  ...about({ section: "2.1", operation: "createRecipient" }, [
    silence("state", "Recipients are stored; for how long, and how many, is not said.", {
      kept: ["Recipients that are kept", "Is every created recipient kept?"],
    }),
    silence("accepts", "Fields are listed with their rules.", {
      requirements: [
        "Further requirements",
        "What do recipients have to meet beyond the documented rules?",
        { needed: FURTHER_REQUIREMENTS },
      ],
    }),
    silence("state", "Only the length of partner_recipient_id is given.", {
      duplicatePartnerId: [
        "A partner's id used twice",
        "What happens when a partner_recipient_id is used a second time?",
        { needed: REPEATED_ID },
      ],
      partnerIdCharacters: [
        "Characters of a partner's id",
        "Which characters may partner_recipient_id contain?",
        { area: "accepts" },
      ],
    }),
    silence("accepts", "Names are texts of 2 to 128 characters.", {
      blankNames: ["Names of spaces alone", "May a name consist of spaces alone?", TRIVIA],
    }),
    silence("accepts", "The field is a string of limited length.", {
      websiteFormat: ["Form of website", "Does website have to be a URL?"],
    }),
    silence("echo", "The response lists the optional fields without saying when they appear.", {
      fieldsNotSent: [
        "Optional fields that were not sent",
        "Does the response leave out the optional fields that were not sent, or show them empty?",
      ],
    }),
    silence("accepts", "file_id_list takes ids from the upload operation.", {
      unknownFileId: [
        "File id that was never issued",
        "Does recipient creation accept a file id that was never issued?",
      ],
      repeatedFileId: ["File id twice in a list", "May a recipient's file_id_list hold one file id twice?"],
      reusedFileId: [
        "File of several recipients",
        "May one file id be used for several recipients?",
        { area: "state" },
      ],
    }),
  ]),
  ...about({ section: "2.1", operation: "updateRecipient" }, [
    silence("echo", "The field is optional on update; what leaving it out means is not said.", {
      "omitted.website": ["Update without website", "Does an update without website keep the stored one?"],
      emptied: [
        "Update with empty values",
        "Does an update with an empty value empty the field, or does the stored value stay?",
        { area: "accepts" },
      ],
      "omitted.address_info": [
        "Update without address_info",
        "Does an update without address_info keep the stored address?",
      ],
      "omitted.file_id_list": [
        "Update without file_id_list",
        "Does an update without file_id_list keep the stored files?",
      ],
      "omitted.addressMembers": [
        "Update with part of the address",
        "Does an update with part of address_info keep the other stored address fields?",
      ],
      "omitted.paymentMembers": [
        "Update without optional payment fields",
        "Does an update keep stored optional payment fields that it leaves out?",
      ],
    }),
    silence("state", "The update takes payment_details of either kind.", {
      switchedAccountType: [
        "Bank account into wallet and back",
        "May an update turn a bank account into a crypto wallet, and the reverse?",
      ],
    }),
    silence("echo", "The update's request has no partner_recipient_id.", {
      partnerIdSent: ["partner_recipient_id on update", "What happens when an update carries a partner_recipient_id?"],
    }),
    silence("accepts", "file_id_list takes ids from the upload operation.", {
      unknownFileId: ["File id that was never issued", "Does recipient update accept a file id that was never issued?"],
    }),
  ]),
  ...about({ section: "2.2", operation: "createRecipient" }, [
    silence("accepts", "Each field has its own rule; rules between fields are not mentioned.", {
      otherVariantFields: [
        "Fields of the other account type",
        "May a bank account carry crypto fields, and the reverse?",
      ],
      methodOfNetwork: ["Payment methods by network", "Which payment_method goes with which bank network?"],
      currencyOfNetwork: ["Currencies by network", "Which account_currency goes with which bank network?"],
      localCodeOfNetwork: ["local_bank_code by network", "For which networks is local_bank_code needed?"],
      countryOfSwiftCode: [
        "Country of the SWIFT code",
        "Does the country inside swift_code have to agree with country_code?",
      ],
      ownerOfAccount: ["account_name and business_name", "Does account_name have to agree with business_name?"],
      repeatedAccount: [
        "Same account for two recipients",
        "May two recipients have the same account number or wallet address?",
      ],
      addressOfNetwork: ["Wallet address and network", "Does wallet_address have to suit the network, ETH or TRX?"],
      cryptoCurrencyOfNetwork: ["Crypto currencies by network", "Are both USDT and USDC accepted on both ETH and TRX?"],
    }),
    silence("accepts", "The field has a length and no list of values.", {
      accountCurrencyValues: [
        "Values of account_currency",
        "Does account_currency have to be an upper-case ISO 4217 code?",
      ],
      localCodeCharacters: ["Characters of local_bank_code", "Which characters may local_bank_code contain?"],
    }),
  ]),
  ...about({ section: "2.3", operation: "createRecipient" }, [
    silence("accepts", "The field is empty or of limited length.", {
      postCodeCharacters: ["Characters of post_code", "Which characters may post_code contain?"],
    }),
  ]),
  ...about({ section: "2.4", operation: "createCustomer" }, [
    silence("response", "The field is returned; its vocabulary is not given.", {
      businessTypeValues: ["Values of business_type", "Which values can business_type of a customer have?"],
      identifierTypeValues: ["Values of business_identifier_type", "Which values can business_identifier_type have?"],
      productReferenceValues: [
        "Values of the product reference",
        "Which values can account_usage_product_reference have?",
      ],
      roleTypeValues: ["Values of role_type", "Which values can role_type of a business person have?"],
      idTypeValues: ["Values of id_type", "Which values can id_type of a business person have?"],
    }),
    silence("accepts", "Fields are listed with their types alone.", {
      requirements: [
        "Further requirements",
        "What does a customer creation have to meet beyond the types of its fields?",
        { needed: FURTHER_REQUIREMENTS },
      ],
    }),
    silence("echo", "The field belongs to the response only.", {
      responseFieldsSent: [
        "Response fields in a request",
        "May a partner send the fields that the response adds, such as business_type or role_type?",
      ],
    }),
    silence("accepts", "The field has a meaning; formats of a customer's request fields are not shown.", {
      countryCodeFormat: [
        "Form of country codes",
        "Which country code notation do customer fields take: two letters, three, or either?",
      ],
      currencyFormat: [
        "Form of the revenue currency",
        "Does estimated_monthly_revenue_currency have to be an ISO 4217 code?",
      ],
      revenueRange: ["Range of the revenue", "May estimated_monthly_revenue_amount be zero, negative or a fraction?"],
      industryCategoryValues: ["Values of industry_category_code", "Which values can industry_category_code have?"],
      phoneFormat: ["Form of contact_phone", "Which phone notations does contact_phone take?"],
      emailFormat: ["Form of contact_email", "Is contact_email checked for being an e-mail address?"],
      websiteFormat: ["Form of website", "Does the website of a business have to be a URL?"],
      identifierFormat: [
        "Check of the business identifier",
        "Is business_identifier_number checked against the rules of its country?",
      ],
      idNumberFormat: ["Check of id_number", "Is id_number checked against the rules of its issuing country?"],
      postcodeFormat: ["Check of postcodes", "Are customers' postcodes checked for length or characters?"],
      dateOnly: ["Date without a time", "Is a calendar date without a time accepted where a date-time is documented?"],
    }),
    silence("refuses", "The dates are date-times; no relation between them is mentioned.", {
      dateOrder: ["Expiry before issue", "Is an expiry date before its issue or start date refused?"],
      expiredDocument: ["Expired document", "Is an expired identity or registration document accepted?"],
      futureBirthDate: ["Birth date in the future", "Is a birth date in the future, or that of a minor, refused?"],
      dateEcho: [
        "Dates as they come back",
        "Do customers' dates come back as they were written, or in another notation of the same instant?",
        { area: "echo" },
      ],
    }),
    silence("accepts", "The lists have item types and no item counts.", {
      personCount: [
        "Number of business persons",
        "How many business persons must a customer have at least, and at most?",
      ],
      documentCount: ["Number of documents", "How few and how many ids may business_identifier_document_list hold?"],
    }),
    silence("accepts", "The fields hold file ids; how these are checked is not said.", {
      unknownFileId: [
        "File id that was never issued",
        "Does customer creation accept a file id that was never issued?",
      ],
      repeatedFileId: ["File id twice in a list", "May one file id stand for both sides of an identity document?"],
    }),
    silence("state", "partner_customer_id is a string; whether it must be unique is not said.", {
      duplicatePartnerId: [
        "A partner's id used twice",
        "What happens when a partner_customer_id is used a second time?",
        { needed: REPEATED_ID },
      ],
      duplicateBusiness: [
        "One business twice",
        "May one business be onboarded twice under different partner_customer_ids?",
      ],
    }),
  ]),
];
