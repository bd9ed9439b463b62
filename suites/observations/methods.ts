/** What other methods get on an operation's path, of which the document says nothing (section 7). */
import type { Exercise } from "../../engine/check.js";
import type { Target } from "../../engine/model.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";
import { inquiries, inquiry, type Reply } from "./observing.js";
import { readRequest } from "./reading.js";
import type { Outcome } from "./texts.js";
import { type Attempt, answerWith, attempt } from "./trials.js";

/** How a method is answered, in few words: with a header that says which ones are served. */
export function methodSeen({ status, exchange }: Reply): Outcome {
  const allow = exchange.response?.headers.allow;
  return {
    value: { status, ...(allow === undefined ? {} : { allow }) },
    text: `${status ?? "no answer"}${allow === undefined ? "" : ` with Allow ${allow}`}`,
  };
}

/** The other methods that may be tried: those that may change something only where writing is permitted. */
function otherMethods(operation: OperationId, target: Target): string[] {
  const { method, errorStatuses } = OPERATIONS[operation];
  if (errorStatuses.includes(405)) return [];
  const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((other) => other !== method);
  return target.noWrites === null ? others : others.filter((other) => other === "GET");
}

/** What is asked about methods on an operation's path. */
export function methods(operation: OperationId): Exercise {
  const { path } = OPERATIONS[operation];
  return inquiries(operation, "methods", (target) => {
    const tried = otherMethods(operation, target);
    const [first] = tried;
    if (first === undefined) return [];
    return [
      inquiry("methodStatus", {}, async (asked) => {
        const attempts: Attempt[] = [];
        for (const method of tried) {
          const reply = await asked.send(readRequest(path, method), "failures");
          attempts.push(attempt(method, reply, methodSeen(reply)));
        }
        const stranger = await asked.send({ ...readRequest(path, first), credentials: "neither" }, "failures");
        attempts.push(attempt(`${first} without credentials`, stranger, methodSeen(stranger)));
        answerWith(asked, `unknown.${operation}.methodStatus`, attempts, attempts[0]?.reply);
      }),
    ];
  });
}
