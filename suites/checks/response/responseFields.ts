/** What every answer is held to: success status, media type, the documented fields, the echo, the error shape. */

import { checkOf, trafficGroup } from "../../../engine/checkGroup.js";
import type { CheckDefinition, CheckGroup } from "../../../engine/model.js";
import { KEYWORD_EXPECTATIONS, PRESENCE_EXPECTATIONS } from "../../../engine/responseExpectations.js";
import { ERROR_PARTS } from "../../../oracles/errorShape.js";
import { ruleName } from "../../../oracles/responseBody.js";
import { type Field, fieldTree, keywordsOf, walk } from "../../../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

const ALL = "every request that is accepted";

function fieldDefinitions(operation: OperationId, field: Field): CheckDefinition[] {
  const name = field.path === "" ? "The body" : field.path;
  const definitions = keywordsOf(field)
    .filter((keyword) => keyword !== "required")
    .map((keyword) => {
      const expects = KEYWORD_EXPECTATIONS[keyword]?.(field) ?? keyword;
      return checkOf(operation, "response", {
        rule: ruleName(field.path, keyword),
        section: field.section,
        level: keyword === "idPrefix" || field.should.includes(keyword) ? "should" : "must",
        title: `${name} in the response is ${expects}`,
        sends: ALL,
        expects,
        statements: [`${operation}.response.${ruleName(field.path, keyword)}`],
      });
    });
  // What was sent can be missed only where something is sent.
  const judged =
    field.presence !== null && !(field.presence === "sent" && OPERATIONS[operation].requestSchema === null);
  if (judged && field.presence !== null) {
    definitions.push(
      checkOf(operation, "response", {
        rule: ruleName(field.path, "present"),
        section: field.section,
        level: field.presence === "required" ? "must" : "should",
        title: `${name} is in the response`,
        sends: ALL,
        expects: PRESENCE_EXPECTATIONS[field.presence] ?? "",
        statements: [`${operation}.response.${ruleName(field.path, "present")}`],
      }),
    );
  }
  return definitions;
}

/** The rules of an operation's success body, field by field, and its media type. */
export function responseFields(operation: OperationId): CheckGroup {
  const { responseSchema } = OPERATIONS[operation];
  const definitions = [...walk(fieldTree(responseSchema))].flatMap((field) => fieldDefinitions(operation, field));
  const body = checkOf(operation, "response", {
    rule: "body.json",
    section: "1",
    title: "The body of a success is JSON",
    sends: ALL,
    expects: "a body that can be read as JSON",
  });
  // The content type of a receipt is not shown (section 4.7).
  if (operation === "getTransferReceipt") return trafficGroup([body, ...definitions]);
  const mediaType = checkOf(operation, "response", {
    rule: "mediaType",
    section: "1",
    title: "A success has a JSON media type",
    sends: ALL,
    expects: "content-type application/json, or another JSON media type",
  });
  return trafficGroup([mediaType, body, ...definitions]);
}

/** Whether what was sent comes back, field by field. */
export function echoedFields(operation: OperationId): CheckGroup {
  const { requestSchema } = OPERATIONS[operation];
  if (requestSchema === null) return trafficGroup([]);
  const fields = [...walk(fieldTree(requestSchema))].filter(
    ({ path, location }) => path !== "" && location.at(-1) !== "[]",
  );
  return trafficGroup(
    fields.map((field) =>
      checkOf(operation, "echo", {
        rule: field.path,
        section: field.section,
        title: `${field.path} comes back as it was sent`,
        sends: `${ALL} and carries ${field.path}`,
        expects:
          field.rules.format === "date-time"
            ? "the same instant"
            : field.type === "number"
              ? "the same number"
              : "the same value",
      }),
    ),
  );
}

const ERROR_TITLES: Readonly<Record<(typeof ERROR_PARTS)[number], string>> = {
  mediaType: "An error has a JSON media type",
  body: "The body of an error is a JSON object",
  errors: "An error has errors, a list with at least one entry",
  items: "Every entry of errors is an object",
  detail: "Every error has a text detail",
  code: "Every error has a text code",
};

/** The error shape (section 7), on every refusal of the operation. */
export function errorAnswers(operation: OperationId): CheckGroup {
  const sends = "every request that is refused";
  const parts = ERROR_PARTS.map((part) =>
    checkOf(operation, "errors", {
      rule: part,
      section: "7",
      title: ERROR_TITLES[part],
      sends,
      expects: ERROR_TITLES[part],
    }),
  );
  return trafficGroup([
    ...parts,
    checkOf(operation, "errors", {
      rule: "leak",
      section: "7",
      level: "should",
      title: "An error describes itself and gives nothing else away",
      sends,
      expects: "neither a stack trace nor a secret in the error",
    }),
    checkOf(operation, "errors", {
      rule: "no-server-error",
      section: "7",
      title: "No request makes the service fail",
      sends: "every request",
      expects: "a status below 500",
    }),
  ]);
}
