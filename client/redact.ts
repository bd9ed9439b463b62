/** Takes secrets out of everything that is recorded. Placeholders such as `<API_KEY>` replace them. */
import { KEPT_ENDING } from "./credentialChanges.js";
import { basicText, type Credentials, credentialHeaders, halvesOf, variableOf } from "./credentials.js";
import type { CredentialsEdit } from "./model.js";

/** Secrets shorter than this many characters are ordinary words or digits: replacing them would shred the text. */
const SHORTEST_SEARCHED = 6;

/** The longest run of plain characters that the quick look searches for must be at least this long to be useful. */
const SHORTEST_QUICK_LOOK = 4;

/** A text without secrets. */
export interface RedactedText {
  readonly text: string;
  /** Placeholder names, such as `API_KEY`, of the secrets that were in the text literally. */
  readonly leaked: readonly string[];
}

/** Replaces secrets in texts. */
export interface Redactor {
  /** The text with placeholders, and which secrets it repeated whole. Returns the very same text when there are none. */
  inspect(text: string): RedactedText;
  redact(text: string): string;
}

interface SearchedSecret {
  readonly name: string;
  /** Runs of letters and digits, one of which must occur if the secret does; null when none is worth looking for. */
  readonly quickLooks: readonly (string | null)[];
  /** The secret or all but its last character, in any letter case and any mix of the escapes below. */
  readonly anyForm: RegExp;
  /** The whole secret in its own letter case; null for an edited secret, which is not a secret any more. */
  readonly whole: RegExp | null;
}

const NOTHING_LEAKED: readonly string[] = [];

/**
 * Builds a redactor for the secrets of a run. It finds each secret literally, in another letter case, without its last character, with
 * another character in one place, within Basic credentials, percent-encoded, and escaped for JSON or HTML: the forms that an edit of the
 * credentials sends and a response can echo. Secrets under 6 characters are not searched for in texts; credential headers and query
 * parameters never need it, because their recorded form comes from `describedCredentials`.
 */
export function createRedactor(credentials: Credentials): Redactor {
  const { apiKey, apiSecret, webhookSecret } = credentials;
  const isLong = apiKey.length + apiSecret.length >= SHORTEST_SEARCHED;
  const named: NamedSecret[] = [
    ...Object.entries(halvesOf(credentials)),
    ["WEBHOOK_SECRET", webhookSecret],
    ["API_KEY:API_SECRET", isLong ? basicText(credentials) : undefined],
  ];
  // A target that repeats a gateway's header reveals nothing that the contract calls a secret.
  const own = Object.entries(credentials.headers ?? {}).map(([name, value]): NamedSecret => [variableOf(name), value]);
  return redactorOf([
    ...searchedSecrets(named),
    ...editedSecrets(credentials),
    ...searchedSecrets(own).map((secret) => ({ ...secret, whole: null })),
  ]);
}

/** A secret with the name of its placeholder; an unknown value means none. */
export type NamedSecret = readonly [name: string, value: string | undefined];

/** Like `createRedactor`, for any secrets. Several may have one name; a value that has two names gets the first. */
export function createRedactorOf(named: readonly NamedSecret[]): Redactor {
  return redactorOf(searchedSecrets(named));
}

function redactorOf(secrets: readonly SearchedSecret[]): Redactor {
  const anyLook = quickLookAt(secrets);

  function inspect(text: string): RedactedText {
    if (!anyLook.test(text)) return { text, leaked: NOTHING_LEAKED };
    const leaked: string[] = [];
    let redacted = text;
    for (const secret of secrets) {
      if (secret.whole !== null && redacted.search(secret.whole) !== -1) leaked.push(secret.name);
      redacted = redacted.replace(secret.anyForm, `<${secret.name}>`);
    }
    return { text: redacted, leaked };
  }

  return { inspect, redact: (text) => inspect(text).text };
}

/** Finds nothing in a text without secrets, several times faster than a search for every form of each secret. */
function quickLookAt(secrets: readonly SearchedSecret[]): RegExp {
  if (secrets.length === 0) return /(?!)/;
  const looks = new Set(secrets.flatMap(({ quickLooks }) => quickLooks));
  return new RegExp(looks.has(null) ? "" : [...looks].join("|"), "i");
}

/** Longest first, so that a secret that is the beginning of another does not break it up. */
function searchedSecrets(named: readonly NamedSecret[]): SearchedSecret[] {
  const nameByValue = new Map<string, string>();
  for (const [name, value] of named) {
    if (value !== undefined && value.length >= SHORTEST_SEARCHED && !nameByValue.has(value))
      nameByValue.set(value, name);
  }
  return [...nameByValue]
    .sort(([left], [right]) => right.length - left.length)
    .map(([value, name]) => searchedSecret(name, value));
}

function searchedSecret(name: string, value: string): SearchedSecret {
  const characters = [...value];
  const prefix = characters.slice(0, -1).map(anyFormOf).join("");
  const last = anyFormOf(characters.at(-1) ?? "");
  const anyForm = new RegExp(`${prefix}(?:${last})?`, "gi");
  return { name, quickLooks: [longestPlainRun(value.slice(0, -1))], anyForm, whole: new RegExp(`${prefix}${last}`) };
}

/** Edits that leave most of a secret, or its end, unchanged; without its last character it is found like the secret itself. */
const NEARLY: readonly (readonly [string, readonly CredentialsEdit[]])[] = [
  ["API_KEY", ["key-first-character", "key-middle-character", "key-ending"]],
  ["API_SECRET", ["secret-first-character", "secret-middle-character", "secret-ending"]],
];

function editedSecrets(credentials: Credentials): SearchedSecret[] {
  return NEARLY.flatMap(([name, edits]) => {
    const value = name === "API_KEY" ? credentials.apiKey : credentials.apiSecret;
    if (value.length < SHORTEST_SEARCHED) return [];
    const sent = edits.flatMap((edit) => Object.values(credentialHeaders(edit, credentials)?.headers ?? {}));
    const edited = sent.filter((text) => text !== credentials.apiKey && text !== credentials.apiSecret);
    const forms = edited.map((text) => [...text].map(anyFormOf).join(""));
    // All of them end like the secret.
    const quickLooks = [longestPlainRun(value.slice(-KEPT_ENDING))];
    return forms.length === 0 ? [] : [{ name, quickLooks, anyForm: new RegExp(forms.join("|"), "gi"), whole: null }];
  });
}

function longestPlainRun(text: string): string | null {
  const runs = text.match(/[A-Za-z0-9]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  return longest.length >= SHORTEST_QUICK_LOOK ? longest : null;
}

/** A pattern for one character: letters and digits as they are, anything else plain or in one of the usual escapes. */
function anyFormOf(character: string): string {
  if (/^[A-Za-z0-9]$/.test(character)) return character;
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const percent = [...Buffer.from(character, "utf8")].map((byte) => `%${eitherCase(byte, 2)}`).join("");
  const units = [...character.split("")].map((unit) => `\\\\u${eitherCase(unit.charCodeAt(0), 4)}`).join("");
  const codePoint = character.codePointAt(0) ?? 0;
  const entity = `&#(?:0*${codePoint}|[xX]0*${eitherCase(codePoint, 1)});`;
  return `(?:\\\\?${plain}|${percent}|${units}|${entity}${ENTITIES.get(character) ?? ""})`;
}

/** Hexadecimal digits in either letter case, padded with zeros. */
function eitherCase(number: number, digits: number): string {
  return number
    .toString(16)
    .padStart(digits, "0")
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The names of characters in HTML, as one more form of each. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "|&amp;"],
  ["<", "|&lt;"],
  [">", "|&gt;"],
  ['"', "|&quot;"],
]);
