/** The operations that store something: sections 2.1 to 2.4, 2.9 and 4.1 to 4.4. */
import { type SuiteEntry, suite } from "../discovery/check.js";
import type { Suite } from "../engine/model.js";
import { fieldTree, walk } from "../schemas/fieldTree.js";
import { type BodyOperation, OPERATIONS } from "../schemas/operations.js";
import { bodyNotations } from "./checks/accepts/bodyNotations.js";
import { fieldValues } from "./checks/accepts/fieldValues.js";
import { authentication, permission } from "./checks/auth/credentials.js";
import { echoedFields } from "./checks/echo/echoedFields.js";
import { errorAnswers } from "./checks/errors/errorAnswers.js";
import { oddBodies } from "./checks/errors/oddBodies.js";
import { brokenBodies } from "./checks/refuses/brokenBodies.js";
import { fieldRules } from "./checks/refuses/fieldRules.js";
import { responses } from "./checks/response/responses.js";
import { steadiness } from "./checks/state/steadiness.js";
import { unknownsOf } from "./unknowns/unknowns.js";

/** What only one of these operations has, by where the document comes to it. */
interface Own {
  readonly controls: SuiteEntry;
  readonly version?: SuiteEntry;
  /** About the body as a whole. */
  readonly bodies: SuiteEntry;
  /** Bodies besides those that are no object: objects that lack what they must have. */
  readonly lacking?: SuiteEntry;
  /** Other paths and methods. */
  readonly beside: SuiteEntry;
  /** About what is stored. */
  readonly state: SuiteEntry;
}

/** The fields of a request body in the order of the document, each with both sides of its rules. */
function requestFields(operation: BodyOperation): SuiteEntry {
  return [...walk(fieldTree(OPERATIONS[operation].requestSchema))]
    .filter(({ path }) => path !== "")
    .map((field) => [...fieldRules(operation, field), ...fieldValues(operation, field)]);
}

/** What all operations that store something have in common, and what only one has. */
export function writeSuite(operation: BodyOperation, own: Own): Suite {
  return suite(
    operation,
    own.controls,
    authentication(operation),
    permission(operation),
    own.version ?? [],
    requestFields(operation),
    own.bodies,
    bodyNotations(operation),
    brokenBodies(operation),
    own.lacking ?? [],
    oddBodies(operation),
    own.beside,
    responses(operation),
    operation === "uploadFile" ? [] : echoedFields(operation),
    errorAnswers(operation),
    own.state,
    unknownsOf(operation),
    steadiness(operation),
  );
}
