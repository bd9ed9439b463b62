/** Checks that cannot be exercised because no file was taken that their requests would refer to. */
import type { Target as AnyTarget, CheckDefinition, Unexercised } from "../engine/model.js";
import type { Field } from "../schemas/fieldTree.js";
import type { Subject } from "../schemas/operations.js";
import { deployment } from "./target.js";

/** Whether a field is the id of a file, or a list of such ids. */
function holdsFiles(field: Field): boolean {
  return [field, ...field.children].some(({ kind }) => kind === "fileId");
}

/** Where the target says why requests of an operation refer to no files. */
const WITHOUT_FILES: ReadonlyMap<string, "noFiles" | "noCustomerFiles"> = new Map<
  Subject,
  "noFiles" | "noCustomerFiles"
>([
  ["createRecipient", "noFiles"],
  ["updateRecipient", "noFiles"],
  ["createCustomer", "noCustomerFiles"],
]);

/** Files that a check's requests would have to refer to were not taken. */
export function lackingFiles({ operation, field }: CheckDefinition, target: AnyTarget): Unexercised | null {
  const without = WITHOUT_FILES.get(operation);
  if (without === undefined || field === undefined || !holdsFiles(field)) return null;
  const reason = deployment(target)[without];
  return reason === null ? null : { verdict: "not-exercised", reason };
}
