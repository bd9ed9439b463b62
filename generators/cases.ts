/** Realistic requests with stand-ins for what a run would find out first: cases made from them need no deployment. */
import type { OperationId } from "../schemas/operations.js";
import type { Template } from "./edits/edit.js";
import { createCustomerTemplates } from "./templates/customers.js";
import { createRecipientTemplates, updateRecipientTemplates } from "./templates/recipients.js";

/** Stand-ins for the ids of uploaded files: two more than a list may hold. */
export const SAMPLE_FILES: readonly string[] = Array.from({ length: 12 }, (_, index) => `file_sample_${index + 1}`);

/** How files are uploaded, without what a run would find out first. */
const UPLOAD: Template = {
  id: "Invoice",
  operation: "uploadFile",
  body: { file: "JVBERi0xLjQK" },
  query: { file_type: "Invoice" },
  path: {},
  version: null,
  freshField: null,
};

/** Templates of an operation that takes a body, with stand-ins for what a run would find out first. */
export function sampleTemplatesOf(
  operation: OperationId,
  seed: number,
  files: readonly string[] = SAMPLE_FILES,
): readonly Template[] {
  const customerFiles = { corporate: files, front: files, back: files };
  const context = { seed, createVersion: null, customerVersion: null, recipientFiles: files, customerFiles };
  switch (operation) {
    case "createRecipient":
      return createRecipientTemplates(context);
    case "updateRecipient":
      return updateRecipientTemplates(context);
    case "createCustomer":
      return createCustomerTemplates(context);
    default:
      return operation === "uploadFile" ? [UPLOAD] : [];
  }
}

/** The same for all operations that take one. */
export function sampleTemplates(seed: number): ReadonlyMap<OperationId, readonly Template[]> {
  const operations = ["createRecipient", "updateRecipient", "uploadFile", "createCustomer"] as const;
  return new Map(operations.map((operation) => [operation, sampleTemplatesOf(operation, seed)]));
}
