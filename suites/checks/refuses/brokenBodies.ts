/** Bodies that are no JSON object at all (section 1: all bodies are JSON; section 2: each request body is an object). */

import { checkOf, group } from "../../../engine/checkGroup.js";
import { editCase } from "../../../engine/editCase.js";
import type { CheckGroup, Target } from "../../../engine/model.js";
import type { Template } from "../../../generators/edits/edit.js";
import type { OperationId } from "../../../schemas/operations.js";

interface BrokenBody {
  readonly rule: string;
  readonly title: string;
  /** Texts made from a valid body. */
  readonly bodies: readonly { readonly render: (valid: string) => string; readonly label: string }[];
}

const BROKEN: readonly BrokenBody[] = [
  {
    rule: "body.malformed",
    title: "A body that is not JSON is refused",
    bodies: [
      { render: (valid) => valid.slice(0, -1), label: "JSON without its last brace" },
      { render: (valid) => `${valid.slice(0, -1)},}`, label: "JSON with a trailing comma" },
      { render: (valid) => valid.replaceAll('"', "'"), label: "JSON with single quotes" },
      { render: (valid) => `${valid}}`, label: "JSON with one brace too many" },
      { render: () => "business_name=Lotus", label: "form fields" },
      { render: () => "{", label: "one brace" },
      { render: () => "<recipient/>", label: "XML" },
    ],
  },
  {
    rule: "body.type",
    title: "A body that is JSON but no object is refused",
    bodies: [
      { render: (valid) => `[${valid}]`, label: "a list around the object" },
      { render: (valid) => JSON.stringify(valid), label: "the object printed as a text" },
      { render: () => "[]", label: "an empty list" },
      { render: () => '"text"', label: "a text" },
      { render: () => "12345", label: "a number" },
      { render: () => "true", label: "true" },
      { render: () => "null", label: "null" },
    ],
  },
  { rule: "body.empty", title: "An empty body is refused", bodies: [{ render: () => "", label: "no bytes" }] },
];

/** Sends bodies that are malformed, of another type, or empty. */
export function brokenBodies(operation: OperationId, templatesOf: (target: Target) => readonly Template[]): CheckGroup {
  return group(
    operation,
    BROKEN.map(({ rule, title }) =>
      checkOf(operation, "refuses", {
        rule,
        title,
        section: "1",
        sends: "an accepted request in which only the body is replaced",
        expects: operation === "updateRecipient" ? "status 400" : "a 4xx status other than 401, 403, 404 and 405",
      }),
    ),
    (target) => {
      const templates = templatesOf(target);
      const [template] = templates;
      if (template === undefined) return [];
      return BROKEN.flatMap(({ rule, title, bodies }) =>
        bodies.map(({ render, label }, index) =>
          editCase({
            check: `${operation}/refuses/${rule}`,
            index,
            tier: index,
            template: templates[index % templates.length] ?? template,
            edit: { kind: "raw", render, contentType: "application/json", label },
            expect: { kind: "refuse" },
            message: `${title.replace(" is refused", "")} (${label}) is not refused as documented`,
          }),
        ),
      );
    },
  );
}
