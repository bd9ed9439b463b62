/** Why single checks cannot be exercised in a run, whatever the target does. */
import { guessOf } from "../../client/credentials.js";
import type { CredentialsEdit } from "../../client/model.js";
import type { Area } from "../../schemas/areas.js";
import type { CheckDefinition, Target, Unexercised } from "../model.js";
import { usualEffect } from "./effects.js";

const NO_RESTRICTED_PAIR =
  "no restricted credentials were given (CONFORMANCE_RESTRICTED_API_KEY and CONFORMANCE_RESTRICTED_API_SECRET)";

const NO_SECOND_PAIR =
  "no credentials of a second partner were given (CONFORMANCE_SECOND_API_KEY and CONFORMANCE_SECOND_API_SECRET)";

const NO_WRONG_SECRETS = "wrong secrets of the real key are left out";

/** Credentials that are made of another pair, and why they are missing. */
const OF_OTHER_PAIR: ReadonlyMap<CredentialsEdit, string> = new Map([
  ["restricted", NO_RESTRICTED_PAIR],
  ["foreign-key", NO_RESTRICTED_PAIR],
  ["foreign-secret", NO_RESTRICTED_PAIR],
  ["second", NO_SECOND_PAIR],
]);

/** What a check of half a foreign pair can be exercised with instead. */
const INSTEAD: ReadonlyMap<CredentialsEdit, CredentialsEdit> = new Map([
  ["foreign-key", "second-key"],
  ["foreign-secret", "second-secret"],
]);

function unusableCredentials(
  { credentials }: CheckDefinition,
  usable: ReadonlySet<CredentialsEdit>,
  wrongSecrets: boolean,
): Unexercised | null {
  if (!wrongSecrets && credentials !== undefined && guessOf(credentials) === "secret")
    return { verdict: "not-exercised", reason: NO_WRONG_SECRETS };
  if (credentials === undefined || usable.has(credentials) || usable.has(INSTEAD.get(credentials) ?? credentials))
    return null;
  const missing = OF_OTHER_PAIR.get(credentials);
  return missing === undefined
    ? { verdict: "not-applicable", reason: "this edit would leave the credentials as they are" }
    : { verdict: "not-exercised", reason: missing };
}

/** Methods that may change something are sent only where writing is permitted. */
function unsentMethods({ area }: CheckDefinition, target: Target | null): Unexercised | null {
  const reason = area === "method" ? (target?.noWrites ?? null) : null;
  return reason === null ? null : { verdict: "not-exercised", reason };
}

/** Areas whose checks are about requests that are accepted. */
const OF_ACCEPTED: ReadonlySet<Area> = new Set(["accepts", "echo", "response", "state"]);

/** Where only requests that must be refused are sent, nothing is known of what is accepted. */
function unsentWrites({ area, operation }: CheckDefinition, target: Target | null): Unexercised | null {
  if (target?.onlyRefused !== true || usualEffect(operation) === "read" || !OF_ACCEPTED.has(area)) return null;
  return { verdict: "not-exercised", reason: target.noWrites ?? "" };
}

/**
 * Why a check is not exercised, or does not apply; null when nothing known beforehand prevents it.
 * @param usable the edits that these credentials allow
 * @param wrongSecrets whether wrong secrets of the real key are sent
 */
export function unexercised(
  definition: CheckDefinition,
  usable: ReadonlySet<CredentialsEdit>,
  target: Target | null,
  wrongSecrets = true,
): Unexercised | null {
  return (
    unusableCredentials(definition, usable, wrongSecrets) ??
    unsentMethods(definition, target) ??
    unsentWrites(definition, target)
  );
}
