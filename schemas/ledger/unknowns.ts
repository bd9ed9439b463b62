/**
 * What the contract document leaves open, as questions to the provider: all that it says is not shown, and all that it
 * leaves open without saying so. A deployment is free in each of them; a run observes what it does.
 * Here are those that hold for each operation or field alike; the rest is read from the files beside this one.
 */
import { fieldTree, ITEM, walk } from "../fieldTree.js";
import { operationOf } from "../operation.js";
import { OPERATION_IDS, type OperationId } from "../operations.js";
import { type Label, labelFor } from "./labels.js";
import { RESOURCE_UNKNOWNS } from "./resourceUnknowns.js";
import { SERVICE_UNKNOWNS } from "./serviceUnknowns.js";
import { open, openField, type Unknown } from "./unknown.js";

export type { DocumentPlace, Unknown } from "./unknown.js";

/** How a question names an operation. */
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

/** What is open for an operation whatever it does (sections 4 and 7). */
function openForOperation(id: OperationId): readonly Unknown[] {
  const operation = operationOf(id);
  const spoken = SPOKEN[id];
  const errors = "The shape of an error and one sample code are given; no list says which condition has which code.";
  const questions = [
    ...open("7", id, errors, {
      refusalCode: ["errors", `Which error codes does ${spoken} give when it refuses a request?`, "refusal"],
    }),
  ];
  // A receipt is a list of texts: it has no object that could carry a further field.
  if ([...walk(fieldTree(operation.responseSchema))].some(({ type }) => type === "object")) {
    questions.push(
      ...open(operation.section, id, "The response's fields are listed; whether others may appear is not said.", {
        extraResponseFields: ["response", `Which fields beyond the documented ones does ${spoken} return?`, "success"],
      }),
    );
  }
  if (operation.successStatus === null) {
    const success = "Success has a name but, outside recipient update, no number.";
    questions.push(
      ...open("4", id, success, {
        successStatus: ["response", `Which status code reports success of ${spoken}?`, "success"],
      }),
    );
  }
  if (!operation.errorStatuses.includes(405)) {
    const methods = "405 is listed for recipient update only.";
    questions.push(
      ...open("7", id, methods, {
        methodStatus: ["method", `Which status code does the path of ${spoken} give for another HTTP method?`],
      }),
    );
  }
  // Without a body and without parameters there is no rule that a request could break.
  if (operation.refusalStatus === null && (operation.requestSchema !== null || operation.query.length > 0)) {
    const refusal = "Statuses of a refused value are listed for recipient update only.";
    questions.push(
      ...open("7", id, refusal, {
        refusalStatus: ["errors", `Which status code does ${spoken} give for a request that breaks a rule?`, "refusal"],
      }),
    );
  }
  if (operation.requestSchema !== null && id !== "updateRecipient") {
    questions.push(
      ...open("7", id, "Bodies are JSON; the answer to a body that cannot be parsed is given nowhere.", {
        malformedBody: [
          "refuses",
          `Which status code and error code does ${spoken} give for a body that is not valid JSON?`,
        ],
      }),
    );
  }
  if (operation.requestSchema !== null) {
    questions.push(
      ...open(operation.section, id, "The request's fields are listed; nothing is said about others.", {
        unknownFields: ["accepts", `Does ${spoken} ignore, store or refuse a request field that is not documented?`],
      }),
      ...open(operation.section, id, "Fields have types; an empty object is not mentioned.", {
        emptyObject: ["refuses", `What does ${spoken} answer to an empty object?`],
      }),
    );
    if (id !== "uploadFile") {
      questions.push(
        ...open(operation.section, id, "Fields have types; whether null counts as absent is not mentioned.", {
          nullValues: ["accepts", `Does ${spoken} take null for a field that may be left out as absent, or refuse it?`],
        }),
      );
    }
  }
  return questions;
}

/** Whether each field of recipient creation must be sent (section 2.1). */
function openCreationFlags(): readonly Unknown[] {
  const documented = "Required flags are given for the update only; the creation sample leaves out business_type.";
  return fieldTree("recipient-create.schema.json")
    .children.filter((field) => !field.required)
    .map(({ path }) =>
      openField("2.1", "createRecipient", documented, path, `Must ${path} be sent when a recipient is created?`),
    );
}

/** Whether each customer field must be sent, and how long the texts of each group may be (section 2.4). */
function openCustomerFields(): readonly Unknown[] {
  const root = fieldTree("customer-create.schema.json");
  const required = [...walk(root)].filter(({ path, name }) => path !== "" && name !== ITEM);
  const groups = [...walk(root)].filter(({ children }) =>
    children.some(({ type, rules, name }) => type === "string" && rules.format === undefined && name !== ITEM),
  );
  return [
    ...required.map(({ path }) =>
      openField(
        "2.4",
        "createCustomer",
        "The field is listed with its type and no required flag.",
        path.replaceAll(ITEM, ""),
        `Must ${path} be sent when a customer is created?`,
      ),
    ),
    ...groups.flatMap(({ path }) =>
      open("2.4", "createCustomer", "The fields are listed as strings without any length.", {
        [`lengths.${path === "" ? "partner_customer_id" : path.replaceAll(ITEM, "")}`]: [
          "accepts",
          path === ""
            ? "How short and how long may partner_customer_id be?"
            : `How short and how long may each text field of ${path} be?`,
        ],
      }),
    ),
  ];
}

/** How a lookup treats its two ids (sections 4.5 and 4.9). */
function openLookup(id: "getTransferDetail" | "getDepositDetail", kind: string, other: string): readonly Unknown[] {
  const spoken = SPOKEN[id];
  return open(operationOf(id).section, id, "Two query parameters are named; how they combine is not.", {
    byTransactionId: ["accepts", `Does ${spoken} work with transaction_id alone?`],
    byPartnerTransactionId: ["accepts", `Does ${spoken} work with partner_transaction_id alone?`],
    neitherId: ["errors", `What does ${spoken} answer when neither id is given?`],
    bothIds: ["accepts", `Does ${spoken} accept both ids when they name the same ${kind}?`],
    conflictingIds: [
      "response",
      `Which id wins in ${spoken} when the two name different ${kind}s, or is that refused?`,
    ],
    unknownId: ["errors", `What does ${spoken} answer for an id that does not exist?`],
    impossibleId: [
      "errors",
      `What does ${spoken} answer for a partner_transaction_id of fewer than 20 or more than 64 characters?`,
    ],
    emptyId: ["errors", `What does ${spoken} answer for an id that is an empty text?`],
    otherKind: ["errors", `What does ${spoken} answer for the id of a ${other}?`],
    idCase: ["errors", `Does ${spoken} find a ${kind} by its transaction_id in another letter case?`],
  });
}

const SECTIONS = new Intl.Collator("en", { numeric: true });

/** Orders unknowns as the document does: 4.10 after 4.9. */
function bySection(one: Unknown, other: Unknown): number {
  return SECTIONS.compare(one.section, other.section);
}

/** Until it is named: a test fails for an unknown without a label. */
const UNNAMED: Label = { label: "", importance: "useful" };

/** Every unknown of the document, section by section. */
export const UNKNOWNS: readonly (Unknown & Label)[] = [
  ...OPERATION_IDS.flatMap(openForOperation),
  ...openCreationFlags(),
  ...openCustomerFields(),
  ...openLookup("getTransferDetail", "transfer", "deposit"),
  ...openLookup("getDepositDetail", "deposit", "transfer"),
  ...RESOURCE_UNKNOWNS,
  ...SERVICE_UNKNOWNS,
]
  .map((unknown) => ({ ...unknown, ...(labelFor(unknown.id) ?? UNNAMED) }))
  .toSorted(bySection);
