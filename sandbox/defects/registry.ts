import { SandboxUsageError, suggestion } from "../usageError.js";
import { STRICT, STRICT_RARE_VALUES } from "./accepts/rules.js";
import { CREDENTIALS } from "./auth.js";
import { CONDITIONAL } from "./conditions.js";
import type { Defect } from "./defect.js";
import { ECHO, ECHO_NORMAL_FORMS, ECHO_RARE_VALUES } from "./echo.js";
import { ERROR_SHAPES, FAILURES } from "./errors.js";
import { Hooks } from "./hooks.js";
import { INCOMPLETE_ACCOUNTS, MENDED_VALUES } from "./refuses/mended.js";
import { LOOSE } from "./refuses/rules.js";
import { CUT_BODIES, ODD_QUERIES, RESPONSE_BODIES } from "./response/bodies.js";
import { RESPONSE_FIELDS } from "./response/fields.js";
import { EXCHANGED_RESOURCES, IDS, ISOLATION, PARTNERS, UNKNOWN_IDS } from "./state/identity.js";
import { BALANCES, PAGES, PARTICULAR_PAGES } from "./state/lists.js";
import { NO_PDF, RECEIPT_OF_ANOTHER, RECEIPT_OF_FIRST } from "./state/receipts.js";
import { UNSTEADY } from "./state/steady.js";
import { TRANSACTIONS } from "./state/transactions.js";
import { FEW_UPDATES, OVERREACHING_UPDATES } from "./state/updates.js";
import { STATUSES, VERSIONS } from "./statuses.js";
import { WEBHOOK_DEFECTS } from "./webhooks.js";

/** A defect as `--list-defects` prints it. */
export type ListedDefect = Omit<Defect, "hooks" | "on">;

/**
 * All defects, in the order in which they are listed. The file or folder of a defect is named after the area in its id:
 * `updateRecipient/echo/website/small` is in echo.ts. Wrong statuses show in several areas but have one file; so do failures
 * (errors.ts), intermittent faults (state/steady.ts), and departures in one case only (conditions.ts).
 */
const DEFECTS: readonly Defect[] = [
  ...LOOSE,
  ...STRICT,
  ...RESPONSE_FIELDS,
  ...RESPONSE_BODIES,
  ...ODD_QUERIES,
  ...ECHO,
  ...STATUSES,
  ...FAILURES,
  ...ERROR_SHAPES,
  ...CREDENTIALS,
  ...VERSIONS,
  ...PAGES,
  ...TRANSACTIONS,
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
  ...FEW_UPDATES,
  ...PARTICULAR_PAGES,
  ...RECEIPT_OF_FIRST,
  ...RECEIPT_OF_ANOTHER,
  ...NO_PDF,
  ...INCOMPLETE_ACCOUNTS,
  ...UNSTEADY,
  ...CONDITIONAL,
  ...WEBHOOK_DEFECTS,
];

const DEFECTS_BY_ID: ReadonlyMap<string, Defect> = new Map(DEFECTS.map((defect) => [defect.id, defect]));

export function listDefects(): ListedDefect[] {
  return DEFECTS.map(({ hooks: _hooks, on: _on, ...listed }) => listed);
}

/**
 * The hooks of the defects with these ids, each called with what the one before it returned.
 * @throws SandboxUsageError for an id that does not exist; the message suggests the nearest one.
 */
export function hooksOf(ids: readonly string[]): Hooks {
  return new Hooks(ids.map(defectById).map(({ on, hooks }) => ({ on, hooks: hooks() })));
}

function defectById(id: string): Defect {
  const defect = DEFECTS_BY_ID.get(id);
  if (defect !== undefined) return defect;
  const hint = suggestion(id, [...DEFECTS_BY_ID.keys()]);
  throw new SandboxUsageError(`Unknown defect "${id}".${hint} List the defects with: ppconform sandbox --list-defects`);
}
