/** The credentials of a run, and what each edit of them sends (section 5). */
import { API_KEY_HEADER } from "../schemas/operations.js";
import { CHANGES } from "./credentialChanges.js";
import {
  type Carried,
  CREDENTIAL_FIELDS,
  type CredentialField,
  type CredentialsEdit,
  type Half,
} from "./credentialsEdits.js";
import type { CredentialsGuess } from "./model.js";

/** An API key with the secret that belongs to it. */
export interface CredentialPair {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** All secrets that a run is given. */
export interface Credentials extends CredentialPair {
  /** A valid pair that lacks a permission, for the cases that expect 403. */
  readonly restricted?: CredentialPair;
  /** The pair of another partner, for what the two must not see of each other. */
  readonly second?: CredentialPair;
  readonly webhookSecret?: string;
  /** The user's headers for every request, such as a gateway requires; names in lower case. */
  readonly headers?: OwnHeaders;
}

/** Headers and query parameters that carry credentials. */
interface CredentialFields {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export function isCredentialsEdit(text: string): text is CredentialsEdit {
  return Object.hasOwn(CREDENTIAL_FIELDS, text);
}

/** All edits of the credentials, the valid pair first. */
export const CREDENTIALS_EDITS: readonly CredentialsEdit[] = Object.keys(CREDENTIAL_FIELDS).filter(isCredentialsEdit);

/** Every credential by its name; undefined for those that were not given. */
export function halvesOf({ apiKey, apiSecret, restricted, second }: Credentials): Record<Half, string | undefined> {
  return {
    API_KEY: apiKey,
    API_SECRET: apiSecret,
    RESTRICTED_API_KEY: restricted?.apiKey,
    RESTRICTED_API_SECRET: restricted?.apiSecret,
    SECOND_API_KEY: second?.apiKey,
    SECOND_API_SECRET: second?.apiSecret,
  };
}

/**
 * What an edit of the credentials sends (section 5).
 *
 * Returns null for an edit that cannot be made with these credentials: another letter case of a text without letters, a
 * prefix of a single character, or an edit with another pair where no different one was given.
 */
export function credentialHeaders(edit: CredentialsEdit, credentials: Credentials): CredentialFields | null {
  const { apiKey, apiSecret } = credentials;
  const halves = halvesOf(credentials);
  const fields = fieldsWith(CREDENTIAL_FIELDS[edit], (value) => {
    switch (value.kind) {
      case "half": {
        const own = halves[value.half];
        const changed = own === undefined ? null : CHANGES[value.change].sent(own);
        return changed === null ? null : value.before + changed;
      }
      case "basic":
        return `Basic ${basicText(credentials)}`;
      case "cookies":
        return cookieText(encodeURIComponent(apiKey), encodeURIComponent(apiSecret));
      case "word":
        return value.word;
    }
  });
  return !isPair(edit) && isValid(fields, credentials) ? null : fields;
}

const SAMPLE: Credentials = {
  apiKey: "sample-key-A1",
  apiSecret: "sample-secret-B2",
  restricted: { apiKey: "sample-key-C3", apiSecret: "sample-secret-D4" },
  second: { apiKey: "sample-key-E5", apiSecret: "sample-secret-F6" },
};

/** Whether an edit sends a pair as it was given. */
function isPair(edit: CredentialsEdit): boolean {
  return edit === "valid" || edit === "restricted" || edit === "second";
}

const guesses = new Map<CredentialsEdit, CredentialsGuess>();

/** What an edit of the credentials looks like to a service; undefined for a good pair. Called for each case. */
export function guessOf(edit: CredentialsEdit): CredentialsGuess | undefined {
  if (isPair(edit)) return undefined;
  const known = guesses.get(edit);
  if (known !== undefined) return known;
  const headers = credentialHeaders(edit, SAMPLE)?.headers ?? {};
  const guess = headers[API_KEY_HEADER] === SAMPLE.apiKey ? "secret" : "credentials";
  guesses.set(edit, guess);
  return guess;
}

/** Key and secret as the Basic scheme of HTTP writes them. */
export function basicText({ apiKey, apiSecret }: CredentialPair): string {
  return Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
}

/** The names under which both credentials stand in cookies, as a header's value. */
export function cookieText(key: string, secret: string): string {
  return `api_key=${key}; api_secret=${secret}`;
}

/** Swapping a pair of equal halves changes nothing, and a foreign half may equal our own. */
function isValid(fields: CredentialFields | null, credentials: CredentialPair): boolean {
  const valid = fieldsWith(CREDENTIAL_FIELDS.valid, (value) =>
    value.kind === "half" && value.half === "API_KEY" ? credentials.apiKey : credentials.apiSecret,
  );
  return JSON.stringify(fields) === JSON.stringify(valid);
}

function fieldsWith(
  fields: readonly CredentialField[],
  spell: (value: Carried) => string | null,
): CredentialFields | null {
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const { place, name, value } of fields) {
    const text = spell(value);
    if (text === null) return null;
    (place === "header" ? headers : query)[name] = text;
  }
  return { headers, query };
}

/**
 * The same fields with a placeholder in place of each value. It shows what was done and no part of a secret, so the
 * recorder keeps it. Fields that an edit leaves out or empties stay out or empty.
 */
export function describedCredentials(edit: CredentialsEdit): CredentialFields {
  return fieldsWith(CREDENTIAL_FIELDS[edit], described) ?? { headers: {}, query: {} };
}

function described(value: Carried): string {
  switch (value.kind) {
    case "half":
      return CHANGES[value.change].shown(value.before + value.half);
    case "basic":
      return "<Basic and API_KEY:API_SECRET in base64>";
    case "cookies":
      return "<API_KEY and API_SECRET as cookies>";
    case "word":
      return `<the word ${value.word}>`;
  }
}

/*
 * The user's headers for every request, such as a gateway in front of a deployment requires. Their values are secrets:
 * they travel as placeholders, and the transport puts the values in as a request leaves.
 */

/** The prefix of variables that hold such headers: CONFORMANCE_HEADER_CF_ACCESS_TOKEN is `cf-access-token`. */
export const OWN_HEADER_PREFIX = "CONFORMANCE_HEADER_";

/** Names and values of the user's own headers, the names in lower case. */
export type OwnHeaders = Readonly<Record<string, string>>;

export function ownHeaderOf(variable: string): string {
  return variable.slice(OWN_HEADER_PREFIX.length).toLowerCase().replaceAll("_", "-");
}

export function variableOf(header: string): string {
  return OWN_HEADER_PREFIX + header.toUpperCase().replaceAll("-", "_");
}

const PLACEHOLDER = /^<(CONFORMANCE_HEADER_\w+)>$/;

/** The variable whose value belongs in place of a header's value; null for a literal value. */
export function variableIn(value: string): string | null {
  return PLACEHOLDER.exec(value)?.[1] ?? null;
}

/** The value that is sent in a header; null where a placeholder stands for a header that this run was not given. */
export function sentValue(value: string, own: OwnHeaders): string | null {
  const variable = variableIn(value);
  return variable === null ? value : (own[ownHeaderOf(variable)] ?? null);
}
