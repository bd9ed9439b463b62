/** Bodies that are not a JSON object at all (section 1: all bodies are JSON; section 2: each request body is an object). */
import { type Check, check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { refusalText } from "../../../engine/judge/expectations.js";
import type { OperationId } from "../../../schemas/operations.js";

type Broken = Readonly<Record<string, (valid: string) => string>>;

const MALFORMED: Broken = {
  "JSON with a trailing comma": (valid) => `${valid.slice(0, -1)},}`,
  "two JSON objects": (valid) => `${valid}{}`,
  "JSON with a letter after it": (valid) => `${valid}x`,
  "JSON without its last brace": (valid) => valid.slice(0, -1),
  "JSON with single quotes": (valid) => valid.replaceAll('"', "'"),
  "JSON with one brace too many": (valid) => `${valid}}`,
  "form fields": () => "business_name=Lotus",
  "one brace": () => "{",
  XML: () => "<recipient/>",
};

const NO_OBJECT: Broken = {
  "a list around the object": (valid) => `[${valid}]`,
  null: () => "null",
  "the object encoded as a JSON string": (valid) => JSON.stringify(valid),
  "an empty list": () => "[]",
  "a text": () => '"text"',
  "a number": () => "12345",
  true: () => "true",
};

/**
 * How many of the bodies every profile sends: some parsers repair a text, others end where its first value ends, and some
 * take null for an object, which creations test.
 */
function telling(operation: OperationId, broken: Broken): number {
  if (broken === MALFORMED) return 2;
  return broken === NO_OBJECT && /^create/.test(operation) ? 2 : 1;
}

const EMPTY: Broken = { nothing: () => "" };

export function brokenBodies(operation: OperationId): readonly Check[] {
  const refused = (id: `${OperationId}/refuses/body.${string}`, body: string, broken: Broken) =>
    check(id, {
      title: `${body} is refused`,
      sends: "an accepted request in which only the body is replaced",
      expects: refusalText(operation),
      cases: ({ templates }) =>
        Object.entries(broken).flatMap(([label, render], index) => {
          const template = templates[operation][index % templates[operation].length];
          if (template === undefined) return [];
          return sending({
            tier: Math.max(0, index - telling(operation, broken) + 1),
            template,
            edit: { kind: "raw", render, contentType: "application/json", label },
            expect: { kind: "refuse" },
            message: { subject: operation, object: broken === EMPTY ? "an empty body" : `${label} as its body` },
          });
        }),
    });
  return [
    refused(`${operation}/refuses/body.malformed`, "A body that is not JSON", MALFORMED),
    refused(`${operation}/refuses/body.type`, "A body that is JSON but not an object", NO_OBJECT),
    refused(`${operation}/refuses/body.empty`, "An empty body", EMPTY),
  ];
}
