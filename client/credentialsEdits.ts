/** How the credentials of a request can be edited (section 5), as data: which fields carry what. */
import { API_KEY_HEADER, API_SECRET_HEADER } from "../schemas/operations.js";
import type { Change } from "./credentialChanges.js";

/** A credential of a run, by the name of its placeholder; its variable has CONFORMANCE_ before it. */
export type Half =
  | "API_KEY"
  | "API_SECRET"
  | "RESTRICTED_API_KEY"
  | "RESTRICTED_API_SECRET"
  | "SECOND_API_KEY"
  | "SECOND_API_SECRET";

/** What a field carries: one credential, or both in one value. */
export type Carried =
  | { readonly kind: "half"; readonly half: Half; readonly change: Change; readonly before: string }
  /** Key and secret as the Basic scheme writes them. */
  | { readonly kind: "basic" }
  | { readonly kind: "cookies" }
  /** A text that is not a secret. */
  | { readonly kind: "word"; readonly word: CredentialsWord };

/** A field of a request that carries credentials. */
export interface CredentialField {
  readonly place: "header" | "query";
  readonly name: string;
  readonly value: Carried;
}

type Fields = readonly CredentialField[];

function half(which: Half, change: Change = "none", before = ""): Carried {
  return { kind: "half", half: which, change, before };
}

function header(name: string, value: Carried): CredentialField {
  return { place: "header", name, value };
}

function inHeaders(key: Carried, secret: Carried): Fields {
  return [header(API_KEY_HEADER, key), header(API_SECRET_HEADER, secret)];
}

function inQuery(value: Carried, ...names: readonly string[]): Fields {
  return names.map((name) => ({ place: "query", name, value }));
}

const KEY = half("API_KEY");
const SECRET = half("API_SECRET");
const SNAKE = [...inQuery(KEY, "x_api_key", "api_key"), ...inQuery(SECRET, "x_api_secret", "api_secret")];
const CAMEL = [...inQuery(KEY, "xApiKey", "apiKey"), ...inQuery(SECRET, "xApiSecret", "apiSecret")];
const KEY_IN_QUERY = inQuery(KEY, API_KEY_HEADER, "x_api_key", "api_key", "xApiKey", "apiKey");
const SECRET_IN_QUERY = inQuery(SECRET, API_SECRET_HEADER, "x_api_secret", "api_secret", "xApiSecret", "apiSecret");
const IN_QUERY = [...KEY_IN_QUERY, ...SECRET_IN_QUERY];
const IN_COOKIE = header("Cookie", { kind: "cookies" });
const BASIC = header("Authorization", { kind: "basic" });
const BEARER_KEY = header("Authorization", half("API_KEY", "none", "Bearer "));
const BEARER_SECRET = header("Authorization", half("API_SECRET", "none", "Bearer "));

const keyThat = (change: Change): Fields => inHeaders(half("API_KEY", change), SECRET);
const secretThat = (change: Change): Fields => inHeaders(KEY, half("API_SECRET", change));

/** What programs write in place of a missing credential: careless code takes it for one. */
export const CREDENTIAL_WORDS = ["null", "undefined", "none", "0", "true", "Bearer x"] as const;
type CredentialsWord = (typeof CREDENTIAL_WORDS)[number];

function asWords(): Readonly<Record<`${"key" | "secret" | "both"}-as-${CredentialsWord}`, Fields>>;
function asWords(): Readonly<Record<string, Fields>> {
  const rows = CREDENTIAL_WORDS.flatMap((text) => {
    const word: Carried = { kind: "word", word: text };
    const either = { key: inHeaders(word, SECRET), secret: inHeaders(KEY, word), both: inHeaders(word, word) };
    return Object.entries(either).map(([which, fields]) => [`${which}-as-${text}`, fields] as const);
  });
  return Object.fromEntries(rows);
}

/** The fields of every edit. */
export const CREDENTIAL_FIELDS = {
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
  quoted: inHeaders(half("API_KEY", "quoted"), half("API_SECRET", "quoted")),
  "key-quoted": keyThat("quoted"),
  "secret-quoted": secretThat("quoted"),
  "in-query": IN_QUERY,
  "in-query-snake": SNAKE,
  "in-query-camel": CAMEL,
  "key-in-query": [header(API_SECRET_HEADER, SECRET), ...KEY_IN_QUERY],
  "secret-in-query": [header(API_KEY_HEADER, KEY), ...SECRET_IN_QUERY],
  basic: [BASIC],
  "bearer-key": [BEARER_KEY],
  "bearer-secret": [BEARER_SECRET],
  "in-cookie": [IN_COOKIE],
  "elsewhere-basic": [...IN_QUERY, IN_COOKIE, BASIC],
  "elsewhere-bearer-key": [...IN_QUERY, IN_COOKIE, BEARER_KEY],
  "elsewhere-bearer-secret": [...IN_QUERY, IN_COOKIE, BEARER_SECRET],
  "both-empty": inHeaders(half("API_KEY", "empty"), half("API_SECRET", "empty")),
  ...asWords(),
  // A valid pair that lacks a permission, and half of it; then the same of another partner's pair.
  restricted: inHeaders(half("RESTRICTED_API_KEY"), half("RESTRICTED_API_SECRET")),
  "foreign-key": inHeaders(half("RESTRICTED_API_KEY"), SECRET),
  "foreign-secret": inHeaders(KEY, half("RESTRICTED_API_SECRET")),
  second: inHeaders(half("SECOND_API_KEY"), half("SECOND_API_SECRET")),
  "second-key": inHeaders(half("SECOND_API_KEY"), SECRET),
  "second-secret": inHeaders(KEY, half("SECOND_API_SECRET")),
} as const satisfies Readonly<Record<string, Fields>>;

/** How the credentials of a request differ from the full, valid pair. */
export type CredentialsEdit = keyof typeof CREDENTIAL_FIELDS;

/** Names of all fields that ever carry credentials, in lower case. */
export const CREDENTIAL_FIELD_NAMES: ReadonlySet<string> = new Set(
  Object.values<Fields>(CREDENTIAL_FIELDS).flatMap((fields) => fields.map(({ name }) => name.toLowerCase())),
);
