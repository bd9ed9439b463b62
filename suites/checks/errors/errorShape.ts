/** The error shape (section 7), on every refusal of an operation. */
import { check, type JudgedTogether, judgedTogether } from "../../../engine/check.js";
import { failureOf } from "../../../engine/traffic.js";
import { ERROR_PARTS, type ErrorPart, errorShape } from "../../../oracles/errorShape.js";
import type { OperationId } from "../../../schemas/operations.js";

/** The part of an error that a check is about, and what is expected of it in a finding. */
function part(id: `${OperationId}/errors/${ErrorPart}`, title: string, expected: string) {
  return { ...check(id, { title, sends: "every request that is refused", expects: title }), expected };
}

/** Holds every error to the documented shape, part by part. */
export function errorShapes(operation: OperationId): JudgedTogether {
  const parts = {
    mediaType: part(
      `${operation}/errors/mediaType`,
      "An error has a JSON media type",
      "a JSON media type on the error",
    ),
    body: part(
      `${operation}/errors/body`,
      "The body of an error is a JSON object",
      "a JSON object as the body of the error",
    ),
    errors: part(`${operation}/errors/errors`, "An error has errors, which is a list", "errors, a list"),
    entries: part(
      `${operation}/errors/entries`,
      "The errors of an error have at least one entry",
      "at least one error",
    ),
    items: part(`${operation}/errors/items`, "Every entry of errors is an object", "only objects in errors"),
    detail: part(`${operation}/errors/detail`, "Every error has a text detail", "a text detail in each error"),
    code: part(`${operation}/errors/code`, "Every error has a text code", "a text code in each error"),
  };
  return judgedTogether(Object.values(parts), () => (answer) => {
    const { response, judging, recorder } = answer;
    if (response.status < 400 || !judging.errors) return;
    const shape = errorShape(response);
    for (const name of ERROR_PARTS) {
      const seen = shape[name];
      if (seen === undefined) continue;
      const { id, expected } = parts[name];
      recorder.request(id);
      if (seen.ok) recorder.pass(id);
      else {
        const message = `An error does not have the documented shape: ${seen.actual}`;
        recorder.fail(id, failureOf(answer, { message, expected, actual: `${response.status}; ${seen.actual}` }));
      }
    }
  });
}
