/**
 * How the credentials of a request can be edited, as data: which fields carry what. What a value is spelled like is left
 * to those who send, describe or print it.
 */
import { API_KEY_HEADER, API_SECRET_HEADER } from "../schemas/operations.js";
import type { CredentialsEdit, CredentialsWord } from "./model.js";

/** A credential of a run. */
export type Half = "key" | "secret" | "restricted-key" | "restricted-secret" | "second-key" | "second-secret";

/** What was done to one credential. */
export type Change =
  | "none"
  /** Another value of the same shape. */
  | "wrong"
  | "empty"
  /** Without its last character. */
  | "prefix"
  /** With one character more. */
  | "extended"
  | "other-case"
  /** Another character in one place. */
  | "first"
  | "middle"
  | "last"
  /** Another value of the same shape that ends alike. */
  | "ending"
  /** Between quotation marks. */
  | "quoted";

/** What a field carries: one credential, or both in one value. */
export type Carried =
  | { readonly kind: "half"; readonly half: Half; readonly change: Change; readonly before: string }
  /** Key and secret as the Basic scheme writes them. */
  | { readonly kind: "basic" }
  | { readonly kind: "cookies" }
  /** A text that is no secret. */
  | { readonly kind: "word"; readonly word: CredentialsWord };

/** A field of a request that carries credentials. */
export interface CredentialField {
  readonly place: "header" | "query";
  readonly name: string;
  readonly value: Carried;
}

/** How many last characters stay when an edit keeps the ending. */
export const KEPT_ENDING = 6;

function half(which: Half, change: Change = "none", before = ""): Carried {
  return { kind: "half", half: which, change, before };
}

function header(name: string, value: Carried): CredentialField {
  return { place: "header", name, value };
}

function inHeaders(key: Carried, secret: Carried): CredentialField[] {
  return [header(API_KEY_HEADER, key), header(API_SECRET_HEADER, secret)];
}

function inQuery(value: Carried, ...names: readonly string[]): CredentialField[] {
  return names.map((name) => ({ place: "query", name, value }));
}

const KEY = half("key");
const SECRET = half("secret");
const KEY_SPELLINGS = { snake: ["x_api_key", "api_key"], camel: ["xApiKey", "apiKey"] } as const;
const SECRET_SPELLINGS = { snake: ["x_api_secret", "api_secret"], camel: ["xApiSecret", "apiSecret"] } as const;

const IN_QUERY = [
  ...inQuery(KEY, API_KEY_HEADER, ...KEY_SPELLINGS.snake, ...KEY_SPELLINGS.camel),
  ...inQuery(SECRET, API_SECRET_HEADER, ...SECRET_SPELLINGS.snake, ...SECRET_SPELLINGS.camel),
];
const IN_COOKIE = header("Cookie", { kind: "cookies" });
const AUTHORIZATION = {
  basic: header("Authorization", { kind: "basic" }),
  "bearer-key": header("Authorization", half("key", "none", "Bearer ")),
  "bearer-secret": header("Authorization", half("secret", "none", "Bearer ")),
} as const;

const keyThat = (change: Change) => inHeaders(half("key", change), SECRET);
const secretThat = (change: Change) => inHeaders(KEY, half("secret", change));

const word = (text: CredentialsWord): Carried => ({ kind: "word", word: text });

/** The fields of every edit. The record keeps the list complete: a new edit does not compile until it stands here. */
export const CREDENTIAL_FIELDS: Readonly<Record<CredentialsEdit, readonly CredentialField[]>> = {
  valid: inHeaders(KEY, SECRET),
  "no-key": [header(API_SECRET_HEADER, SECRET)],
  "no-secret": [header(API_KEY_HEADER, KEY)],
  neither: [],
  "wrong-key": keyThat("wrong"),
  "wrong-secret": secretThat("wrong"),
  swapped: inHeaders(SECRET, KEY),
  "key-twice": inHeaders(KEY, KEY),
  "secret-twice": inHeaders(SECRET, SECRET),
  "empty-key": keyThat("empty"),
  "empty-secret": secretThat("empty"),
  "key-prefix": keyThat("prefix"),
  "secret-prefix": secretThat("prefix"),
  "key-extended": keyThat("extended"),
  "secret-extended": secretThat("extended"),
  "key-other-case": keyThat("other-case"),
  "secret-other-case": secretThat("other-case"),
  "key-first-character": keyThat("first"),
  "key-middle-character": keyThat("middle"),
  "key-last-character": keyThat("last"),
  "key-ending": keyThat("ending"),
  "secret-first-character": secretThat("first"),
  "secret-middle-character": secretThat("middle"),
  "secret-last-character": secretThat("last"),
  "secret-ending": secretThat("ending"),
  quoted: inHeaders(half("key", "quoted"), half("secret", "quoted")),
  "key-quoted": keyThat("quoted"),
  "in-query": IN_QUERY,
  "in-query-snake": [...inQuery(KEY, ...KEY_SPELLINGS.snake), ...inQuery(SECRET, ...SECRET_SPELLINGS.snake)],
  "in-query-camel": [...inQuery(KEY, ...KEY_SPELLINGS.camel), ...inQuery(SECRET, ...SECRET_SPELLINGS.camel)],
  "key-in-query": [
    header(API_SECRET_HEADER, SECRET),
    ...inQuery(KEY, API_KEY_HEADER, ...KEY_SPELLINGS.snake, ...KEY_SPELLINGS.camel),
  ],
  "secret-in-query": [
    header(API_KEY_HEADER, KEY),
    ...inQuery(SECRET, API_SECRET_HEADER, ...SECRET_SPELLINGS.snake, ...SECRET_SPELLINGS.camel),
  ],
  basic: [AUTHORIZATION.basic],
  "bearer-key": [AUTHORIZATION["bearer-key"]],
  "bearer-secret": [AUTHORIZATION["bearer-secret"]],
  "in-cookie": [IN_COOKIE],
  "elsewhere-basic": [...IN_QUERY, IN_COOKIE, AUTHORIZATION.basic],
  "elsewhere-bearer-key": [...IN_QUERY, IN_COOKIE, AUTHORIZATION["bearer-key"]],
  "elsewhere-bearer-secret": [...IN_QUERY, IN_COOKIE, AUTHORIZATION["bearer-secret"]],
  "both-empty": inHeaders(half("key", "empty"), half("secret", "empty")),
  "key-as-null": inHeaders(word("null"), SECRET),
  "secret-as-null": inHeaders(KEY, word("null")),
  "both-as-null": inHeaders(word("null"), word("null")),
  "key-as-undefined": inHeaders(word("undefined"), SECRET),
  "secret-as-undefined": inHeaders(KEY, word("undefined")),
  "both-as-undefined": inHeaders(word("undefined"), word("undefined")),
  "key-as-none": inHeaders(word("none"), SECRET),
  "secret-as-none": inHeaders(KEY, word("none")),
  "both-as-none": inHeaders(word("none"), word("none")),
  "key-as-0": inHeaders(word("0"), SECRET),
  "secret-as-0": inHeaders(KEY, word("0")),
  "both-as-0": inHeaders(word("0"), word("0")),
  "key-as-true": inHeaders(word("true"), SECRET),
  "secret-as-true": inHeaders(KEY, word("true")),
  "both-as-true": inHeaders(word("true"), word("true")),
  "key-as-Bearer x": inHeaders(word("Bearer x"), SECRET),
  "secret-as-Bearer x": inHeaders(KEY, word("Bearer x")),
  "both-as-Bearer x": inHeaders(word("Bearer x"), word("Bearer x")),
  restricted: inHeaders(half("restricted-key"), half("restricted-secret")),
  "foreign-key": inHeaders(half("restricted-key"), SECRET),
  "foreign-secret": inHeaders(KEY, half("restricted-secret")),
  second: inHeaders(half("second-key"), half("second-secret")),
  "second-key": inHeaders(half("second-key"), SECRET),
  "second-secret": inHeaders(KEY, half("second-secret")),
};

/** The names under which both credentials stand in cookies, as a header's value. */
export function cookieText(key: string, secret: string): string {
  return `api_key=${key}; api_secret=${secret}`;
}

/** Names of all fields that ever carry credentials, in lower case. */
export const CREDENTIAL_FIELD_NAMES: ReadonlySet<string> = new Set(
  Object.values(CREDENTIAL_FIELDS).flatMap((fields) => fields.map(({ name }) => name.toLowerCase())),
);
