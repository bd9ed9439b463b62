import { SandboxUsageError, suggestion } from "../usage-error.js";
import { authentication } from "./authentication.js";
import { authenticationHoles } from "./authentication-holes.js";
import { bodyNotations } from "./body-notations.js";
import { chain } from "./chain.js";
import { conditions } from "./conditions.js";
import type { Defect } from "./defect.js";
import { echoCustomers } from "./echo-customers.js";
import { echoFields } from "./echo-fields.js";
import { echoValues } from "./echo-values.js";
import { errorShapes } from "./error-shapes.js";
import { failures } from "./failures.js";
import type { DefectHooks } from "./hooks.js";
import { identities } from "./identities.js";
import { lacking } from "./lacking.js";
import { looseRequests } from "./loose-requests.js";
import { nearlyIds } from "./nearly-ids.js";
import { oddRequests } from "./odd-requests.js";
import { pages } from "./pages.js";
import { readingWays } from "./reading-ways.js";
import { responseBodies } from "./response-bodies.js";
import { responseFields } from "./response-fields.js";
import { statuses } from "./statuses.js";
import { strictRequests } from "./strict-requests.js";
import { tooLoose } from "./too-loose.js";
import { tooStrict } from "./too-strict.js";
import { transactionDetails } from "./transaction-details.js";
import { unsteady } from "./unsteady.js";
import { versions } from "./versions.js";
import { webhookDefects } from "./webhook-defects.js";

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
