/** Why single checks cannot be exercised in a run, whatever the target does. */
import type { CredentialsEdit } from "../client/model.js";
import type { CheckDefinition, Target } from "./model.js";
import type { Unexercised } from "./verdicts.js";

const NO_RESTRICTED_PAIR =
  "no restricted credentials were given (CONFORMANCE_RESTRICTED_API_KEY and CONFORMANCE_RESTRICTED_API_SECRET)";

/** Credentials that are made of a second pair. */
const OF_RESTRICTED_PAIR: ReadonlySet<CredentialsEdit> = new Set(["restricted", "foreign-key", "foreign-secret"]);

function unusableCredentials(
  { credentials }: CheckDefinition,
  usable: ReadonlySet<CredentialsEdit>,
): Unexercised | null {
  if (credentials === undefined || usable.has(credentials)) return null;
  return OF_RESTRICTED_PAIR.has(credentials)
    ? { verdict: "not-exercised", reason: NO_RESTRICTED_PAIR }
    : { verdict: "not-applicable", reason: "the credentials have nothing that this changes" };
}

const OF_RECIPIENT_FILES = /^(?:create|update)Recipient\/.*file_id_list/;
const OF_CUSTOMER_FILES = /^createCustomer\/.*(?:document_list|_file_id)/;

/** Files that a check's requests would have to refer to were not taken. */
function unusableFiles({ id }: CheckDefinition, target: Target | null): Unexercised | null {
  const of = OF_RECIPIENT_FILES.test(id) ? "noFiles" : OF_CUSTOMER_FILES.test(id) ? "noCustomerFiles" : null;
  const reason = of === null ? null : (target?.[of] ?? null);
  return reason === null ? null : { verdict: "not-exercised", reason };
}

/**
 * Why a check is not exercised, or does not apply; null when nothing known beforehand is in its way.
 * @param usable the ways to edit the credentials that these credentials allow
 */
export function unexercised(
  definition: CheckDefinition,
  usable: ReadonlySet<CredentialsEdit>,
  target: Target | null,
): Unexercised | null {
  return unusableCredentials(definition, usable) ?? unusableFiles(definition, target);
}
