/** What every answer that is not a success must keep to (section 7). */
import {
  type Cases,
  type Check,
  check,
  type Exercise,
  exercise,
  type JudgedTogether,
  judgedTogether,
  type SuiteEntry,
} from "../../../discovery/check.js";
import { ERROR_PARTS, type ErrorPart, errorShape, innards } from "../../../oracles/errorShape.js";
import { answerText } from "../../../oracles/outcome.js";
import type { OperationId } from "../../../schemas/operations.js";
import { isServerError } from "../../../schemas/statuses.js";
import { judgedBy, note } from "../judged.js";

const PARTS: Readonly<Record<ErrorPart, readonly [title: string, expected: string]>> = {
  mediaType: ["An error has a JSON media type", "a JSON media type on the error"],
  body: ["The body of an error is a JSON object", "a JSON object as the body of the error"],
  errors: ["An error has a list called errors", "errors, a list"],
  entries: ["errors has at least one entry", "at least one error"],
  items: ["Every entry of errors is an object", "only objects in errors"],
  detail: ["Every error has a detail that is a string", "a string detail in each error"],
  code: ["Every error has a code that is a string", "a string code in each error"],
};

function errorShapes(operation: OperationId): JudgedTogether {
  const parts = ERROR_PARTS.map((part) => {
    const [title, expected] = PARTS[part];
    const sends = "every request that is refused";
    return { part, expected, check: check(`${operation}/errors/${part}`, { title, sends, expects: title }) };
  });
  return judgedTogether(
    parts.map((one) => one.check),
    () => (answer) => {
      const { response, judging } = answer;
      if (response.status < 400 || !judging.errors) return;
      const shape = errorShape(response);
      for (const { part, expected, check: about } of parts) {
        const seen = shape[part];
        if (seen === undefined) continue;
        if (seen.ok) note(about.id, answer, null);
        else {
          const message = `Errors have the wrong shape: ${seen.actual}`;
          note(about.id, answer, { message, expected, actual: `${response.status}; ${seen.actual}` });
        }
      }
    },
  );
}

/** Looks for traces of the service's internals, and for secrets, in every error. */
function errorLeak(operation: OperationId): Check {
  return check(`${operation}/errors/leak`, {
    title: "Errors leak no internals or secrets",
    sends: "every request that is refused",
    expects: "neither a stack trace nor a secret in the error",
    judge: judgedBy(({ exchange, response, judging }) => {
      if (response.status < 400 || !judging.errors) return undefined;
      const leak = exchange.leaked.length > 0 ? `the secret ${exchange.leaked.join(", ")}` : innards(response);
      if (leak === null) return null;
      return {
        message: `An error leaks ${leak}`,
        expected: "only a description of the error",
        actual: `${response.status} with ${leak}`,
      };
    }),
  });
}

/** A server error is not an answer to any request. */
function noServerError(operation: OperationId): Check {
  return check(`${operation}/errors/no-server-error`, {
    title: "The service never answers 5xx",
    sends: "every request",
    expects: "a status below 500",
    judge: (id) => (answer) => {
      const { exchange, response, judging, recorder } = answer;
      const message = `${operation} answers with ${answerText(exchange)}`;
      if (isServerError(response.status))
        note(id, answer, { message, expected: "any answer but a server error", actual: answerText(exchange) });
      else if (judging.errors) note(id, answer, null);
      else recorder.request(id);
    },
  });
}

export function errorAnswers(operation: OperationId): SuiteEntry {
  return [errorShapes(operation), errorLeak(operation), noServerError(operation)];
}

/**
 * Requests whose answers the document leaves open: the service must only not fail.
 * @param name tells the cases apart from others of this kind
 */
export function openRequests(operation: OperationId, name: string, cases: Cases): Exercise {
  return exercise(`${operation}/errors/no-server-error`, name, cases, { role: "inquiry" });
}
