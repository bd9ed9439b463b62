/** The reading operations: sections 2.5 to 2.8 and 4.5 to 4.9. */
import { type SuiteEntry, suite } from "../discovery/check.js";
import type { Target } from "../discovery/target.js";
import type { Suite } from "../engine/model.js";
import type { OperationId } from "../schemas/operations.js";
import { readControl } from "./checks/accepts/controls.js";
import { authentication } from "./checks/auth/credentials.js";
import { errorAnswers } from "./checks/errors/errorAnswers.js";
import { oddQueries } from "./checks/errors/oddReads.js";
import { methodSuccesses } from "./checks/method/methods.js";
import { responses } from "./checks/response/responses.js";
import { steadiness } from "./checks/state/steadiness.js";
import { unknownsOf } from "./unknowns/unknowns.js";

/** What all reading operations have in common, and what only one has. */
export function readSuite(operation: Exclude<OperationId, "updateRecipient">, words: string, own: SuiteEntry): Suite {
  const templates = (target: Target) => target.templates[operation].slice(0, 16);
  return suite(
    operation,
    readControl(operation, words, templates),
    authentication(operation),
    methodSuccesses(operation),
    responses(operation),
    errorAnswers(operation),
    own,
    operation === "listBalances" ? [] : oddQueries(operation),
    unknownsOf(operation),
    steadiness(operation),
  );
}
