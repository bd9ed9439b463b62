/**
 * What the contract document leaves open, as questions to the provider: all that it says is not shown, and all that it
 * leaves open without saying so. A deployment is free in each of them; a run observes what it does. This file has those
 * that apply to each operation or field alike; the rest come from the files next to it.
 */
import { fieldTree, ITEM, walk } from "../fieldTree.js";
import { operationOf } from "../operation.js";
import { type DetailOperation, OPERATION_IDS, type OperationId } from "../operations.js";
import { CREATION_UNKNOWNS } from "./creationUnknowns.js";
import { OPERATION_UNKNOWNS } from "./operationUnknowns.js";
import { RESOURCE_UNKNOWNS } from "./resourceUnknowns.js";
import { SERVICE_UNKNOWNS } from "./serviceUnknowns.js";
import { about, type Needed, type Row, silence, TRIVIA, type Unknown } from "./unknown.js";

const SPOKEN: Readonly<Record<OperationId, string>> = {
  createRecipient: "recipient creation",
  updateRecipient: "recipient update",
  uploadFile: "file upload",
  createCustomer: "customer creation",
  getTransferDetail: "the transfer detail",
  listTransactions: "the transaction list",
  getTransferReceipt: "the transfer receipt",
  listBalances: "the balance list",
  getDepositDetail: "the deposit detail",
};

/** What is open for every operation (sections 4 and 7). */
function openForOperation(operation: OperationId): readonly Unknown[] {
  const { section, requestSchema, responseSchema, query, successStatus, errorStatuses, refusalStatus } =
    operationOf(operation);
  const spoken = SPOKEN[operation];
  const at = (section: string, isOpen: boolean, ...told: Parameters<typeof silence>): readonly Unknown[] =>
    isOpen ? about({ section, operation }, [silence(...told)]) : [];
  const hasBody = requestSchema !== null;
  return [
    ...at(
      "7",
      true,
      "errors",
      "The shape of an error and one sample code are given; no list says which condition has which code.",
      {
        refusalCode: [
          "Error codes",
          `Which error codes does ${spoken} give when it refuses a request?`,
          { place: "refusal" },
        ],
      },
    ),
    ...at(
      section,
      // A receipt is a list of texts: it has no object that could carry another field.
      [...walk(fieldTree(responseSchema))].some(({ type }) => type === "object"),
      "response",
      "The response's fields are listed; whether others may appear is not said.",
      {
        extraResponseFields: [
          "Further response fields",
          `Which fields beyond the documented ones does ${spoken} return?`,
          { place: "success" },
        ],
      },
    ),
    ...at("4", successStatus === null, "response", "Success has a name but, outside recipient update, no number.", {
      successStatus: [
        "Status of a success",
        `Which status code reports success of ${spoken}?`,
        {
          place: "success",
          needed: {
            rank: 11,
            why: "A client that waits for 200 takes a 201 for a failure.",
            all: "Which status code reports success of each operation?",
          },
        },
      ],
    }),
    ...at("7", !errorStatuses.includes(405), "method", "405 is listed for recipient update only.", {
      methodStatus: [
        "Status of other methods",
        `Which status code does the path of ${spoken} give for another HTTP method?`,
        TRIVIA,
      ],
    }),
    ...at(
      "7",
      // Without a body and without parameters there is no rule that a request could break.
      refusalStatus === null && (hasBody || query.length > 0),
      "errors",
      "Statuses of a refused value are listed for recipient update only.",
      {
        refusalStatus: [
          "Status of a refusal",
          `Which status code does ${spoken} give for a request that breaks a rule?`,
          {
            place: "refusal",
            needed: {
              rank: 10,
              why: "A client must know which requests to correct and which to send again.",
              all: "Which status code does each operation give for a request that breaks a rule?",
            },
          },
        ],
      },
    ),
    ...at(
      "7",
      hasBody && operation !== "updateRecipient",
      "refuses",
      "Bodies are JSON; the answer to a body that cannot be parsed is given nowhere.",
      {
        malformedBody: [
          "Body that is not JSON",
          `Which status code and error code does ${spoken} give for a body that is not valid JSON?`,
        ],
      },
    ),
    ...at(section, hasBody, "accepts", "The request's fields are listed; nothing is said about others.", {
      unknownFields: [
        "Unknown request fields",
        `Does ${spoken} ignore, store or refuse a request field that is not documented?`,
      ],
    }),
    ...at(section, hasBody, "refuses", "Fields have types; an empty object is not mentioned.", {
      emptyObject: ["Empty object", `What does ${spoken} answer to an empty object?`],
    }),
    ...at(
      section,
      hasBody && operation !== "uploadFile",
      "accepts",
      "Fields have types; whether null counts as absent is not mentioned.",
      {
        nullValues: [
          "null for an optional field",
          `Does ${spoken} take null for a field that may be left out as absent, or refuse it?`,
        ],
      },
    ),
  ];
}

function required(paths: readonly string[], what: string, needed: Needed): Readonly<Record<string, Row>> {
  const rows = paths.map((path): [string, Row] => {
    const field = path.replaceAll(ITEM, "");
    const question = `Must ${path} be sent when a ${what} is created?`;
    return [`required.${field}`, [`Required to create a ${what}`, question, { place: "field", field, needed }]];
  });
  return Object.fromEntries(rows);
}

/** Whether each field of recipient creation must be sent (section 2.1). */
function openCreationFlags(): readonly Unknown[] {
  const { children } = fieldTree("recipient-create.schema.json");
  const needed = {
    rank: 3,
    why: "A form must ask for these fields, or the creation fails.",
    all: "Which fields must be sent when a recipient is created?",
  };
  const paths = children.filter((field) => !field.required).map(({ path }) => path);
  return about({ section: "2.1", operation: "createRecipient" }, [
    silence(
      "accepts",
      "Required flags are given for the update only; the creation sample leaves out business_type.",
      required(paths, "recipient", needed),
    ),
  ]);
}

/** Whether each customer field must be sent, and how long the texts of each group may be (section 2.4). */
function openCustomerFields(): readonly Unknown[] {
  const fields = [...walk(fieldTree("customer-create.schema.json"))];
  const named = fields.filter(({ path, name }) => path !== "" && name !== ITEM);
  const groups = fields.filter(({ children }) =>
    children.some(({ type, rules, name }) => type === "string" && rules.format === undefined && name !== ITEM),
  );
  const needed = {
    rank: 4,
    why: "Onboarding must collect these fields, or the creation fails.",
    all: "Which fields must be sent when a customer is created?",
  };
  const lengths = groups.map(({ path }): [string, Row] => {
    const group = path === "" ? "partner_customer_id" : path.replaceAll(ITEM, "");
    const asked = path === "" ? group : `each text field of ${path}`;
    const label = `Lengths in ${group.split(".").at(-1)}`;
    return [`lengths.${group}`, [label, `How short and how long may ${asked} be?`, { topic: "Lengths of a customer" }]];
  });
  const paths = named.map(({ path }) => path);
  return about({ section: "2.4", operation: "createCustomer" }, [
    silence("accepts", "The field is listed with its type and no required flag.", required(paths, "customer", needed)),
    silence("accepts", "The fields are listed as strings without any length.", Object.fromEntries(lengths)),
  ]);
}

/** How a lookup treats its two ids (sections 4.5 and 4.9). */
function openLookup(operation: DetailOperation, kind: string, other: string): readonly Unknown[] {
  const spoken = SPOKEN[operation];
  return about({ section: operationOf(operation).section, operation }, [
    silence("errors", "Two query parameters are named; how they combine is not.", {
      byTransactionId: [
        "Lookup by transaction_id",
        `Does ${spoken} work with transaction_id alone?`,
        { area: "accepts" },
      ],
      byPartnerTransactionId: [
        "Lookup by the partner's id",
        `Does ${spoken} work with partner_transaction_id alone?`,
        {
          area: "accepts",
          needed: {
            rank: 16,
            why: "After a lost response, the partner's own id is the only one that a client has.",
            all: "Can a transaction be looked up by partner_transaction_id alone?",
          },
        },
      ],
      neitherId: ["Lookup without an id", `What does ${spoken} answer when neither id is given?`],
      bothIds: [
        "Lookup with both ids",
        `Does ${spoken} accept both ids when they name the same ${kind}?`,
        { area: "accepts" },
      ],
      conflictingIds: [
        "Lookup with two different ids",
        `Which id wins in ${spoken} when the two name different ${kind}s, or is that refused?`,
        { area: "response" },
      ],
      unknownId: ["Unknown id", `What does ${spoken} answer for an id that does not exist?`],
      impossibleId: [
        "Id of another length",
        `What does ${spoken} answer for a partner_transaction_id of fewer than 20 or more than 64 characters?`,
        TRIVIA,
      ],
      emptyId: ["Empty id", `What does ${spoken} answer for an id that is an empty text?`, TRIVIA],
      otherKind: ["Id of the other kind", `What does ${spoken} answer for the id of a ${other}?`],
      idCase: [
        "Letter case of an id",
        `Does ${spoken} find a ${kind} by its transaction_id in another letter case?`,
        TRIVIA,
      ],
    }),
  ]);
}

const SECTIONS = new Intl.Collator("en", { numeric: true });

/** Orders unknowns as the document does: 4.10 after 4.9. */
function bySection(one: Unknown, other: Unknown): number {
  return SECTIONS.compare(one.section, other.section);
}

/** Every unknown of the document, section by section. */
export const UNKNOWNS: readonly Unknown[] = [
  ...OPERATION_IDS.flatMap(openForOperation),
  ...openCreationFlags(),
  ...openCustomerFields(),
  ...openLookup("getTransferDetail", "transfer", "deposit"),
  ...openLookup("getDepositDetail", "deposit", "transfer"),
  ...CREATION_UNKNOWNS,
  ...RESOURCE_UNKNOWNS,
  ...OPERATION_UNKNOWNS,
  ...SERVICE_UNKNOWNS,
].toSorted(bySection);
