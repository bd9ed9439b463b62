/** How a body may be labelled and written, which section 1 leaves open. */
import type { Exercise } from "../../engine/check.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import { templateOf } from "../recipientTemplates.js";
import { inquiries, inquiry, type Reply } from "./observing.js";
import { extended, type Outcome, outcome, phrase } from "./texts.js";
import { trialsOf } from "./trials.js";

const JSON_TYPE = "application/json";
/** Content-Types of a JSON body; null for none. */
const LABELS: Readonly<Record<string, string | null>> = {
  "application/json; charset=utf-8": "application/json; charset=utf-8",
  "text/plain": "text/plain",
  "application/x-www-form-urlencoded": "application/x-www-form-urlencoded",
  "application/octet-stream": "application/octet-stream",
  none: null,
};

/** A body that is written in another way. */
function written(label: string, render: (json: string) => string): Edit {
  return { kind: "raw", render, contentType: JSON_TYPE, label };
}

const NAMED_TWICE = written("business_name three times", (json) =>
  json.replace(/^\{/, '{"business_name":"The first of two",').replace(/\}$/, ',"business_name":"The last of two"}'),
);

const LARGE = written("1 MiB of blanks in the body", (json) => json.replace(/^\{/, `{${" ".repeat(1024 * 1024)}`));

/** Which of several members of one name counts. */
function counting(reply: Reply): Outcome {
  const went = outcome(reply);
  const { business_name: name } = reply.body;
  const counts = name === "The first of two" ? "first" : name === "The last of two" ? "last" : null;
  return counts === null ? went : extended(went, { counts }, `, the ${counts} counts`);
}

/** What is asked about bodies that are JSON, with a template of recipient creation. */
export const bodies: Exercise = inquiries("createRecipient", "bodies", (target) => {
  const template = templateOf(target, "createRecipient", "bank");
  if (template === undefined) return [];
  const labels = Object.entries(LABELS).map(
    ([name, value]) => ({ name, edit: { kind: "header", name: "Content-Type", value } }) as const,
  );
  return [
    trialsOf("unknown.requestMediaType", 1, template, labels),
    inquiry("repeatedObjectKeys", { tier: 2, control: template }, async (asked) => {
      const reply = await asked.ask(template, NAMED_TWICE);
      asked.answer("unknown.repeatedObjectKeys", counting(reply), reply);
    }),
    inquiry("largestBody", { tier: 2, control: template }, async (asked) => {
      // A gateway before the service may stop a large body, in words of its own.
      const reply = await asked.ask(template, LARGE, { strictness: "nothing" });
      asked.answer("unknown.largestBody", phrase`a body of 1 MiB, most of it blanks, is ${outcome(reply)}`, reply);
    }),
  ];
});

const WITHOUT_END = written("JSON without its last brace", (json) => json.slice(0, -1));

/** What is asked about bodies that are no JSON: the status and the code. Whether they are refused is judged elsewhere. */
export function malformedBodies(operation: "createRecipient" | "uploadFile" | "createCustomer"): Exercise {
  return inquiries(operation, "malformedBodies", (target) => {
    const template: Template | undefined =
      operation === "createRecipient" ? templateOf(target, operation, "bank") : target.templates[operation][0];
    if (template === undefined) return [];
    return [
      inquiry("malformedBody", { control: template }, async (asked) => {
        const reply = await asked.ask(template, WITHOUT_END);
        asked.answer(`unknown.${operation}.malformedBody`, outcome(reply), reply);
      }),
    ];
  });
}
