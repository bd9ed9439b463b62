import { SandboxUsageError, suggestion } from "../usageError.js";
import { REFUSED_CONTENT } from "./accepts/content.js";
import { STRICT_FIELDS } from "./accepts/fields.js";
import { STRICT_NOTATIONS } from "./accepts/notations.js";
import { PAIRS } from "./accepts/pairs.js";
import { STRICT_RARE_VALUES } from "./accepts/rareValues.js";
import { STRICT_VALUES } from "./accepts/values.js";
import { CREDENTIAL_FLAWS } from "./auth/flaws.js";
import { CREDENTIAL_HOLES } from "./auth/holes.js";
import type { Defect } from "./defect.js";
import { ECHO_CUSTOMERS } from "./echo/customers.js";
import { ECHO_FIELDS } from "./echo/fields.js";
import { ECHO_NORMAL_FORMS } from "./echo/normalForms.js";
import { ECHO_RARE_VALUES } from "./echo/rareValues.js";
import { ECHO_RECIPIENTS } from "./echo/recipients.js";
import { FAILURES } from "./errors/failures.js";
import { FAILURES_AT_ODD_REQUESTS } from "./errors/oddRequests.js";
import { ERROR_SHAPES } from "./errors/shapes.js";
import { combined, type DefectHooks } from "./hooks.js";
import { LOOSE_BODIES } from "./refuses/bodies.js";
import { LOOSE_FIELDS } from "./refuses/fields.js";
import { LOOSE_FILES_AND_CUSTOMERS } from "./refuses/filesAndCustomers.js";
import { INCOMPLETE_ACCOUNTS } from "./refuses/incompleteAccounts.js";
import { MENDED_VALUES } from "./refuses/mendedValues.js";
import { LOOSE_RECIPIENTS } from "./refuses/recipients.js";
import { CUT_BODIES, RESPONSE_BODIES } from "./response/bodies.js";
import { RESPONSE_FIELDS } from "./response/fields.js";
import { BALANCES } from "./state/balances.js";
import { BOTH_WAYS } from "./state/bothWays.js";
import { IDS } from "./state/ids.js";
import { ISOLATION } from "./state/isolation.js";
import { LISTS } from "./state/lists.js";
import { ONE_OF_MANY } from "./state/oneOfMany.js";
import { PAGES, PARTICULAR_PAGES } from "./state/pages.js";
import { PARTIES } from "./state/parties.js";
import { PARTNERS } from "./state/partners.js";
import { RECEIPT_OF_FIRST, RECEIPTS } from "./state/receipts.js";
import { UNSTEADY } from "./state/steady.js";
import { TRANSACTION_DETAILS } from "./state/transactionDetails.js";
import { UNKNOWN_IDS } from "./state/unknownIds.js";
import { EXCHANGED_RESOURCES, OVERREACHING_UPDATES } from "./state/updates.js";
import { STATUSES } from "./statuses.js";
import { VERSIONS } from "./version.js";
import { WEBHOOK_DEFECTS } from "./webhooks.js";

/** A defect as `--list-defects` prints it. */
export type ListedDefect = Omit<Defect, "hooks">;

/**
 * All defects, in the order in which they are listed. The folder of a defect is the area in its id:
 * `updateRecipient/echo/website/small` is in echo/. Some kinds show in several areas and have one file all the same: wrong
 * statuses (statuses.ts), requests that make the service fail (errors/failures.ts), what comes and goes (state/steady.ts).
 * What is wrong with deliveries is in ../webhooks/defects/.
 */
const DEFECTS: readonly Defect[] = [
  ...LOOSE_FIELDS,
  ...LOOSE_BODIES,
  ...LOOSE_RECIPIENTS,
  ...LOOSE_FILES_AND_CUSTOMERS,
  ...STRICT_FIELDS,
  ...STRICT_VALUES,
  ...STRICT_NOTATIONS,
  ...REFUSED_CONTENT,
  ...PAIRS,
  ...RESPONSE_FIELDS,
  ...RESPONSE_BODIES,
  ...ECHO_FIELDS,
  ...ECHO_RECIPIENTS,
  ...ECHO_CUSTOMERS,
  ...STATUSES,
  ...FAILURES,
  ...FAILURES_AT_ODD_REQUESTS,
  ...ERROR_SHAPES,
  ...CREDENTIAL_FLAWS,
  ...CREDENTIAL_HOLES,
  ...VERSIONS,
  ...PAGES,
  ...TRANSACTION_DETAILS,
  ...LISTS,
  ...PARTIES,
  ...BOTH_WAYS,
  ...ONE_OF_MANY,
  ...RECEIPTS,
  ...CUT_BODIES,
  ...UNKNOWN_IDS,
  ...IDS,
  ...ISOLATION,
  ...PARTNERS,
  ...BALANCES,
  ...MENDED_VALUES,
  ...STRICT_RARE_VALUES,
  ...ECHO_RARE_VALUES,
  ...ECHO_NORMAL_FORMS,
  ...EXCHANGED_RESOURCES,
  ...OVERREACHING_UPDATES,
  ...PARTICULAR_PAGES,
  RECEIPT_OF_FIRST,
  ...INCOMPLETE_ACCOUNTS,
  ...UNSTEADY,
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
 * The hooks of the defects with these ids, each called with what the one before it returned.
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
