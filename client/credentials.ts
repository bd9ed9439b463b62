/**
 * The credentials of a run, and what each edit of them puts on the wire (section 5).
 */
import { createHash } from "node:crypto";
import { API_KEY_HEADER } from "../schemas/operations.js";
import {
  type Carried,
  type Change,
  CREDENTIAL_FIELDS,
  type CredentialField,
  cookieText,
  type Half,
  KEPT_ENDING,
} from "./credentialsEdits.js";
import type { CredentialsEdit, CredentialsGuess } from "./model.js";
import type { OwnHeaders } from "./ownHeaders.js";

/** An API key with the secret that belongs to it. */
export interface CredentialPair {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Everything secret that a run is given. */
export interface Credentials extends CredentialPair {
  /** A valid pair that lacks a permission, for the cases that expect 403. */
  readonly restricted?: CredentialPair;
  /** The pair of another partner, for what the two must not see of each other. */
  readonly second?: CredentialPair;
  readonly webhookSecret?: string;
  /** Headers of the user's own on every request, such as a gateway asks for; names in lower case. */
  readonly headers?: OwnHeaders;
}

/** Headers and query parameters that carry credentials. */
export interface CredentialFields {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Tells whether a text names an edit of the credentials. */
export function isCredentialsEdit(text: string): text is CredentialsEdit {
  return Object.hasOwn(CREDENTIAL_FIELDS, text);
}

/** All edits of the credentials, the valid pair first. */
export const CREDENTIALS_EDITS: readonly CredentialsEdit[] = Object.keys(CREDENTIAL_FIELDS).filter(isCredentialsEdit);

/**
 * What an edit of the credentials puts on the wire (section 5).
 *
 * Returns null for an edit that cannot be made with these credentials: another letter case of a text without letters, a
 * prefix of a single character, or an edit with another pair where none was given that differs.
 */
export function credentialHeaders(edit: CredentialsEdit, credentials: Credentials): CredentialFields | null {
  const carried = (value: Carried): string | null => {
    const { apiKey, apiSecret } = credentials;
    switch (value.kind) {
      case "half": {
        const own = halfOf(value.half, credentials);
        const changed = own === undefined ? null : changedText(own, value.change);
        return changed === null ? null : value.before + changed;
      }
      case "basic":
        return `Basic ${basicText(credentials)}`;
      case "cookies":
        return cookieText(encodeURIComponent(apiKey), encodeURIComponent(apiSecret));
      case "word":
        return value.word;
      default:
        return unknownKind(value);
    }
  };
  const fields = fieldsWith(CREDENTIAL_FIELDS[edit], carried);
  const same = !isPair(edit) && isValid(fields, credentials);
  return same ? null : fields;
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

/** What an edit of the credentials looks like to a service; undefined for a pair that is good. Each case asks for it. */
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

/** Swapping a pair of equal halves changes nothing, and a foreign half may be the own one. */
function isValid(fields: CredentialFields | null, credentials: CredentialPair): boolean {
  const valid = fieldsWith(CREDENTIAL_FIELDS.valid, (value) =>
    value.kind === "half" && value.half === "key" ? credentials.apiKey : credentials.apiSecret,
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

function halfOf(half: Half, { apiKey, apiSecret, restricted, second }: Credentials): string | undefined {
  switch (half) {
    case "key":
      return apiKey;
    case "secret":
      return apiSecret;
    case "restricted-key":
      return restricted?.apiKey;
    case "restricted-secret":
      return restricted?.apiSecret;
    case "second-key":
      return second?.apiKey;
    case "second-secret":
      return second?.apiSecret;
  }
}

const PLACEHOLDERS: Readonly<Record<Half, string>> = {
  key: "API_KEY",
  secret: "API_SECRET",
  "restricted-key": "RESTRICTED_API_KEY",
  "restricted-secret": "RESTRICTED_API_SECRET",
  "second-key": "SECOND_API_KEY",
  "second-secret": "SECOND_API_SECRET",
};

/**
 * The same fields with a placeholder in place of each value. It tells what was done and shows no part of a secret, so
 * it is what the recorder keeps. Fields that an edit leaves out or empties stay out or empty.
 */
export function describedCredentials(edit: CredentialsEdit): CredentialFields {
  return fieldsWith(CREDENTIAL_FIELDS[edit], described) ?? { headers: {}, query: {} };
}

function described(value: Carried): string {
  switch (value.kind) {
    case "half":
      return describedHalf(value.half, value.change, value.before);
    case "basic":
      return "<Basic and API_KEY:API_SECRET in base64>";
    case "cookies":
      return "<API_KEY and API_SECRET as cookies>";
    case "word":
      return `<the word ${value.word}>`;
    default:
      return unknownKind(value);
  }
}

function describedHalf(half: Half, change: Change, before: string): string {
  const name = PLACEHOLDERS[half];
  switch (change) {
    case "none":
      return `<${before}${name}>`;
    case "wrong":
      return half.endsWith("key") ? "<wrong key>" : "<wrong secret>";
    case "empty":
      return "";
    case "prefix":
      return `<${name} without its last character>`;
    case "extended":
      return `<${name} with one more character>`;
    case "other-case":
      return `<${name} in the other letter case>`;
    case "first":
    case "middle":
    case "last":
      return `<${name} with another ${change} character>`;
    case "ending":
      return `<a wrong value with the last ${KEPT_ENDING} characters of ${name}>`;
    case "quoted":
      return `<${name} in quotation marks>`;
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

/** A credential after a change; null when the change cannot be made with it. */
function changedText(text: string, change: Change): string | null {
  switch (change) {
    case "none":
      return text;
    case "wrong":
      return wrong(text);
    case "empty":
      return "";
    case "prefix":
      // An emptied value is another edit, so a single character has no prefix.
      return text.length > 1 ? text.slice(0, -1) : null;
    case "extended":
      return `${text}${EXTENSION}`;
    case "other-case": {
      const flipped = flipCase(text);
      return flipped === text ? null : flipped;
    }
    case "first":
      return withOtherCharacter(text, 0);
    case "middle":
      return withOtherCharacter(text, Math.floor(text.length / 2));
    case "last":
      return withOtherCharacter(text, text.length - 1);
    case "ending":
      return text.length > KEPT_ENDING ? wrong(text.slice(0, -KEPT_ENDING)) + text.slice(-KEPT_ENDING) : null;
    case "quoted":
      return `"${text}"`;
  }
}

function withOtherCharacter(text: string, at: number): string {
  return text.slice(0, at) + nextCharacter(text.charAt(at)) + text.slice(at + 1);
}

/** Another character of the same kind: the next letter or digit, and a letter for anything else. */
function nextCharacter(character: string): string {
  const alphabet = [DIGITS, LOWER_CASE, UPPER_CASE].find((letters) => letters.includes(character));
  if (alphabet === undefined) return "x";
  return alphabet.charAt((alphabet.indexOf(character) + 1) % alphabet.length);
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
    if (candidate !== text) return candidate;
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

/** @throws TypeError, always: the compiler knows every value there is */
export function unknownKind(value: never): never {
  throw new TypeError(`There is no such value of a credential field: ${JSON.stringify(value)}.`);
}
