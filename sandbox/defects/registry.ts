import { SandboxUsageError, suggestion } from "../usageError.js";
import { authentication } from "./authentication.js";
import { authenticationHoles } from "./authenticationHoles.js";
import { bodyNotations } from "./bodyNotations.js";
import { chain } from "./combinedHooks.js";
import { conditions } from "./conditions.js";
import type { Defect } from "./defect.js";
import { echoCustomers } from "./echoCustomers.js";
import { echoFields } from "./echoFields.js";
import { echoValues } from "./echoValues.js";
import { errorShapes } from "./errorShapes.js";
import { failures } from "./failures.js";
import type { DefectHooks } from "./hooks.js";
import { identities } from "./identities.js";
import { lacking } from "./incompleteObjects.js";
import { looseRequests } from "./looseRequests.js";
import { nearlyIds } from "./nearlyIds.js";
import { oddRequests } from "./oddRequests.js";
import { pages } from "./pages.js";
import { readingWays } from "./readingWays.js";
import { responseBodies } from "./responseBodies.js";
import { responseFields } from "./responseFields.js";
import { statuses } from "./statuses.js";
import { strictRequests } from "./strictRequests.js";
import { tooLoose } from "./tooLoose.js";
import { tooStrict } from "./tooStrict.js";
import { transactionDetails } from "./transactionDetails.js";
import { unsteady } from "./unsteady.js";
import { versions } from "./versions.js";
import { webhookDefects } from "./webhookDefects.js";

/** A defect as `--list-defects` prints it. */
export type ListedDefect = Omit<Defect, "hooks">;

/** All defects, family by family. */
const defects: readonly Defect[] = [
  ...tooLoose,
  ...looseRequests,
  ...tooStrict,
  ...strictRequests,
  ...bodyNotations,
  ...responseFields,
  ...responseBodies,
  ...echoFields,
  ...echoValues,
  ...echoCustomers,
  ...statuses,
  ...failures,
  ...oddRequests,
  ...errorShapes,
  ...authentication,
  ...authenticationHoles,
  ...versions,
  ...pages,
  ...transactionDetails,
  ...readingWays,
  ...nearlyIds,
  ...identities,
  ...conditions,
  ...lacking,
  ...unsteady,
  ...webhookDefects,
];

const defectsById: ReadonlyMap<string, Defect> = new Map(defects.map((defect) => [defect.id, defect]));

export function listDefects(): ListedDefect[] {
  return defects.map(({ id, family, operation, rule, title, needs }) => ({
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
  return ids.map((id) => defectById(id).hooks()).reduce(chain, {});
}

function defectById(id: string): Defect {
  const defect = defectsById.get(id);
  if (defect === undefined) {
    const hint = suggestion(id, [...defectsById.keys()]);
    throw new SandboxUsageError(
      `Unknown defect "${id}".${hint} List the defects with: ppconform sandbox --list-defects`,
    );
  }
  return defect;
}
