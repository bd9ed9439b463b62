/** Who is let in: the matrix of credentials (section 5), the same for every operation. */
import { isCredentialsEdit } from "../../../client/credentials.js";
import type { CredentialsEdit } from "../../../client/model.js";
import { checkOf, group } from "../../../engine/checkGroup.js";
import { editCase } from "../../../engine/editCase.js";
import type { Case, CheckGroup, Target } from "../../../engine/model.js";
import type { Template } from "../../../generators/edits/edit.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

/** One way to be wrongly let in, and what a check of it is called. */
interface Invalid {
  readonly rule: CredentialsEdit;
  readonly words: string;
  /** Credentials that are wrong in the same respect, each with its own words. */
  readonly alike?: Readonly<Partial<Record<CredentialsEdit, string>>>;
  /** Sent on every form of the operation: a hole may be in one of them only. */
  readonly everyForm?: true;
}

/** Credentials that are not valid, in the order in which they are most telling. */
const INVALID: readonly Invalid[] = [
  {
    rule: "neither",
    words: "no credentials",
    alike: {
      basic: "the credentials in the Basic scheme instead of the two headers",
      "bearer-secret": "the secret as a bearer token instead of the two headers",
      "bearer-key": "the key as a bearer token instead of the two headers",
      "in-cookie": "the credentials in cookies instead of the two headers",
    },
    everyForm: true,
  },
  {
    rule: "wrong-secret",
    words: "the right key and a wrong secret",
    alike: {
      "secret-last-character": "a secret that is wrong in its last character",
      "secret-first-character": "a secret that is wrong in its first character",
      "secret-middle-character": "a secret that is wrong in one character in the middle",
      "secret-ending": "a secret of which only the last characters are right",
      "key-twice": "the key as its own secret",
    },
    everyForm: true,
  },
  {
    rule: "wrong-key",
    words: "a wrong key and the right secret",
    alike: {
      "key-last-character": "a key that is wrong in its last character",
      "key-first-character": "a key that is wrong in its first character",
      "key-middle-character": "a key that is wrong in one character in the middle",
      "key-ending": "a key of which only the last characters are right",
      "secret-twice": "the secret as its own key",
      quoted: "key and secret in quotation marks",
    },
    everyForm: true,
  },
  {
    rule: "no-secret",
    words: "the key without the secret",
    alike: { "secret-in-query": "the key in its header and the secret in the query" },
    everyForm: true,
  },
  {
    rule: "no-key",
    words: "the secret without the key",
    alike: { "key-in-query": "the secret in its header and the key in the query" },
    everyForm: true,
  },
  { rule: "swapped", words: "key and secret in each other's place" },
  { rule: "empty-key", words: "an empty key" },
  { rule: "empty-secret", words: "an empty secret" },
  { rule: "key-prefix", words: "a key without its last character" },
  { rule: "secret-prefix", words: "a secret without its last character" },
  { rule: "key-extended", words: "a key with one character more" },
  { rule: "secret-extended", words: "a secret with one character more" },
  { rule: "key-other-case", words: "the key in another letter case" },
  { rule: "secret-other-case", words: "the secret in another letter case" },
  {
    rule: "in-query",
    words: "the credentials in the query instead of the headers",
    alike: {
      "in-query-snake": "the credentials in the query as api_key and api_secret",
      "in-query-camel": "the credentials in the query as apiKey and apiSecret",
    },
  },
  { rule: "foreign-key", words: "the key of one pair with the secret of another" },
  { rule: "foreign-secret", words: "the secret of one pair with the key of another" },
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
  const edit = [...INVALID.map(({ rule }) => rule), "restricted" as const].find((name) => id.endsWith(`/auth/${name}`));
  if (edit === undefined || usable.has(edit)) return null;
  return /^(restricted|foreign)/.test(edit)
    ? { verdict: "not-exercised", reason: NO_RESTRICTED_PAIR }
    : { verdict: "not-applicable", reason: "the credentials have nothing that this changes" };
}

/** The cases of one check: every edit on the first form, and the one that it is named after on the others. */
function casesOf(
  invalid: Invalid,
  forms: readonly Template[],
  target: Target,
): (CaseOf & { readonly index: number })[] {
  const [first, ...others] = forms;
  if (first === undefined) return [];
  const edits: CaseOf[] = [{ template: first, edit: invalid.rule, words: invalid.words }];
  for (const [edit, words] of Object.entries(invalid.alike ?? {})) {
    if (isCredentialsEdit(edit)) edits.push({ template: first, edit, words });
  }
  const elsewhere = (invalid.everyForm === true ? others : []).map((template) => ({
    template,
    edit: invalid.rule,
    words: invalid.words,
  }));
  return [...edits, ...elsewhere].flatMap((one, index) =>
    target.credentialsEdits.has(one.edit) ? { ...one, index } : [],
  );
}

interface CaseOf {
  readonly template: Template;
  readonly edit: CredentialsEdit;
  readonly words: string;
}

/**
 * Sends an operation with every kind of invalid credentials, and with a pair that lacks permission.
 * @param formsOf the forms of the operation, the usual one first
 */
export function authentication(operation: OperationId, formsOf: (target: Target) => readonly Template[]): CheckGroup {
  const { method, path, effect } = OPERATIONS[operation];
  const request = `${method} ${path}`;
  const definitions = INVALID.map(({ rule, words, alike }) =>
    checkOf(operation, "auth", {
      rule,
      section: "5",
      title: `${words} is answered with 401`.replace(/^./, (letter) => letter.toUpperCase()),
      sends: `an accepted ${request} with ${[words, ...Object.values(alike ?? {})].join("; with ")}`,
      expects: "status 401",
    }),
  );
  if (effect === "write") {
    definitions.push(
      checkOf(operation, "auth", {
        rule: "restricted",
        section: "5",
        title: "Credentials without permission are answered with 403",
        sends: `an accepted ${request} with the restricted pair, which may read and not write`,
        expects: "status 403",
      }),
    );
  }
  return group(operation, definitions, (target) => {
    const forms = formsOf(target);
    const cases: Case[] = INVALID.flatMap((invalid) =>
      casesOf(invalid, forms, target).map(({ template, edit, words, index }) =>
        editCase({
          check: `${operation}/auth/${invalid.rule}`,
          index,
          tier: index,
          template,
          edit: { kind: "credentials", credentials: edit },
          expect: { kind: "status", statuses: [401] },
          message: `A request with ${words} is not answered with 401`,
        }),
      ),
    );
    if (effect !== "write" || !target.credentialsEdits.has("restricted")) return cases;
    const restricted = forms.map((template, index) =>
      editCase({
        check: `${operation}/auth/restricted`,
        index,
        tier: index,
        template,
        edit: { kind: "credentials", credentials: "restricted" },
        expect: { kind: "status", statuses: [403] },
        message: "A request that lacks permission is not answered with 403",
      }),
    );
    return [...cases, ...restricted];
  });
}
