/** What an error gives away beside itself (section 7). */
import { type Check, check } from "../../../engine/check.js";
import { failureOf } from "../../../engine/traffic.js";
import { innards } from "../../../oracles/errorShape.js";
import type { OperationId } from "../../../schemas/operations.js";

/** Looks for traces of the service's inside, and for secrets, in every error. */
export function errorLeak(operation: OperationId): Check {
  return check(`${operation}/errors/leak`, {
    title: "An error describes itself and gives nothing else away",
    sends: "every request that is refused",
    expects: "neither a stack trace nor a secret in the error",
    judge: (id) => (answer) => {
      const { exchange, response, judging, recorder } = answer;
      if (response.status < 400 || !judging.errors) return;
      const leak = exchange.leaked.length > 0 ? `the secret ${exchange.leaked.join(", ")}` : innards(response);
      recorder.request(id);
      if (leak === null) recorder.pass(id);
      else
        recorder.fail(
          id,
          failureOf(answer, {
            message: `An error gives away ${leak}`,
            expected: "a description of the error only",
            actual: `${response.status} with ${leak}`,
          }),
        );
    },
  });
}
