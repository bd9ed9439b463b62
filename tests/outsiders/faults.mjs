/** All deliberate faults, and finding one. */

import { ACCESS_FAULTS } from "./faults/access.mjs";
import { ANSWER_FAULTS } from "./faults/answers.mjs";
import { CUSTOMER_FAULTS } from "./faults/customers.mjs";
import { ECHO_FAULTS } from "./faults/echoes.mjs";
import { FAILURE_FAULTS } from "./faults/failures.mjs";
import { KIND_FAULTS } from "./faults/kinds.mjs";
import { LENGTH_FAULTS } from "./faults/lengths.mjs";
import { MEMORY_FAULTS } from "./faults/memories.mjs";
import { PAGE_FAULTS } from "./faults/pages.mjs";
import { REFUSAL_FAULTS } from "./faults/refusals.mjs";
import { SPELLING_FAULTS } from "./faults/spellings.mjs";
import { UPLOAD_FAULTS } from "./faults/uploads.mjs";

const FAMILIES = {
  lengths: LENGTH_FAULTS,
  spellings: SPELLING_FAULTS,
  kinds: KIND_FAULTS,
  uploads: UPLOAD_FAULTS,
  customers: CUSTOMER_FAULTS,
  echoes: ECHO_FAULTS,
  answers: ANSWER_FAULTS,
  refusals: REFUSAL_FAULTS,
  access: ACCESS_FAULTS,
  pages: PAGE_FAULTS,
  memories: MEMORY_FAULTS,
  failures: FAILURE_FAULTS,
};

/** Fields that an answer must have; that others are listed only implies that they are there (sections 2.1, 2.7). */
const REQUIRED_ANSWERS =
  /^(create|update)Recipient\.(partner_recipient_id|business_name|business_type|country_code)\.|^getDepositDetail\.(partner_transaction_id|network|account_currency|amount)\./;
const IMPLIED =
  /\.(agreement|identity|reads|pages)\.|\.(available-over-total|wallet-repeated)$|-(secret|stack-trace)$|\.state\.created-at-renewed$|context-ignored$|\.answer-(unprefixed|empty)$|\.ids\./;

/** Whether the broken rule is stated outright ("must") or only implied ("should"). @param {string} id */
function levelOf(id) {
  if (id.endsWith(".answer-missing")) return REQUIRED_ANSWERS.test(id) ? "must" : "should";
  return IMPLIED.test(id) ? "should" : "must";
}

export const FAULTS = Object.freeze(
  Object.entries(FAMILIES).flatMap(([family, faults]) =>
    faults.map((fault) => Object.freeze({ ...fault, family, level: levelOf(fault.id) })),
  ),
);

const BY_ID = new Map(FAULTS.map((fault) => [fault.id, fault]));

/**
 * @param {string | { id: string } | null} wanted
 * @returns {(import("./server.mjs").Fault & import("./server.mjs").FaultHooks) | undefined}
 * @throws {Error} when there is no such fault
 */
export function findFault(wanted) {
  if (wanted === null) return undefined;
  const id = typeof wanted === "string" ? wanted : wanted.id;
  const found = BY_ID.get(id);
  if (found === undefined) throw new Error(`there is no fault "${id}"; --list-faults names them all`);
  return found;
}
