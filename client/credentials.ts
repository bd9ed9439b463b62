/**
 * The credentials of a run, and what each edit of them puts on the wire (section 5).
 */
import { createHash } from "node:crypto";
import { API_KEY_HEADER, API_SECRET_HEADER } from "../schemas/operations.js";
import type { CredentialsEdit } from "./model.js";

/** An API key with the secret that belongs to it. */
export interface CredentialPair {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Everything secret that a run is given. */
export interface Credentials extends CredentialPair {
  /** A valid pair that lacks a permission, for the cases that expect 403. */
  readonly restricted?: CredentialPair;
  readonly webhookSecret?: string;
}

/** Headers and query parameters that carry credentials. */
export interface CredentialFields {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Every edit of the credentials. The record keeps the list complete: a new edit does not compile until it stands here. */
const EDITS: Readonly<Record<CredentialsEdit, true>> = {
  valid: true,
  "no-key": true,
  "no-secret": true,
  neither: true,
  "wrong-key": true,
  "wrong-secret": true,
  swapped: true,
  "empty-key": true,
  "empty-secret": true,
  "key-prefix": true,
  "secret-prefix": true,
  "key-extended": true,
  "secret-extended": true,
  "key-other-case": true,
  "secret-other-case": true,
  "in-query": true,
  restricted: true,
  "foreign-key": true,
  "foreign-secret": true,
};

/** Tells whether a text names an edit of the credentials. */
export function isCredentialsEdit(text: string): text is CredentialsEdit {
  return Object.hasOwn(EDITS, text);
}

/** All edits of the credentials, the valid pair first. */
export const CREDENTIALS_EDITS: readonly CredentialsEdit[] = Object.keys(EDITS).filter(isCredentialsEdit);

/**
 * What an edit of the credentials puts on the wire (section 5).
 *
 * Returns null for an edit that cannot be made with these credentials: another letter case of a text without letters, a
 * prefix of a single character, or the restricted or foreign edits without a restricted pair that differs.
 */
export function credentialHeaders(edit: CredentialsEdit, credentials: Credentials): CredentialFields | null {
  const { apiKey, apiSecret, restricted } = credentials;
  switch (edit) {
    case "valid":
      return inHeaders(apiKey, apiSecret);
    case "no-key":
      return { headers: { [API_SECRET_HEADER]: apiSecret }, query: {} };
    case "no-secret":
      return { headers: { [API_KEY_HEADER]: apiKey }, query: {} };
    case "neither":
      return { headers: {}, query: {} };
    case "wrong-key":
      return inHeaders(wrong(apiKey), apiSecret);
    case "wrong-secret":
      return inHeaders(apiKey, wrong(apiSecret));
    case "swapped":
      return apiKey === apiSecret ? null : inHeaders(apiSecret, apiKey);
    case "empty-key":
      return inHeaders("", apiSecret);
    case "empty-secret":
      return inHeaders(apiKey, "");
    case "key-prefix":
      return ifPossible(withoutLast(apiKey), apiSecret);
    case "secret-prefix":
      return ifPossible(apiKey, withoutLast(apiSecret));
    case "key-extended":
      return inHeaders(`${apiKey}${EXTENSION}`, apiSecret);
    case "secret-extended":
      return inHeaders(apiKey, `${apiSecret}${EXTENSION}`);
    case "key-other-case":
      return ifPossible(otherCase(apiKey), apiSecret);
    case "secret-other-case":
      return ifPossible(apiKey, otherCase(apiSecret));
    case "in-query":
      return { headers: {}, query: { [API_KEY_HEADER]: apiKey, [API_SECRET_HEADER]: apiSecret } };
    case "restricted":
      return restricted === undefined ? null : inHeaders(restricted.apiKey, restricted.apiSecret);
    case "foreign-key":
      return restricted === undefined || restricted.apiKey === apiKey ? null : inHeaders(restricted.apiKey, apiSecret);
    case "foreign-secret":
      return restricted === undefined || restricted.apiSecret === apiSecret
        ? null
        : inHeaders(apiKey, restricted.apiSecret);
    default:
      return unknownEdit(edit);
  }
}

/**
 * The same fields with a placeholder in place of each value. It tells what was done and shows no part of a secret, so
 * it is what the recorder keeps. Fields that an edit leaves out or empties stay out or empty.
 */
export function describedCredentials(edit: CredentialsEdit): CredentialFields {
  switch (edit) {
    case "valid":
      return inHeaders("<API_KEY>", "<API_SECRET>");
    case "no-key":
      return { headers: { [API_SECRET_HEADER]: "<API_SECRET>" }, query: {} };
    case "no-secret":
      return { headers: { [API_KEY_HEADER]: "<API_KEY>" }, query: {} };
    case "neither":
      return { headers: {}, query: {} };
    case "wrong-key":
      return inHeaders("<wrong key>", "<API_SECRET>");
    case "wrong-secret":
      return inHeaders("<API_KEY>", "<wrong secret>");
    case "swapped":
      return inHeaders("<API_SECRET>", "<API_KEY>");
    case "empty-key":
      return inHeaders("", "<API_SECRET>");
    case "empty-secret":
      return inHeaders("<API_KEY>", "");
    case "key-prefix":
      return inHeaders("<API_KEY without its last character>", "<API_SECRET>");
    case "secret-prefix":
      return inHeaders("<API_KEY>", "<API_SECRET without its last character>");
    case "key-extended":
      return inHeaders("<API_KEY with one more character>", "<API_SECRET>");
    case "secret-extended":
      return inHeaders("<API_KEY>", "<API_SECRET with one more character>");
    case "key-other-case":
      return inHeaders("<API_KEY in the other letter case>", "<API_SECRET>");
    case "secret-other-case":
      return inHeaders("<API_KEY>", "<API_SECRET in the other letter case>");
    case "in-query":
      return { headers: {}, query: { [API_KEY_HEADER]: "<API_KEY>", [API_SECRET_HEADER]: "<API_SECRET>" } };
    case "restricted":
      return inHeaders("<RESTRICTED_API_KEY>", "<RESTRICTED_API_SECRET>");
    case "foreign-key":
      return inHeaders("<RESTRICTED_API_KEY>", "<API_SECRET>");
    case "foreign-secret":
      return inHeaders("<API_KEY>", "<RESTRICTED_API_SECRET>");
    default:
      return unknownEdit(edit);
  }
}

/** The character that an extended credential ends in. */
export const EXTENSION = "0";

/** Swaps upper and lower case of the ASCII letters of a text; other characters stay. */
export function flipCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

function inHeaders(key: string, secret: string): CredentialFields {
  return { headers: { [API_KEY_HEADER]: key, [API_SECRET_HEADER]: secret }, query: {} };
}

function ifPossible(key: string | null, secret: string | null): CredentialFields | null {
  return key === null || secret === null ? null : inHeaders(key, secret);
}

/** An emptied value is another edit, so a single character has no prefix. */
function withoutLast(text: string): string | null {
  return text.length > 1 ? text.slice(0, -1) : null;
}

function otherCase(text: string): string | null {
  const flipped = flipCase(text);
  return flipped === text ? null : flipped;
}

const DIGITS = "0123456789";
const LOWER_CASE = "abcdefghijklmnopqrstuvwxyz";
const UPPER_CASE = LOWER_CASE.toUpperCase();

/**
 * A text of the same shape with other letters and digits. It depends on the shape only, never on the value, so that it
 * tells nothing about the secret; it is the same in every run, so that a finding can be repeated.
 */
function wrong(text: string): string {
  for (let attempt = 0; ; attempt++) {
    const candidate = randomLooking(text, attempt);
    if (candidate !== text) {
      return candidate;
    }
  }
}

function randomLooking(shape: string, attempt: number): string {
  let result = "";
  for (const [index, character] of [...shape].entries()) {
    const byte = createHash("sha256").update(`${attempt}:${index}`).digest().readUInt8(0);
    const alphabet = [DIGITS, LOWER_CASE, UPPER_CASE].find((letters) => letters.includes(character));
    // Punctuation keeps the shape of identifiers at first; a text of nothing else must change all the same.
    result += alphabet === undefined && attempt === 0 ? character : pick(alphabet ?? LOWER_CASE, byte);
  }
  return result;
}

function pick(alphabet: string, byte: number): string {
  return alphabet.charAt(byte % alphabet.length);
}

function unknownEdit(edit: never): never {
  throw new TypeError(`There is no credentials edit named "${String(edit)}".`);
}
