/**
 * Files in the wrong place (section 4.3): of a customer on a recipient, of a recipient on a customer, of one customer
 * field in another.
 */
import type { Exercise } from "../../engine/check.js";
import type { Target } from "../../engine/model.js";
import { valueAt } from "../../schemas/json.js";
import { templateOf } from "../recipientTemplates.js";
import { inquiries } from "./observing.js";
import { type Trial, trialsOf } from "./trials.js";

const UNKNOWN = "unknown.uploadFile";
const IDENTITY = ["business_person_list", 0, "identification"] as const;
const DOCUMENTS = ["business_details", "business_identifier_document_list"];
const FRONT = [...IDENTITY, "id_document_front_file_id"];
const BACK = [...IDENTITY, "id_document_back_file_id"];

/** The files of the customer template; null where it has none, or where none could be uploaded. */
function customerFiles(target: Target): { front: string; back: string; corporate: string } | null {
  const body = target.templates.createCustomer[0]?.body ?? undefined;
  const [front, back, corporate] = [FRONT, BACK, [...DOCUMENTS, 0]].map((at) => valueAt(body, at));
  const are = typeof front === "string" && typeof back === "string" && typeof corporate === "string";
  return are && target.unready.uploadFile === undefined ? { front, back, corporate } : null;
}

function fileTrial(name: string, at: readonly (string | number)[], value: string | string[]): Trial {
  return { name, edit: { kind: "set", at, value } };
}

/** Files of customers, on a recipient. */
const onRecipients = inquiries("createRecipient", "fileContexts", (target) => {
  const template = templateOf(target, "createRecipient", "bank");
  const files = customerFiles(target);
  if (template === undefined || files === null) return [];
  const at = ["file_id_list"];
  return [
    trialsOf(`${UNKNOWN}.otherContextOnRecipient`, 1, template, [
      fileTrial("Business Registration", at, [files.corporate]),
      fileTrial("Main page", at, [files.front]),
      fileTrial("Back page", at, [files.back]),
    ]),
  ];
});

/** Files of recipients and transfers on a customer, and files of customers in other fields than their own. */
const onCustomers = inquiries("createCustomer", "fileContexts", (target) => {
  const [template] = target.templates.createCustomer;
  const files = customerFiles(target);
  if (template === undefined || files === null) return [];
  const { front, back, corporate } = files;
  const [invoice, contract] = target.recipientFiles;
  return [
    ...(invoice === undefined || contract === undefined
      ? []
      : [
          trialsOf(`${UNKNOWN}.otherContextOnCustomer`, 1, template, [
            fileTrial("Invoice as a corporate document", DOCUMENTS, [invoice]),
            fileTrial("Contract as the front of an identity document", FRONT, contract),
          ]),
        ]),
    trialsOf(`${UNKNOWN}.otherTypeInContext`, 1, template, [
      fileTrial("Main page as a corporate document", DOCUMENTS, [front]),
      fileTrial("Business Registration as the front of an identity document", FRONT, corporate),
      fileTrial("Back page as the front of an identity document", FRONT, back),
    ]),
  ];
});

/** What is asked about the types of files. */
export const fileContexts: readonly Exercise[] = [onRecipients, onCustomers];
