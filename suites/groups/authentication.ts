/** Who is let in: the matrix of credentials (section 5), the same for every operation. */
import type { CredentialsEdit } from "../../client/model.js";
import type { Template } from "../../generators/edit.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";
import { caseUnit } from "../caseUnit.js";
import { check, group } from "../define.js";
import type { CheckGroup, Unit, World } from "../model.js";

/** Credentials that are not valid, in the order in which they are most telling. */
const INVALID: readonly { readonly edit: CredentialsEdit; readonly words: string }[] = [
  { edit: "neither", words: "no credentials" },
  { edit: "wrong-secret", words: "the right key and a wrong secret" },
  { edit: "wrong-key", words: "a wrong key and the right secret" },
  { edit: "no-secret", words: "the key without the secret" },
  { edit: "no-key", words: "the secret without the key" },
  { edit: "swapped", words: "key and secret in each other's place" },
  { edit: "empty-key", words: "an empty key" },
  { edit: "empty-secret", words: "an empty secret" },
  { edit: "key-prefix", words: "a key without its last character" },
  { edit: "secret-prefix", words: "a secret without its last character" },
  { edit: "key-extended", words: "a key with one character more" },
  { edit: "secret-extended", words: "a secret with one character more" },
  { edit: "key-other-case", words: "the key in another letter case" },
  { edit: "secret-other-case", words: "the secret in another letter case" },
  { edit: "in-query", words: "the credentials in the query instead of the headers" },
  { edit: "foreign-key", words: "the key of one pair with the secret of another" },
  { edit: "foreign-secret", words: "the secret of one pair with the key of another" },
];

const NO_RESTRICTED_PAIR =
  "no restricted credentials were given (CONFORMANCE_RESTRICTED_API_KEY and CONFORMANCE_RESTRICTED_API_SECRET)";

/**
 * Why a check of the matrix is not exercised with the credentials at hand, or null when it is.
 * @param id id of any check
 */
export function unusableCredentials(
  id: string,
  usable: ReadonlySet<CredentialsEdit>,
): { readonly verdict: "not-exercised" | "not-applicable"; readonly reason: string } | null {
  const edit = [...INVALID.map((entry) => entry.edit), "restricted" as const].find((name) =>
    id.endsWith(`/auth/${name}`),
  );
  if (edit === undefined || usable.has(edit)) return null;
  return /^(restricted|foreign)/.test(edit)
    ? { verdict: "not-exercised", reason: NO_RESTRICTED_PAIR }
    : { verdict: "not-applicable", reason: "the credentials have nothing that this changes" };
}

/** Sends an operation with every kind of invalid credentials, and with a pair that lacks permission. */
export function authentication(operation: OperationId, templateOf: (world: World) => Template | undefined): CheckGroup {
  const { method, path, effect } = OPERATIONS[operation];
  const request = `${method} ${path}`;
  const definitions = INVALID.map(({ edit, words }) =>
    check(operation, "auth", {
      rule: edit,
      section: "5",
      title: `${words} is answered with 401`.replace(/^./, (letter) => letter.toUpperCase()),
      sends: `an accepted ${request} with ${words}`,
      expects: "status 401",
    }),
  );
  if (effect === "write") {
    definitions.push(
      check(operation, "auth", {
        rule: "restricted",
        section: "5",
        title: "Credentials without permission are answered with 403",
        sends: `an accepted ${request} with the restricted pair, which may read and not write`,
        expects: "status 403",
      }),
    );
  }
  return group(operation, definitions, (world) => {
    const template = templateOf(world);
    if (template === undefined) return [];
    const units: Unit[] = [];
    for (const { edit, words } of INVALID) {
      if (!world.credentialsEdits.has(edit)) continue;
      units.push(
        caseUnit({
          check: `${operation}/auth/${edit}`,
          index: 0,
          tier: 0,
          template,
          edit: { kind: "credentials", credentials: edit },
          expect: { kind: "status", statuses: [401] },
          message: `A request with ${words} is not answered with 401`,
        }),
      );
    }
    if (effect === "write" && world.credentialsEdits.has("restricted")) {
      units.push(
        caseUnit({
          check: `${operation}/auth/restricted`,
          index: 0,
          tier: 0,
          template,
          edit: { kind: "credentials", credentials: "restricted" },
          expect: { kind: "status", statuses: [403] },
          message: "A request that lacks permission is not answered with 403",
        }),
      );
    }
    return units;
  });
}
