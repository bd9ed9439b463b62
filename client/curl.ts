/**
 * A request as a shell command that repeats it. Secrets and the base address come from the environment.
 */
import { API_KEY_HEADER, API_SECRET_HEADER } from "../schemas/operations.js";
import { EXTENSION } from "./credentials.js";
import type { CredentialsEdit, WireRequest } from "./model.js";

/** Bytes of a body that still fit into one argument of a command with room to spare (Linux allows 128 KiB). */
const LONGEST_ARGUMENT = 100_000;

/** Methods whose empty body is announced, as the transport does. */
const METHODS_WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

/**
 * A command for bash that sends the request once more and shows the answer with its status line and headers.
 *
 * It reads CONFORMANCE_BASE_URL, CONFORMANCE_API_KEY, CONFORMANCE_API_SECRET and, for the edits that need a second pair,
 * CONFORMANCE_RESTRICTED_API_KEY and CONFORMANCE_RESTRICTED_API_SECRET. A body arrives byte for byte.
 */
export function curlCommand(request: WireRequest): string {
  const body = bodyOf(request);
  const piped = body.length > LONGEST_ARGUMENT || !isText(body);
  const command = [
    "curl -sS -i",
    ...addressOptions(request.path),
    ...methodOptions(request.method, body),
    `"$CONFORMANCE_BASE_URL"${quoted(request.path)}`,
    ...credentialOptions(request.credentials),
    ...headerOptions(request, body),
    ...(piped ? ["--data-binary @-"] : bodyOptions(request.method, body)),
  ].join(" ");
  return piped ? `printf %s ${body.toString("base64")} | base64 --decode | ${command}` : command;
}

function bodyOf({ body }: WireRequest): Buffer {
  return typeof body === "string" ? Buffer.from(body) : Buffer.from(body ?? []);
}

/** True for what an argument can hold: valid UTF-8 without a zero byte. */
function isText(body: Buffer): boolean {
  return !body.includes(0) && Buffer.from(body.toString("utf8")).equals(body);
}

/** What keeps curl from reading brackets as patterns and from resolving dots. */
function addressOptions(path: string): string[] {
  const options: string[] = [];
  if (/[[\]{}]/.test(path)) {
    options.push("--globoff");
  }
  if (/\/\.\.?(?:[/?]|$)/.test(path)) {
    options.push("--path-as-is");
  }
  return options;
}

function methodOptions(method: string, body: Buffer): string[] {
  if (method === "HEAD" && body.length === 0) {
    return ["--head"];
  }
  return method === "GET" && body.length === 0 ? [] : [`-X ${quoted(method)}`];
}

function credentialOptions(edit: CredentialsEdit): string[] {
  const key = "$CONFORMANCE_API_KEY";
  const secret = "$CONFORMANCE_API_SECRET";
  const restrictedKey = "$CONFORMANCE_RESTRICTED_API_KEY";
  const restrictedSecret = "$CONFORMANCE_RESTRICTED_API_SECRET";
  switch (edit) {
    case "valid":
      return inHeaders(key, secret);
    case "no-key":
      return [header(API_SECRET_HEADER, secret)];
    case "no-secret":
      return [header(API_KEY_HEADER, key)];
    case "neither":
      return [];
    case "wrong-key":
      return inHeaders(translated(key, ROTATED), secret);
    case "wrong-secret":
      return inHeaders(key, translated(secret, ROTATED));
    case "swapped":
      return inHeaders(secret, key);
    case "empty-key":
      return inHeaders("", secret);
    case "empty-secret":
      return inHeaders(key, "");
    case "key-prefix":
      return inHeaders(`\${${key.slice(1)}%?}`, secret);
    case "secret-prefix":
      return inHeaders(key, `\${${secret.slice(1)}%?}`);
    case "key-extended":
      return inHeaders(`\${${key.slice(1)}}${EXTENSION}`, secret);
    case "secret-extended":
      return inHeaders(key, `\${${secret.slice(1)}}${EXTENSION}`);
    case "key-other-case":
      return inHeaders(translated(key, OTHER_CASE), secret);
    case "secret-other-case":
      return inHeaders(key, translated(secret, OTHER_CASE));
    case "in-query":
      return [`--url-query "${API_KEY_HEADER}=${key}"`, `--url-query "${API_SECRET_HEADER}=${secret}"`];
    case "restricted":
      return inHeaders(restrictedKey, restrictedSecret);
    case "foreign-key":
      return inHeaders(restrictedKey, secret);
    case "foreign-secret":
      return inHeaders(key, restrictedSecret);
    default:
      return unknownEdit(edit);
  }
}

/** Another text of the same length: each letter and digit gives way to the next. */
const ROTATED = "tr 'A-Za-z0-9' 'B-ZAb-za1-90'";
const OTHER_CASE = "tr 'A-Za-z' 'a-zA-Z'";

function translated(variable: string, command: string): string {
  return `$(printf %s "${variable}" | ${command})`;
}

function inHeaders(key: string, secret: string): string[] {
  return [header(API_KEY_HEADER, key), header(API_SECRET_HEADER, secret)];
}

/** A header whose value the shell expands. A semicolon instead of the colon makes curl send an empty value. */
function header(name: string, value: string): string {
  return value === "" ? `-H '${name};'` : `-H "${name}: ${value}"`;
}

/** The headers of the request. The content type that curl makes up is taken back when the request has none. */
function headerOptions(request: WireRequest, body: Buffer): string[] {
  const options = Object.entries(request.headers).map(([name, value]) =>
    value === "" ? `-H ${quoted(`${name};`)}` : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const names = Object.keys(request.headers).map((name) => name.toLowerCase());
  if ((body.length > 0 || METHODS_WITH_BODY.has(request.method)) && !names.includes("content-type")) {
    options.push("-H 'Content-Type:'");
  }
  return options;
}

function bodyOptions(method: string, body: Buffer): string[] {
  if (body.length === 0 && !METHODS_WITH_BODY.has(method)) {
    return [];
  }
  // Unlike --data and --data-binary, --data-raw does not take a leading @ for the name of a file.
  return [`--data-raw ${quoted(body.toString("utf8"))}`];
}

/** One word for bash that stands for exactly this text. Characters that a terminal does not show are spelled out. */
function quoted(text: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) {
    return `'${text.replaceAll("'", "'\\''")}'`;
  }
  const escaped = text.replace(/[\p{C}\p{Zl}\p{Zp}\\']/gu, (character) => {
    const short = SHORT_ESCAPES.get(character);
    return short ?? [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  });
  return `$'${escaped}'`;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\\", "\\\\"],
  ["'", "\\'"],
]);

function unknownEdit(edit: never): never {
  throw new TypeError(`There is no credentials edit named "${String(edit)}".`);
}
