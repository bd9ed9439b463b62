/** What is expected of answers and of their fields, in the words that every check uses (contract document, sections 4.2 and 7). */

import { amount } from "../../reports/visible.js";
import type { Field } from "../../schemas/fieldTree.js";
import { commaList } from "../../schemas/groups.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";

/** The status that must answer a request that is refused for its content. */
export function refusalText(operation: OperationId): string {
  const { refusalStatus } = operationOf(operation);
  return refusalStatus === null ? "a 4xx status other than 401, 403, 404 and 405" : `status ${refusalStatus}`;
}

/** The status that a success must have. */
export function successText(operation: OperationId): string {
  const { successStatus } = operationOf(operation);
  return successStatus === null ? "a 2xx status" : `status ${successStatus}`;
}

/** What a keyword requires of a field, in words. */
export const KEYWORD_EXPECTATIONS: Readonly<Record<string, (field: Field) => string>> = {
  type: ({ type }) => `${/^[aio]/.test(type) ? "an" : "a"} ${type}`,
  enum: ({ rules: { enum: values = [] } }) =>
    values.length === 1 ? `always ${values.join()}` : `one of ${commaList(values)}`,
  minLength: ({ rules }) =>
    `${rules.mayBeEmpty === true ? "empty, or " : ""}at least ${amount(rules.minLength ?? 0, "character")} long`,
  maxLength: ({ rules }) => `at most ${amount(rules.maxLength ?? 0, "character")} long`,
  pattern: ({ rules }) => `a value that matches ${rules.pattern ?? ""}`,
  format: ({ rules }) => `a ${rules.format ?? ""}`,
  maxItems: ({ rules }) => `at most ${amount(rules.maxItems ?? 0, "item")}`,
  idPrefix: ({ rules }) => `an id that begins with ${rules.idPrefix ?? ""}`,
};

/** What each kind of presence requires of a response. */
export const PRESENCE_EXPECTATIONS: Readonly<Record<string, string>> = {
  required: "the field in each response, as the document requires",
  listed: "the listed field in each response",
  sent: "the listed field in each response to a request that carried it",
  eventual: "the listed field in at least one response",
};
