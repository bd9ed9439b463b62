import { SandboxUsageError, suggestion } from "../usageError.js";
import { AUTHENTICATION_DEFECTS } from "./authentication.js";
import { AUTHENTICATION_HOLES_DEFECTS } from "./authenticationHoles.js";
import { BODY_NOTATIONS_DEFECTS } from "./bodyNotations.js";
import { CONDITIONS_DEFECTS } from "./conditions.js";
import type { Defect } from "./defect.js";
import { ECHO_CUSTOMERS_DEFECTS } from "./echoCustomers.js";
import { ECHO_FIELDS_DEFECTS } from "./echoFields.js";
import { ECHO_VALUES_DEFECTS } from "./echoValues.js";
import { ERROR_SHAPES_DEFECTS } from "./errorShapes.js";
import { FAILURES_DEFECTS } from "./failures.js";
import { combined, type DefectHooks } from "./hooks.js";
import { IDENTITIES_DEFECTS } from "./identities.js";
import { INCOMPLETE_OBJECTS_DEFECTS } from "./incompleteObjects.js";
import { LOOSE_REQUESTS_DEFECTS } from "./looseRequests.js";
import { NEARLY_IDS_DEFECTS } from "./nearlyIds.js";
import { ODD_REQUESTS_DEFECTS } from "./oddRequests.js";
import { PAGES_DEFECTS } from "./pages.js";
import { READING_WAYS_DEFECTS } from "./readingWays.js";
import { RESPONSE_BODIES_DEFECTS } from "./responseBodies.js";
import { RESPONSE_FIELDS_DEFECTS } from "./responseFields.js";
import { STATUSES_DEFECTS } from "./statuses.js";
import { STRICT_REQUESTS_DEFECTS } from "./strictRequests.js";
import { TOO_LOOSE_DEFECTS } from "./tooLoose.js";
import { TOO_STRICT_DEFECTS } from "./tooStrict.js";
import { TRANSACTION_DETAILS_DEFECTS } from "./transactionDetails.js";
import { UNSTEADY_DEFECTS } from "./unsteady.js";
import { VERSIONS_DEFECTS } from "./versions.js";
import { WEBHOOK_DEFECTS } from "./webhookDefects.js";

/** A defect as `--list-defects` prints it. */
export type ListedDefect = Omit<Defect, "hooks">;

/** All defects, family by family. */
const DEFECTS: readonly Defect[] = [
  ...TOO_LOOSE_DEFECTS,
  ...LOOSE_REQUESTS_DEFECTS,
  ...TOO_STRICT_DEFECTS,
  ...STRICT_REQUESTS_DEFECTS,
  ...BODY_NOTATIONS_DEFECTS,
  ...RESPONSE_FIELDS_DEFECTS,
  ...RESPONSE_BODIES_DEFECTS,
  ...ECHO_FIELDS_DEFECTS,
  ...ECHO_VALUES_DEFECTS,
  ...ECHO_CUSTOMERS_DEFECTS,
  ...STATUSES_DEFECTS,
  ...FAILURES_DEFECTS,
  ...ODD_REQUESTS_DEFECTS,
  ...ERROR_SHAPES_DEFECTS,
  ...AUTHENTICATION_DEFECTS,
  ...AUTHENTICATION_HOLES_DEFECTS,
  ...VERSIONS_DEFECTS,
  ...PAGES_DEFECTS,
  ...TRANSACTION_DETAILS_DEFECTS,
  ...READING_WAYS_DEFECTS,
  ...NEARLY_IDS_DEFECTS,
  ...IDENTITIES_DEFECTS,
  ...CONDITIONS_DEFECTS,
  ...INCOMPLETE_OBJECTS_DEFECTS,
  ...UNSTEADY_DEFECTS,
  ...WEBHOOK_DEFECTS,
];

const DEFECTS_BY_ID: ReadonlyMap<string, Defect> = new Map(DEFECTS.map((defect) => [defect.id, defect]));

export function listDefects(): ListedDefect[] {
  return DEFECTS.map(({ id, family, operation, rule, title, needs }) => ({
    id,
    family,
    operation,
    rule,
    title,
    ...(needs === undefined ? {} : { needs }),
  }));
}

/**
 * The hooks of the defects with these ids, one after the other at each point.
 * @throws SandboxUsageError for an id that does not exist; the message suggests the nearest one.
 */
export function hooksOf(ids: readonly string[]): DefectHooks {
  return ids.map((id) => defectById(id).hooks()).reduce(combined, {});
}

function defectById(id: string): Defect {
  const defect = DEFECTS_BY_ID.get(id);
  if (defect === undefined) {
    const hint = suggestion(id, [...DEFECTS_BY_ID.keys()]);
    throw new SandboxUsageError(
      `Unknown defect "${id}".${hint} List the defects with: ppconform sandbox --list-defects`,
    );
  }
  return defect;
}
