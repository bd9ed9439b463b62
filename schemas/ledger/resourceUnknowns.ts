/** What the contract document leaves open about transactions, wallets and files, and about the states of all resources (sections 2.5 to 3). */
import { about, type Needed, silence, type Unknown } from "./unknown.js";

/** What both creations leave open about the status that follows them. */
const FIRST_STATUS: Needed = {
  rank: 23,
  why: "A client must know whether it may pay a new recipient at once.",
  all: "Which status do a recipient and a customer have right after creation?",
};

export const RESOURCE_UNKNOWNS: readonly Unknown[] = [
  ...about({ section: "2.5", operation: "getTransferDetail" }, [
    silence("response", "fee and exchange_rate are numbers without units.", {
      feeUnit: ["Currency of the fee", "In which currency is fee stated, and is it part of the source amount?"],
      exchangeRateUnit: [
        "Direction of exchange_rate",
        "Is exchange_rate target units for one source unit, or the reverse?",
      ],
    }),
    silence("response", "The fields are listed for all statuses alike.", {
      fieldsWhilePending: [
        "Fields while pending",
        "Which fields does a transfer lack, or leave empty, while it is pending?",
      ],
      fieldsWhenFailed: [
        "Fields when failed",
        "Which fields does a failed transfer lack, and does any give the reason?",
      ],
      fieldsNotApplicable: [
        "Fields that a transfer has no value for",
        "What do notes, purpose_code and file_id_list show when a transfer has none?",
      ],
    }),
    silence("response", "Each side of a transfer has a currency and a network, both free strings.", {
      currencyValues: ["Currencies of transfers", "Which currencies appear on the two sides of a transfer?"],
      networkValues: [
        "Networks of transfers",
        "Which networks appear on the two sides of a transfer, and what stands there for a bank account?",
      ],
    }),
    silence("state", "A transfer carries its customer and its recipient.", {
      embeddedState: [
        "Recipient inside a transfer",
        "Does a transfer show its recipient as it was at the time, or as it is now?",
      ],
    }),
  ]),
  ...about(
    {
      section: "2.5",
      operation: null,
      shownBy: "getTransferDetail",
      unanswerable: "The value can be seen, but the event behind it cannot.",
    },
    [
      silence("response", "audit_at is a date-time of transfers and deposits.", {
        auditMeaning: ["Meaning of audit_at", "Which event does audit_at mark?"],
      }),
    ],
  ),
  ...about({ section: "2.5", operation: null, shownBy: "getTransferDetail" }, [
    silence("response", "Amounts are JSON numbers.", {
      amountPrecision: ["Decimals of amounts", "How many decimals do amounts, fees and rates carry, per currency?"],
    }),
  ]),
  ...about({ section: "2.6", operation: "listTransactions" }, [
    silence("response", "The field is a string; its vocabulary is not given.", {
      typeValues: ["Values of type", "Which values does type of a list item have?"],
      statusValues: [
        "Values of status",
        "Which values does status of a list item have, and how do they map to the details?",
      ],
    }),
    silence("state", "List items have names of their own: id, reference_id and two amounts.", {
      referenceId: ["Meaning of reference_id", "Is reference_id of a list item the partner_transaction_id?"],
      amountCurrencies: [
        "Currencies of list amounts",
        "In which currencies are sender_amount and receiver_amount stated?",
        { area: "response" },
      ],
      depositAmounts: [
        "Amounts of deposits in the list",
        "What do receiver_amount and exchange_rate show for a deposit?",
        { area: "response" },
      ],
      includedKinds: [
        "Kinds in the list",
        "Does the list hold returns and pending transfers, besides deposits and finished transfers?",
      ],
    }),
  ]),
  ...about({ section: "2.7", operation: "getDepositDetail" }, [
    silence("response", "The fields are listed for all statuses alike.", {
      fieldsWhileProcessing: [
        "Fields while processing",
        "Which fields does a deposit lack, or leave empty, while it is being processed?",
      ],
      fieldsWhenFailed: [
        "Fields when failed",
        "Which fields does a failed deposit lack, and does any give the reason?",
      ],
    }),
  ]),
  ...about({ section: "2.8", operation: "listBalances" }, [
    silence("state", "There is one entry for each wallet; nothing more is said of the list.", {
      emptyWallets: ["Empty wallets", "Are wallets listed that hold nothing?"],
      inactiveWallets: ["Inactive wallets", "Are inactive wallets listed?"],
      ordering: ["Order of wallets", "In which order are wallets listed?"],
      moving: ["Balances that move", "Do amounts change from one reading to the next?"],
      heldAmount: [
        "Difference of total and available",
        "How do total_amount and available_amount differ, and what is held back?",
        { area: "response" },
      ],
    }),
  ]),
  ...about({ section: "2.9", operation: "uploadFile", place: "success" }, [
    silence("response", "An address of the file is mentioned; only file_id is a field.", {
      accessibleUrlField: [
        "Field with the file's address",
        "In which response field does the address of an uploaded file appear?",
      ],
    }),
  ]),
  ...about({ section: "3", operation: null }, [
    silence("state", "The values of the status are listed; the steps between them are not.", {
      recipientTransitions: [
        "Status changes of recipients",
        "Which changes of status does a recipient go through, and what causes them?",
        { shownBy: "createRecipient" },
      ],
      transferTransitions: [
        "Status changes of transfers",
        "Which changes of status does a transfer go through, and what causes them?",
        { shownBy: "getTransferDetail" },
      ],
      depositTransitions: [
        "Status changes of deposits",
        "Which changes of status does a deposit go through, and what causes them?",
        { shownBy: "getDepositDetail" },
      ],
    }),
  ]),
  ...about({ section: "3", operation: null, unasked: "No documented request changes a wallet." }, [
    silence("state", "The values of the status are listed; the steps between them are not.", {
      walletTransitions: ["Status changes of wallets", "What makes a wallet active or inactive?"],
    }),
  ]),
  ...about(
    {
      section: "3",
      operation: null,
      shownBy: "createCustomer",
      unasked: "No documented operation reads a customer again; deliveries report its changes.",
    },
    [
      silence("state", "active is the only status that is given for a customer.", {
        customerTransitions: [
          "Status changes of customers",
          "Which changes of status does a customer go through, and what causes them?",
        ],
      }),
    ],
  ),
  ...about({ section: "3", operation: null, shownBy: "createCustomer" }, [
    silence("response", "active is the only status that is given for a customer.", {
      customerStatusValues: ["Status values of customers", "Which status values can a customer have?"],
    }),
  ]),
  ...about({ section: "3", operation: "createRecipient" }, [
    silence("state", "Four status values are possible.", {
      initialStatus: [
        "First status",
        "Which status does a recipient have right after its creation?",
        { needed: FIRST_STATUS },
      ],
    }),
  ]),
  ...about({ section: "3", operation: "createCustomer" }, [
    silence("state", "active is the only status that is given for a customer.", {
      initialStatus: [
        "First status",
        "Which status does a customer have right after its creation?",
        { needed: FIRST_STATUS },
      ],
    }),
  ]),
  ...about({ section: "3", operation: "updateRecipient" }, [
    silence("accepts", "Four status values are possible; the effect of an update on them is not said.", {
      statusAfterUpdate: [
        "Status after an update",
        "Which status does a recipient have right after an update?",
        { area: "state" },
      ],
      inactiveRecipient: [
        "Update of an inactive recipient",
        "May a pending, rejected or suspended recipient be updated?",
      ],
      repeated: ["Update right after an update", "May a recipient be updated again right after an update?"],
      shown: ["When an update shows", "How soon do responses show what an update carried?", { area: "echo" }],
    }),
  ]),
];
